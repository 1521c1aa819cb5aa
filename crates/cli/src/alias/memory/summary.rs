//! Showing what a time was about: the nodes of the wanted level, found from the years down.

use std::collections::BTreeMap;
use std::time::Instant;

use mneme_model::Clock;
use mneme_wire::Fault;
use mneme_wire::proto::{BrowseTocRequest, GetTocRootRequest, TocLevel, TocNode};
use serde_json::{Value, json};

use super::args::Range;
use super::envelope::{Envelope, Meta, Told};
use super::timeline::{DAY_MS, between};
use crate::clock::WallClock;
use crate::output::one_line;
use crate::timeline::{Client, refused};

const WIDTH: usize = 300;
const PAGE: i32 = 100;

pub async fn summary(client: &mut Client, range: Range) -> Result<Told, Fault> {
    let begun = Instant::now();
    let now_ms = WallClock.now_ms();
    let (level, from_ms) = match range {
        Range::This(level) => (level, now_ms),
        Range::Days(days) => (TocLevel::Day, now_ms.saturating_sub((days - 1) * DAY_MS)),
        Range::Weeks(weeks) => (
            TocLevel::Week,
            now_ms.saturating_sub((weeks - 1) * 7 * DAY_MS),
        ),
    };
    let nodes = within(client, level, from_ms, now_ms).await?;
    let mut results = Vec::new();
    for node in &nodes {
        let events = between(client, node.start_time_ms, node.end_time_ms).await?;
        results.push(item(node, events.len()));
    }
    let meta = Meta::of(begun, nodes.iter().map(TocNode::summary), 1.0);
    Ok(Told {
        envelope: Envelope::ok(None, results.into(), meta),
        text: lines(&nodes),
    })
}

/// The nodes of a level that touch a stretch of time, in order.
async fn within(
    client: &mut Client,
    level: TocLevel,
    from_ms: i64,
    to_ms: i64,
) -> Result<Vec<TocNode>, Fault> {
    let touches = |node: &TocNode| node.start_time_ms <= to_ms && node.end_time_ms >= from_ms;
    let roots = client
        .get_toc_root(GetTocRootRequest {})
        .await
        .map_err(refused)?;
    let mut open = roots.into_inner().nodes;
    let mut found = BTreeMap::new();
    while let Some(node) = open.pop() {
        if !touches(&node) {
            continue;
        }
        if node.level == level as i32 {
            found.insert((node.start_time_ms, node.node_id.clone()), node);
        } else if node.level < level as i32 {
            open.extend(below(client, node.node_id).await?);
        }
    }
    Ok(found.into_values().collect())
}

async fn below(client: &mut Client, parent_id: String) -> Result<Vec<TocNode>, Fault> {
    let (mut children, mut continuation_token) = (Vec::new(), None);
    loop {
        let asked = BrowseTocRequest {
            parent_id: parent_id.clone(),
            limit: PAGE,
            continuation_token,
        };
        let reply = client
            .browse_toc(asked)
            .await
            .map_err(refused)?
            .into_inner();
        children.extend(reply.children);
        continuation_token = reply.continuation_token;
        if continuation_token.is_none() {
            return Ok(children);
        }
    }
}

fn item(node: &TocNode, events: usize) -> Value {
    let level = TocLevel::try_from(node.level).unwrap_or_default();
    let level = level
        .as_str_name()
        .trim_start_matches("TOC_LEVEL_")
        .to_lowercase();
    json!({
        "node_id": node.node_id,
        "level": level,
        "label": node.title,
        "summary": node.summary(),
        "event_count": events,
        "start_ms": node.start_time_ms,
        "end_ms": node.end_time_ms,
    })
}

fn lines(nodes: &[TocNode]) -> String {
    if nodes.is_empty() {
        return String::from("nothing is known of that time");
    }
    let line = |node: &TocNode| format!("{}: {}\n", node.title, one_line(node.summary(), WIDTH));
    nodes.iter().map(line).collect()
}
