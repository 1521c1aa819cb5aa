//! Sessions: beginning, ending, listing.

use mneme_access::Caller;
use mneme_journal::{Draft, Intake};
use mneme_model::event::Noted;
use mneme_model::{Body, Code, Event, Kind, Moment, NameId};
use mneme_notebook::{cut, redact};
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::journal;
use mneme_store::tables::sessions::{self, SessionPage, SessionRow};
use serde_json::{Value, json};

use super::{commits, summaries, whose};
use crate::{Engine, Error, Result, checks};

/// A session in the notebook's words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    pub id: String,
    pub project: String,
    pub cwd: String,
    pub started: Moment,
    pub updated: Moment,
    pub ended: Option<Moment>,
    pub active: bool,
    pub observations: u64,
    pub agent: Option<String>,
    pub title: Option<String>,
    pub first_prompt: Option<String>,
    /// The commits made in it.
    pub commits: Vec<String>,
    pub tags: Vec<String>,
    pub model: Option<String>,
    /// What it came to, where it was summed up.
    pub summary: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct StartSession {
    pub session: String,
    pub project: String,
    pub cwd: String,
    pub title: Option<String>,
    pub agent: Option<String>,
    /// The program the agent runs in, where a hook tells: two programs have a session each.
    pub client: Option<String>,
    /// When it began, where that was told late.
    pub at: Option<String>,
}

/// Which sessions are listed: the latest first, all of them unless bounded.
#[derive(Clone, Debug, Default)]
pub struct Sessions {
    pub project: Option<String>,
    pub agent: Option<String>,
    pub limit: Option<usize>,
}

/// Rows read in one go.
const PAGE: usize = 200;
/// Sessions that one beginning ends at most.
const LEFT: usize = 20;
/// What is shown of the first prompt, and kept of a title.
const PROMPT: usize = 200;
/// Where nobody said where.
pub const NOWHERE: &str = "unknown";

impl Engine {
    /// Begins a session, or begins it again; what it has stays.
    pub async fn start_session(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        start: StartSession,
    ) -> Result<Session> {
        let start = start.redacted();
        let (named, origin) = self.writing(caller, namespace).await?;
        let limits = &self.settings.limits;
        checks::event(
            limits,
            &start.session,
            start.agent.as_deref(),
            "",
            &Default::default(),
        )?;
        checks::name(limits, "project", Some(&start.project))?;
        let (draft, session) = (self.start_draft(&start)?, start.session.clone());
        let project = start.project;
        let ends = (0..LEFT)
            .map(|_| self.mint_id())
            .collect::<Result<Vec<_>>>()?;
        let begun = self.journal.run(named, origin, &[], move |intake| {
            begin(intake, draft, &project, ends)
        });
        begun.await?;
        // Whoever begins a session for another agent is told how it began.
        let anybody = Caller {
            only: None,
            ..caller.clone()
        };
        self.session(&anybody, namespace, session).await
    }

    fn start_draft(&self, start: &StartSession) -> Result<Draft> {
        let title = start.title.as_deref().map(|title| cut::head(title, PROMPT));
        Ok(Draft {
            ext_id: self.mint_id()?,
            kind: Kind::SessionStart,
            session: Some(start.session.clone()),
            agent: start.agent.clone(),
            speaker: None,
            occurred: self.told_of("at", start.at.as_deref())?,
            body: Body {
                noted: Some(Noted {
                    data: json!({ "cwd": start.cwd, "title": title, "client": start.client }),
                    ..Noted::default()
                }),
                ..Body::default()
            },
        })
    }

    /// When something happened that is told late, or now.
    fn told_of(&self, field: &str, at: Option<&str>) -> Result<Moment> {
        let told = checks::moment(field, at)?;
        Ok(told.unwrap_or_else(|| Moment::from_ms(self.store.now_ms())))
    }

    /// Ends a session that is there. Agents tell an end after every turn: each later one counts.
    pub async fn end_session(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
        at: Option<&str>,
    ) -> Result<()> {
        let (named, origin) = self.writing(caller, namespace).await?;
        let draft = Draft {
            ext_id: self.mint_id()?,
            kind: Kind::SessionEnd,
            session: Some(session.clone()),
            agent: None,
            speaker: None,
            occurred: self.told_of("at", at)?,
            body: Body::default(),
        };
        let ended = self.journal.run(named, origin, &[], move |intake| {
            let mut draft = draft;
            let known = intake
                .tx
                .name_id(intake.ns(), NameKind::Session, &session)?;
            let known = known
                .map(|known| sessions::get(intake.tx, known))
                .transpose()?;
            let known = known.flatten().ok_or_else(|| unknown(&session))?;
            shown_in(intake.tx, intake.namespace, &known)?.ok_or_else(|| unknown(&session))?;
            let before = known.end_seq.map(|seq| journal::load(intake.tx, seq));
            let before = before.transpose()?.flatten();
            let later = before.is_none_or(|before| before.occurred < draft.occurred);
            if known.is_active() || later {
                draft.body.label = known.end_seq.map(|_| AGAIN.to_owned());
                intake.append(&draft)?;
            }
            Ok::<_, Error>(())
        });
        ended.await
    }

