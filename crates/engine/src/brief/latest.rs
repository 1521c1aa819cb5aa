//! Of memories that contradict each other: what somebody said last is told, and what speaks
//! against it: that it was said otherwise before, or that something else was heard since which
//! nobody confirmed. Of two that machines learnt nothing is told until somebody settles it.

use mneme_model::{MemoryStatus, Moment, Opposition};
use mneme_recall::trust;

use crate::{Record, Remembered};

/// How a memory is told although others contradict it.
pub(super) struct Latest {
    /// As if nobody spoke against it.
    pub score: f64,
    pub remark: String,
}

/// What speaks against the last word of somebody.
#[derive(Default)]
struct Against<'h> {
    older: Vec<&'h Remembered>,
    heard: Vec<&'h Remembered>,
}

/// A memory of these that is the last word on its matter.
pub(super) fn latest(hit: &Remembered, hits: &[Remembered]) -> Option<Latest> {
    let record = &hit.record;
    if record.contradicts.is_empty() || !is_somebodys(record) {
        return None;
    }
    let against = Against::of(record, hits)?;
    // They are about one matter: what asks for one asks for all of them.
    let all = against.older.iter().chain(&against.heard).copied();
    let scores = all
        .chain([hit])
        .map(|one| trust::undoubted(one.score, &one.record.outcome));
    Some(Latest {
        score: scores.fold(0.0, f64::max),
        remark: format!("said {}{}", day(record.updated_ms), against.told()),
    })
}

// === impl Against ===

impl<'h> Against<'h> {
    /// None where somebody else had the last word or settled it, or not all of it was found: that is
    /// not known well enough.
    fn of(record: &Record, hits: &'h [Remembered]) -> Option<Self> {
        let mut against = Self::default();
        for id in &record.contradicts {
            let other = hits.iter().find(|other| other.record.id == *id)?;
            let open = is_open(&other.record);
            match is_somebodys(&other.record) {
                true if other.record.seq < record.seq => against.older.push(other),
                false if open => against.heard.push(other),
                _ => return None,
            }
        }
        Some(against)
    }

    fn told(&self) -> String {
        let older =
            last(&self.older).map(|day| format!("; an older memory, of {day}, says otherwise"));
        let heard = last(&self.heard)
            .map(|day| format!("; what was heard {day} and nobody confirmed says otherwise"));
        [older, heard].into_iter().flatten().collect()
    }
}

/// The day of the last of them.
fn last(hits: &[&Remembered]) -> Option<String> {
    hits.iter().map(|hit| hit.record.updated_ms).max().map(day)
}

/// Whether somebody vouches for it: as sure as whoever wrote it, or confirmed, and not refused.
fn is_somebodys(record: &Record) -> bool {
    let told = &record.outcome;
    let opposed = Opposition {
        open: u32::try_from(record.contradicts.len()).unwrap_or(u32::MAX),
        since_ms: None,
    };
    let sure = told.confirms > 0 || opposed.without(told.confidence).is_none();
    is_open(record) && sure
}

/// Whether nobody settled yet what becomes of it.
fn is_open(record: &Record) -> bool {
    record.status == MemoryStatus::Contested && record.outcome.rejects == 0
}

fn day(ms: i64) -> String {
    let whole = Moment::from_ms(ms).rfc3339();
    whole.chars().take(10).collect()
}
