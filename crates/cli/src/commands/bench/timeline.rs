//! `mneme bench timeline`: events over gRPC, the making of the table of contents, and reading it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use mneme_engine::Initiative;
use mneme_engine::events::NewEvent;
use mneme_model::{Clock, Door, Moment};
use mneme_surfaces::desk::local_caller;
use mneme_wire::Fault;
use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use mneme_wire::proto::{
    BrowseTocRequest, Event, GetEventsRequest, GetNodeRequest, IngestEventRequest,
};
use tokio::task::JoinSet;
use tonic::transport::Channel;

use super::super::Outcome;
use super::corpus::Corpus;
use super::load::{open, trouble};
use super::report::{Report, percentiles};
use super::scratch::Scratch;
use super::server::Server;
use crate::clock::WallClock;
use crate::output;

#[derive(Clone, Debug, Args)]
pub struct TimelineArgs {
    /// Sizes of the stores whose table of contents is made
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 100_000])]
    pub events: Vec<usize>,
    /// Single events told over gRPC for each figure
    #[arg(long, default_value_t = 20_000)]
    pub calls: usize,
    /// Questions asked of the largest store
    #[arg(long, default_value_t = 1_000)]
    pub questions: usize,
    /// Where to put the stores [default: a directory for temporary files, removed afterwards]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

type Client = MemoryServiceClient<Channel>;

/// Events of a session, and the time between them and between sessions.
const IN_SESSION: usize = 40;
const STEP_MS: i64 = 30_000;
/// The largest store spans a year.
const YEAR_MS: i64 = 365 * 86_400_000;
const BATCH: usize = 5_000;

pub async fn run(args: TimelineArgs) -> Outcome {
    let scratch = Scratch::new("timeline", args.dir.as_deref())?;
    let mut report = Report::default();
    ingest(&args, scratch.path(), &mut report).await?;
    for size in &args.events {
        let dir = scratch.path().join(format!("toc-{size}"));
        make(&dir, *size, &mut report).await?;
    }
    if let Some(size) = args.events.iter().max() {
        let dir = scratch.path().join(format!("toc-{size}"));
        read(&dir, &args, &mut report).await?;
    }
    match args.json {
        true => return Ok(output::json(&report)),
        false => say!("{}", report.markdown()),
    }
    Ok(ExitCode::SUCCESS)
}

async fn connect(server: &Server) -> Result<Client, Fault> {
    let client = MemoryServiceClient::connect(server.timeline()?.to_owned());
    Ok(client
        .await
        .map_err(trouble)?
        .max_decoding_message_size(usize::MAX))
}

/// One client, so many calls on their way at once; each answer is durable.
async fn ingest(args: &TimelineArgs, dir: &Path, report: &mut Report) -> Result<(), Fault> {
    let server = Server::start(&dir.join("grpc"))?;
    let names = [
        (1, "IngestEvent, 1 in flight"),
        (8, "IngestEvent, 8 in flight"),
        (64, "IngestEvent, 64 in flight"),
        (128, "IngestEvent, 128 in flight, as ingest_batch"),
        (256, "IngestEvent, 256 in flight"),
    ];
    for (in_flight, name) in names {
        let client = connect(&server).await?;
        let calls = if in_flight == 1 {
            args.calls / 10
        } else {
            args.calls
        };
        let start = Instant::now();
        let times = tell(&client, calls, in_flight).await?;
        let rate = calls as f64 / start.elapsed().as_secs_f64();
        let (p50, p99) = percentiles(times);
        report.add(
            name,
            rate,
            "events/s",
            format!("one connection; p50 {p50:.2} ms, p99 {p99:.2} ms"),
        );
    }
    Ok(())
}

async fn tell(client: &Client, calls: usize, in_flight: usize) -> Result<Vec<Duration>, Fault> {
    let mut tasks = JoinSet::new();
    for lane in 0..in_flight {
        let mut client = client.clone();
        tasks.spawn(async move {
            let (corpus, mut times) = (Corpus::new(), Vec::new());
            for n in (lane..calls).step_by(in_flight) {
                let event = Some(call(&corpus, n, in_flight));
                let began = Instant::now();
                client.ingest_event(IngestEventRequest { event }).await?;
                times.push(began.elapsed());
            }
            Ok::<_, tonic::Status>(times)
        });
    }
    let mut times = Vec::new();
    while let Some(done) = tasks.join_next().await {
        times.extend(done.map_err(trouble)?.map_err(trouble)?);
    }
    Ok(times)
}

