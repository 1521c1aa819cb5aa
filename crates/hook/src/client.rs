//! An agent's own hooks, told to the notebook: `mneme-hook claude-code < EVENT`.
//!
//! What happened is told like any other event: to the server of the data directory, else into the
//! spool. What the agent may want to know is asked over HTTP, each question with a limit, and only
//! where somebody switched that on.

mod answer;
mod ask;
mod elsewhere;
mod happening;
mod note;
mod project;
#[cfg(test)]
mod tests;
mod unnamed;

use crate::input::Unread;
use crate::send::Told;
use crate::settings::Settings;
use crate::{input, json, now_ms, send, spool, ulid};
use answer::Client;
use ask::Server;
use happening::{Happening, Moment};
use note::Note;

pub use answer::{CLIENTS, Client as Named};
pub use elsewhere::name as spool_of_notebook;

/// Tells the event and gives what is printed. Trouble is told beside it.
pub fn attend(client: Client, event: Option<String>) -> (String, Option<String>) {
    let settings = Settings::read();
    let input = match input::read() {
        Ok(input) => input,
        Err(Unread::Nothing(why)) => return (client.quiet(None), Some(why)),
        Err(Unread::Lost(why)) => {
            spool::lost::note(settings.spool_dir.as_deref(), now_ms(), &why);
            return (client.quiet(None), Some(why));
        }
    };
    let told = json::read(&input).map(|said| match client {
        Client::Copilot => unnamed::named(said, now_ms()),
        _ => said,
    });
    let told = told.and_then(|said| Happening::read(&said, event.as_deref()));
    let told = told.map(|told| Happening {
        client: client.name(),
        ..told
    });
    match told {
        Ok(told) if is_child(&told) => (client.quiet(Some(&told)), None),
        Ok(told) => carry_on(client, &settings, &told),
        Err(why) => (client.quiet(None), Some(why)),
    }
}

/// Agents that a program drives are part of what their parent does, which is told already.
fn is_child(told: &Happening) -> bool {
    let named = std::env::var("CLAUDE_CODE_ENTRYPOINT").unwrap_or_default();
    let flag = std::env::var("AGENTMEMORY_SDK_CHILD").unwrap_or_default();
    flag == "1"
        || [named.as_str(), &told.entrypoint]
            .iter()
            .any(|name| name.starts_with("sdk"))
}

fn carry_on(client: Client, settings: &Settings, told: &Happening) -> (String, Option<String>) {
    let server = Server::find(settings);
    let context = match told.moment {
        Moment::SessionStart if injects() => ask::start(&server, told),
        Moment::PreTool if injects() => ask::enrich(&server, told),
        Moment::PreCompact => ask::context(&server, told),
        _ => None,
    };
    let known = context.is_some() && told.moment == Moment::SessionStart;
    let done = match known {
        true => answered(),
        false => tell(settings, told),
    };
    // Whoever is not there is asked for nothing more: an end that waits owes its summary.
    if done.answered {
        afterwards(settings, &server, told);
    }
    let context = context.filter(|context| !context.trim().is_empty());
    (client.answer(told, context.as_deref()), done.trouble)
}

fn afterwards(settings: &Settings, server: &Option<Server>, told: &Happening) {
    let wait = Server::patience(settings);
    match told.moment {
        Moment::Stop => ask::summarize(server, told, wait),
        Moment::SessionEnd if is_on("CONSOLIDATION_ENABLED") => ask::consolidate(server, wait),
        _ => {}
    }
}

fn answered() -> Told {
    Told {
        answered: true,
        trouble: None,
    }
}

/// What is worth keeping goes the way of every event, and in its order: behind what has to wait,
/// the rest waits as well, without another try.
fn tell(settings: &Settings, told: &Happening) -> Told {
    let (mut done, mut troubles) = (answered(), Vec::new());
    for note in Note::all(told, now_ms(), ulid::random) {
        done = tell_one(settings, &note, done.answered);
        troubles.extend(done.trouble.take());
    }
    Told {
        trouble: (!troubles.is_empty()).then(|| troubles.join("; ")),
        ..done
    }
}

fn tell_one(settings: &Settings, note: &Note, expected: bool) -> Told {
    if settings.dry_run {
        return Told {
            answered: false,
            trouble: Some(format!("not sent: {}", note.to_json())),
        };
    }
    match Server::named() {
        Some(Ok(server)) => elsewhere::tell(&server, settings, note, expected),
        // Nothing is lost by a name that leads nowhere.
        Some(Err(why)) => {
            let kept = send::deliver_note(settings, &note.to_json(), expected);
            Told {
                trouble: kept.trouble.or(Some(why)),
                ..kept
            }
        }
        None => send::deliver_note(settings, &note.to_json(), expected),
    }
}

fn injects() -> bool {
    is_on("AGENTMEMORY_INJECT_CONTEXT")
}

fn is_on(name: &str) -> bool {
    std::env::var(name).is_ok_and(|value| value.trim().eq_ignore_ascii_case("true"))
}
