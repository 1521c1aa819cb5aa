//! Things to do.

use mneme_access::Caller;
use mneme_model::{Code, Moment, time};
use mneme_notebook::action::{Action, Status};
use mneme_notebook::ids;
use mneme_store::View;
use mneme_store::seal::random;

use super::shelf::{self, Shelved};
use crate::{Engine, Error, Result, checks};

impl Shelved for Action {
    const SHELF: &'static str = "action";

    fn key(&self) -> String {
        self.id.clone()
    }

    fn words(&self) -> String {
        match self.description.trim() {
            "" => self.title.clone(),
            more => format!("{}: {more}", self.title),
        }
    }

    fn written(&self) -> Option<&str> {
        Some(&self.updated_at)
    }

    fn reword(&mut self, text: &str) {
        self.title = text.to_owned();
        self.description.clear();
    }

    fn settled(mut self) -> Self {
        if self.id.is_empty() {
            self.id = ids::derived("act", &format!("{}\n{}", self.title, self.created_at));
        }
        self
    }
}

/// What is to change of an action; what is not said stays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangeAction {
    pub title: Option<String>,
    pub description: Option<String>,
    pub priority: Option<i64>,
    pub status: Option<Status>,
    pub tags: Option<Vec<String>>,
    pub session_id: Option<String>,
}

impl Engine {
    pub async fn add_action(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        mut action: Action,
    ) -> Result<Action> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        checks::content(&self.settings.limits, &action.title)?;
        let now = Moment::from_ms(self.store.now_ms());
        let chance = random::<{ ids::CHANCE }>().map_err(Error::Store)?;
        action.id = ids::made("act", now.ms, chance);
        action.created_at = now.rfc3339();
        action.updated_at = now.rfc3339();
        let act = self.mint_id()?;
        let added = self.journal.run(namespace, origin, &[], move |intake| {
            shelf::put(intake, act, &action)
        });
        added.await
    }

    pub async fn change_action(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: String,
        change: ChangeAction,
    ) -> Result<Action> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let (act, now) = (self.mint_id()?, Moment::from_ms(self.store.now_ms()));
        let changed = self.journal.run(namespace, origin, &[], move |intake| {
            let known = shelf::get::<Action>(intake.tx, intake.namespace, &id)?;
            let known = known.ok_or_else(|| unknown(&id))?;
            if change == ChangeAction::default() {
                let message = "nothing says what to change of the action";
                return Err(Error::refused(Code::NothingToUpdate, message));
            }
            shelf::put(intake, act, &change.of(known, now))
        });
        changed.await
    }

    /// Actions, the latest changed first.
    pub async fn actions(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Action>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let read = move |view: &View<'_>| shelf::all(view, &namespace);
        let mut all: Vec<Action> = self.store.read(read).await?;
        all.sort_by(|a, b| {
            let later = time::order(&b.updated_at, &a.updated_at);
            later.then_with(|| b.id.cmp(&a.id))
        });
        Ok(all)
    }
}

// === impl ChangeAction ===

impl ChangeAction {
    fn of(self, known: Action, now: Moment) -> Action {
        Action {
            title: self.title.unwrap_or(known.title),
            description: self.description.unwrap_or(known.description),
            priority: self.priority.unwrap_or(known.priority),
            status: self.status.unwrap_or(known.status),
            tags: self.tags.unwrap_or(known.tags),
            session_id: self.session_id.or(known.session_id),
            updated_at: now.rfc3339(),
            ..known
        }
    }
}

fn unknown(id: &str) -> Error {
    Error::refused(Code::NoSuchMemory, format!("no action has the id {id}"))
}
