//! What a session left in notes that are not its own: lines of slots, links of commits. It goes
//! with the session, and the rest of such a note stays.

use mneme_journal::Intake;
use mneme_model::Seq;
use mneme_notebook::commit::Commit;
use mneme_notebook::reflect::cleared;
use mneme_notebook::slot::Slot;

use super::{Forget, prune};
use crate::Result;
use crate::notebook::shelf::{self, Shelved};
use crate::notebook::summaries;

/// Notes that say something of a session, and what they say without it.
#[derive(Default)]
pub struct Traces {
    roots: Vec<Seq>,
    slots: Vec<Slot>,
    commits: Vec<Commit>,
}

/// The session a wish means the whole of.
pub fn whole_session(wish: &Forget) -> Option<String> {
    let whole = Forget {
        session: wish.session.clone(),
        ..Forget::default()
    };
    wish.session.clone().filter(|_| *wish == whole)
}

// === impl Traces ===

impl Traces {
    /// While the session is still there: its own words tell which lines are from it.
    pub fn find(intake: &Intake<'_>, session: &str) -> Result<Self> {
        let mut traces = Self::default();
        let material = summaries::material(intake.tx, intake.namespace, session)?;
        if let Some(material) = material {
            for (seq, mut slot) in shelf::placed::<Slot>(intake.tx, intake.namespace)? {
                if let Some(content) = cleared(&slot, &material.seen) {
                    slot.content = content;
                    traces.roots.push(seq);
                    traces.slots.push(slot);
                }
            }
        }
        traces.find_commits(intake, session)?;
        Ok(traces)
    }

    /// A commit of no other session goes with it.
    fn find_commits(&mut self, intake: &Intake<'_>, session: &str) -> Result<()> {
        for (seq, mut commit) in shelf::placed::<Commit>(intake.tx, intake.namespace)? {
            let linked = commit.session_ids.len();
            commit.session_ids.retain(|linked| linked != session);
            if commit.session_ids.len() < linked {
                self.roots.push(seq);
            }
            if !commit.session_ids.is_empty() && commit.session_ids.len() < linked {
                self.commits.push(commit);
            }
        }
        Ok(())
    }

    /// Former versions say it too, so the note is put down anew.
    pub fn clear(self, intake: &Intake<'_>, act: &str) -> Result<()> {
        prune(intake, format!("{act}-traces"), &self.roots)?;
        put(intake, act, &self.slots)?;
        put(intake, act, &self.commits)
    }
}

fn put<T: Shelved>(intake: &Intake<'_>, act: &str, notes: &[T]) -> Result<()> {
    for (n, note) in notes.iter().enumerate() {
        shelf::put(intake, format!("{act}-{}-{n}", T::SHELF), note)?;
    }
    Ok(())
}
