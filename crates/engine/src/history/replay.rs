//! A history is told again where nothing is yet: all of it or nothing, under the same names.

mod past;
mod write;

use mneme_access::{Caller, Need};
use mneme_model::Code;
use mneme_store::View;

use super::MOST;
use super::plan::{Places, Plan};
use crate::{Engine, Error, Result, checks, signals};

pub use past::{PastMemory, PastReview};

/// What is to be told again.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The namespace it was taken from.
    pub from: String,
    pub root: String,
    pub memories: Vec<PastMemory>,
    /// Only say what would be done.
    pub dry_run: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Replayed {
    pub namespace: String,
    /// Why it cannot be.
    pub blocked: Option<String>,
    /// What came, or would: how many, and of these how many are found.
    pub created: usize,
    pub visible: usize,
    /// What was forgotten and does not come back.
    pub forgotten: usize,
    pub ids: Vec<String>,
}

impl Engine {
    pub async fn replay_history(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        replay: Replay,
    ) -> Result<Replayed> {
        let name = self.scope(caller, Need::Write, namespace)?.to_owned();
        checks::namespace(&self.settings.limits, &name)?;
        checks::batch("memories", replay.memories.len(), MOST)?;
        for one in &replay.memories {
            one.check(&self.settings.limits)?;
        }
        let only = caller.only.as_deref();
        let known = self.store.known_namespace(&name);
        let places = Places {
            target: known.map(|known| known.seen_by(only)),
            source: self.came_from(caller, &replay.from),
        };
        let wish = replay.clone();
        let look = move |view: &View<'_>| Plan::make(view, &places, &wish.root, &wish.memories);
        let plan = self.store.read(look).await?;
        let told = told(&name, &plan.freed(&replay.memories), &plan);
        match (replay.dry_run, &told.blocked) {
            (true, _) => Ok(told),
            (false, Some(why)) => Err(Error::refused(Code::CannotReplay, why)),
            (false, None) => self.tell_again_whole(caller, namespace, replay).await,
        }
    }

    async fn tell_again_whole(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        replay: Replay,
    ) -> Result<Replayed> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let source = self.came_from(caller, &replay.from);
        let drafts = replay
            .memories
            .iter()
            .map(|one| self.past_draft(&namespace, one));
        let drafts = drafts.collect::<Result<Vec<_>>>()?;
        let needed: usize = replay.memories.iter().map(PastMemory::ids_needed).sum();
        let ids = (0..needed).map(|_| self.mint_id());
        let ids = ids.collect::<Result<Vec<_>>>()?;
        let (target, name) = (Some(namespace.clone()), namespace.name.to_string());
        let done = self
            .journal
            .run(namespace, origin, &[], move |intake| {
                let places = Places { target, source };
                // Somebody may have come first.
                let plan = Plan::make(intake.tx, &places, &replay.root, &replay.memories)?;
                if let Some(why) = &plan.blocked {
                    return Err(Error::refused(Code::CannotReplay, why));
                }
                let memories = plan.freed(&replay.memories);
                write::all(intake, &memories, drafts, &plan, ids)?;
                Ok(told(&name, &memories, &plan))
            })
            .await?;
        signals::STORES.add(done.created as u64);
        Ok(done)
    }

    /// What was forgotten where it comes from stays forgotten here too, for whoever may know.
    fn came_from(&self, caller: &Caller, name: &str) -> Option<mneme_store::names::Namespace> {
        self.scope(caller, Need::Read, Some(name)).ok()?;
        self.store.known_namespace(name)
    }
}

fn told(name: &str, memories: &[PastMemory], plan: &Plan) -> Replayed {
    let coming: Vec<&PastMemory> = plan.coming().map(|at| &memories[at]).collect();
    Replayed {
        namespace: name.to_owned(),
        blocked: plan.blocked.clone(),
        created: coming.len(),
        visible: coming.iter().filter(|one| one.is_found()).count(),
        forgotten: plan.forgotten.len(),
        ids: coming.iter().map(|one| one.id.clone()).collect(),
    }
}
