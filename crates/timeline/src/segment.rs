//! Where one stretch of talk ends and the next begins.
//!
//! Within one session, in order: a long pause, the token limit or the end of the session close
//! a stretch. A stretch too short to mean something is joined to the one after it.
//!
//! **Starting in the middle.** Segmenting again from the start of any segment gives the same
//! later segments. Where events were added or taken away, start from the segment before the
//! one they fall into; an event falls into the last segment that starts before it does, by time,
//! so that events of one millisecond count as later. For events added at the end, the start of
//! the last segment will do.

mod join;
mod rules;
mod segmenter;

pub use rules::Rules;
pub use segmenter::{Segmenter, Stretch, split};

use mneme_model::{Kind, Role};

/// One event as it is summarised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn<'a> {
    pub id: &'a str,
    pub kind: Kind,
    pub role: Option<Role>,
    pub occurred_ms: i64,
    pub text: &'a str,
}

/// One event as it is segmented: all but its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighed {
    pub occurred_ms: i64,
    pub tokens: u64,
    pub kind: Kind,
}

#[cfg(test)]
mod tests;
