//! Taking an observation in: without secrets, within its session's bounds, durable.

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::event::Noted;
use mneme_model::{Body, Code, Kind, Moment};
use mneme_notebook::observation::{Observation, Told};
use mneme_notebook::{ids, image, redact};
use mneme_store::names::NameKind;
use mneme_store::seal::random;
use mneme_store::tables::journal;
use mneme_store::tables::sessions::{self, SessionRow};
use serde_json::{Value, json};

use super::hooks;
use super::sessions::{NOWHERE, goes_on};
use super::whose;
use crate::memories::is_forgotten;
use crate::{Engine, Error, Result, checks, signals};

/// What a hook tells.
#[derive(Clone, Debug, Default)]
pub struct NewObservation {
    /// Its name, where whoever tells it has one already: told again it changes nothing.
    pub id: Option<String>,
    pub session: String,
    pub hook: String,
    pub timestamp: String,
    pub project: Option<String>,
    pub cwd: Option<String>,
    pub agent: Option<String>,
    /// The program the agent runs in, where a hook tells.
    pub client: Option<String>,
    pub data: Value,
    /// A session with this many takes no more; zero is no bound.
    pub cap: u64,
    /// Pictures that were in its data, by the names of their files.
    pub images: Vec<String>,
    /// It waited in a spool: what was forgotten meanwhile does not come back with it.
    pub waited: bool,
}

impl Engine {
    /// Keeps an observation; a session nobody began begins with it.
    pub async fn observe(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        new: NewObservation,
    ) -> Result<Observation> {
        let new = NewObservation {
            agent: new.agent.or_else(|| caller.only.clone()),
            ..new
        };
        let (namespace, origin) = self.writing(caller, namespace).await?;
        checks::told(&self.settings.limits, &new.data)?;
        let (data, images, _keeping) = self.keep_images(&namespace, new.data).await?;
        let new = NewObservation {
            data,
            images,
            ..new
        };
        let new = new.redacted();
        let limits = &self.settings.limits;
        checks::name(limits, "project", new.project.as_deref())?;
        let at = checks::moment("timestamp", Some(&new.timestamp))?.unwrap_or_default();
        let mut seen = self.seen(&new, at)?;
        let draft = self.noted(&new, &seen, at)?;
        checks::event(
            limits,
            &new.session,
            new.agent.as_deref(),
            &draft.body.text,
            &draft.body.metadata,
        )?;
        let start = self.beginning(&new, at)?;
        let (hints, name) = ([draft.clone()], namespace.name.clone());
        let desk = (namespace.clone(), origin.clone());
        let stored = self.journal.run(namespace, origin, &hints, move |intake| {
            let mut draft = draft;
            if new.waited && is_forgotten(intake, &draft)? {
                return Ok(None);
            }
            if let Some(known) = begin(intake, &new, start)? {
                inherit(intake, &known, &mut draft)?;
            }
            let payload = journal::encode(&draft.body)?;
            intake.append_hint(0, &draft, &payload)?;
            Ok::<_, Error>(Some(draft.agent))
        });
        let Some(agent) = stored.await? else {
            return Ok(seen);
        };
        seen.agent_id = agent;
        self.live.tell(&name, &seen);
        signals::EVENTS.add(1);
        self.wake.soon();
        if let Some(scribe) = &self.scribe {
            scribe.take(desk.0, desk.1, seen.clone(), at.ms);
        }
        Ok(seen)
    }

    fn seen(&self, new: &NewObservation, at: Moment) -> Result<Observation> {
        let id = match &new.id {
            Some(id) => id.clone(),
            None => self.fresh()?,
        };
        let told = Told {
            session_id: new.session.clone(),
            hook_type: new.hook.clone(),
            timestamp: at.rfc3339(),
            agent_id: new.agent.clone(),
            data: new.data.clone(),
        };
        Ok(image::shown(Observation::by_rule(id, told), &new.data))
    }

