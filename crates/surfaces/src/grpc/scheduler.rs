//! Jobs: how they went, and whether they may go on.

use mneme_engine::jobs::Status as Job;
use mneme_wire::proto::*;
use tonic::{Request, Response, Status};

use super::caller::caller_of;
use super::refusal::refuse;
use super::service::Timeline;

type Answer<T> = Result<Response<T>, Status>;

pub async fn status(
    door: &Timeline,
    request: Request<GetSchedulerStatusRequest>,
) -> Answer<GetSchedulerStatusResponse> {
    let caller = caller_of(&request)?;
    let jobs = door.desk()?.engine.job_status(&caller);
    let jobs = jobs.map_err(|error| refuse(&error))?;
    Ok(Response::new(GetSchedulerStatusResponse {
        scheduler_running: jobs.is_some(),
        jobs: jobs.into_iter().flatten().map(job_of).collect(),
    }))
}

fn job_of(job: Job) -> JobStatusProto {
    JobStatusProto {
        job_name: job.name.to_owned(),
        cron_expr: job.cron,
        last_run_ms: job.last_run_ms,
        last_duration_ms: job.last_duration_ms,
        last_result: i32::from(job.last_result.number()),
        last_error: job.last_error,
        next_run_ms: job.next_run_ms.unwrap_or_default(),
        run_count: job.run_count,
        error_count: job.error_count,
        is_running: job.is_running,
        is_paused: job.is_paused,
        last_run_metadata: job.notes.into_iter().collect(),
    }
}

pub async fn pause(door: &Timeline, request: Request<PauseJobRequest>) -> Answer<PauseJobResponse> {
    let caller = caller_of(&request)?;
    let error = set(door, &caller, &request.into_inner().job_name, true).await?;
    Ok(Response::new(PauseJobResponse {
        success: error.is_none(),
        error,
    }))
}

pub async fn resume(
    door: &Timeline,
    request: Request<ResumeJobRequest>,
) -> Answer<ResumeJobResponse> {
    let caller = caller_of(&request)?;
    let error = set(door, &caller, &request.into_inner().job_name, false).await?;
    Ok(Response::new(ResumeJobResponse {
        success: error.is_none(),
        error,
    }))
}

/// Why it could not be, if it could not.
async fn set(
    door: &Timeline,
    caller: &mneme_access::Caller,
    job: &str,
    paused: bool,
) -> Result<Option<String>, Status> {
    let done = door.desk()?.engine.set_paused(caller, job, paused).await;
    Ok(done.map_err(|error| refuse(&error))?.err())
}
