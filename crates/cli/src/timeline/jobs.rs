//! The background jobs.

use mneme_jobs::Cron;
use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::proto::*;
use tonic::Response;

use super::figures::{duration, second};
use super::{Client, json, lines, refused};
use crate::args::JobsVerb;
use crate::commands::Outcome;
use crate::output::{counted, plain};

pub async fn run(client: &mut Client, verb: JobsVerb, as_json: bool) -> Outcome {
    match verb {
        JobsVerb::Status => status(client, as_json).await,
        JobsVerb::Pause { job } => {
            let asked = PauseJobRequest {
                job_name: job.clone(),
            };
            let reply = client.pause_job(asked).await.map_err(refused)?.into_inner();
            told(reply.success, reply.error.as_deref(), &job)?;
            match as_json {
                true => json(&reply),
                false => lines(&format!("Job '{}' paused", plain(&job))),
            }
        }
        JobsVerb::Resume { job } => {
            let asked = ResumeJobRequest {
                job_name: job.clone(),
            };
            let reply = client
                .resume_job(asked)
                .await
                .map_err(refused)?
                .into_inner();
            told(reply.success, reply.error.as_deref(), &job)?;
            match as_json {
                true => json(&reply),
                false => lines(&format!("Job '{}' resumed", plain(&job))),
            }
        }
    }
}

fn told(success: bool, error: Option<&str>, job: &str) -> Result<(), Fault> {
    if success {
        return Ok(());
    }
    let unsaid = || format!("Job not found: {job}");
    if error.is_some_and(|error| error.starts_with("Scheduler")) {
        let message = "no jobs run here: a server runs them, unless scheduler.enabled is false";
        return Err(Fault::new(Code::NotServing, message));
    }
    let told = error.map_or_else(unsaid, str::to_owned);
    Err(Fault::new(Code::NoSuchJob, told))
}

async fn status(client: &mut Client, as_json: bool) -> Outcome {
    let reply = client
        .get_scheduler_status(GetSchedulerStatusRequest {})
        .await;
    let reply = reply.map(Response::into_inner).map_err(refused)?;
    match as_json {
        true => json(&reply),
        false => lines(&shown(&reply)),
    }
}

fn shown(reply: &GetSchedulerStatusResponse) -> String {
    let state = match reply.scheduler_running {
        true => "Running",
        false => "Stopped",
    };
    let mut text = format!("Scheduler: {state}\n");
    if !reply.jobs.is_empty() {
        text.push_str("Jobs:\n");
    }
    reply.jobs.iter().fold(text, |text, job| text + &one(job))
}

fn one(job: &JobStatusProto) -> String {
    let state = match (job.is_running, job.is_paused) {
        (true, _) => "RUNNING",
        (false, true) => "Paused",
        (false, false) => "Active",
    };
    let mut text = format!(
        "  {}\n    Schedule: {}\n    Status: {state}\n    Last Run: {}\n",
        plain(&job.job_name),
        schedule(&job.cron_expr),
        last_run(job)
    );
    if let Some(error) = &job.last_error {
        text.push_str(&format!("    Last Error: {}\n", plain(error)));
    }
    let next = match job.next_run_ms {
        0 => String::from("never"),
        ms => second(ms),
    };
    let runs = counted(job.run_count, "run");
    let errors = counted(job.error_count, "error");
    text + &format!("    Next Run: {next}\n    Stats: {runs}, {errors}\n")
}

fn last_run(job: &JobStatusProto) -> String {
    let result = match JobResultStatus::try_from(job.last_result) {
        Ok(JobResultStatus::Success) => "SUCCESS",
        Ok(JobResultStatus::Failed) => "FAILED",
        Ok(JobResultStatus::Skipped) => "SKIPPED",
        _ => "",
    };
    match (job.last_run_ms, result) {
        (0, "") => String::from("never"),
        (0, result) => format!("never ({result})"),
        (ms, result) => {
            let took = duration(job.last_duration_ms);
            format!("{} ({took}, {result})", second(ms))
        }
    }
}

/// With words, where people have them for it.
fn schedule(cron: &str) -> String {
    let cron = plain(cron);
    let words = Cron::parse(&cron).ok().and_then(|cron| cron.words());
    match words {
        Some(words) => format!("{cron} ({words})"),
        None => cron,
    }
}

#[cfg(test)]
mod tests;
