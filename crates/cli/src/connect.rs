//! `mneme connect`: an entry in an agent's own settings, and out again.
//!
//! The files are other people's: only our entries change, everything else stays as it was written,
//! the old file stays beside the new one, and the new one appears in one step.

mod clients;
pub(crate) mod edit;
mod inline;
mod jsonc;
mod octets;
pub(crate) mod place;
pub(crate) mod start;
mod statements;
pub(crate) mod table;
pub(crate) mod values;

use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;

use crate::args::ConnectArgs;
use crate::commands::Outcome;
use crate::output::note;
use crate::setup::change;
use clients::{CLIENTS, Client};
use place::Planned;

pub(crate) use start::Start;

/// What our entry is called everywhere.
pub const NAME: &str = "mneme";

pub fn connect(args: &ConnectArgs) -> Outcome {
    let Some(named) = args.client.as_deref() else {
        return list();
    };
    let client = known(named)?;
    let start = Start::of(&args.global)?;
    let mut plans = vec![client.entry(&start, args.force)?];
    if args.with_hooks && !client.hooks(&start, &mut plans)? {
        note(&format!("{} has no hooks to put ours into", client.title));
    }
    carry_out(&plans, args.dry_run, client, "connected")
}

pub fn disconnect(named: &str, dry_run: bool) -> Outcome {
    let client = known(named)?;
    let mut plans = vec![client.without_entry()?];
    client.without_hooks(&mut plans)?;
    carry_out(&plans, dry_run, client, "disconnected")
}

/// Everything is read and worked out before the first file is written.
fn carry_out(plans: &[Planned], dry_run: bool, client: &Client, done: &str) -> Outcome {
    let changes = plans.iter().filter(|plan| plan.changes());
    if changes.clone().count() == 0 {
        say!("{} is {done} already", client.title);
        return Ok(ExitCode::SUCCESS);
    }
    for plan in changes {
        if dry_run {
            // The rest is somebody's own, and may be a secret.
            say!("would write {}:", plan.path.display());
            change(&plan.before, &plan.after);
            continue;
        }
        let kept = plan.write()?;
        say!("wrote {}", plan.path.display());
        if let Some(kept) = kept {
            say!("  as it was: {}", kept.display());
        }
    }
    if !dry_run {
        say!("{} is {done}; start it again to see it", client.title);
    }
    Ok(ExitCode::SUCCESS)
}

fn list() -> Outcome {
    for client in CLIENTS {
        let hooks = if client.has_hooks() {
            "MCP and hooks"
        } else {
            "MCP"
        };
        say!("{:<12} {} ({hooks})", client.name, client.title);
    }
    Ok(ExitCode::SUCCESS)
}

fn known(name: &str) -> Result<&'static Client, Fault> {
    let found = CLIENTS.iter().find(|client| client.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = CLIENTS.iter().map(|client| client.name).collect();
        let mut fault = Fault::new(Code::BadRequest, format!("there is no client '{name}'"));
        fault.hint = format!("one of {}", names.join(", "));
        fault
    })
}
