//! What to do with one recording: a function of its record, its directory, who lives, and the time.

use mneme_model::archive::{Session, Status, Turn};

use crate::sessions::registry::moment_ms;
use crate::sessions::{Owners, Process, Retention};

/// What a directory says of its recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDisk {
    Missing,
    /// There is one of that name, and it is somebody else's.
    Foreign,
    /// Capture began and was not ended.
    Unfinished,
    /// Capture was ended, and everything is there.
    Finished,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Leave,
    /// Only its status is wrong.
    Turn(Turn),
    /// Take the turn, and set its directory aside.
    GiveUp(Turn),
    /// Nothing was recorded yet: whoever sweeps looks after it from now on.
    Adopt,
    /// Record and directory go.
    Remove,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    pub now_ms: i64,
    pub retention: Retention,
}

/// Stands in the place of an owner: a recorder that ended in good order had this recording
/// registered and had not begun it.
pub const WAITING: &str = "waiting";

/// Where an annotation was begun, as its record says.
pub const ORIGIN: &str = "annotation_origin";
pub const LOCAL: &str = "local";
pub const REMOTE: &str = "remote";
/// The process that annotates, as [`Process::text`] has it.
pub const ANNOTATOR: &str = "annotator_process";

/// Whether anything might have to be done, without a look at the disk.
pub fn concerns(session: &Session, owners: &Owners, rules: Rules) -> bool {
    match session.status() {
        Some(Status::Active | Status::ReasoningDegraded) => {
            !owners.lives(session.get("owner_instance"))
        }
        Some(Status::Annotating) => is_left_alone(session, owners),
        Some(status) => rules.retention == Retention::Safe && is_over(session, status, rules),
        None => false,
    }
}

pub fn decide(session: &Session, on_disk: OnDisk, owners: &Owners, rules: Rules) -> Action {
    let Some(status) = session
        .status()
        .filter(|_| concerns(session, owners, rules))
    else {
        return Action::Leave;
    };
    match (status, on_disk) {
        (Status::Active, OnDisk::Unfinished) if session.get("owner_instance") == WAITING => {
            Action::Adopt
        }
        (Status::Active | Status::ReasoningDegraded, OnDisk::Finished) => Action::Turn(Turn::Done),
        (Status::Active | Status::ReasoningDegraded, OnDisk::Unfinished) => {
            Action::GiveUp(Turn::Lost)
        }
        (Status::Active | Status::ReasoningDegraded, _) => Action::Turn(Turn::Lost),
        (Status::Annotating, _) => Action::Turn(Turn::ClosedHere),
        _ => Action::Remove,
    }
}

/// A local annotation whose process is known to be gone. One from afar is held by its claim.
fn is_left_alone(session: &Session, owners: &Owners) -> bool {
    if session.get(ORIGIN) == REMOTE {
        return false;
    }
    match Process::parse(session.get(ANNOTATOR)) {
        Some(process) => process.runs(&owners.me.process.host) == Some(false),
        // Nobody signed: whoever began it did so through the instance that looks after it.
        None => !owners.lives(session.get("owner_instance")),
    }
}

/// Whether it ended long enough ago.
fn is_over(session: &Session, status: Status, rules: Rules) -> bool {
    let Some(kept_ms) = status.kept_s().and_then(|s| i64::try_from(s * 1_000).ok()) else {
        return false;
    };
    let ended_ms = moment_ms(session, "updated_at").max(moment_ms(session, "created_at"));
    // A record without a moment says nothing about its age.
    ended_ms > 0 && rules.now_ms.saturating_sub(ended_ms) >= kept_ms
}

pub(super) fn puts_back(turn: Turn) -> bool {
    matches!(turn, Turn::ClosedHere | Turn::ClosedAfar)
}
