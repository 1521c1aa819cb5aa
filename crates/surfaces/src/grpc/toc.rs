//! The table of contents, and the way back from it.

use mneme_engine::timeline::{self, Expanded};
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::caller::caller_of;
use super::convert::event;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

const DEFAULT_CHILDREN: usize = 20;
const MOST_CHILDREN: usize = 100;
const DEFAULT_BESIDE: i32 = 3;
const MOST_BESIDE: i32 = 100;
/// Who makes grips.
const SOURCE: &str = "segment_summarizer";

fn required(value: &str, name: &str) -> Result<(), Status> {
    match value.is_empty() {
        true => Err(Status::invalid_argument(format!("{name} is required"))),
        false => Ok(()),
    }
}

pub async fn root(
    door: &Timeline,
    request: Request<GetTocRootRequest>,
) -> Answer<GetTocRootResponse> {
    let caller = caller_of(&request)?;
    let years = door.desk()?.engine.toc_root(&caller).await;
    let years = years.map_err(|error| refuse(&error))?;
    Ok(Response::new(GetTocRootResponse {
        nodes: years.into_iter().map(node_of).collect(),
    }))
}

pub async fn node(door: &Timeline, request: Request<GetNodeRequest>) -> Answer<GetNodeResponse> {
    let caller = caller_of(&request)?;
    let id = request.into_inner().node_id;
    required(&id, "node_id")?;
    let node = door.desk()?.engine.toc_node(&caller, &id).await;
    Ok(Response::new(GetNodeResponse {
        node: node.map_err(|error| refuse(&error))?.map(node_of),
    }))
}

pub async fn browse(
    door: &Timeline,
    request: Request<BrowseTocRequest>,
) -> Answer<BrowseTocResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    required(&asked.parent_id, "parent_id")?;
    let limit = match usize::try_from(asked.limit) {
        Ok(0) | Err(_) => DEFAULT_CHILDREN,
        Ok(limit) => limit.min(MOST_CHILDREN),
    };
    let offset = offset(asked.continuation_token.as_deref())?;
    let engine = &door.desk()?.engine;
    let branch = engine
        .toc_branch(&caller, &asked.parent_id, offset, limit)
        .await;
    let branch = branch.map_err(|error| refuse(&error))?;
    Ok(Response::new(BrowseTocResponse {
        children: branch.children.into_iter().map(node_of).collect(),
        has_more: branch.next.is_some(),
        continuation_token: branch.next.map(|next| next.to_string()),
    }))
}

/// Where to go on. A token nobody gave out is refused: starting again would never end.
fn offset(token: Option<&str>) -> Result<u64, Status> {
    let Some(token) = token else { return Ok(0) };
    let digits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
    let offset = digits.then(|| token.parse().ok()).flatten();
    offset.ok_or_else(|| Status::invalid_argument("Invalid continuation_token"))
}

pub async fn expand(
    door: &Timeline,
    request: Request<ExpandGripRequest>,
) -> Answer<ExpandGripResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    required(&asked.grip_id, "grip_id")?;
    let reach = |n: Option<i32>| n.unwrap_or(DEFAULT_BESIDE).clamp(0, MOST_BESIDE) as usize;
    let (before, after) = (reach(asked.events_before), reach(asked.events_after));
    let engine = &door.desk()?.engine;
    let found = engine
        .expand_grip(&caller, &asked.grip_id, before, after)
        .await;
    let found = found.map_err(|error| refuse(&error))?;
    Ok(Response::new(
        found.map_or_else(ExpandGripResponse::default, expanded),
    ))
}

fn expanded(found: Expanded) -> ExpandGripResponse {
    let events = |records: Vec<mneme_engine::Record>| records.into_iter().map(event).collect();
    ExpandGripResponse {
        grip: Some(Grip {
            grip_id: found.id,
            excerpt: found.excerpt,
            event_id_start: found.first_event,
            event_id_end: found.last_event,
            timestamp_ms: found.at_ms,
            source: String::from(SOURCE),
            salience_score: found.salience,
            memory_kind: found.statement as i32,
            is_pinned: found.pinned,
        }),
        events_before: events(found.before),
        excerpt_events: events(found.events),
        events_after: events(found.after),
    }
}

pub fn node_of(node: timeline::TocNode) -> TocNode {
    let bullet = |bullet: timeline::TocBullet| TocBullet {
        text: bullet.text,
        grip_ids: bullet.grips,
    };
    TocNode {
        node_id: node.id,
        level: node.level as i32,
        title: node.title,
        summary: node.summary,
        bullets: node.bullets.into_iter().map(bullet).collect(),
        keywords: node.keywords,
        child_node_ids: node.children,
        start_time_ms: node.start_ms,
        end_time_ms: node.end_ms,
        version: i32::try_from(node.version).unwrap_or(i32::MAX),
        salience_score: node.salience,
        memory_kind: node.statement as i32,
        is_pinned: node.pinned,
        ..TocNode::default()
    }
}
