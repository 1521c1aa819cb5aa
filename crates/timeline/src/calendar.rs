//! The calendar of the table of contents: years, months, ISO weeks and days, each with a name,
//! a title and a range that follow from the name alone.

mod civil;
mod name;
mod period;
mod zone;

pub use mneme_model::Zone;
pub use name::{NodeName, grip_name, node_id};
pub use period::Period;

/// How deep a node lies in the table of contents. Codes are written to disk and to the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Year = 1,
    Month = 2,
    Week = 3,
    Day = 4,
    Segment = 5,
}

// === impl Level ===

impl Level {
    pub const ALL: [Level; 5] = [
        Level::Year,
        Level::Month,
        Level::Week,
        Level::Day,
        Level::Segment,
    ];

    pub fn code(self) -> i64 {
        self as i64
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.code() == code)
    }

    pub fn name(self) -> &'static str {
        match self {
            Level::Year => "Year",
            Level::Month => "Month",
            Level::Week => "Week",
            Level::Day => "Day",
            Level::Segment => "Segment",
        }
    }

    /// The word of this level inside a node's name.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Level::Year => "year",
            Level::Month => "month",
            Level::Week => "week",
            Level::Day => "day",
            Level::Segment => "segment",
        }
    }
}

#[cfg(test)]
mod tests;