    pub async fn session(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
    ) -> Result<Session> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Err(unknown(&session));
        };
        self.store
            .read(move |view| {
                let known = view.name_id(namespace.ns, NameKind::Session, &session)?;
                let row = known.map(|known| sessions::get(view, known)).transpose()?;
                let row = row.flatten().ok_or_else(|| unknown(&session))?;
                let known = shown_in(view, &namespace, &row)?;
                let mut known = known.ok_or_else(|| unknown(&session))?;
                let mut commits = commits::by_session(view, &namespace)?;
                known.commits = commits.remove(&known.id).unwrap_or_default();
                summed_up(view, &namespace, known)
            })
            .await
    }

    /// Sessions, the latest first.
    pub async fn sessions(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wanted: Sessions,
    ) -> Result<Vec<Session>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let all = move |view: &View<'_>| {
            let all = listed(view, &namespace, &wanted)?.into_iter();
            all.map(|one| summed_up(view, &namespace, one)).collect()
        };
        self.store.read(all).await
    }
}

// === impl StartSession ===

impl StartSession {
    /// Names are not forgotten with what used them, so secrets must not be in them. The session's
    /// own name stays: others call it by that.
    fn redacted(self) -> Self {
        Self {
            project: redact::text(&self.project),
            cwd: redact::text(&self.cwd),
            title: self.title.as_deref().map(redact::text),
            agent: self.agent.as_deref().map(redact::text),
            client: self.client.as_deref().map(redact::text),
            ..self
        }
    }
}

/// In the writer. Another agent's session is not begun again, where agents are kept apart.
fn begin(intake: &Intake<'_>, mut draft: Draft, project: &str, ends: Vec<String>) -> Result<()> {
    let session = draft.session.as_deref().unwrap_or_default();
    let known = intake.tx.name_id(intake.ns(), NameKind::Session, session)?;
    let known = known.map(|known| sessions::get(intake.tx, known));
    if let Some(known) = known.transpose()?.flatten() {
        whose::check_session(intake.tx, intake.namespace, &known)?;
    }
    let project = intake.tx.intern(intake.ns(), NameKind::Project, project)?;
    if let Some(noted) = &mut draft.body.noted {
        noted.project = Some(project);
    }
    leave_others(intake, project, &draft, ends)?;
    intake.append(&draft)?;
    Ok(())
}

/// How the end of a session is called that nobody told: its agent began another one.
const UNTOLD: &str = "left";

/// How the end of a session is called that had ended before.
const AGAIN: &str = "again";

/// Whether something that happens now means that a session was not over: its agent only seemed to
/// have left it, for two windows of an agent have a session each, or it happens after the end that was
/// told. What comes in late changes nothing.
pub fn goes_on(view: &View<'_>, row: &SessionRow, now: Moment) -> Result<bool> {
    let end = row.end_seq.filter(|_| !row.is_active());
    let end = end.map(|seq| journal::load(view, seq)).transpose()?;
    Ok(end
        .flatten()
        .is_some_and(|end| end.body.label.as_deref() == Some(UNTOLD) || end.occurred < now))
}

/// Whether an event is such an end: for the table of contents the first one is the cut, or every turn
/// of an agent that tells an end after each would be a chapter.
pub(crate) fn is_end_again(event: &Event) -> bool {
    event.kind == Kind::SessionEnd && event.body.label.as_deref() == Some(AGAIN)
}

/// Whoever begins a session in a project has left the ones it had there, in the same program: they are
/// over, until something happens in them.
fn leave_others(
    intake: &Intake<'_>,
    project: NameId,
    start: &Draft,
    ends: Vec<String>,
) -> Result<()> {
    let page = SessionPage {
        ns: intake.ns(),
        project: Some(project),
        before: None,
        limit: PAGE,
    };
    let rows = sessions::page(intake.tx, &page)?;
    let mut ends = ends.into_iter();
    let client = client_of(start.body.noted.as_ref());
    for row in rows.iter().filter(|row| row.is_active()) {
        let session = shown(intake.tx, row)?;
        let begun = row.start_seq.map(|seq| journal::load(intake.tx, seq));
        let begun = begun.transpose()?.flatten();
        let begun = begun.as_ref().and_then(|begun| begun.body.noted.as_ref());
        let same = session.agent == start.agent
            && client_of(begun) == client
            && Some(&session.id) != start.session.as_ref();
        let Some(ext_id) = same.then(|| ends.next()).flatten() else {
            continue;
        };
        let end = Draft {
            ext_id,
            kind: Kind::SessionEnd,
            session: Some(session.id),
            body: Body {
                label: Some(UNTOLD.to_owned()),
                ..Body::default()
            },
            ..start.clone()
        };
        intake.append(&end)?;
    }
    Ok(())
}