fn call(corpus: &Corpus, n: usize, in_flight: usize) -> Event {
    Event {
        event_id: format!("bench-{in_flight}-{n}"),
        session_id: format!("session-{}", n / IN_SESSION),
        timestamp_ms: WallClock.now_ms(),
        event_type: 2,
        role: 1,
        text: corpus.text(n as u64),
        ..Event::default()
    }
}

/// Makes the table of contents of a store, then of a few more events in it.
async fn make(dir: &Path, size: usize, report: &mut Report) -> Result<(), Fault> {
    let (engine, caller) = (open(dir).await?, local_caller(Door::Control));
    let corpus = Corpus::new();
    let first = WallClock.now_ms() - YEAR_MS - 86_400_000;
    let pause = YEAR_MS / (size / IN_SESSION).max(1) as i64;
    for from in (0..size).step_by(BATCH) {
        let batch = (from..(from + BATCH).min(size)).map(|n| event(&corpus, n, first, pause));
        let told = engine.ingest(&caller, None, batch.collect(), Initiative::Caller);
        told.await.map_err(trouble)?;
    }
    let start = Instant::now();
    engine.catch_up_toc(&caller).await.map_err(trouble)?;
    let seconds = start.elapsed().as_secs_f64();
    let rate = size as f64 / seconds;
    report.add(
        "table of contents made",
        seconds,
        "s",
        format!("{size} events; {rate:.0} events/s"),
    );
    let last = size / IN_SESSION;
    let more = (0..12).map(|n| event(&corpus, (last + 2) * IN_SESSION + n, first, pause));
    let told = engine.ingest(&caller, None, more.collect(), Initiative::Caller);
    told.await.map_err(trouble)?;
    let start = Instant::now();
    engine.catch_up_toc(&caller).await.map_err(trouble)?;
    let ms = start.elapsed().as_secs_f64() * 1_000.0;
    report.add(
        "one session more",
        ms,
        "ms",
        format!("12 events after {size}"),
    );
    engine.close().await.map_err(trouble)
}

fn event(corpus: &Corpus, n: usize, first: i64, pause: i64) -> NewEvent {
    let (session, place) = ((n / IN_SESSION) as i64, (n % IN_SESSION) as i64);
    let at = first + session * pause + place * STEP_MS;
    let role = if n.is_multiple_of(2) {
        "user"
    } else {
        "assistant"
    };
    NewEvent {
        id: Some(format!("toc-{n}")),
        session: format!("session-{session}"),
        text: corpus.text(n as u64),
        role: Some(role.into()),
        occurred_at: Some(Moment::from_ms(at).rfc3339()),
        ..NewEvent::default()
    }
}

/// Nodes, branches and stretches of time, over gRPC.
async fn read(dir: &Path, args: &TimelineArgs, report: &mut Report) -> Result<(), Fault> {
    let server = Server::start(dir)?;
    let mut client = connect(&server).await?;
    let root = client
        .get_toc_root(mneme_wire::proto::GetTocRootRequest {})
        .await;
    let year = root.map_err(trouble)?.into_inner().nodes.pop();
    let year = year.ok_or_else(|| trouble("there is no year"))?;
    let first = year.start_time_ms.max(WallClock.now_ms() - YEAR_MS);
    let (mut nodes, mut branches, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    for n in 0..args.questions {
        let at = first + (n as i64 * 7_919 % 350) * 86_400_000;
        let node_id = format!("toc:day:{}", Moment::from_ms(at).date());
        let began = Instant::now();
        let asked = GetNodeRequest {
            node_id: node_id.clone(),
        };
        client.get_node(asked).await.map_err(trouble)?;
        nodes.push(began.elapsed());
        let began = Instant::now();
        let asked = BrowseTocRequest {
            parent_id: node_id,
            limit: 20,
            continuation_token: None,
        };
        client.browse_toc(asked).await.map_err(trouble)?;
        branches.push(began.elapsed());
        let began = Instant::now();
        let asked = GetEventsRequest {
            from_timestamp_ms: at,
            to_timestamp_ms: at + 86_400_000,
            limit: 50,
            page_token: None,
        };
        client.get_events(asked).await.map_err(trouble)?;
        ranges.push(began.elapsed());
    }
    for (name, times) in [
        ("GetNode p99", nodes),
        ("BrowseToc p99", branches),
        ("GetEvents p99", ranges),
    ] {
        let (p50, p99) = percentiles(times);
        report.add(
            name,
            p99,
            "ms",
            format!("p50 {p50:.2} ms; {} asked", args.questions),
        );
    }
    Ok(())
}
