//! Many recordings that act at the same time. What each heard follows from the seed, so every
//! file is checked against it.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use mneme_model::archive::{Action, Command};
use mneme_peers::Load;
use mneme_wire::Fault;

use super::super::load::trouble;
use super::super::report::Report;
use super::ArchiveArgs;
use super::idle::begin;
use super::probe::mib;
use super::studio::Studio;

const STEPS: &str = "ma_steps_total";
/// Until what was heard last is in its files.
const SETTLED: Duration = Duration::from_millis(500);

pub async fn run(home: &Path, args: &ArchiveArgs, report: &mut Report) -> Result<(), Fault> {
    let calm = (
        Duration::from_secs(1),
        "many recordings, a command a second each",
    );
    let busy = (
        Duration::from_millis(200),
        "many recordings, five commands a second each",
    );
    for (n, (period, name)) in [calm, busy].into_iter().enumerate() {
        let load = Load {
            seed: 7,
            period,
            one_acts_in: 1,
            heartbeat: Duration::from_secs(5),
        };
        act(&home.join(n.to_string()), load, args, name, report).await?;
    }
    Ok(())
}

async fn act(
    home: &Path,
    load: Load,
    args: &ArchiveArgs,
    name: &'static str,
    report: &mut Report,
) -> Result<(), Fault> {
    let mut studio = Studio::open(home, None, Some(load)).await?;
    begin(&studio, args.sessions).await?;
    let (steps, (sum, count)) = (studio.metric(STEPS)?, studio.step_latency()?);
    let before = studio.probe.used();
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    let steps = studio.metric(STEPS)? - steps;
    let (seconds, cpu) = before.since(&studio.probe);
    let (later, more) = studio.step_latency()?;
    let took = (later - sum) / (more - count).max(1.0);
    let held = mib(studio.probe.resident());
    studio.control_center.switch(false);
    let lost = settled(&mut studio, load).await?;
    let said = args.sessions as f64 / load.period.as_secs_f64();
    report.add(
        name,
        steps / seconds,
        "steps/s",
        format!(
            "{} recordings, {said:.0} commands/s said, nine in ten are steps; {took:.1} ms on average in the recorder; {:.2} cores; {held:.0} MiB resident; {lost} steps missing",
            args.sessions,
            cpu / seconds,
        ),
    );
    Ok(())
}

/// Waits until no step comes any more; how many are missing of what was said to each.
async fn settled(studio: &mut Studio, load: Load) -> Result<usize, Fault> {
    let mut seen = -1.0;
    loop {
        let steps = studio.metric(STEPS)?;
        if steps == seen {
            break;
        }
        seen = steps;
        tokio::time::sleep(SETTLED).await;
    }
    let mut lost = 0;
    for entry in std::fs::read_dir(studio.storage()).map_err(trouble)? {
        lost += missing(&entry.map_err(trouble)?.path(), load);
    }
    Ok(lost)
}

/// Steps that are not in the file although a later one is.
fn missing(dir: &Path, load: Load) -> usize {
    let file = dir.join("commands").join("actuation_commands.json");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let heard: Vec<Command> = match text.starts_with('[') {
        true => serde_json::from_str(&text).unwrap_or_default(),
        false => text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect(),
    };
    let session = heard
        .first()
        .and_then(|first| first.session_id.strip_prefix("conn-")?.parse().ok());
    let numbers: BTreeSet<u64> = heard
        .iter()
        .filter_map(|command| u64::try_from(command.execution_time_ms).ok())
        .collect();
    let (Some(session), Some(last)) = (session, numbers.last()) else {
        return 0;
    };
    let is_step = |k: &u64| load.command(session, *k, 0).action() != Action::Position;
    (0..*last)
        .filter(is_step)
        .filter(|k| !numbers.contains(k))
        .count()
}
