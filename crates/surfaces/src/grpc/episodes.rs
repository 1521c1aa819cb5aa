//! Episodes: what was set out to do, what was done for it, how it went.

use mneme_engine::timeline::{
    Action, ActionResult, Ending, EpisodeStatus, NewEpisode, SimilarEpisode,
};
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::bounds::{agent, score};
use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

const DEFAULT: usize = 5;
const MOST: usize = 100;

pub async fn start(
    door: &Timeline,
    request: Request<StartEpisodeRequest>,
) -> Answer<StartEpisodeResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let new = NewEpisode {
        task: asked.task,
        plan: asked.plan,
        agent: agent(asked.agent),
    };
    let started = door.desk()?.engine.start_episode(&caller, new).await;
    Ok(Response::new(StartEpisodeResponse {
        episode_id: started.map_err(|error| refuse(&error))?,
        created: true,
    }))
}

pub async fn act(
    door: &Timeline,
    request: Request<RecordActionRequest>,
) -> Answer<RecordActionResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let action = asked.action.filter(|action| !is_empty(action));
    let missing = || Status::invalid_argument("action is required");
    let action = action_of(action.ok_or_else(missing)?);
    let engine = &door.desk()?.engine;
    let counted = engine
        .record_action(&caller, asked.episode_id, action)
        .await;
    let counted = counted.map_err(|error| refuse(&error))?;
    Ok(Response::new(RecordActionResponse {
        recorded: true,
        action_count: u32::try_from(counted).unwrap_or(u32::MAX),
    }))
}

/// Whether it says nothing of what was done.
fn is_empty(action: &EpisodeAction) -> bool {
    let said = [&action.action_type, &action.input, &action.result_detail];
    said.iter().all(|text| text.trim().is_empty())
}

fn action_of(asked: EpisodeAction) -> Action {
    Action {
        result: match asked.result_status() {
            ActionResultStatus::ActionResultUnspecified => ActionResult::Unknown,
            ActionResultStatus::ActionResultSuccess => ActionResult::Success,
            ActionResultStatus::ActionResultFailure => ActionResult::Failure,
            ActionResultStatus::ActionResultPending => ActionResult::Pending,
        },
        what: asked.action_type,
        input: asked.input,
        detail: asked.result_detail,
        at_ms: Some(asked.timestamp_ms).filter(|ms| *ms != 0),
    }
}

pub async fn complete(
    door: &Timeline,
    request: Request<CompleteEpisodeRequest>,
) -> Answer<CompleteEpisodeResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let ending = Ending {
        outcome: asked.outcome_score,
        failed: asked.failed,
        lessons: asked.lessons_learned,
        failure_modes: asked.failure_modes,
    };
    let engine = &door.desk()?.engine;
    let ended = engine.end_episode(&caller, asked.episode_id, ending).await;
    let ended = ended.map_err(|error| refuse(&error))?;
    Ok(Response::new(CompleteEpisodeResponse {
        completed: true,
        value_score: ended.value,
        episodes_pruned: u32::try_from(ended.pruned).unwrap_or(u32::MAX),
    }))
}

pub async fn similar(
    door: &Timeline,
    request: Request<GetSimilarEpisodesRequest>,
) -> Answer<GetSimilarEpisodesResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let limit = match asked.top_k as usize {
        0 => DEFAULT,
        asked => asked.min(MOST),
    };
    let min_score = score(asked.min_score, "min_score")?;
    let engine = &door.desk()?.engine;
    let found = engine.similar_episodes(&caller, asked.query, limit, min_score);
    let found = found.await.map_err(|error| refuse(&error))?;
    Ok(Response::new(GetSimilarEpisodesResponse {
        episodes: found.into_iter().map(summary).collect(),
    }))
}

fn summary(episode: SimilarEpisode) -> EpisodeSummary {
    let status = match episode.status {
        EpisodeStatus::InProgress => EpisodeStatusProto::EpisodeStatusInProgress,
        EpisodeStatus::Completed => EpisodeStatusProto::EpisodeStatusCompleted,
        EpisodeStatus::Failed => EpisodeStatusProto::EpisodeStatusFailed,
    };
    EpisodeSummary {
        episode_id: episode.id,
        task: episode.task,
        status: status as i32,
        outcome_score: episode.outcome,
        value_score: episode.value,
        similarity_score: episode.similarity as f32,
        lessons_learned: episode.lessons,
        failure_modes: episode.failure_modes,
        action_count: u32::try_from(episode.actions).unwrap_or(u32::MAX),
        created_at_ms: episode.created_ms,
        agent: episode.agent,
    }
}
