//! Taking events in, verbatim. Equal texts are kept; a repeated id is answered, not written.

use mneme_access::Caller;
use mneme_journal::{Appended, Draft, Intake, Origin};
use mneme_model::event::Metadata;
use mneme_model::{Body, Code, Kind, Moment, Role, Seq, ids};

use mneme_store::names::Namespace;
use mneme_store::tables::journal;

use crate::aside::{Aside, Projects};
use crate::memories::is_forgotten;
use crate::notebook::hooks;
use crate::{Engine, Error, Initiative, Result, checks, signals};

#[derive(Clone, Debug, Default)]
pub struct NewEvent {
    pub id: Option<String>,
    pub session: String,
    pub text: String,
    pub speaker: Option<String>,
    pub role: Option<String>,
    pub kind: Option<String>,
    pub agent: Option<String>,
    pub occurred_at: Option<String>,
    pub metadata: Metadata,
    /// Make the id from what is said and this number.
    pub nth: Option<u64>,
    /// What a notebook kept of it, where it is brought from another store.
    pub noted: Option<Aside>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub id: String,
    pub created: bool,
    /// What it says was forgotten, and stays so.
    pub forgotten: bool,
}

/// The position of what is not taken in.
const FORGOTTEN: Seq = 0;

impl Engine {
    /// Takes all events or none, but for what a machine brings that was forgotten.
    pub async fn ingest(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        events: Vec<NewEvent>,
        initiative: Initiative,
    ) -> Result<Vec<Accepted>> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        checks::batch("events", events.len(), self.settings.limits.batch_events)?;
        let asides = events.iter().map(|event| event.noted.as_ref());
        let projects = self.known_projects(&namespace, &origin, asides).await?;
        let number = |(n, event)| {
            self.event_draft(&namespace, event, &projects)
                .map_err(|error| at(n, error))
        };
        let mut drafts = events
            .into_iter()
            .enumerate()
            .map(number)
            .collect::<Result<Vec<_>>>()?;
        let ids: Vec<String> = drafts.iter().map(|draft| draft.ext_id.clone()).collect();
        let (ns, door) = (namespace.ns, origin.door);
        let keys = self.mark_echoes(&namespace, door, &mut drafts).await?;
        let name = namespace.name.clone();
        let watched = self.live.is_watched().then(|| drafts.clone());
        let appended = match initiative {
            Initiative::Machine => self.take_in(namespace, origin, drafts).await?,
            Initiative::Caller => self.journal.append(namespace, origin, drafts).await?,
        };
        if let Some(drafts) = watched {
            self.live.tell_all(&name, &drafts, &appended);
        }
        let now_ms = self.store.now_ms();
        self.echoes.note(ns, door, keys, &appended, now_ms);
        signals::EVENTS.add(appended.len() as u64);
        self.wake.soon();
        let forgotten = self.forgotten(&appended).await?;
        let accepted = ids.into_iter().zip(appended);
        Ok(accepted
            .map(|(id, appended)| Accepted {
                id,
                created: appended.created,
                forgotten: appended.seq == FORGOTTEN || forgotten.contains(&appended.seq),
            })
            .collect())
    }

    /// Which of the ids that were known already stand for something forgotten.
    async fn forgotten(&self, appended: &[Appended]) -> Result<Vec<Seq>> {
        let known = appended.iter().filter(|a| !a.created && a.seq != FORGOTTEN);
        let known: Vec<Seq> = known.map(|a| a.seq).collect();
        if known.is_empty() {
            return Ok(known);
        }
        self.store
            .read(move |view| {
                let mut forgotten = Vec::new();
                for seq in known {
                    if !journal::is_live(view, seq)? {
                        forgotten.push(seq);
                    }
                }
                Ok::<_, Error>(forgotten)
            })
            .await
    }

    async fn take_in(
        &self,
        namespace: Namespace,
        origin: Origin,
        drafts: Vec<Draft>,
    ) -> Result<Vec<Appended>> {
        let hints = drafts.clone();
        self.journal
            .run(namespace, origin, &hints, move |intake| {
                let one = |draft: &Draft| match is_left_out(intake, draft)? {
                    true => Ok(Appended {
                        seq: FORGOTTEN,
                        created: false,
                    }),
                    false => Ok(intake.append(draft)?),
                };
                drafts.iter().map(one).collect()
            })
            .await
    }

    fn event_draft(
        &self,
        namespace: &Namespace,
        new: NewEvent,
        projects: &Projects,
    ) -> Result<Draft> {
        let limits = &self.settings.limits;
        let agent = new.agent.as_deref();
        checks::event(limits, &new.session, agent, &new.text, &new.metadata)?;
        checks::name(limits, "speaker", new.speaker.as_deref())?;
        let role = checks::role(new.role.as_deref())?;
        let (mut kind, label) = kind_of(new.kind.clone(), role)?;
        let hook = new.noted.as_ref().map(|noted| noted.hook.as_str());
        if let Some(hook) = hook.filter(|hook| !hook.is_empty()) {
            kind = hooks::kind(hook).0;
        }
        let ext_id = match &new.id {
            Some(id) if !ids::is_ext_id(id) => return Err(mneme_journal::Error::BadId.into()),
            Some(id) => id.clone(),
            None => match new.nth {
                Some(nth) => said_id(namespace, &new, nth),
                None => self.mint_id()?,
            },
        };
        let occurred = checks::moment("occurred_at", new.occurred_at.as_deref())?;
        Ok(Draft {
            ext_id,
            kind,
            session: Some(new.session),
            agent: new.agent,
            speaker: new.speaker,
            occurred: occurred.unwrap_or(Moment::from_ms(self.store.now_ms())),
            body: Body {
                text: new.text,
                role,
                label,
                metadata: new.metadata,
                noted: new.noted.map(|noted| noted.noted(namespace, projects)),
                ..Body::default()
            },
        })
    }
}

