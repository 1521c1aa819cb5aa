//! `mneme timeline`

use super::Outcome;
use crate::args::{JobsVerb, TimelineArgs, TimelineVerb};
use crate::settings::Settings;
use crate::{port, timeline};

pub async fn run(settings: &Settings, args: TimelineArgs) -> Outcome {
    let as_json = args.ask.wants_json();
    let endpoint = args.ask.endpoint.as_deref();
    match args.verb {
        TimelineVerb::Question(question) => {
            let mut client = timeline::find(settings, endpoint).await?;
            timeline::run_question(&mut client, question, as_json).await
        }
        TimelineVerb::Jobs(jobs) => {
            let mut client = timeline::find(settings, endpoint).await?;
            let verb = jobs.verb.unwrap_or(JobsVerb::Status);
            timeline::run_jobs(&mut client, verb, as_json).await
        }
        TimelineVerb::Stats => {
            timeline::stats(&*port::find_existing(settings).await?, as_json).await
        }
        TimelineVerb::Compact(args) => {
            timeline::compact(&*port::find_existing(settings).await?, args, as_json).await
        }
        TimelineVerb::Rebuild(args) => {
            timeline::rebuild(&*port::find_existing(settings).await?, args, as_json).await
        }
    }
}
