//! Topics, where they are made.

use mneme_engine::Engine;
use mneme_engine::timeline::Weighed;
use mneme_model::Moment;
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::bounds::{agent, required};
use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

const DEFAULT: u32 = 10;
const MOST: u32 = 100;
const DAYS: u32 = 30;
/// The one way in which topics belong together here.
const TOGETHER: &str = "co-occurrence";

fn limit(asked: u32) -> usize {
    let limit = if asked == 0 { DEFAULT } else { asked.min(MOST) };
    limit as usize
}

/// The engine, if it makes topics.
fn engine(door: &Timeline) -> Result<&Engine, Status> {
    let engine = &door.desk()?.engine;
    match engine.has_topics() {
        true => Ok(engine),
        false => Err(Status::unavailable("Topic graph not enabled")),
    }
}

pub async fn status(
    door: &Timeline,
    request: Request<GetTopicGraphStatusRequest>,
) -> Answer<GetTopicGraphStatusResponse> {
    let caller = caller_of(&request)?;
    let engine = &door.desk()?.engine;
    let graph = engine.topic_graph(&caller).await;
    let graph = graph.map_err(|error| refuse(&error))?;
    Ok(Response::new(GetTopicGraphStatusResponse {
        topic_count: graph.topics,
        relationship_count: graph.relations,
        last_updated: graph.last_ms.map(stamp).unwrap_or_default(),
        available: engine.has_topics(),
    }))
}

pub async fn about(
    door: &Timeline,
    request: Request<GetTopicsByQueryRequest>,
) -> Answer<GetTopicsByQueryResponse> {
    let (caller, engine) = (caller_of(&request)?, engine(door)?);
    let asked = request.into_inner();
    required(&asked.query, "query")?;
    let found = engine
        .topics_about(&caller, &asked.query, limit(asked.limit))
        .await;
    let found = found.map_err(|error| refuse(&error))?.into_iter();
    Ok(Response::new(GetTopicsByQueryResponse {
        topics: found.map(|(topic, _)| topic_of(topic)).collect(),
    }))
}

pub async fn related(
    door: &Timeline,
    request: Request<GetRelatedTopicsRequest>,
) -> Answer<GetRelatedTopicsResponse> {
    let (caller, engine) = (caller_of(&request)?, engine(door)?);
    let asked = request.into_inner();
    required(&asked.topic_id, "topic_id")?;
    let found = engine
        .related_topics(&caller, &asked.topic_id, limit(asked.limit))
        .await;
    let found = found.map_err(|error| refuse(&error))?;
    let mut found = found.ok_or_else(|| Status::not_found("Topic not found"))?;
    if !matches!(asked.relationship_type.as_str(), "" | TOGETHER) {
        found.clear();
    }
    let relationship = |relation: &mneme_engine::timeline::Relation| TopicRelationship {
        source_id: asked.topic_id.clone(),
        target_id: relation.topic.topic.id.clone(),
        relationship_type: TOGETHER.to_owned(),
        strength: relation.strength,
    };
    Ok(Response::new(GetRelatedTopicsResponse {
        relationships: found.iter().map(relationship).collect(),
        related_topics: found
            .into_iter()
            .map(|relation| topic_of(relation.topic))
            .collect(),
    }))
}

pub async fn top(
    door: &Timeline,
    request: Request<GetTopTopicsRequest>,
) -> Answer<GetTopTopicsResponse> {
    let (caller, engine) = (caller_of(&request)?, engine(door)?);
    let asked = request.into_inner();
    let days = if asked.days == 0 { DAYS } else { asked.days };
    let agent = agent(asked.agent_filter);
    let found = engine
        .top_topics(&caller, days, agent, limit(asked.limit))
        .await;
    let found = found.map_err(|error| refuse(&error))?;
    Ok(Response::new(GetTopTopicsResponse {
        topics: found.into_iter().map(topic_of).collect(),
    }))
}

fn stamp(ms: i64) -> String {
    Moment::from_ms(ms).rfc3339()
}

fn topic_of(found: Weighed) -> Topic {
    Topic {
        id: found.topic.id,
        label: found.topic.label,
        importance_score: found.importance as f32,
        keywords: found.topic.keywords,
        created_at: stamp(found.topic.first_ms),
        last_mention: stamp(found.topic.last_ms),
    }
}
