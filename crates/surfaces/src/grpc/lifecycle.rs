//! Pruning, and what ranking goes by.

use mneme_engine::timeline::{Channel, Prunable, Prune, Pruned};
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

/// What is left out, and what to say about it.
struct Done {
    counts: [u32; 4],
    message: String,
}

pub async fn prune_vectors(
    door: &Timeline,
    request: Request<PruneVectorIndexRequest>,
) -> Answer<PruneVectorIndexResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let asked = (asked.level.as_str(), asked.age_days_override, asked.dry_run);
    let Done { counts, message } = prune(door, &caller, Channel::Vectors, asked).await?;
    let [segments_pruned, grips_pruned, days_pruned, weeks_pruned] = counts;
    Ok(Response::new(PruneVectorIndexResponse {
        success: true,
        segments_pruned,
        grips_pruned,
        days_pruned,
        weeks_pruned,
        message,
    }))
}

pub async fn prune_words(
    door: &Timeline,
    request: Request<PruneBm25IndexRequest>,
) -> Answer<PruneBm25IndexResponse> {
    let caller = caller_of(&request)?;
    let asked = request.into_inner();
    let asked = (asked.level.as_str(), asked.age_days_override, asked.dry_run);
    let Done { counts, message } = prune(door, &caller, Channel::Words, asked).await?;
    let [segments_pruned, grips_pruned, days_pruned, weeks_pruned] = counts;
    Ok(Response::new(PruneBm25IndexResponse {
        success: true,
        segments_pruned,
        grips_pruned,
        days_pruned,
        weeks_pruned,
        // Nothing was taken out of a file, so there is nothing to put in order.
        optimized: false,
        message,
    }))
}

async fn prune(
    door: &Timeline,
    caller: &mneme_access::Caller,
    channel: Channel,
    (level, age_days, dry_run): (&str, u32, bool),
) -> Result<Done, Status> {
    let level = match level {
        "" | "all" => None,
        "month" | "year" => {
            return Ok(Done {
                counts: [0; 4],
                message: format!("{level} nodes are protected from pruning"),
            });
        }
        name => Some(Prunable::parse(name).ok_or_else(|| {
            Status::invalid_argument(format!(
                "level must be segment, grip, day or week, not '{name}'"
            ))
        })?),
    };
    let prune = Prune {
        channel,
        level,
        age_days: Some(age_days).filter(|days| *days > 0),
        dry_run,
    };
    let counts = door.desk()?.engine.prune(caller, prune).await;
    let counts = counts.map_err(|error| refuse(&error))?;
    Ok(Done {
        message: told(&counts, dry_run),
        counts: counts.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
    })
}

fn told(counts: &Pruned, dry_run: bool) -> String {
    let docs: u64 = counts.iter().sum();
    match dry_run {
        true => format!("Dry run: {docs} docs would be left out of searches"),
        false => format!(
            "{docs} docs are left out of searches from now on; events and nodes stay and can be browsed, \
             and `mneme timeline rebuild` lets them be found again"
        ),
    }
}

pub async fn ranking(
    door: &Timeline,
    request: Request<GetRankingStatusRequest>,
) -> Answer<GetRankingStatusResponse> {
    let caller = caller_of(&request)?;
    let engine = &door.desk()?.engine;
    let status = engine.ranking_status(&caller).await;
    let status = status.map_err(|error| refuse(&error))?;
    let dedup = engine
        .dedup_status(&caller)
        .map_err(|error| refuse(&error))?;
    let total = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let docs = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Response::new(GetRankingStatusResponse {
        salience_enabled: true,
        novelty_enabled: dedup.enabled,
        novelty_checked_total: total(dedup.checked),
        novelty_rejected_total: total(dedup.repeats),
        novelty_skipped_total: total(dedup.skipped),
        vector_lifecycle_enabled: status.vectors.at_ms > 0,
        vector_last_prune_timestamp: status.vectors.at_ms,
        vector_last_prune_count: docs(status.vectors.docs),
        bm25_lifecycle_enabled: status.words.at_ms > 0,
        bm25_last_prune_timestamp: status.words.at_ms,
        bm25_last_prune_count: docs(status.words.docs),
        avg_salience_score: status.mean_salience,
        high_salience_count: status.high_salience,
        // Nobody counts accesses, so nothing decays by them.
        avg_usage_decay: 1.0,
        ..GetRankingStatusResponse::default()
    }))
}

pub async fn repeats(
    door: &Timeline,
    request: Request<GetDedupStatusRequest>,
) -> Answer<GetDedupStatusResponse> {
    let caller = caller_of(&request)?;
    let status = door.desk()?.engine.dedup_status(&caller);
    let status = status.map_err(|error| refuse(&error))?;
    let size = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(Response::new(GetDedupStatusResponse {
        enabled: status.enabled,
        threshold: status.threshold,
        events_checked: status.checked,
        events_deduplicated: status.repeats,
        events_skipped: status.skipped,
        buffer_size: size(status.recent),
        buffer_capacity: size(status.capacity),
    }))
}
