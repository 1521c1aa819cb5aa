//! A run that takes longer than its period.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

use mneme_wire::proto::{JobResultStatus, JobStatusProto};

use crate::support::{Home, eventually, unique};
use crate::timeline_wire::said::{MORNING, Said, now};
use crate::timeline_wire::serve;
use crate::timeline_wire::wire::Wire;

const JOB: &str = "segment-summarizer";
/// Nobody wakes it: it runs at its ticks only.
const SETTINGS: &str =
    "[timeline]\nfollow_ms = 3600000\n[scheduler.jobs]\nsegment-summarizer = \"*/2 * * * * *\"\n";
/// Told to, keeps everybody else from writing until its standard input ends.
const HOLD: &str = "
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
sys.stdin.readline()
base.execute('BEGIN IMMEDIATE')
print('held', flush=True)
sys.stdin.read()
base.execute('ROLLBACK')
";

/// Once it holds, whoever wants to write waits as long as this lives.
struct Holder(Child);

// === impl Holder ===

impl Holder {
    fn new(home: &Home) -> Self {
        let mut command = home.program("python3");
        command.args(["-c", HOLD]).arg(home.database());
        Self(
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap(),
        )
    }

    fn hold(&mut self) {
        self.0.stdin.as_mut().unwrap().write_all(b"now\n").unwrap();
        let mut line = String::new();
        let out = self.0.stdout.as_mut().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        assert_eq!(line, "held\n");
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// Gives the job something to write that it cannot write, and waits until a tick was skipped
/// over that. `None` if it was quicker.
fn held_up(line: &mut Wire, home: &Home) -> Option<(Holder, JobStatusProto)> {
    let mut holder = Holder::new(home);
    let before = line.job(JOB).run_count;
    let ticked = eventually("a tick", || {
        Some(line.job(JOB).run_count).filter(|runs| *runs > before)
    });
    line.tell(Said::new(
        &unique("held"),
        &unique("s"),
        MORNING,
        "Something that takes a while to be told.",
    ));
    holder.hold();
    eventually("a skipped tick", || {
        let job = line.job(JOB);
        if job.is_running && job.last_result() == JobResultStatus::Skipped {
            return Some(Some(job));
        }
        (job.run_count >= ticked + 2).then_some(None)
    })
    .map(|job| (holder, job))
}

#[test]
fn t_098_a_long_run_is_never_overtaken() {
    let home = Home::with_settings(SETTINGS);
    let server = serve(&home);
    let mut line = Wire::to(&server);
    let (holder, skipped) = eventually("a run that is held up", || held_up(&mut line, &home));
    let at = now();
    assert!(line.job(JOB).is_running, "one run, all the time");
    drop(holder);
    let ended = eventually("the end of the run", || {
        Some(line.job(JOB)).filter(|job| job.run_count > skipped.run_count)
    });
    let is_it =
        (ended.run_count, ended.error_count) == (skipped.run_count + 1, skipped.error_count);
    assert!(
        !is_it || ended.last_run_ms < at,
        "it had begun before: {ended:?}"
    );
    assert!(!is_it || ended.last_duration_ms > 0, "{ended:?}");
    line.settle();
    assert!(
        line.node("toc:day:2026-01-30").is_some(),
        "and it did its work"
    );
}
