//! What a memory turned out to be worth: confirmed, rejected, or followed by another.

use mneme_access::{Caller, Error as Refused, Need, Role};
use mneme_journal::{Draft, Intake};
use mneme_model::event::Judged;
use mneme_model::{Body, Code, Kind, MemoryStatus, Moment, Seq, Verdict};
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};

use super::lifecycle;
use super::merge::withdraw;
use super::review::Queue;
use super::supersede::{self, believed, find, no_memory};
use super::update::{self, UpdateMemory};
use crate::learn::LEARNERS;
use crate::{Engine, Error, Record, Result, signals};

#[derive(Clone, Debug)]
pub struct Feedback {
    pub id: String,
    pub verdict: Verdict,
    /// The memory that takes its place; only where the verdict says so.
    pub superseded_by: Option<String>,
    pub via: Via,
}

/// How somebody says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Via {
    #[default]
    Feedback,
    /// From the list of what waits to be reviewed, over the network.
    Inbox,
    /// The same on the command line.
    Command,
}

/// In thousandths: what a confirmation adds, and what somebody's own word counts once it is
/// doubted.
const CONFIRMED: u16 = 250;
const CERTAIN: u16 = 1_000;
const OWN_WORD: u16 = 600;

/// The most events one piece of feedback makes: about the memory, that it gave way, about the
/// one that took its place, and that one believed anew.
const EVENTS: usize = 4;

/// What the confirmation of a successor is told by.
const TARGET: &str = "_supersede_target";

/// A verdict on its way into the journal.
struct Word {
    verdict: Verdict,
    via: String,
    by: Option<Seq>,
}

// === impl Via ===

impl Via {
    pub fn name(self) -> &'static str {
        match self {
            Via::Feedback => "feedback_api",
            Via::Inbox => "review_inbox",
            Via::Command => "review_cli",
        }
    }
}

// === impl Feedback ===

impl Feedback {
    fn word(&self) -> Word {
        let reviewed = self.via != Via::Feedback;
        Word {
            verdict: self.verdict,
            // Unsaid it is feedback, as it always was.
            via: String::from(if reviewed { self.via.name() } else { "" }),
            by: None,
        }
    }
}

impl Engine {
    /// Takes a verdict in, and says how the memory stands now.
    pub async fn feedback(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        feedback: Feedback,
    ) -> Result<Record> {
        self.scope(caller, Need::Write, namespace)?;
        check(&feedback)?;
        let unknown = || no_memory(&feedback.id);
        self.reading(caller, namespace)?.ok_or_else(unknown)?;
        let may = self.settings.writers_confirm || caller.may(Need::Administer).is_ok();
        let too_low = Refused::RoleTooLow {
            need: Role::Admin,
            has: caller.role,
        };
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let ids = (0..EVENTS).map(|_| self.mint_id());
        let mut ids = ids.collect::<Result<Vec<_>>>()?;
        let judged = self
            .journal
            .run(namespace, origin, &[], move |intake| {
                let mut fresh = || ids.pop().unwrap_or_default();
                let memory = find(intake, &feedback.id)?;
                if !may && speaks_for_a_machine(intake, &feedback, &memory)? {
                    return Err(too_low.into());
                }
                match &feedback.superseded_by {
                    Some(by) => supersede(intake, &mut fresh, &memory, &feedback, by)?,
                    None => judge(intake, &mut fresh, &memory, &feedback.word())?,
                }
                let row = memories::get(intake.tx, memory.seq)?;
                let space = intake.namespace;
                let record = row.map(|row| Record::of_memory(intake.tx, space, row));
                let record = record.transpose()?.flatten();
                record.ok_or_else(|| no_memory(&feedback.id))
            })
            .await?;
        signals::FEEDBACKS.add(1);
        Ok(judged)
    }
}

/// Whether a word would make something believed that only a machine says so far.
fn speaks_for_a_machine(
    intake: &Intake<'_>,
    feedback: &Feedback,
    memory: &MemoryRow,
) -> Result<bool> {
    match (feedback.verdict, &feedback.superseded_by) {
        (Verdict::Confirm, _) => is_proposed(intake, memory),
        (Verdict::Supersede, Some(by)) => is_proposed(intake, &find(intake, by)?),
        _ => Ok(false),
    }
}

/// It waits for somebody's word, or was refused one, and a machine brought it.
fn is_proposed(intake: &Intake<'_>, memory: &MemoryRow) -> Result<bool> {
    match memory.unopposed.status {
        MemoryStatus::Candidate => Ok(true),
        MemoryStatus::Active => Ok(false),
        _ => {
            let first = journal::load(intake.tx, memory.seq)?;
            let source = first.map(|first| intake.tx.word(first.actor)).transpose()?;
            Ok(source.is_some_and(|source| LEARNERS.contains(&&*source)))
        }
    }
}

