//! One long recording without pictures: how fast, how late, how much is written.

use std::path::Path;
use std::time::{Duration, Instant};

use mneme_wire::Fault;
use mneme_wire::ipc::Client;

use super::super::report::{Report, percentiles};
use super::probe::mib;
use super::studio::{Studio, click, done, register, watch, written};

/// Commands the peer is ahead of what is written. It keeps 64 for each who listens.
const AHEAD: usize = 48;
/// Steps one after the other, for their latency.
const SINGLES: usize = 1_000;
/// What a step costs early and late.
const PLACES: [(usize, &str); 3] = [
    (10, "a step when there are 10"),
    (1_000, "a step when there are 1,000"),
    (10_000, "a step when there are 10,000"),
];
const NEAR: usize = 500;
const PAUSE: Duration = Duration::from_millis(2);

pub async fn run(home: &Path, steps: usize, report: &mut Report) -> Result<(), Fault> {
    let studio = Studio::open(home, None, None).await?;
    let mut client = studio.client().await?;
    let id = register(&mut client, "one at a time").await?;
    watch(&mut client, &id).await?;
    let times = paced(&studio, &mut client, SINGLES, PAUSE).await?;
    latency("step said to written, no pictures", &studio, times, report)?;
    done(&mut client, &id).await?;
    long(&studio, steps, report).await
}

/// Says a step, waits until it is written, and rests.
pub async fn paced(
    studio: &Studio,
    client: &mut Client,
    steps: usize,
    pause: Duration,
) -> Result<Vec<Duration>, Fault> {
    let mut times = Vec::with_capacity(steps);
    for n in 0..steps {
        let began = Instant::now();
        studio.control_center.say(click(n));
        written(client).await?;
        times.push(began.elapsed());
        tokio::time::sleep(pause).await;
    }
    Ok(times)
}

pub fn latency(
    name: &'static str,
    studio: &Studio,
    times: Vec<Duration>,
    report: &mut Report,
) -> Result<(), Fault> {
    let (sum, count) = studio.step_latency()?;
    let (steps, (p50, p99)) = (times.len(), percentiles(times));
    let inside = sum / count.max(1.0);
    let note = format!("p50 {p50:.2} ms; {steps} steps; in the recorder {inside:.2} ms on average");
    report.add(name, p99, "ms p99", note);
    Ok(())
}

async fn long(studio: &Studio, steps: usize, report: &mut Report) -> Result<(), Fault> {
    let mut client = studio.client().await?;
    let id = register(&mut client, "long").await?;
    watch(&mut client, &id).await?;
    let before = studio.probe.used();
    let told = stream(studio, &mut client, steps).await?;
    let (seconds, cpu) = before.since(&studio.probe);
    let held = studio.probe.resident();
    let all = steps as f64;
    report.add(
        "steps of one recording",
        all / seconds,
        "steps/s",
        format!("{steps} steps in {seconds:.1} s, {cpu:.1} CPU-s; reference 41 s for 10,000"),
    );
    let part = (steps / 10).max(1);
    let (first, last) = (rate(&told[..part]), rate(&told[steps - part..]));
    report.add("its first tenth", first, "steps/s", "reference 470 steps/s");
    report.add("its last tenth", last, "steps/s", "reference 140 steps/s");
    for (place, name) in PLACES.into_iter().filter(|(place, _)| *place <= steps) {
        let near = &told[place - place.min(NEAR)..place];
        let note = format!("on average of the {} steps before it", near.len());
        report.add(name, 1_000.0 / rate(near), "ms", note);
    }
    let total = done(&mut client, &id).await?;
    let written = studio.probe.used().written - before.written;
    let kept = mib(size(&studio.storage().join("long")));
    report.add(
        "written for it",
        mib(written),
        "MiB",
        format!("journal, index and files until it is done; reference 16,600; its directory has {kept:.1}, the recorder holds {:.0}", mib(held)),
    );
    report.add(
        "recorded of it",
        f64::from(total),
        "steps",
        format!("of {steps}"),
    );
    Ok(())
}

/// Says all of it, a little ahead of what is written; gives when each step was told as written.
async fn stream(studio: &Studio, client: &mut Client, steps: usize) -> Result<Vec<Instant>, Fault> {
    let mut told = Vec::with_capacity(steps);
    for n in 0..steps {
        studio.control_center.say(click(n));
        if n + 1 >= AHEAD {
            written(client).await?;
            told.push(Instant::now());
        }
    }
    while told.len() < steps {
        written(client).await?;
        told.push(Instant::now());
    }
    Ok(told)
}

fn rate(told: &[Instant]) -> f64 {
    match (told.first(), told.last()) {
        (Some(first), Some(last)) => {
            (told.len() - 1) as f64 / last.duration_since(*first).as_secs_f64()
        }
        _ => f64::NAN,
    }
}

/// Bytes of all files below.
fn size(dir: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return 0;
    };
    let each = entries.flatten().map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => size(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    });
    each.sum()
}
