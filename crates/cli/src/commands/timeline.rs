//! `mneme timeline`

use mneme_model::Code;
use mneme_wire::{Fault, Port};

use super::Outcome;
use crate::args::{JobsVerb, TimelineArgs, TimelineVerb};
use crate::settings::Settings;
use crate::timeline::{Form, Missing, Whom};
use crate::{port, timeline};

pub async fn run(settings: &Settings, args: TimelineArgs) -> Outcome {
    let as_json = args.ask.wants_json();
    let endpoint = args.ask.endpoint.as_deref();
    let whom = Whom {
        endpoint,
        namespace: args.namespace.as_deref(),
    };
    let named = whom.place(settings).map(str::to_owned);
    match args.verb {
        TimelineVerb::Question(question) => {
            let mut client = timeline::find(settings, whom).await?;
            let form = Form {
                as_json,
                missing: Missing::Refused,
            };
            timeline::run_question(&mut client, question, form).await
        }
        TimelineVerb::Jobs(jobs) => {
            let mut client = timeline::find(settings, whom).await?;
            let verb = jobs.verb.unwrap_or(JobsVerb::Status);
            timeline::run_jobs(&mut client, verb, as_json).await
        }
        TimelineVerb::Stats => {
            let port = owner(settings, endpoint).await?;
            timeline::stats(&*port, named, as_json).await
        }
        TimelineVerb::Compact(args) => {
            timeline::compact(&*owner(settings, endpoint).await?, args, as_json).await
        }
        TimelineVerb::Rebuild(args) => {
            let port = owner(settings, endpoint).await?;
            timeline::rebuild(&*port, named, args, as_json).await
        }
    }
}

/// Upkeep is for whoever owns the directory; the interface behind an address has none.
async fn owner(settings: &Settings, endpoint: Option<&str>) -> Result<Box<dyn Port>, Fault> {
    match endpoint {
        None => port::find_existing(settings).await,
        Some(_) => Err(Fault::new(
            Code::BadRequest,
            "stats, compact and rebuild work on a data directory: --data-dir instead of -e",
        )),
    }
}
