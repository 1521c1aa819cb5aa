//! The states of a recording and the one table of moves between them.

use std::fmt;

/// Where a recording stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    Active,
    ReasoningDegraded,
    PendingAnnotation,
    PendingHumanAnnotation,
    Annotating,
    PendingCompilation,
    Complete,
    Incomplete,
}

/// What makes a recording move on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Capture was ended by its owner, and everything received is durable.
    Done,
    /// The same, and a model wrote the reasoning of every step.
    DoneReasoned,
    /// The source ended, went silent, failed, or its recorder died.
    Lost,
    /// What was lost is kept after all, because its owner says so.
    Salvaged,
    /// No model answers any more.
    Degraded,
    /// One answers again.
    Reset,
    /// Somebody opened it to write reasoning.
    Opened,
    /// Put back, unfinished, by whoever sat at this machine.
    ClosedHere,
    /// Put back, unfinished, into the queue of those who work from afar.
    ClosedAfar,
    /// Every step has its reasoning or was skipped.
    Annotated,
    /// The document is declared final.
    Finalized,
}

/// A move that is not in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    pub from: Status,
    pub turn: Turn,
}

type Row = (Status, Turn, Status);

/// Every legal move. Whatever is not here is refused.
const MOVES: [Row; 20] = {
    use Status::*;
    use Turn::*;
    [
        (Active, Done, PendingAnnotation),
        (Active, DoneReasoned, PendingCompilation),
        (Active, Lost, Incomplete),
        (Active, Degraded, ReasoningDegraded),
        (ReasoningDegraded, Reset, Active),
        (ReasoningDegraded, Done, PendingHumanAnnotation),
        (ReasoningDegraded, DoneReasoned, PendingHumanAnnotation),
        (ReasoningDegraded, Lost, Incomplete),
        (Incomplete, Salvaged, PendingAnnotation),
        (PendingAnnotation, Opened, Annotating),
        (PendingAnnotation, DoneReasoned, PendingCompilation),
        (PendingHumanAnnotation, Opened, Annotating),
        (Annotating, Opened, Annotating),
        (Annotating, ClosedHere, PendingAnnotation),
        (Annotating, ClosedAfar, PendingHumanAnnotation),
        (Annotating, Annotated, PendingCompilation),
        (PendingCompilation, Annotated, PendingCompilation),
        (PendingCompilation, Finalized, Complete),
        (Complete, Finalized, Complete),
        (Annotating, Finalized, Complete),
    ]
};

const DAY_S: u64 = 24 * 60 * 60;

// === impl Status ===

impl Status {
    pub const ALL: [Status; 8] = [
        Status::Active,
        Status::ReasoningDegraded,
        Status::PendingAnnotation,
        Status::PendingHumanAnnotation,
        Status::Annotating,
        Status::PendingCompilation,
        Status::Complete,
        Status::Incomplete,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::ReasoningDegraded => "reasoning_degraded",
            Status::PendingAnnotation => "pending_annotation",
            Status::PendingHumanAnnotation => "pending_human_annotation",
            Status::Annotating => "annotating",
            Status::PendingCompilation => "pending_compilation",
            Status::Complete => "complete",
            Status::Incomplete => "incomplete",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// The set a registry lists it in; recordings that ended are in none.
    pub fn index(self) -> Option<&'static str> {
        match self {
            Status::Active => Some("sessions:active"),
            Status::ReasoningDegraded => Some("sessions:reasoning_degraded"),
            Status::PendingAnnotation => Some("sessions:pending"),
            Status::PendingHumanAnnotation => Some("sessions:pending_human_annotation"),
            Status::Annotating => Some("sessions:annotating"),
            Status::PendingCompilation => Some("sessions:pending_compilation"),
            Status::Complete | Status::Incomplete => None,
        }
    }

    /// How long its record is kept, in seconds; `None` is for ever.
    pub fn kept_s(self) -> Option<u64> {
        match self {
            Status::Complete => Some(90 * DAY_S),
            Status::Incomplete => Some(7 * DAY_S),
            _ => None,
        }
    }

    /// Whether commands may still arrive.
    pub fn is_capturing(self) -> bool {
        matches!(self, Status::Active | Status::ReasoningDegraded)
    }

    /// Where a turn leads, if it may be taken here.
    pub fn after(self, turn: Turn) -> Result<Status, Refused> {
        MOVES
            .iter()
            .find(|(from, by, _)| *from == self && *by == turn)
            .map(|row| row.2)
            .ok_or(Refused { from: self, turn })
    }

    /// The states a turn may be taken in.
    pub fn before(turn: Turn) -> impl Iterator<Item = Status> {
        let rows = MOVES.iter().filter(move |row| row.1 == turn);
        rows.map(|row| row.0)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

// === impl Turn ===

impl Turn {
    pub const ALL: [Turn; 11] = [
        Turn::Done,
        Turn::DoneReasoned,
        Turn::Lost,
        Turn::Salvaged,
        Turn::Degraded,
        Turn::Reset,
        Turn::Opened,
        Turn::ClosedHere,
        Turn::ClosedAfar,
        Turn::Annotated,
        Turn::Finalized,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Turn::Done => "done",
            Turn::DoneReasoned => "done, every step reasoned",
            Turn::Lost => "lost",
            Turn::Salvaged => "salvaged",
            Turn::Degraded => "reasoning degraded",
            Turn::Reset => "circuit reset",
            Turn::Opened => "opened",
            Turn::ClosedHere | Turn::ClosedAfar => "closed",
            Turn::Annotated => "annotated",
            Turn::Finalized => "finalized",
        }
    }
}

// === impl Refused ===

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let legal: Vec<_> = Status::before(self.turn).map(Status::name).collect();
        write!(
            f,
            "a session that is {} cannot be {}; it would have to be {}",
            self.from,
            self.turn.name(),
            legal.join(" or ")
        )
    }
}

impl std::error::Error for Refused {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_is_listed_twice_and_every_turn_can_be_taken() {
        for (n, row) in MOVES.iter().enumerate() {
            let again = MOVES[n + 1..].iter().any(|r| (r.0, r.1) == (row.0, row.1));
            assert!(!again, "{row:?}");
        }
        assert!(
            Turn::ALL
                .into_iter()
                .all(|t| Status::before(t).next().is_some())
        );
    }

    #[test]
    fn names_are_read_back() {
        for status in Status::ALL {
            assert_eq!(Status::named(status.name()), Some(status));
        }
    }

    #[test]
    fn what_is_over_is_not_captured_again() {
        for status in [Status::Complete, Status::Incomplete] {
            assert!(status.after(Turn::Done).is_err());
            assert!(status.after(Turn::Opened).is_err());
            assert!(status.kept_s().is_some() && status.index().is_none());
        }
    }
}
