//! Of memories that contradict each other: what somebody said last is told, and that it was said
//! otherwise before. Where a machine is one of those who say so, nothing is told until somebody
//! settles it.

use mneme_model::{MemoryStatus, Moment, Opposition};
use mneme_recall::trust;

use crate::{Record, Remembered};

/// How a memory is told although others contradict it.
pub(super) struct Latest {
    /// As if nobody spoke against it.
    pub score: f64,
    pub remark: String,
}

/// A memory of these that is the last word on its matter.
pub(super) fn latest(hit: &Remembered, hits: &[Remembered]) -> Option<Latest> {
    let record = &hit.record;
    if record.contradicts.is_empty() || !is_somebodys(record) {
        return None;
    }
    let against = record.contradicts.iter().map(|id| {
        let mut other = hits.iter().filter(|other| other.record.id == *id);
        let older =
            |other: &&Remembered| other.record.seq < record.seq && is_somebodys(&other.record);
        // One that was not found is not known well enough.
        other.next().filter(older)
    });
    let against: Vec<&Remembered> = against.collect::<Option<_>>()?;
    let last = against.iter().map(|other| other.record.updated_ms).max()?;
    // They are about one matter: what asks for one asks for all of them.
    let all = against.into_iter().chain([hit]);
    let scores = all.map(|one| trust::undoubted(one.score, &one.record.outcome));
    Some(Latest {
        score: scores.fold(0.0, f64::max),
        remark: format!(
            "said {}; an older memory, of {}, says otherwise",
            day(record.updated_ms),
            day(last)
        ),
    })
}

/// Whether somebody vouches for it: as sure as whoever wrote it, or confirmed, and not refused.
fn is_somebodys(record: &Record) -> bool {
    let told = &record.outcome;
    let opposed = Opposition {
        open: u32::try_from(record.contradicts.len()).unwrap_or(u32::MAX),
        since_ms: None,
    };
    let sure = told.confirms > 0 || opposed.without(told.confidence).is_none();
    record.status == MemoryStatus::Contested && told.rejects == 0 && sure
}

fn day(ms: i64) -> String {
    let whole = Moment::from_ms(ms).rfc3339();
    whole.chars().take(10).collect()
}
