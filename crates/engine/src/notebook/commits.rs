//! Commits and the sessions they were made in.

use std::collections::HashMap;

use mneme_access::Caller;
use mneme_journal::Intake;
use mneme_model::{Code, Moment, time};
use mneme_notebook::commit::Commit;
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::sessions;

use super::shelf::{self, Shelved};
use super::{Session, whose};
use crate::{Engine, Error, Result, checks};

impl Shelved for Commit {
    const SHELF: &'static str = "commit";

    fn key(&self) -> String {
        self.sha.clone()
    }

    fn linked(&mut self) -> Option<&mut Vec<String>> {
        Some(&mut self.session_ids)
    }

    /// A commit nobody described is found by its name.
    fn words(&self) -> String {
        let said = self.message.as_deref().unwrap_or_default();
        let files = self.files.join(" ");
        let parts = [&self.short_sha, said, &files].into_iter();
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        parts.join(" | ")
    }
}

/// Which commits are listed.
#[derive(Clone, Debug, Default)]
pub struct Commits {
    pub branch: Option<String>,
    pub repo: Option<String>,
    pub limit: usize,
}

impl Engine {
    /// Notes a commit, or what is new about one.
    pub async fn link_commit(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        commit: Commit,
    ) -> Result<Commit> {
        let (namespace, mut origin) = self.writing(caller, namespace).await?;
        checks::content(&self.settings.limits, &commit.words())?;
        if origin.agent.is_none() {
            let (seen, sessions) = (namespace.clone(), commit.session_ids.clone());
            let whose = move |view: &View<'_>| agent_of(view, &seen, &sessions);
            origin.agent = self.store.read(whose).await?;
        }
        let (act, now) = (self.mint_id()?, Moment::from_ms(self.store.now_ms()));
        let linked = self.journal.run(namespace, origin, &[], move |intake| {
            check_sessions(intake, &commit.session_ids)?;
            let older = shelf::get::<Commit>(intake.tx, intake.namespace, &commit.sha)?;
            let commit = commit.over(older.unwrap_or_default()).named();
            let linked_at = now.rfc3339();
            shelf::put(
                intake,
                act,
                &Commit {
                    linked_at,
                    ..commit
                },
            )
        });
        linked.await
    }

    /// A commit by its name or a beginning of it, with the sessions that are still there.
    pub async fn commit(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        sha: &str,
    ) -> Result<(Commit, Vec<Session>)> {
        let everything = Commits {
            limit: usize::MAX,
            ..Commits::default()
        };
        let all = self.commits(caller, namespace, everything).await?;
        let commit = all.into_iter().find(|commit| commit.is_called(sha));
        let commit = commit.ok_or_else(|| unknown(sha))?;
        let mut sessions = Vec::new();
        for id in &commit.session_ids {
            match self.session(caller, namespace, id.clone()).await {
                Ok(session) => sessions.push(session),
                Err(error) if error.code() == Code::NoSuchSession => {}
                Err(error) => return Err(error),
            }
        }
        Ok((commit, sessions))
    }

    /// Commits, the latest linked first.
    pub async fn commits(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wanted: Commits,
    ) -> Result<Vec<Commit>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let read = move |view: &View<'_>| shelf::all::<Commit>(view, &namespace);
        let mut all = self.store.read(read).await?;
        let is = |wanted: &Option<String>, own: &Option<String>| wanted.is_none() || wanted == own;
        all.retain(|commit| is(&wanted.branch, &commit.branch) && is(&wanted.repo, &commit.repo));
        all.sort_by(|a, b| {
            let later = time::order(&b.linked_at, &a.linked_at);
            later.then_with(|| a.sha.cmp(&b.sha))
        });
        all.truncate(wanted.limit);
        Ok(all)
    }
}

/// Whose session it was made in, where nobody says whose the commit is.
fn agent_of(view: &View<'_>, namespace: &Namespace, named: &[String]) -> Result<Option<String>> {
    for session in named {
        let known = view.name_id(namespace.ns, NameKind::Session, session)?;
        let row = known.map(|known| sessions::get(view, known)).transpose()?;
        if let Some(row) = row.flatten() {
            return Ok(super::sessions::shown(view, &row)?.agent);
        }
    }
    Ok(None)
}

/// A session of another agent takes no commits of this one.
fn check_sessions(intake: &Intake<'_>, named: &[String]) -> Result<()> {
    for session in named {
        let known = intake.tx.name_id(intake.ns(), NameKind::Session, session)?;
        let known = known.map(|known| sessions::get(intake.tx, known));
        if let Some(known) = known.transpose()?.flatten() {
            whose::check_session(intake.tx, intake.namespace, &known)?;
        }
    }
    Ok(())
}

/// The commits of each session, in the order they were linked.
pub fn by_session(view: &View<'_>, namespace: &Namespace) -> Result<HashMap<String, Vec<String>>> {
    let mut shas: HashMap<String, Vec<String>> = HashMap::new();
    let mut all = shelf::all::<Commit>(view, namespace)?;
    all.sort_by(|a, b| {
        let older = time::order(&a.linked_at, &b.linked_at);
        older.then_with(|| a.sha.cmp(&b.sha))
    });
    for commit in all {
        for session in commit.session_ids {
            shas.entry(session).or_default().push(commit.sha.clone());
        }
    }
    Ok(shas)
}

fn unknown(sha: &str) -> Error {
    Error::refused(Code::NoSuchMemory, format!("no commit is called {sha}"))
}
