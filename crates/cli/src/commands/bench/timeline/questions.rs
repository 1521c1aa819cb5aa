//! Reading it, over gRPC.

use std::path::Path;
use std::time::{Duration, Instant};

use mneme_model::{Clock, Moment};
use mneme_wire::Fault;
use mneme_wire::proto::{
    BrowseTocRequest, GetEventsRequest, GetNodeRequest, GetTocRootRequest, RouteQueryRequest,
};

use super::super::corpus::Corpus;
use super::super::load::trouble;
use super::super::report::{Report, percentiles};
use super::super::server::Server;
use super::{Client, DAY_MS, TimelineArgs, YEAR_MS, connect};
use crate::clock::WallClock;

/// What each kind of question took.
#[derive(Default)]
struct Times {
    nodes: Vec<Duration>,
    branches: Vec<Duration>,
    ranges: Vec<Duration>,
    routes: Vec<Duration>,
}

/// Cold start, then nodes, branches, stretches of time and questions in words.
pub async fn measure(dir: &Path, args: &TimelineArgs, report: &mut Report) -> Result<(), Fault> {
    let began = Instant::now();
    let server = Server::start(dir)?;
    let mut client = connect(&server).await?;
    let first = first_day(&mut client).await?;
    let cold = began.elapsed().as_secs_f64() * 1_000.0;
    report.add("cold start", cold, "ms", "process, doors, first answer");
    let (corpus, mut times) = (Corpus::new(), Times::default());
    for n in 0..args.questions {
        let at = first + (n as i64 * 7_919 % 350) * DAY_MS;
        ask(&mut client, at, &mut times).await?;
        let query = corpus.text(n as u64);
        let asked = RouteQueryRequest {
            query: query.split(' ').take(6).collect::<Vec<_>>().join(" "),
            ..RouteQueryRequest::default()
        };
        timed(&mut times.routes, client.route_query(asked)).await?;
    }
    tell(times, report);
    Ok(())
}

async fn first_day(client: &mut Client) -> Result<i64, Fault> {
    let root = client.get_toc_root(GetTocRootRequest {}).await;
    let year = root.map_err(trouble)?.into_inner().nodes.pop();
    let year = year.ok_or_else(|| trouble("there is no year"))?;
    Ok(year.start_time_ms.max(WallClock.now_ms() - YEAR_MS))
}

async fn ask(client: &mut Client, at: i64, times: &mut Times) -> Result<(), Fault> {
    let node_id = format!("toc:day:{}", Moment::from_ms(at).date());
    let parent_id = node_id.clone();
    timed(
        &mut times.nodes,
        client.get_node(GetNodeRequest { node_id }),
    )
    .await?;
    let asked = BrowseTocRequest {
        parent_id,
        limit: 20,
        continuation_token: None,
    };
    timed(&mut times.branches, client.browse_toc(asked)).await?;
    let asked = GetEventsRequest {
        from_timestamp_ms: at,
        to_timestamp_ms: at + DAY_MS,
        limit: 50,
        page_token: None,
    };
    timed(&mut times.ranges, client.get_events(asked)).await
}

async fn timed<T>(
    times: &mut Vec<Duration>,
    call: impl Future<Output = Result<T, tonic::Status>>,
) -> Result<(), Fault> {
    let began = Instant::now();
    call.await.map_err(trouble)?;
    times.push(began.elapsed());
    Ok(())
}

fn tell(times: Times, report: &mut Report) {
    for (name, times) in [
        ("GetNode p99", times.nodes),
        ("BrowseToc p99", times.branches),
        ("GetEvents p99", times.ranges),
        ("RouteQuery p99", times.routes),
    ] {
        let asked = times.len();
        let (p50, p99) = percentiles(times);
        report.add(name, p99, "ms", format!("p50 {p50:.2} ms; {asked} asked"));
    }
}
