//! Waiting until everything that was told is in the table of contents.

use mneme_wire::proto::{GetTocRootRequest, TocNode};

use super::Wire;
use crate::support::{eventually, unique};
use crate::timeline_wire::said::Said;

impl Wire {
    /// The years, without those of [`Wire::settle`].
    pub fn years(&mut self) -> Vec<TocNode> {
        let root = self.get_toc_root(GetTocRootRequest {}).unwrap().nodes;
        let ours = |year: &TocNode| !is_barrier(year.start_time_ms);
        root.into_iter().filter(ours).collect()
    }

    /// Waits until everything told so far is in the table of contents. The journal is read in
    /// order and periods are told from below: once the year of something told now has a
    /// summary, so has everything before it.
    pub fn settle(&mut self) {
        self.settled += 1;
        while self.node(&barrier(self.settled)).is_some() {
            self.settled += 1;
        }
        let session = unique("barrier");
        let at = BARRIER_MS + self.settled * YEAR_MS;
        for n in 0..2 {
            let text = "Nothing to see here, this only marks a place.";
            self.tell(Said::new(&format!("{session}-{n}"), &session, at + n, text));
        }
        let year = barrier(self.settled);
        eventually("the table of contents to catch up", || {
            self.node(&year)?.summary.map(drop)
        });
    }
}

/// The middle of 1970; each barrier is in a year of its own after it.
const BARRIER_MS: i64 = 15_000_000_000;
const YEAR_MS: i64 = 31_556_952_000;

/// The year of a barrier.
fn barrier(number: i64) -> String {
    format!("toc:year:{}", 1970 + number)
}

/// Whether a moment is of a year in which only barriers are.
fn is_barrier(at_ms: i64) -> bool {
    (0..30 * YEAR_MS).contains(&at_ms) && at_ms >= YEAR_MS / 2
}