    fn fresh(&self) -> Result<String> {
        let chance = random::<{ ids::CHANCE }>().map_err(Error::Store)?;
        Ok(ids::made("obs", self.store.now_ms(), chance))
    }

    fn noted(&self, new: &NewObservation, seen: &Observation, at: Moment) -> Result<Draft> {
        let (kind, role) = hooks::kind(&new.hook);
        let noted = Noted {
            hook: new.hook.clone(),
            data: new.data.clone(),
            images: new.images.clone(),
            ..Noted::default()
        };
        Ok(Draft {
            ext_id: seen.id.clone(),
            kind,
            session: Some(new.session.clone()),
            agent: new.agent.clone(),
            speaker: None,
            occurred: at,
            body: Body {
                text: seen.words(),
                role,
                label: Some(new.hook.clone()).filter(|hook| checks::label(hook).is_ok()),
                noted: Some(noted),
                ..Body::default()
            },
        })
    }

    fn beginning(&self, new: &NewObservation, at: Moment) -> Result<Draft> {
        Ok(Draft {
            ext_id: self.mint_id()?,
            kind: Kind::SessionStart,
            session: Some(new.session.clone()),
            agent: new.agent.clone(),
            speaker: None,
            occurred: at,
            body: Body {
                noted: Some(Noted {
                    data: json!({ "cwd": new.cwd, "client": new.client }),
                    ..Noted::default()
                }),
                ..Body::default()
            },
        })
    }
}

// === impl NewObservation ===

impl NewObservation {
    /// Everything but the session's name, by which others call it.
    fn redacted(self) -> Self {
        Self {
            hook: redact::text(&self.hook),
            project: self.project.as_deref().map(redact::text),
            cwd: self.cwd.as_deref().map(redact::text),
            agent: self.agent.as_deref().map(redact::text),
            client: self.client.as_deref().map(redact::text),
            data: redact::value(self.data),
            ..self
        }
    }
}

/// In the writer: the bound is held, and who comes first begins the session.
fn begin(
    intake: &Intake<'_>,
    new: &NewObservation,
    mut start: Draft,
) -> Result<Option<SessionRow>> {
    let ns = intake.ns();
    let session = intake.tx.intern(ns, NameKind::Session, &new.session)?;
    match sessions::get(intake.tx, session)? {
        Some(known) if new.cap > 0 && known.events >= new.cap => {
            let message = format!("Session observation limit reached ({})", new.cap);
            return Err(Error::refused(Code::SessionFull, message));
        }
        Some(known) => {
            whose::check_session(intake.tx, intake.namespace, &known)?;
            if goes_on(intake.tx, &known, start.occurred)? {
                begin_again(intake, &known, start)?;
            }
            return Ok(Some(known));
        }
        None => {}
    }
    let project = new.project.as_deref().unwrap_or(NOWHERE);
    let project = intake.tx.intern(ns, NameKind::Project, project)?;
    if let Some(noted) = &mut start.body.noted {
        noted.project = Some(project);
    }
    intake.append(&start)?;
    Ok(None)
}

/// A session that goes on, as it was begun before.
fn begin_again(intake: &Intake<'_>, known: &SessionRow, mut start: Draft) -> Result<()> {
    inherit(intake, known, &mut start)?;
    let view = intake.tx.forgiving();
    let before = known.start_seq.map(|seq| journal::load(&view, seq));
    if let Some(before) = before.transpose()?.flatten() {
        start.body.noted = before.body.noted;
    }
    intake.append(&start)?;
    Ok(())
}

/// Who observes without a name is who began the session.
fn inherit(intake: &Intake<'_>, known: &SessionRow, draft: &mut Draft) -> Result<()> {
    if let (None, Some(start)) = (&draft.agent, known.start_seq) {
        let start = journal::load(&intake.tx.forgiving(), start)?;
        let agent = start.and_then(|start| start.agent);
        let agent = agent.map(|agent| intake.tx.word(agent)).transpose()?;
        draft.agent = agent.map(|agent| agent.to_string());
    }
    Ok(())
}
