//! Who did how much, and when.

use mneme_engine::timeline::{Agent, Bucket, Busy, BusyRange};
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::bounds::agent;
use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

pub async fn list(
    door: &Timeline,
    request: Request<ListAgentsRequest>,
) -> Answer<ListAgentsResponse> {
    let caller = caller_of(&request)?;
    let agents = door.desk()?.engine.agents(&caller).await;
    let agents = agents.map_err(|error| refuse(&error))?;
    let summary = |agent: Agent| AgentSummary {
        agent_id: agent.name,
        event_count: agent.events,
        session_count: agent.sessions,
        first_seen_ms: agent.first_ms,
        last_seen_ms: agent.last_ms,
    };
    Ok(Response::new(ListAgentsResponse {
        agents: agents.into_iter().map(summary).collect(),
    }))
}

pub async fn activity(
    door: &Timeline,
    request: Request<GetAgentActivityRequest>,
) -> Answer<GetAgentActivityResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let range = BusyRange {
        agent: agent(asked.agent_id),
        from_ms: asked.from_ms,
        to_ms: asked.to_ms,
        bucket: match asked.bucket.as_str() {
            "day" | "" => Bucket::Day,
            "week" => Bucket::Week,
            _ => return Err(Status::invalid_argument("bucket must be 'day' or 'week'")),
        },
    };
    let busy = door.desk()?.engine.agent_activity(&caller, range).await;
    let bucket = |busy: Busy| ActivityBucket {
        start_ms: busy.start_ms,
        end_ms: busy.end_ms,
        event_count: busy.events,
        agent_id: busy.agent,
    };
    Ok(Response::new(GetAgentActivityResponse {
        buckets: busy
            .map_err(|error| refuse(&error))?
            .into_iter()
            .map(bucket)
            .collect(),
    }))
}
