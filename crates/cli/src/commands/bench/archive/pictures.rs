//! Steps with three full-HD pictures each: whether they are as quick, and how many pictures two
//! cores paint.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mneme_model::archive::Command;
use mneme_model::{Clock, Moment};
use mneme_peers::{Desktop, Eyes, Script, eyes};
use mneme_wire::Fault;

use super::super::load::trouble;
use super::super::report::Report;
use super::one::{latency, paced};
use super::probe::mib;
use super::studio::{Studio, click, done, register, watch};
use crate::clock::WallClock;

/// A desktop that does something four times a second.
const SINGLES: usize = 100;
const PAUSE: Duration = Duration::from_millis(250);
const STORED: &str = "ma_frame_fetches_total{result=\"stored\"}";
const MARKED: &str = "ma_frames_marked_total";

pub async fn run(home: &Path, steps: usize, report: &mut Report) -> Result<(), Fault> {
    let eyes = peer().await?;
    let studio = Studio::open(home, Some(&eyes), None).await?;
    let mut client = studio.client().await?;
    let id = register(&mut client, "with pictures").await?;
    watch(&mut client, &id).await?;
    let times = paced(&studio, &mut client, SINGLES, PAUSE).await?;
    latency(
        "step said to written, with pictures",
        &studio,
        times,
        report,
    )?;
    done(&mut client, &id).await?;
    painted(&studio, steps, report).await
}

/// A picture a second, so that the recorder's work is seen and not the drawing of screens.
async fn peer() -> Result<Eyes, Fault> {
    let settings = eyes::Settings {
        unit: eyes::Unit::Milliseconds,
        head_start: 100,
        ..eyes::Settings::default()
    };
    let screen = Arc::new(Desktop::new(Script::demo()));
    Eyes::start(settings, screen, Arc::new(WallClock))
        .await
        .map_err(trouble)
}

async fn painted(studio: &Studio, steps: usize, report: &mut Report) -> Result<(), Fault> {
    let mut client = studio.client().await?;
    let id = register(&mut client, "painted").await?;
    watch(&mut client, &id).await?;
    let (stored, marked) = (studio.metric(STORED)?, studio.metric(MARKED)?);
    let (before, began) = (studio.probe.used(), Instant::now());
    for n in 0..steps {
        studio.control_center.say(past_click(n));
        // The peer keeps a few for each who listens; nobody waits for pictures.
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let total = done(&mut client, &id).await?;
    let seconds = began.elapsed().as_secs_f64();
    let (_, cpu) = before.since(&studio.probe);
    let (stored, marked) = (
        studio.metric(STORED)? - stored,
        studio.metric(MARKED)? - marked,
    );
    report.add(
        "steps with three full-HD pictures",
        f64::from(total) / seconds,
        "steps/s",
        format!(
            "{total} of {steps} steps, {stored:.0} pictures, {marked:.0} marked; {:.3} CPU-s a step; {:.0} MiB resident; reference 1 step/s",
            cpu / f64::from(total.max(1)),
            mib(studio.probe.resident()),
        ),
    );
    Ok(())
}

/// Its pictures can be asked for at once.
fn past_click(n: usize) -> Command {
    let seconds_ago = 5 + (n % 8) as i64;
    let at = WallClock.now_ms() - seconds_ago * 1_000;
    Command {
        timestamp: Moment::from_ms(at).rfc3339(),
        ..click(n)
    }
}