/// An id made from what an event says, under the namespace's key: nobody without it can test a
/// guess at the words.
fn said_id(namespace: &Namespace, new: &NewEvent, nth: u64) -> String {
    let metadata = serde_json::to_string(&new.metadata).unwrap_or_default();
    let parts = [
        &new.speaker,
        &new.role,
        &new.kind,
        &new.agent,
        &new.occurred_at,
    ];
    let parts = parts
        .map(|part| part.as_deref().unwrap_or_default())
        .join("\u{0}");
    let said = [new.session.as_str(), &parts, &new.text, &metadata].join("\u{0}");
    format!("import-{nth}-{}", namespace.key.fingerprint(&said))
}

/// One of the table's kinds, or the caller's own word for a message.
fn kind_of(name: Option<String>, role: Option<Role>) -> Result<(Kind, Option<String>)> {
    let Some(name) = name else {
        let kind = match role {
            Some(Role::User) => Kind::UserMessage,
            Some(Role::Assistant) => Kind::AssistantMessage,
            Some(Role::Tool) => Kind::ToolResult,
            Some(Role::System) | None => Kind::Message,
        };
        return Ok((kind, None));
    };
    match Kind::event_named(&name) {
        Some(kind) => Ok((kind, None)),
        None => checks::label(&name).map(|()| (Kind::Message, Some(name))),
    }
}

/// Says which of a batch was wrong.
fn at(n: usize, error: Error) -> Error {
    let code: Code = error.code();
    Error::refused(code, format!("event {n}: {error}"))
}

/// What was forgotten stays so; what is here already is known, whatever else said the same.
fn is_left_out(intake: &Intake<'_>, draft: &Draft) -> Result<bool> {
    let known = journal::find(intake.tx, intake.ns(), &draft.ext_id)?;
    Ok(known.is_none() && is_forgotten(intake, draft)?)
}
