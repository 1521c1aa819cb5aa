//! Many recordings in which nothing happens.

use std::path::Path;
use std::time::{Duration, Instant};

use mneme_peers::Load;
use mneme_wire::Fault;
use mneme_wire::ipc::Client;
use tokio::task::JoinSet;

use super::super::load::trouble;
use super::super::report::Report;
use super::probe::mib;
use super::studio::{Studio, register, watch};

/// Connections to the recorder over which recordings are begun.
const CALLERS: usize = 32;

/// How long it took to begin them.
pub struct Begun {
    pub registering: Duration,
    pub watching: Duration,
    pub registered_bytes: u64,
    pub watch_cpu: f64,
}

pub async fn run(
    home: &Path,
    sessions: usize,
    seconds: u64,
    report: &mut Report,
) -> Result<(), Fault> {
    let load = Load {
        seed: 7,
        period: Duration::from_secs(5),
        one_acts_in: u64::MAX,
        heartbeat: Duration::from_secs(5),
    };
    let studio = Studio::open(home, None, Some(load)).await?;
    let (empty, files) = (studio.probe.resident(), studio.probe.descriptors());
    let begun = begin(&studio, sessions).await?;
    tell_beginning(sessions, &begun, report);
    let before = studio.probe.used();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let (wall, cpu) = before.since(&studio.probe);
    let (held, all) = (studio.probe.resident(), sessions as f64);
    let active = studio.metric("ma_active_sessions")?;
    let each = |bytes: u64| bytes.saturating_sub(empty) as f64 / 1024.0 / all;
    report.add(
        "memory of an idle recording",
        each(held),
        "KiB",
        format!(
            "{active:.0} of {sessions} go on; {:.0} MiB in all, {:.0} without, {:.1} KiB each when only registered; reference 1,800",
            mib(held),
            mib(empty),
            each(begun.registered_bytes),
        ),
    );
    let opened = studio.probe.descriptors().saturating_sub(files);
    report.add(
        "descriptors for idle recordings",
        opened as f64,
        "in all",
        format!("{sessions} recordings; reference 2 each"),
    );
    report.add(
        "work of idle recordings",
        cpu * 60.0 / wall,
        "CPU-s/min",
        format!("{sessions} recordings, a heartbeat every 5 s each"),
    );
    Ok(())
}

fn tell_beginning(sessions: usize, begun: &Begun, report: &mut Report) {
    let all = sessions as f64;
    report.add(
        "recordings registered",
        all / begun.registering.as_secs_f64(),
        "a second",
        format!(
            "{sessions} in {:.1} s, {CALLERS} connections; reference 1,700 over one",
            begun.registering.as_secs_f64()
        ),
    );
    report.add(
        "recordings begun",
        all / begun.watching.as_secs_f64(),
        "a second",
        format!(
            "{sessions} in {:.1} s; {:.1} CPU-ms each; reference 7.6 a second, 160 CPU-ms each",
            begun.watching.as_secs_f64(),
            begun.watch_cpu * 1_000.0 / all,
        ),
    );
}

/// Registers so many recordings, then begins them all.
pub async fn begin(studio: &Studio, sessions: usize) -> Result<Begun, Fault> {
    let mut clients = Vec::new();
    for _ in 0..CALLERS {
        clients.push(studio.client().await?);
    }
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for (lane, client) in clients.into_iter().enumerate() {
        tasks.spawn(registered(client, lane, sessions));
    }
    let ready = tasks.join_all().await;
    let (registering, registered_bytes) = (began.elapsed(), studio.probe.resident());
    let (before, began) = (studio.probe.used(), Instant::now());
    let mut tasks = JoinSet::new();
    for ready in ready {
        let (mut client, ids) = ready?;
        tasks.spawn(async move {
            for id in ids {
                watch(&mut client, &id).await?;
            }
            Ok::<_, Fault>(client)
        });
    }
    let watched = tasks.join_all().await;
    let watching = began.elapsed();
    watched
        .into_iter()
        .collect::<Result<Vec<_>, Fault>>()
        .map_err(trouble)?;
    Ok(Begun {
        registering,
        watching,
        registered_bytes,
        watch_cpu: before.since(&studio.probe).1,
    })
}

async fn registered(
    mut client: Client,
    lane: usize,
    sessions: usize,
) -> Result<(Client, Vec<String>), Fault> {
    let mut ids = Vec::new();
    for n in (lane..sessions).step_by(CALLERS) {
        ids.push(register(&mut client, &format!("recording {n}")).await?);
    }
    Ok((client, ids))
}
