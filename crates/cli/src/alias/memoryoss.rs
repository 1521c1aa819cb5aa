//! Started as `memoryoss`.

mod args;
mod whole;

use std::collections::BTreeSet;
use std::io::{IsTerminal, stdin};
use std::path::{Path, absolute};
use std::process::ExitCode;

use mneme_wire::Fault;
use mneme_wire::shapes::OnBehalf;

use super::{absent, environment, served};
use crate::args::{Command, DoctorArgs, Global, McpArgs, ServeArgs, SetupArgs};
use crate::commands::{Outcome, carry_out};
use crate::logging;
use crate::output::speak_as;
use crate::running::Running;
use crate::settings::{Settings, Wanted, load_memoryoss};
use crate::setup::Target;
use args::Verb;

pub use args::Args;

/// What it is started as.
pub const NAME: &str = "memoryoss";

/// Commands memoryOSS has and this build has not.
const LATER: [&str; 6] = [
    "passport",
    "bundle",
    "reader",
    "adapter",
    "connector",
    "conformance",
];

/// Whatever is said names the program that was started.
pub fn speak() {
    speak_as(NAME, whole::names());
}

pub async fn run(args: Args) -> Outcome {
    if args.license {
        say!("mneme, Apache-2.0: https://www.apache.org/licenses/LICENSE-2.0");
        return Ok(ExitCode::SUCCESS);
    }
    let dev = matches!(args.command, Some(Verb::Dev));
    let verbose = args.verbose;
    let config = args.config.clone();
    let verb = args.command.unwrap_or(Verb::Serve);
    if let Some(setup) = sets_up(&verb, &config) {
        return crate::setup::run(setup).await;
    }
    let base = global(&verb, verbose);
    let (command, serves) = ours(verb)?;
    let wanted = Wanted { path: &config, dev };
    let loaded = load_memoryoss(&wanted, base);
    let settings = loaded.inspect_err(|fault| examined(&command, &config, fault))?;
    let (settings, command) = placed(settings, command, &config);
    logging::begin(&settings, serves || verbose > 0);
    if serves && let Some(running) = Running::find(&settings.data_dir).await {
        let own = own_door(&settings);
        return served::answer(&settings, &running, own.as_deref());
    }
    carry_out(settings, command).await
}

/// Setup reads no settings. Without any, whoever wants to serve is asked for them, at a terminal:
/// a container has nobody to ask.
fn sets_up(verb: &Verb, config: &Path) -> Option<SetupArgs> {
    let target = Target {
        config: config.to_owned(),
        data_dir: None,
        is_named: false,
        models_dir: environment().models_dir.and_then(|dir| absolute(dir).ok()),
    };
    match verb {
        Verb::Setup(args) => Some(SetupArgs {
            target,
            ..args.clone()
        }),
        Verb::Serve | Verb::Dev if !config.exists() && stdin().is_terminal() => Some(SetupArgs {
            target,
            ..SetupArgs::default()
        }),
        _ => None,
    }
}

/// Settings that do not load are a finding like any other.
fn examined(command: &Command, config: &Path, fault: &Fault) {
    if matches!(command, Command::Doctor(args) if !args.json) && config.exists() {
        say!("[error] config: {}", fault.error);
        say!("Doctor FAILED: 1 issue(s)");
    }
}

fn own_door(settings: &Settings) -> Option<String> {
    let scheme = match settings.tls {
        Some(_) => "https",
        None => "http",
    };
    settings.doors.http.map(|own| format!("{scheme}://{own}"))
}

/// The same command in our words, and whether it serves.
fn ours(verb: Verb) -> Result<(Command, bool), Fault> {
    Ok(match verb {
        Verb::Serve | Verb::Dev => (Command::Serve(ServeArgs::default()), true),
        Verb::ServeCore { core } => (Command::Serve(serve_core(core)), true),
        Verb::ServeGateway => (Command::Serve(serve_gateway()), true),
        Verb::Status(args) => (Command::Status(args), false),
        Verb::Setup(args) => (Command::Setup(args), false),
        Verb::Doctor(args) => (Command::Doctor(args), false),
        Verb::Inspect(args) => (Command::Inspect(args), false),
        Verb::Review(args) => (Command::Review(args), false),
        Verb::Decay(args) => (Command::Decay(args), false),
        Verb::History(args) => (Command::History(args), false),
        Verb::Migrate(args) => (Command::Migrate(args), false),
        Verb::Hud(args) => (Command::Hud(args), false),
        Verb::Recent(args) => (Command::Recent(args), false),
        Verb::MigrateEmbeddings(migrate) => (Command::MigrateEmbeddings(migrate.args), false),
        Verb::McpServer => (Command::Mcp(tools()), false),
        Verb::Backup(args) => (Command::Backup(args), false),
        Verb::Restore(args) => (Command::Restore(args), false),
        Verb::Config(args) => (Command::Config(args), false),
        Verb::Whole(args) => (args.command, false),
        Verb::Other(words) => return Err(absent(NAME, &LATER, &words)),
    })
}

fn serve_core(core: String) -> ServeArgs {
    ServeArgs {
        core: Some(core),
        ..ServeArgs::default()
    }
}

fn serve_gateway() -> ServeArgs {
    ServeArgs {
        hybrid: true,
        alone: true,
        ..ServeArgs::default()
    }
}

fn tools() -> McpArgs {
    McpArgs {
        tools: String::from("memoryoss"),
        ..McpArgs::default()
    }
}

/// Its tools ask as the first key of the file does, and may no more than it. An agent starts them
/// anywhere, so a store that is named from where one stands is beside the file, where its server was
/// started.
fn placed(mut settings: Settings, command: Command, config: &Path) -> (Settings, Command) {
    let config = absolute(config).unwrap_or_else(|_| config.to_path_buf());
    let args = match command {
        Command::Mcp(args) => args,
        Command::Doctor(args) => {
            let config = Some(config);
            return (settings, Command::Doctor(DoctorArgs { config, ..args }));
        }
        command => return (settings, command),
    };
    let beside = config.parent().unwrap_or(Path::new("/"));
    settings.data_dir = beside.join(&settings.data_dir);
    settings.store.dir = beside.join(&settings.store.dir);
    let first = settings.engine.access.api_keys.first();
    let on_behalf = first.map(|key| OnBehalf {
        subject: key.id().to_owned(),
        namespace: key.namespace().to_owned(),
        peer: None,
        role: Some(key.role().name().to_owned()),
    });
    (settings, Command::Mcp(McpArgs { on_behalf, ..args }))
}

/// What the line and the environment say, where the file says nothing.
fn global(verb: &Verb, verbose: u8) -> Global {
    let said = match verb {
        Verb::Whole(args) => args.global.clone(),
        _ => environment(),
    };
    let log = match verbose {
        0 => None,
        1 => Some(String::from("debug")),
        _ => Some(String::from("trace")),
    };
    Global {
        on_line: BTreeSet::from_iter(log.as_ref().map(|_| "log")),
        log,
        ..said
    }
}