/// The program a session is of, where its beginning tells.
fn client_of(noted: Option<&Noted>) -> Option<&str> {
    noted?.data.get("client")?.as_str()
}

fn listed(view: &View<'_>, namespace: &Namespace, wanted: &Sessions) -> Result<Vec<Session>> {
    let ns = namespace.ns;
    let project = wanted.project.as_deref();
    let project = project.map(|name| view.name_id(ns, NameKind::Project, name));
    let project = match project.transpose()? {
        Some(None) => return Ok(Vec::new()),
        other => other.flatten(),
    };
    let limit = wanted.limit.unwrap_or(usize::MAX);
    let mut commits = commits::by_session(view, namespace)?;
    let (mut all, mut before) = (Vec::new(), None);
    while all.len() < limit {
        let page = SessionPage {
            ns,
            project,
            before,
            limit: PAGE,
        };
        let rows = sessions::page(view, &page)?;
        for row in &rows {
            let session = shown_in(view, namespace, row)?;
            let session =
                session.filter(|session| wanted.agent.is_none() || session.agent == wanted.agent);
            all.extend(session.map(|session| Session {
                commits: commits.remove(&session.id).unwrap_or_default(),
                ..session
            }));
            if all.len() == limit {
                return Ok(all);
            }
        }
        before = rows.last().map(|row| (row.started_ms, row.session));
        if rows.len() < PAGE {
            break;
        }
    }
    Ok(all)
}

/// A session as one sees the namespace; none if it is another agent's. What another asked in it
/// first is not told.
pub fn shown_in(
    view: &View<'_>,
    namespace: &Namespace,
    row: &SessionRow,
) -> Result<Option<Session>> {
    let mut session = shown(view, row)?;
    if !namespace.sees(session.agent.as_deref()) {
        return Ok(None);
    }
    if namespace.only.is_some() && session.title.is_none() {
        let prompt = row.prompt_seq.map(|seq| journal::load(view, seq));
        let own = match prompt.transpose()?.flatten() {
            Some(prompt) => whose::is_seen(view, namespace, &prompt)?,
            None => false,
        };
        session.first_prompt = session.first_prompt.filter(|_| own);
    }
    Ok(Some(session))
}

/// A session with its summary, whose title is better than the first words somebody said.
fn summed_up(view: &View<'_>, namespace: &Namespace, session: Session) -> Result<Session> {
    let Some(summary) = summaries::of(view, namespace, &session.id)? else {
        return Ok(session);
    };
    Ok(Session {
        title: Some(summary.title),
        summary: Some(summary.narrative),
        ..session
    })
}

pub fn shown(view: &View<'_>, row: &SessionRow) -> Result<Session> {
    let load = |seq: Option<i64>| -> Result<Option<Event>> {
        Ok(seq
            .map(|seq| journal::load(view, seq))
            .transpose()?
            .flatten())
    };
    let (start, prompt) = (load(row.start_seq)?, load(row.prompt_seq)?);
    let ended = match row.is_active() {
        true => None,
        false => load(row.end_seq)?,
    };
    let data = start.as_ref().and_then(|start| start.body.noted.as_ref());
    let field = |name: &str| text(data.map(|noted| &noted.data)?.get(name)?);
    let first = start.as_ref().or(prompt.as_ref());
    let agent = first
        .and_then(|event| event.agent)
        .map(|agent| view.word(agent));
    let project = row.project.map(|project| view.word(project)).transpose()?;
    let updated = sessions::updated_ms(view, row.session)?.unwrap_or(row.started_ms);
    let said = prompt.map(|prompt| cut::head(&cut::collapsed(&prompt.body.text), PROMPT));
    Ok(Session {
        id: view.word(row.session)?.to_string(),
        project: project.map_or_else(|| NOWHERE.to_owned(), |project| project.to_string()),
        cwd: field("cwd").unwrap_or_default(),
        started: Moment::from_ms(row.started_ms),
        updated: Moment::from_ms(updated),
        ended: ended.map(|end| end.occurred),
        active: row.is_active(),
        observations: row.events,
        agent: agent.transpose()?.map(|agent| agent.to_string()),
        first_prompt: field("title").or(said),
        title: field("title"),
        commits: Vec::new(),
        model: field("model"),
        tags: tags(data.map(|noted| &noted.data["tags"])),
        summary: field("title"),
    })
}

fn tags(told: Option<&Value>) -> Vec<String> {
    let told = told.and_then(Value::as_array).into_iter().flatten();
    told.filter_map(text).collect()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn unknown(session: &str) -> Error {
    Error::refused(
        Code::NoSuchSession,
        format!("there is no session '{session}'"),
    )
}
