//! How much room is left, and whether what is written finds its place.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use mneme_model::{Code, Moment};
use rustix::fs::{StatVfs, statvfs};

use crate::Error;

/// Less than this is little, and so is less than a twentieth of a small disk.
const LITTLE: u64 = 64 * 1024 * 1024;
const SHARE: u64 = 20;
/// Less than this takes no commit.
pub(crate) const NONE: u64 = 64 * 1024;

/// Where a store stands with its disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Nothing where the system does not say.
    pub free_bytes: Option<u64>,
    pub total_bytes: Option<u64>,
    /// The last write did not find its place.
    pub failing: Option<Failing>,
    /// Records met so far that do not open any more.
    pub damaged: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    pub code: Code,
    pub why: String,
    pub since_ms: i64,
    /// Commits that failed since.
    pub times: u64,
}

/// How commits go; kept by the writer, looked at by others.
#[derive(Debug, Default)]
pub(crate) struct Commits(Mutex<Option<Failing>>);

// === impl Room ===

impl Room {
    /// The disk a directory is on.
    pub fn of(dir: &Path) -> Self {
        let told = statvfs(dir).ok();
        let bytes = |blocks: fn(&StatVfs) -> u64| {
            let told = told.as_ref()?;
            Some(blocks(told).saturating_mul(told.f_frsize))
        };
        Self {
            free_bytes: bytes(|told| told.f_bavail),
            total_bytes: bytes(|told| told.f_blocks),
            failing: None,
            damaged: 0,
        }
    }

    /// What is the matter, if anything is: a public code and a sentence without names of places.
    pub fn trouble(&self) -> Option<(Code, String)> {
        if let Some(failing) = &self.failing {
            let since = Moment::from_ms(failing.since_ms).rfc3339();
            return Some((failing.code, format!("writes fail since {since}")));
        }
        let free = self.free_bytes.unwrap_or(u64::MAX);
        let little = LITTLE.min(self.total_bytes.unwrap_or(u64::MAX) / SHARE);
        match (free, self.damaged) {
            _ if free < NONE => Some((Code::StorageFull, "no room is left on the disk".into())),
            (_, 1..) => Some((Code::StorageCorrupt, damaged(self.damaged))),
            _ if free < little => {
                Some((Code::StorageLow, "little room is left on the disk".into()))
            }
            _ => None,
        }
    }
}

fn damaged(n: usize) -> String {
    let records = match n {
        1 => String::from("1 record is"),
        n => format!("{n} records are"),
    };
    format!("{records} damaged and left out of every answer (`mneme verify` names each)")
}

// === impl Commits ===

impl Commits {
    pub fn failing(&self) -> Option<Failing> {
        self.held().clone()
    }

    /// A commit failed. The log has it once, however often it is tried.
    pub fn failed(&self, error: &Error, now_ms: i64) {
        let mut held = self.held();
        if let Some(failing) = held.as_mut() {
            failing.times += 1;
            return;
        }
        tracing::error!(%error, "writes fail; each is refused until one succeeds");
        *held = Some(Failing {
            code: error.code(),
            why: error.to_string(),
            since_ms: now_ms,
            times: 1,
        });
    }

    pub fn succeeded(&self) {
        if let Some(failing) = self.held().take() {
            tracing::info!(failed = failing.times, "writes succeed again");
        }
    }

    fn held(&self) -> std::sync::MutexGuard<'_, Option<Failing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(free: u64, total: u64) -> Option<Code> {
        let room = Room {
            free_bytes: Some(free),
            total_bytes: Some(total),
            ..Room::default()
        };
        room.trouble().map(|(code, _)| code)
    }

    #[test]
    fn little_is_little_for_the_disk_it_is_on() {
        let (mib, gib) = (1 << 20, 1 << 30);
        assert_eq!(room(100 * mib, 500 * gib), None);
        assert_eq!(room(60 * mib, 500 * gib), Some(Code::StorageLow));
        assert_eq!(room(5 * mib, 8 * mib), None, "most of a small one is free");
        assert_eq!(room(mib / 4, 8 * mib), Some(Code::StorageLow));
        assert_eq!(room(0, 8 * mib), Some(Code::StorageFull));
        assert_eq!(Room::default().trouble(), None, "nobody knows");
    }

    #[test]
    fn what_is_damaged_is_told_unless_there_is_worse() {
        let room = |free: Option<u64>, damaged| Room {
            free_bytes: free,
            total_bytes: free.map(|_| 8 << 20),
            damaged,
            ..Room::default()
        };
        let code = |room: Room| room.trouble().map(|(code, _)| code);
        assert_eq!(code(room(None, 1)), Some(Code::StorageCorrupt));
        assert_eq!(code(room(Some(1 << 18), 1)), Some(Code::StorageCorrupt));
        assert_eq!(code(room(Some(0), 1)), Some(Code::StorageFull));
        let (_, told) = room(None, 3).trouble().unwrap();
        assert!(told.starts_with("3 records are damaged"), "{told}");
    }

    #[test]
    fn what_fails_is_told_until_something_succeeds() {
        let commits = Commits::default();
        assert_eq!(commits.failing(), None);
        commits.failed(&Error::Full, 7);
        commits.failed(&Error::Full, 9);
        let failing = commits.failing().unwrap();
        assert_eq!(
            (failing.code, failing.since_ms, failing.times),
            (Code::StorageFull, 7, 2)
        );
        commits.succeeded();
        assert_eq!(commits.failing(), None);
    }
}
