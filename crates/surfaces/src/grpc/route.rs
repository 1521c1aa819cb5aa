//! Questions that choose their own way.

use std::collections::HashMap;

use mneme_engine::timeline::{
    self, Asked, Intent, Layer, LayerState, Mode, Routed, Stop, classify,
};
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::bounds::{agent, limit};
use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

const DEFAULT: usize = 10;
const MOST: usize = 100;

fn asked_something(query: &str) -> Result<(), Status> {
    match query.trim().is_empty() {
        true => Err(Status::invalid_argument("Query is required")),
        false => Ok(()),
    }
}

pub async fn capabilities(
    door: &Timeline,
    request: Request<GetRetrievalCapabilitiesRequest>,
) -> Answer<GetRetrievalCapabilitiesResponse> {
    let caller = caller_of(&request)?;
    let found = door.desk()?.engine.capabilities(&caller).await;
    let found = found.map_err(|error| refuse(&error))?;
    let layers = [&found.words, &found.vectors, &found.topics];
    let warning =
        |layer: &&LayerState| Some(format!("{:?}: {}", layer.layer, layer.message.as_ref()?));
    Ok(Response::new(GetRetrievalCapabilitiesResponse {
        tier: found.healthy.tier() as i32,
        warnings: layers.iter().filter_map(warning).collect(),
        bm25_status: Some(status_of(found.words)),
        vector_status: Some(status_of(found.vectors)),
        topics_status: Some(status_of(found.topics)),
        agentic_status: Some(status_of(found.agentic)),
        detection_time_ms: found.took_ms,
    }))
}

fn status_of(state: LayerState) -> LayerStatus {
    LayerStatus {
        layer: state.layer as i32,
        enabled: state.enabled,
        healthy: state.healthy,
        doc_count: state.docs,
        message: state.message,
    }
}

pub async fn intent(
    door: &Timeline,
    request: Request<ClassifyQueryIntentRequest>,
) -> Answer<ClassifyQueryIntentResponse> {
    caller_of(&request)?;
    door.desk()?;
    let asked = request.into_inner();
    asked_something(&asked.query)?;
    let found = classify(&asked.query, asked.timeout_ms.is_some());
    Ok(Response::new(ClassifyQueryIntentResponse {
        intent: found.intent as i32,
        confidence: found.confidence,
        reason: found.reason,
        matched_keywords: found.matched.into_iter().map(str::to_owned).collect(),
        lookback_ms: found.lookback_ms,
    }))
}

pub async fn query(
    door: &Timeline,
    request: Request<RouteQueryRequest>,
) -> Answer<RouteQueryResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    asked_something(&asked.query)?;
    let asked = Asked {
        intent: asked.intent_override.and_then(intent_of),
        mode: asked.mode_override.and_then(mode_of),
        stop: asked.stop_conditions.map_or_else(Stop::default, stop_of),
        limit: limit(asked.limit, DEFAULT, MOST),
        agent: agent(asked.agent_filter),
        all_projects: asked.all_projects,
        query: asked.query,
    };
    let routed = door.desk()?.engine.route(&caller, asked).await;
    Ok(Response::new(reply_of(
        routed.map_err(|error| refuse(&error))?,
    )))
}

fn intent_of(number: i32) -> Option<Intent> {
    match QueryIntent::try_from(number) {
        Ok(QueryIntent::Explore) => Some(Intent::Explore),
        Ok(QueryIntent::Answer) => Some(Intent::Answer),
        Ok(QueryIntent::Locate) => Some(Intent::Locate),
        Ok(QueryIntent::TimeBoxed) => Some(Intent::TimeBoxed),
        Ok(QueryIntent::Unspecified) | Err(_) => None,
    }
}

fn mode_of(number: i32) -> Option<Mode> {
    match ExecutionMode::try_from(number) {
        Ok(ExecutionMode::Sequential) => Some(Mode::Sequential),
        Ok(ExecutionMode::Parallel) => Some(Mode::Parallel),
        Ok(ExecutionMode::Hybrid) => Some(Mode::Hybrid),
        Ok(ExecutionMode::Unspecified) | Err(_) => None,
    }
}

/// What is not given has its default.
fn stop_of(asked: StopConditions) -> Stop {
    let default = Stop::default();
    let or = |n: u32, default: usize| if n == 0 { default } else { n as usize };
    Stop {
        max_depth: or(asked.max_depth, default.max_depth),
        max_nodes: or(asked.max_nodes, default.max_nodes),
        max_calls: or(asked.max_rpc_calls, default.max_calls),
        max_tokens: or(asked.max_tokens, default.max_tokens),
        timeout_ms: match asked.timeout_ms {
            0 => default.timeout_ms,
            ms => ms,
        },
        beam_width: or(asked.beam_width, default.beam_width),
        min_confidence: asked.min_confidence,
    }
}

fn numbers(layers: &[Layer]) -> Vec<i32> {
    layers.iter().map(|layer| *layer as i32).collect()
}

fn reply_of(routed: Routed) -> RouteQueryResponse {
    let grips = routed
        .answers
        .iter()
        .filter(|answer| answer.doc_type == "grip");
    let explanation = ExplainabilityPayload {
        intent: routed.intent as i32,
        tier: routed.tier as i32,
        mode: routed.mode as i32,
        candidates_considered: numbers(&routed.considered),
        winner: routed.winner as i32,
        why_winner: routed.why,
        fallback_occurred: routed.fallback.is_some(),
        fallback_reason: routed.fallback,
        total_time_ms: routed.took_ms,
        grip_ids: grips.map(|answer| answer.id.clone()).collect(),
    };
    RouteQueryResponse {
        has_results: !routed.answers.is_empty(),
        layers_attempted: numbers(&routed.attempted),
        results: routed.answers.into_iter().map(result_of).collect(),
        explanation: Some(explanation),
    }
}

fn result_of(answer: timeline::Answer) -> RetrievalResult {
    RetrievalResult {
        doc_id: answer.id,
        doc_type: answer.doc_type.to_owned(),
        score: answer.score as f32,
        text_preview: answer.text,
        source_layer: answer.layer as i32,
        metadata: HashMap::from([(String::from("timestamp_ms"), answer.at_ms.to_string())]),
        agent: answer.agent,
        project: answer.project,
    }
}
