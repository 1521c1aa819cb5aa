//! Started as `memory-daemon`.

mod args;
mod start;
mod status;
mod stop;

use std::process::ExitCode;

use mneme_wire::Fault;

use super::{absent, environment};
use crate::args::Command;
use crate::commands::{Outcome, carry_out};
use crate::settings::{AgentMemory, Settings, load_agent_memory};
use crate::timeline::{Form, Missing, Whom};
use crate::{logging, output, port, timeline};
use args::{AdminArgs, AdminVerb, Verb};

pub use args::Args;

/// Commands later versions of Agent Memory have and this build has not.
const LATER: [&str; 5] = ["teleport", "topics", "retrieval", "agents", "clod"];

/// 0 where it went well, even if nothing was found; 1 where it did not; 2 for wrong use.
pub async fn run(args: Args) -> Outcome {
    let as_json = args.wants_json();
    if let Verb::Other(words) = &args.command {
        return Err(absent("memory-daemon", &LATER, words));
    }
    carried_out(args).await.or_else(|fault| {
        output::fault(&helpful(fault), as_json);
        Ok(ExitCode::FAILURE)
    })
}

/// In the words of this name.
fn helpful(mut fault: Fault) -> Fault {
    if fault.hint == mneme_wire::errors::hint(mneme_model::Code::NotServing) {
        fault.hint =
            String::from("start it with `memory-daemon start`, or name another with -e URL");
    }
    fault
}

async fn carried_out(args: Args) -> Outcome {
    let settings = settings(&args)?;
    let talks = matches!(&args.command, Verb::Start(start) if start.foreground || start.detached);
    logging::begin(&settings, talks || args.log_level.is_some());
    match args.command {
        Verb::Start(start) => start::run(settings, &start).await,
        Verb::Stop => stop::run(&settings, args.db_path.is_some()).await,
        Verb::Status(status) => status::run(&settings, &status).await,
        Verb::Query(query) => {
            let endpoint = query.ask.endpoint.as_deref();
            let mut client = timeline::find_running(&settings, endpoint).await?;
            let form = Form {
                as_json: query.ask.wants_json(),
                missing: Missing::Said,
            };
            timeline::run_question(&mut client, query.question, form).await
        }
        Verb::Scheduler(jobs) => {
            let endpoint = jobs.ask.endpoint.as_deref();
            let mut client = timeline::find_running(&settings, endpoint).await?;
            timeline::run_jobs(&mut client, jobs.verb, jobs.ask.wants_json()).await
        }
        Verb::Admin(admin) => look_after(&settings, admin).await,
        Verb::Config(config) => carry_out(settings, Command::Config(config)).await,
        Verb::Other(words) => Err(absent("memory-daemon", &LATER, &words)),
    }
}

fn settings(args: &Args) -> Result<Settings, Fault> {
    let port = match &args.command {
        Verb::Start(start) => start.port,
        _ => None,
    };
    let line = AgentMemory {
        config: args.config.as_deref(),
        db_path: args.db_path.as_deref(),
        port,
        log_level: args.log_level.as_deref(),
    };
    load_agent_memory(&line, environment())
}

async fn look_after(settings: &Settings, admin: AdminArgs) -> Outcome {
    let port = port::find_existing(settings).await?;
    let own = Whom::default().place(settings).map(str::to_owned);
    match admin.verb {
        AdminVerb::Stats => timeline::stats(&*port, own, admin.json).await,
        AdminVerb::Compact(args) => timeline::compact(&*port, args, admin.json).await,
        AdminVerb::RebuildToc(args) => timeline::rebuild(&*port, own, args, admin.json).await,
    }
}
