//! Started as `memoryoss`.

mod args;
mod served;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::client::ControlClient;

use crate::args::{Command, Global, ServeArgs};
use crate::commands::{Outcome, carry_out};
use crate::logging;
use crate::output::speak_as;
use crate::settings::{Settings, Wanted, load_memoryoss};
use args::Verb;

pub use args::Args;

/// Commands memoryOSS has and this build has not.
const LATER: [&str; 16] = [
    "setup",
    "mcp-server",
    "recent",
    "hud",
    "review",
    "passport",
    "bundle",
    "reader",
    "adapter",
    "connector",
    "history",
    "conformance",
    "decay",
    "migrate",
    "serve-core",
    "serve-gateway",
];

/// Commands it shares with ours, by the same name.
const SHARED: [&str; 8] = [
    "serve",
    "status",
    "doctor",
    "inspect",
    "migrate-embeddings",
    "backup",
    "restore",
    "config show",
];

pub async fn run(args: Args) -> Outcome {
    speak_as("memoryoss", &SHARED);
    if args.license {
        say!("mneme, Apache-2.0: https://www.apache.org/licenses/LICENSE-2.0");
        return Ok(ExitCode::SUCCESS);
    }
    let dev = matches!(args.command, Some(Verb::Dev));
    let verbose = args.verbose;
    let config = args.config.clone();
    let (command, serves) = ours(args.command.unwrap_or(Verb::Serve))?;
    let wanted = Wanted { path: &config, dev };
    let settings = load_memoryoss(&wanted, global(verbose))?;
    start_log(&settings, serves || verbose > 0);
    if serves && ControlClient::find(&settings.data_dir).await.is_some() {
        return served::answer(&settings);
    }
    carry_out(settings, command).await
}

/// The same command in our words, and whether it serves.
fn ours(verb: Verb) -> Result<(Command, bool), Fault> {
    Ok(match verb {
        Verb::Serve | Verb::Dev => (Command::Serve(ServeArgs::default()), true),
        Verb::Status(args) => (Command::Status(args), false),
        Verb::Doctor(args) => (Command::Doctor(args), false),
        Verb::Inspect(args) => (Command::Inspect(args), false),
        Verb::MigrateEmbeddings(migrate) => (Command::MigrateEmbeddings(migrate.args), false),
        Verb::Backup(args) => (Command::Backup(args), false),
        Verb::Restore(args) => (Command::Restore(args), false),
        Verb::Config(args) => (Command::Config(args), false),
        Verb::Other(words) => return Err(absent(&words)),
    })
}

fn absent(words: &[OsString]) -> Fault {
    let name = words.first().and_then(|word| word.to_str());
    let name = name.unwrap_or_default();
    let mut fault = match LATER.contains(&name) {
        true => Fault::new(
            Code::BadRequest,
            format!("`memoryoss {name}` is not in this build yet"),
        ),
        false => Fault::new(Code::BadRequest, format!("there is no command '{name}'")),
    };
    fault.hint = String::from("`memoryoss --help` and `mneme --help` list what there is");
    fault
}

/// What the environment says, where the file says nothing.
fn global(verbose: u8) -> Global {
    let dir = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let log = match verbose {
        0 => None,
        1 => Some(String::from("debug")),
        _ => Some(String::from("trace")),
    };
    Global {
        data_dir: dir("MNEME_DATA_DIR"),
        models_dir: dir("MNEME_MODELS_DIR"),
        on_line: BTreeSet::from_iter(log.as_ref().map(|_| "log")),
        log,
        ..Global::default()
    }
}

/// A server tells what it does; a command only what went wrong.
fn start_log(settings: &Settings, talks: bool) {
    let level = if talks { &settings.log } else { "error" };
    logging::start(level, settings.log_format);
    for warning in &settings.warnings {
        match talks {
            true => tracing::warn!("{warning}"),
            false => crate::output::note(&format!("warning: {warning}")),
        }
    }
}
