//! Streams for minutes, and what the server's memory makes of them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mneme_wire::Fault;

use super::super::archive::probe::mib;
use super::super::report::Report;
use super::super::soak::settled_and_most;
use super::GatewayArgs;
use super::pace::Pace;
use super::stage::{Arm, Stage};
use crate::progress::bar;

/// Growth, in MiB, from which on it has failed.
const MOST_GROWTH_MIB: f64 = 64.0;

/// Whether the memory settled.
pub fn watch(stage: &Stage, args: &GatewayArgs, report: &mut Report) -> Result<bool, Fault> {
    let pace = Pace {
        rate: args.rate,
        length: Duration::from_secs_f64(args.minutes * 60.0),
        clients: args.clients,
    };
    let over = AtomicBool::new(false);
    let (calls, seen) = std::thread::scope(|scope| {
        let looking = scope.spawn(|| look(stage, &over, pace.length));
        let calls = pace.run(stage, Arm::Recall, true);
        over.store(true, Ordering::Relaxed);
        (calls, looking.join().unwrap_or_default())
    });
    let calls = calls?.len();
    let (settled, most) = settled_and_most(&seen);
    let growth = mib(most.saturating_sub(settled));
    let note = format!("{calls} streams in {} minutes", args.minutes);
    report.add("memory under streams, most", mib(most), "MiB", note);
    report.add(
        "growth of memory under streams",
        growth,
        "MiB",
        "after the first third; fails at 64",
    );
    Ok(growth < MOST_GROWTH_MIB)
}

/// Looks once a second until it is over.
fn look(stage: &Stage, over: &AtomicBool, length: Duration) -> Vec<u64> {
    let bar = bar("streaming, seconds");
    bar.set_length(length.as_secs());
    let (began, mut seen) = (Instant::now(), Vec::new());
    while !over.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_secs(1).min(length));
        seen.push(stage.server.resident());
        bar.set_position(began.elapsed().as_secs());
    }
    bar.finish_and_clear();
    seen
}
