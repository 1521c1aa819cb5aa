//! Beginning, going on, ending.

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::event::{Ended, Episode};
use mneme_model::{Body, Code, Event, Kind, Moment, Seq};
use mneme_store::tables::{episodes, journal};

use crate::forget::prune;
use crate::{Engine, Error, Result, checks};

/// A task somebody sets out to do.
#[derive(Clone, Debug, Default)]
pub struct NewEpisode {
    pub task: String,
    /// Its steps, as far as they are known.
    pub plan: Vec<String>,
    pub agent: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionResult {
    #[default]
    Unknown,
    Success,
    Failure,
    Pending,
}

/// Something done for a task.
#[derive(Clone, Debug, Default)]
pub struct Action {
    pub what: String,
    pub input: String,
    pub result: ActionResult,
    pub detail: String,
    /// When; now if nobody says.
    pub at_ms: Option<i64>,
}

/// How a task went, as told.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// From 0 to 1.
    pub outcome: f32,
    pub failed: bool,
    pub lessons: Vec<String>,
    pub failure_modes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpisodeEnded {
    pub value: f32,
    /// Episodes that went because others are worth more.
    pub pruned: usize,
}

impl Engine {
    /// Begins an episode; its id.
    pub async fn start_episode(&self, caller: &Caller, new: NewEpisode) -> Result<String> {
        self.episodes()?;
        if new.task.trim().is_empty() {
            return Err(Error::refused(Code::ContentEmpty, "task is required"));
        }
        checks::name(&self.settings.limits, "agent", new.agent.as_deref())?;
        let lines = [&new.task].into_iter().chain(&new.plan);
        let text = self.text(lines)?;
        let (namespace, origin) = self.writing(caller, None).await?;
        let id = self.mint_id()?;
        let draft = Draft {
            ext_id: id.clone(),
            kind: Kind::EpisodeStarted,
            session: None,
            agent: new.agent,
            speaker: None,
            occurred: Moment::from_ms(self.store.now_ms()),
            body: Body {
                text,
                episode: Some(Episode {
                    task: new.task,
                    ..Episode::default()
                }),
                ..Body::default()
            },
        };
        self.journal.append(namespace, origin, vec![draft]).await?;
        Ok(id)
    }

    /// Adds to an episode that goes on; how many actions it has now.
    pub async fn record_action(&self, caller: &Caller, id: String, action: Action) -> Result<u64> {
        self.episodes()?;
        let text = self.text([&action.what, &action.input, &action.detail])?;
        let at = Moment::from_ms(action.at_ms.unwrap_or_else(|| self.store.now_ms()));
        let ext_id = self.mint_id()?;
        let (namespace, origin) = self.writing(caller, None).await?;
        let label = result(action.result).map(str::to_owned);
        self.journal
            .run(namespace, origin, &[], move |intake| {
                let open = Open::find(intake, &id)?;
                let part = Episode {
                    of: Some(open.first.seq),
                    ..Episode::default()
                };
                let mut draft = open.draft(intake, ext_id, Kind::EpisodeAction, text, part)?;
                draft.occurred = at;
                draft.body.tags.extend(label);
                intake.append(&draft)?;
                Ok::<_, Error>(open.actions + 1)
            })
            .await
    }

    /// Ends an episode. Where more ended than are kept, those worth least go.
    pub async fn end_episode(
        &self,
        caller: &Caller,
        id: String,
        ending: Ending,
    ) -> Result<EpisodeEnded> {
        let settings = self.episodes()?;
        if !(0.0..=1.0).contains(&ending.outcome) {
            let message = "outcome_score must lie between 0 and 1";
            return Err(Error::refused(Code::BadOutcome, message));
        }
        let text = self.text(ending.lessons.iter().chain(&ending.failure_modes))?;
        let (value, most) = (settings.value(ending.outcome), settings.most);
        let (ext_id, note_id) = (self.mint_id()?, self.mint_id()?);
        let (namespace, origin) = self.writing(caller, None).await?;
        let pruned = self.journal.run(namespace, origin, &[], move |intake| {
            let open = Open::find(intake, &id)?;
            let part = Episode {
                of: Some(open.first.seq),
                ended: Some(Ended {
                    failed: ending.failed,
                    outcome: ending.outcome,
                    value,
                    lessons: ending.lessons,
                    failure_modes: ending.failure_modes,
                }),
                ..Episode::default()
            };
            intake.append(&open.draft(intake, ext_id, Kind::EpisodeCompleted, text, part)?)?;
            let least: Vec<Seq> = episodes::beyond(intake.tx, intake.ns(), most)?;
            prune(intake, note_id, &least)?;
            Ok::<_, Error>(least.len())
        });
        let pruned = pruned.await?;
        if pruned > 0 {
            self.purge.soon();
        }
        Ok(EpisodeEnded { value, pruned })
    }

    /// What is said in an event, a line each.
    fn text<'a>(&self, lines: impl IntoIterator<Item = &'a String>) -> Result<String> {
        let said = lines.into_iter().map(|line| line.trim());
        let said: Vec<&str> = said.filter(|line| !line.is_empty()).collect();
        let text = said.join("\n");
        if !text.is_empty() {
            checks::content(&self.settings.limits, &text)?;
        }
        Ok(text)
    }
}

fn result(result: ActionResult) -> Option<&'static str> {
    match result {
        ActionResult::Unknown => None,
        ActionResult::Success => Some("success"),
        ActionResult::Failure => Some("failure"),
        ActionResult::Pending => Some("pending"),
    }
}

/// An episode that goes on, seen in the writer.
struct Open {
    first: Event,
    actions: u64,
}

// === impl Open ===

impl Open {
    fn find(intake: &Intake<'_>, id: &str) -> Result<Self> {
        let unknown = || Error::refused(Code::NoSuchEpisode, format!("no episode has the id {id}"));
        let seq = journal::find(intake.tx, intake.ns(), id)?.ok_or_else(unknown)?;
        let row = episodes::get(intake.tx, seq)?.ok_or_else(unknown)?;
        if row.end_seq.is_some() {
            let message = format!("the episode {id} has ended");
            return Err(Error::refused(Code::EpisodeEnded, message));
        }
        Ok(Self {
            first: journal::load(intake.tx, seq)?.ok_or_else(unknown)?,
            actions: row.actions,
        })
    }

    /// An event of it, by the agent that began it.
    fn draft(
        &self,
        intake: &Intake<'_>,
        ext_id: String,
        kind: Kind,
        text: String,
        part: Episode,
    ) -> Result<Draft> {
        let agent = self.first.agent.map(|id| intake.tx.word(id)).transpose()?;
        Ok(Draft {
            ext_id,
            kind,
            session: None,
            agent: agent.as_deref().map(str::to_owned),
            speaker: None,
            occurred: Moment::from_ms(intake.tx.now_ms()),
            body: Body {
                text,
                episode: Some(part),
                ..Body::default()
            },
        })
    }
}
