//! What a session left in notes that are not its own: lines of slots, links of commits, lessons
//! nobody wrote down on purpose. It goes with the session, and the rest of such a note stays.

use std::collections::{BTreeMap, BTreeSet};

use mneme_journal::Intake;
use mneme_model::{Kind, Seq};
use mneme_notebook::commit::Commit;
use mneme_notebook::lesson::Lesson;
use mneme_notebook::observation::Observation;
use mneme_notebook::reflect::{left, take};
use mneme_notebook::slot::Slot;
use mneme_notebook::summary::Crystal;
use mneme_store::tables::journal;

use super::prune;
use crate::Result;
use crate::notebook::read::{is_seen, observation};
use crate::notebook::relations;
use crate::notebook::search::shown_id;
use crate::notebook::shelf::{self, Shelved};

/// Notes that say something of a session, and what they say without it.
#[derive(Default)]
pub struct Traces {
    /// Nothing is left of these: they are forgotten like the session.
    gone: Vec<(Seq, String)>,
    roots: Vec<Seq>,
    slots: Vec<Slot>,
    /// What was taken out of slots, as it must not come back.
    lines: BTreeSet<String>,
    commits: Vec<Commit>,
}

/// What goes of a session.
#[derive(Default)]
struct Going {
    seen: Vec<Observation>,
    /// Its beginning goes too: nothing of it is to stay.
    whole: bool,
}

fn sessions(intake: &Intake<'_>, roots: &[(Seq, String)]) -> Result<BTreeMap<String, Going>> {
    let mut sessions: BTreeMap<String, Going> = BTreeMap::new();
    for (seq, _) in roots {
        let event = journal::load(intake.tx, *seq)?;
        let Some((session, event)) = event.and_then(|event| Some((event.session?, event))) else {
            continue;
        };
        let session = intake.tx.word(session)?;
        let going = sessions.entry(session.to_string()).or_default();
        going.whole |= event.kind == Kind::SessionStart;
        if is_seen(&event) {
            going.seen.push(observation(intake.tx, &session, &event)?);
        }
    }
    Ok(sessions)
}

/// What others call the things that go.
fn shown(intake: &Intake<'_>, roots: &[(Seq, String)]) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for (seq, id) in roots {
        let event = journal::load(intake.tx, *seq)?;
        let name = event.map(|event| shown_id(intake.tx, intake.namespace, &event));
        names.extend(name.transpose()?.flatten());
        names.insert(id.clone());
    }
    Ok(names)
}

// === impl Traces ===

impl Traces {
    /// While it is all still there: its own words tell which lines are from it.
    pub fn find(intake: &Intake<'_>, roots: &[(Seq, String)]) -> Result<Self> {
        let mut traces = Self::default();
        let mut names = shown(intake, roots)?;
        for (session, going) in sessions(intake, roots)? {
            traces.find_slots(intake, |slot, line| {
                left(&slot.label, &going.seen).iter().any(|own| own == line)
            })?;
            if going.whole {
                traces.find_commits(intake, &session)?;
                traces.find_lessons(intake, &session)?;
                names.insert(session);
            }
        }
        traces.roots.extend(relations::untied(intake, &names)?);
        Ok(traces)
    }

    /// Lines of slots that are among these values.
    pub fn saying(intake: &Intake<'_>, values: &[String]) -> Result<Self> {
        let mut traces = Self::default();
        traces.find_slots(intake, |_, line| {
            let forms = intake.namespace.key.values(line);
            forms.iter().any(|form| values.contains(form))
        })?;
        Ok(traces)
    }

    /// Each slot once, however many sessions left something in it.
    fn find_slots(
        &mut self,
        intake: &Intake<'_>,
        gone: impl Fn(&Slot, &str) -> bool,
    ) -> Result<()> {
        let mut lines = Vec::new();
        for slot in &mut self.slots {
            lines.extend(cleared(slot, &gone));
        }
        for (seq, mut slot) in shelf::placed::<Slot>(intake.tx, intake.namespace)? {
            let taken = cleared(&mut slot, &gone);
            if !taken.is_empty() && !self.roots.contains(&seq) {
                self.roots.push(seq);
                self.slots.push(slot);
                lines.extend(taken);
            }
        }
        let key = &intake.namespace.key;
        let lines = lines.iter().map(|line| key.value(line));
        self.lines.extend(lines);
        Ok(())
    }

    /// Rules that were read out of it, and that nobody has confirmed since.
    fn find_lessons(&mut self, intake: &Intake<'_>, session: &str) -> Result<()> {
        let crystal = shelf::get::<Crystal>(intake.tx, intake.namespace, session)?;
        let Some(crystal) = crystal else {
            return Ok(());
        };
        for (seq, lesson) in shelf::placed::<Lesson>(intake.tx, intake.namespace)? {
            if lesson.reinforcements == 0 && lesson.source_ids == [crystal.id.as_str()] {
                self.forget(intake, seq)?;
            }
        }
        Ok(())
    }

    fn forget(&mut self, intake: &Intake<'_>, seq: Seq) -> Result<()> {
        let id = journal::ext_id(intake.tx, seq)?.unwrap_or_default();
        self.gone.push((seq, id));
        Ok(())
    }

    /// A commit of no other session goes with it.
    fn find_commits(&mut self, intake: &Intake<'_>, session: &str) -> Result<()> {
        for (seq, mut commit) in shelf::placed::<Commit>(intake.tx, intake.namespace)? {
            if !commit.session_ids.iter().any(|linked| linked == session) {
                continue;
            }
            commit.session_ids.retain(|linked| linked != session);
            match commit.session_ids.is_empty() {
                true => self.forget(intake, seq)?,
                false => {
                    self.roots.push(seq);
                    self.commits.push(commit);
                }
            }
        }
        Ok(())
    }

    pub fn gone(&self) -> &[(Seq, String)] {
        &self.gone
    }

    /// Values that stay away though no record had just them.
    pub fn lines(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }

    /// Former versions say it too, so the note is put down anew.
    pub fn clear(self, intake: &Intake<'_>, act: &str) -> Result<()> {
        prune(intake, format!("{act}-traces"), &self.roots)?;
        put(intake, act, &self.slots)?;
        put(intake, act, &self.commits)
    }
}

fn cleared(slot: &mut Slot, gone: impl Fn(&Slot, &str) -> bool) -> Vec<String> {
    let mut content = slot.content.clone();
    let taken = take(&mut content, |line| gone(slot, line));
    slot.content = content;
    taken
}

fn put<T: Shelved>(intake: &Intake<'_>, act: &str, notes: &[T]) -> Result<()> {
    for (n, note) in notes.iter().enumerate() {
        shelf::put(intake, format!("{act}-{}-{n}", T::SHELF), note)?;
    }
    Ok(())
}
