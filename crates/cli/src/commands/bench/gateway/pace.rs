//! Calls at a rate, whatever the answers take.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use mneme_wire::Fault;

use super::super::load::trouble;
use super::super::report::percentiles;
use super::line::{Line, Timing};
use super::stage::{Arm, Stage};

pub struct Pace {
    pub rate: f64,
    pub length: Duration,
    pub clients: usize,
}

/// What came of many calls.
pub struct Told {
    pub rate: f64,
    pub p99: f64,
    pub failed: usize,
    /// Why the first of them failed.
    pub why: String,
}

/// What each question is made of is another in every pass.
static ASKED: AtomicUsize = AtomicUsize::new(0);

// === impl Pace ===

impl Pace {
    /// All calls must be answered well.
    pub fn run(&self, stage: &Stage, arm: Arm, stream: bool) -> Result<Vec<Timing>, Fault> {
        let calls = self.calls(stage, arm, stream);
        calls
            .into_iter()
            .collect::<Result<_, String>>()
            .map_err(trouble)
    }

    pub fn flood(&self, stage: &Stage, arm: Arm) -> Result<Told, Fault> {
        let began = Instant::now();
        let calls = self.calls(stage, arm, false);
        let seconds = began.elapsed().as_secs_f64();
        let good: Vec<Duration> = calls.iter().flatten().map(|timing| timing.whole).collect();
        let why = calls.iter().find_map(|call| call.as_ref().err().cloned());
        Ok(Told {
            rate: good.len() as f64 / seconds,
            failed: calls.len() - good.len(),
            p99: percentiles(good).1,
            why: why.unwrap_or_default(),
        })
    }

    /// Each client takes the next call that is due, waits for its moment and makes it.
    fn calls(&self, stage: &Stage, arm: Arm, stream: bool) -> Vec<Result<Timing, String>> {
        let count = (self.rate * self.length.as_secs_f64()).ceil() as usize;
        let first = ASKED.fetch_add(count, Ordering::Relaxed);
        let bodies: Vec<String> = (first..first + count)
            .map(|n| stage.body(n, stream))
            .collect();
        let (next, began) = (AtomicUsize::new(0), Instant::now());
        let one = || {
            let mut line = None;
            let mine = std::iter::from_fn(|| {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let body = bodies.get(n)?;
                let due = Duration::from_secs_f64(n as f64 / self.rate);
                thread::sleep(due.saturating_sub(began.elapsed()));
                Some(call(&mut line, stage, arm, body))
            });
            mine.collect::<Vec<_>>()
        };
        thread::scope(|scope| {
            let clients: Vec<_> = (0..self.clients.max(1)).map(|_| scope.spawn(one)).collect();
            let ended = clients.into_iter().map(|client| client.join());
            ended
                .flat_map(|calls| {
                    calls.unwrap_or_else(|_| vec![Err(String::from("a client panicked"))])
                })
                .collect()
        })
    }
}

/// On the connection there is, or a new one.
fn call(line: &mut Option<Line>, stage: &Stage, arm: Arm, body: &str) -> Result<Timing, String> {
    let mut open = match line.take() {
        Some(open) => open,
        None => Line::open(stage.address(arm)).map_err(|error| error.to_string())?,
    };
    let called = open.call(&stage.path(arm), stage.head(arm), body);
    let timing = called.map_err(|error| error.to_string())?;
    *line = Some(open);
    match timing.status {
        200 => Ok(timing),
        status => Err(format!("answered with {status}")),
    }
}
