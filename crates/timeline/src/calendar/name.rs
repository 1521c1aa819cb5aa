//! What a node or a grip is called outside. One spelling is written, two are read.

use std::fmt;

use super::{Level, Period};
use crate::ulid;

/// A node of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NodeName {
    Period(Period),
    /// A segment, by its ULID.
    Segment(String),
}

/// The ULID in `grip:<ULID>` or `grip:<13 digits>:<ULID>`.
pub fn grip_name(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("grip:")?;
    let id = match rest.split_once(':') {
        Some((ms, id)) => number(ms, 13).map(|_| id)?,
        None => rest,
    };
    ulid::is_ulid(id).then_some(id)
}

/// The id of a node from its level and the rest of its name.
pub fn node_id(level: Level, name: &str) -> String {
    format!("toc:{}:{name}", level.tag())
}

// === impl NodeName ===

impl NodeName {
    /// `toc:month:2026-01`, and `toc:month:2026:01` as others write it.
    pub fn parse(text: &str) -> Option<Self> {
        let (tag, rest) = text.strip_prefix("toc:")?.split_once(':')?;
        let level = Level::ALL.into_iter().find(|level| level.tag() == tag)?;
        match level {
            Level::Year => Period::year(number(rest, 4)?).map(Self::Period),
            Level::Month => month(rest).map(Self::Period),
            Level::Week => week(rest).map(Self::Period),
            Level::Day => day(rest).map(Self::Period),
            Level::Segment => segment(rest).map(|id| Self::Segment(id.to_owned())),
        }
    }

    /// What stands behind the level.
    pub fn name(&self) -> String {
        match self {
            Self::Period(period) => period.name(),
            Self::Segment(id) => id.clone(),
        }
    }

    pub fn level(&self) -> Level {
        match self {
            Self::Period(period) => period.level,
            Self::Segment(_) => Level::Segment,
        }
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&node_id(self.level(), &self.name()))
    }
}

impl From<Period> for NodeName {
    fn from(period: Period) -> Self {
        Self::Period(period)
    }
}

fn month(text: &str) -> Option<Period> {
    let (year, month) = text.split_once(['-', ':'])?;
    Period::month(number(year, 4)?, number(month, 2)?)
}

fn week(text: &str) -> Option<Period> {
    let (year, week) = text.split_once(['-', ':'])?;
    Period::week(number(year, 4)?, number(week.strip_prefix('W')?, 2)?)
}

fn day(text: &str) -> Option<Period> {
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    Period::day(number(year, 4)?, number(month, 2)?, number(day, 2)?)
}

fn segment(text: &str) -> Option<&str> {
    let id = match text.split_once(':') {
        Some((date, id)) => day(date).map(|_| id)?,
        None => text,
    };
    ulid::is_ulid(id).then_some(id)
}

/// Exactly so many digits, and nothing else: `parse` alone would take a sign.
fn number(text: &str, digits: usize) -> Option<i64> {
    let plain = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