fn check(feedback: &Feedback) -> Result<()> {
    let wrong = |why: &str| Err(Error::refused(Code::BadFeedback, why));
    match (feedback.verdict, &feedback.superseded_by) {
        (Verdict::Supersede, None) => wrong("supersede needs superseded_by"),
        (Verdict::Supersede, Some(by)) if *by == feedback.id => {
            wrong("a memory cannot take its own place")
        }
        (Verdict::Confirm | Verdict::Reject, Some(_)) => {
            wrong("superseded_by is for supersede only")
        }
        _ => Ok(()),
    }
}

/// One memory gives way to another, which is confirmed by that.
fn supersede(
    intake: &Intake<'_>,
    fresh: &mut impl FnMut() -> String,
    old: &MemoryRow,
    feedback: &Feedback,
    by: &str,
) -> Result<()> {
    let new = find(intake, by)?;
    believed(intake, old, &feedback.id)?;
    let word = Word {
        by: Some(new.seq),
        ..feedback.word()
    };
    judge(intake, fresh, old, &word)?;
    let act = fresh();
    withdraw(intake, &act, old, new.seq)?;
    intake.append(&supersede::note(intake, act, old, Some(new.seq)))?;
    let confirmed = Word {
        verdict: Verdict::Confirm,
        via: format!("{}{TARGET}", feedback.via.name()),
        by: None,
    };
    judge(intake, fresh, &new, &confirmed)
}

/// Somebody said so of it elsewhere.
pub(super) fn refuse(intake: &Intake<'_>, id: String, memory: &MemoryRow, via: &str) -> Result<()> {
    let word = Word {
        verdict: Verdict::Reject,
        via: via.to_owned(),
        by: None,
    };
    judge(intake, &mut || id.clone(), memory, &word)
}

fn judge(
    intake: &Intake<'_>,
    fresh: &mut impl FnMut() -> String,
    memory: &MemoryRow,
    word: &Word,
) -> Result<()> {
    let Some(head) = journal::load(intake.tx, memory.head_seq)? else {
        let lost = format!("memory {} has no words", memory.seq);
        return Err(Error::Store(mneme_store::Error::Corrupt(lost)));
    };
    let queue = Queue::of(memory.status, &memory.outcome);
    let judged = Judged {
        verdict: word.verdict,
        source: head.actor,
        confidence: confidence(memory.outcome.confidence, word.verdict),
        via: word.via.clone(),
        queue: queue.map_or_else(String::new, |queue| queue.name().to_owned()),
    };
    intake.append(&note(intake, fresh(), memory, judged, word.by))?;
    if word.verdict == Verdict::Confirm && !memory.status.is_found() {
        // What nobody finds any more is believed anew: a version that says the same. What took its place
        // may say the contrary, so it is held against others as whatever is told.
        let body = update::changed(head.body.clone(), memory, &UpdateMemory::default());
        intake.append(&update::next(intake, fresh(), &head, body)?)?;
    }
    Ok(())
}

fn confidence(before: Option<u16>, verdict: Verdict) -> Option<u16> {
    match verdict {
        Verdict::Confirm => before.map(|sure| sure.saturating_add(CONFIRMED).min(CERTAIN)),
        Verdict::Reject => Some(before.unwrap_or(OWN_WORD) / 2),
        Verdict::Supersede => before,
    }
}

/// Where a memory stands by a verdict alone. What nobody finds any more stays so until it has a
/// new version; that another takes its place is an event of its own.
fn stands(before: MemoryStatus, verdict: Verdict) -> Option<MemoryStatus> {
    let alone = before.is_found() && verdict != Verdict::Supersede;
    lifecycle::change(before, verdict.into()).filter(|_| alone)
}

fn note(
    intake: &Intake<'_>,
    ext_id: String,
    memory: &MemoryRow,
    judged: Judged,
    by: Option<Seq>,
) -> Draft {
    Draft {
        ext_id,
        kind: Kind::FeedbackGiven,
        session: None,
        agent: None,
        speaker: None,
        occurred: Moment::from_ms(intake.tx.now_ms()),
        body: Body {
            memory: Some(memory.seq),
            status: stands(memory.status, judged.verdict),
            by,
            judged: Some(judged),
            ..Body::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_rises_and_falls_within_its_bounds() {
        let of = |before, verdict| confidence(before, verdict);
        assert_eq!(of(None, Verdict::Confirm), None, "as sure as can be");
        assert_eq!(of(None, Verdict::Reject), Some(300));
        assert_eq!(of(Some(300), Verdict::Confirm), Some(550));
        assert_eq!(of(Some(900), Verdict::Confirm), Some(1_000));
        assert_eq!(of(Some(1), Verdict::Reject), Some(0));
        assert_eq!(of(Some(7), Verdict::Supersede), Some(7));
    }

    #[test]
    fn what_was_superseded_is_not_brought_back_by_a_word() {
        assert_eq!(stands(MemoryStatus::Superseded, Verdict::Reject), None);
        assert_eq!(stands(MemoryStatus::Archived, Verdict::Confirm), None);
        let rejected = Some(MemoryStatus::Rejected);
        assert_eq!(stands(MemoryStatus::Active, Verdict::Reject), rejected);
        assert_eq!(stands(MemoryStatus::Active, Verdict::Confirm), None);
    }
}
