//! Where a memory comes to stand, and by what: one table, and nobody else decides.

mod neglect;

use mneme_model::{MemoryStatus, Verdict};

use Cause::{Confirmed, Followed, Neglected, Refused, Retagged, Retold, Reworded};
use MemoryStatus::{Active, Archived, Candidate, Contested, Rejected, Stale, Superseded};

pub(crate) use neglect::put_away;
pub use neglect::{Decay, DecaySettings, Decayed, Moved};

/// What may happen to a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Somebody says that it is right.
    Confirmed,
    /// Somebody says that it is wrong.
    Refused,
    /// Another takes its place.
    Followed,
    /// Somebody says the same words again, without being asked.
    Retold,
    /// It gets other words.
    Reworded,
    /// It gets other tags, or another type, and keeps its words.
    Retagged,
    /// Nobody had a use for it for long.
    Neglected,
}

type Row = (MemoryStatus, Cause, MemoryStatus);

/// From where, by what, to where. What has no row stays where it stands: a doubt is not settled
/// by a repetition, and what is put away is not brought back by somebody who says it is wrong.
const TABLE: [Row; 33] = [
    (Candidate, Confirmed, Active),
    (Contested, Confirmed, Active),
    (Rejected, Confirmed, Active),
    (Stale, Confirmed, Active),
    (Superseded, Confirmed, Active),
    (Archived, Confirmed, Active),
    (Candidate, Refused, Rejected),
    (Active, Refused, Rejected),
    (Contested, Refused, Rejected),
    (Stale, Refused, Rejected),
    (Candidate, Followed, Superseded),
    (Active, Followed, Superseded),
    (Contested, Followed, Superseded),
    (Rejected, Followed, Superseded),
    (Stale, Followed, Superseded),
    (Archived, Followed, Superseded),
    (Candidate, Retold, Active),
    (Stale, Retold, Active),
    (Candidate, Reworded, Active),
    (Contested, Reworded, Active),
    (Rejected, Reworded, Active),
    (Stale, Reworded, Active),
    (Superseded, Reworded, Active),
    (Archived, Reworded, Active),
    (Stale, Retagged, Active),
    (Superseded, Retagged, Active),
    (Archived, Retagged, Active),
    (Active, Neglected, Stale),
    (Candidate, Neglected, Stale),
    (Stale, Neglected, Archived),
    (Contested, Neglected, Archived),
    (Rejected, Neglected, Archived),
    (Superseded, Neglected, Archived),
];

pub fn after(from: MemoryStatus, cause: Cause) -> MemoryStatus {
    let row = TABLE.iter().find(|row| (row.0, row.1) == (from, cause));
    row.map_or(from, |row| row.2)
}

/// Where it comes to stand, if that is elsewhere.
pub fn change(from: MemoryStatus, cause: Cause) -> Option<MemoryStatus> {
    Some(after(from, cause)).filter(|to| *to != from)
}

impl From<Verdict> for Cause {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Confirm => Confirmed,
            Verdict::Reject => Refused,
            Verdict::Supersede => Followed,
        }
    }
}

#[cfg(test)]
mod tests;
