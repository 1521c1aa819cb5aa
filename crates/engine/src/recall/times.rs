//! The times of a question, read.

use super::Recall;
use crate::{Error, Result, checks};

/// Each in milliseconds.
pub(super) struct Times {
    pub from: Option<i64>,
    pub to: Option<i64>,
    pub after: Option<i64>,
    pub before: Option<i64>,
    pub as_of: Option<i64>,
    pub now: Option<i64>,
}

// === impl Times ===

impl Times {
    pub fn read(ask: &Recall) -> Result<Self> {
        let ms = |what, text: &Option<String>| {
            Ok::<_, Error>(checks::moment(what, text.as_deref())?.map(|m| m.ms))
        };
        let from = ms("from", &ask.from)?;
        let to = checks::last_moment("to", ask.to.as_deref())?.map(|m| m.ms);
        checks::range(from, to)?;
        Ok(Self {
            from,
            to,
            after: ms("after", &ask.after)?,
            before: ms("before", &ask.before)?,
            as_of: ms("as_of", &ask.as_of)?,
            now: ms("now", &ask.now)?,
        })
    }
}
