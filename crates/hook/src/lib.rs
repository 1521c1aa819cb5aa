//! # hook: what happened, told in passing
//!
//! **Comes in:** one event of an agent's hook, JSON on standard input. **Goes out:** the same
//! event, to the server of the data directory, to a gRPC address, or into the spool; and always
//! `{"continue":true}`, with exit code 0. Only as a [`guard`] it may say no.
//!
//! **Kept:** nothing but the spool, lines that nobody has acknowledged yet. The id is made before
//! the first try, so a line that arrives twice is one event.
//! **Deliberately absent:** every library, the store, secrets, waiting. An agent stands still meanwhile:
//! each wait below has a name and a limit, and whatever goes wrong is one line on standard error.
//!
//! Start with [`tell`], then [`payload`] for what is read and [`send`] for where it goes.

mod clean;
mod client;
mod event;
mod guard;
mod health;
mod input;
mod json;
mod moment;
mod payload;
mod send;
mod settings;
mod spool;
mod ulid;

#[cfg(any(fuzzing, test))]
pub mod fuzzing;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use input::Unread;
use settings::Settings;

pub use client::spool_of_notebook;

const ANSWER: &str = "{\"continue\":true}\n";

const HELP: &str = "reads one hook event (JSON) on standard input and tells it to mneme

Usage: {name} < EVENT
       {name} CLIENT [HOOK] < EVENT
       {name} guard < EVENT
       {name} health ADDRESS

Without a client it always answers {\"continue\":true}. With one it keeps notes of what the agent
does and prints what that agent expects; CLIENT is claude-code, codex, cursor, copilot or gemini,
and HOOK the name of the hook where the event does not have it. As a guard it keeps nothing: it lets
Claude Code use other tools once it has asked its memory, and stop once it has told it something.
With health it says in a line whether the server at an address (127.0.0.1:8000) is well. Exits 0
always; trouble is told on standard error.

Environment:
  MEMORY_DAEMON_ADDR, MEMORY_ENDPOINT  gRPC address to tell it to
  MNEME_DATA_DIR                       whose server to tell it to, if no address is named;
                                       else what mneme.toml (MNEME_CONFIG) says
  MNEME_SPOOL_DIR                      where events wait that nobody took (DATA_DIR/spool)
  MNEME_HOOK_WAIT_MS                   how long to wait for an acknowledgement (80; of the
                                       notebook AGENTMEMORY_URL names at least 500)
  AGENTMEMORY_URL, AGENTMEMORY_SECRET  whom a CLIENT's hook tells and asks, if not the server of the
                                       data directory; plain HTTP
  AGENTMEMORY_INJECT_CONTEXT=true      print what is known at the start and before tools
  AGENTMEMORY_PROJECT_NAME             the project, if not the name of the repository
  AGENTMEMORY_SDK_CHILD=1              say nothing of this agent: a program drives it
  MEMORYOSS_GUARD=off                  let every tool through the guard
  MEMORY_INGEST_DRY_RUN=1              show the event on standard error, send nothing

Options:
  -h, --help     this text
  -V, --version  the version
";

/// Answers the hook and tells its event.
pub fn run() -> ExitCode {
    let mut args = std::env::args_os();
    let name = args.next().as_deref().map(Path::new).map_or_else(
        || "mneme-hook".to_owned(),
        |path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into()
        },
    );
    run_as(name, args)
}

/// The same for a program that has this one inside it.
pub fn run_as(name: String, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut args = args.into_iter();
    match args.next().as_deref().and_then(|flag| flag.to_str()) {
        Some("-h" | "--help") => say(&HELP.replace("{name}", &name)),
        Some("-V" | "--version") => say(&format!("{name} {}\n", env!("CARGO_PKG_VERSION"))),
        Some("guard") => say(&guard::attend()),
        Some("health") => say(&health::line(args.next())),
        Some(word) if client::Named::named(word).is_some() => {
            let event = args.next().and_then(|event| event.into_string().ok());
            attend_for(&name, word, event);
        }
        Some(word) => {
            complain(&name, &unknown(word));
            attend(&name);
        }
        None => attend(&name),
    }
    ExitCode::SUCCESS
}

/// What it says is taken all the same, as from whoever names no client.
fn unknown(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    let names = client::CLIENTS.map(|(name, _)| name).join(", ");
    format!("there is no client '{short}'; one of {names}")
}

/// Answers first, so that nothing that happens afterwards can change the answer.
fn attend(name: &str) {
    say(ANSWER);
    // One line instead of a backtrace, should anything below be wrong after all.
    std::panic::set_hook(Box::new(|_| {}));
    let told = std::panic::catch_unwind(tell);
    let told = told.unwrap_or_else(|_| Err("stopped by a mistake of its own".into()));
    if let Err(trouble) = told {
        complain(name, &trouble);
    }
}

/// As an agent's own hook: what is printed may be what is known, so it comes last. Whatever goes
/// wrong, the agent reads what it reads when there is nothing to say.
fn attend_for(name: &str, client: &str, event: Option<String>) {
    let Some(client) = client::Named::named(client) else {
        return;
    };
    std::panic::set_hook(Box::new(|_| {}));
    let done = std::panic::catch_unwind(|| client::attend(client, event));
    let mistake = || {
        (
            client.quiet(None),
            Some("stopped by a mistake of its own".into()),
        )
    };
    let (answer, trouble) = done.unwrap_or_else(|_| mistake());
    say(&answer);
    if let Some(trouble) = trouble {
        complain(name, &trouble);
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    // An agent that does not listen is not our trouble.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// One line, whatever is in it.
fn complain(name: &str, trouble: &str) {
    let line: String = trouble
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let _ = std::io::stderr().write_all(format!("{name}: {line}\n").as_bytes());
}

/// The whole way: read, understand, send. What is an error here is only told.
fn tell() -> Result<(), String> {
    let settings = Settings::read();
    let input = input::read().map_err(|unread| told(&settings, unread))?;
    let (event, remarks) = payload::read(&input, now_ms(), &ulid::random())?;
    let event = clean::event(event);
    let done = if settings.dry_run {
        Err(format!("not sent: {}", event.to_json()))
    } else {
        send::deliver(&settings, event)
    };
    let troubles = remarks.into_iter().chain(done.err());
    match troubles.collect::<Vec<_>>().join("; ") {
        troubles if troubles.is_empty() => Ok(()),
        troubles => Err(troubles),
    }
}

/// Nobody reads an agent's standard error: what is lost is noted where somebody looks.
fn told(settings: &Settings, unread: Unread) -> String {
    match unread {
        Unread::Nothing(why) => why,
        Unread::Lost(why) if settings.dry_run => why,
        Unread::Lost(why) => {
            spool::lost::note(settings.spool_dir.as_deref(), now_ms(), &why);
            why
        }
    }
}

fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0))
}
