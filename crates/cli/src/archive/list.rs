//! `session list`: which recordings there are.

use std::collections::BTreeMap;
use std::process::ExitCode;

use mneme_wire::Fault;
use mneme_wire::ipc::{Client, Reply, Request};
use serde_json::json;

use super::Config;
use super::client::{self, ask, unexpected};
use crate::args::ListSessionsArgs;
use crate::commands::Outcome;
use crate::output::{self, bold, counted, one_line};

/// Characters of a name.
const WIDTH: usize = 60;

pub type Counts = BTreeMap<String, u64>;
type Fields = BTreeMap<String, String>;

pub async fn run(config: &Config, args: &ListSessionsArgs) -> Outcome {
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let (sessions, counts) = list(&mut client, args.state.clone(), args.limit).await?;
    if args.json {
        return Ok(output::json(
            &json!({"sessions": sessions, "counts": counts}),
        ));
    }
    let there: u64 = match &args.state {
        Some(state) => counts.get(state).copied().unwrap_or(0),
        None => counts.values().sum(),
    };
    show(&sessions);
    match there.saturating_sub(sessions.len() as u64) {
        _ if sessions.is_empty() => output::note("no recordings"),
        0 => {}
        more => output::note(&format!("and {more} older: --limit")),
    }
    Ok(ExitCode::SUCCESS)
}

/// The newest recordings, and how many there are in each state.
pub async fn list(
    client: &mut Client,
    state: Option<String>,
    limit: u32,
) -> Result<(Vec<Fields>, Counts), Fault> {
    match ask(client, Request::ListSessions { state, limit }).await? {
        Reply::SessionList { sessions, counts } => Ok((sessions, counts)),
        other => Err(unexpected(&other)),
    }
}

/// `3 recordings: 1 active, 2 complete`
pub fn told(counts: &Counts) -> String {
    let all = counted(counts.values().sum(), "recording");
    let some = counts.iter().filter(|(_, n)| **n > 0);
    let each: Vec<String> = some.map(|(state, n)| format!("{n} {state}")).collect();
    match each.is_empty() {
        true => all,
        false => format!("{all}: {}", each.join(", ")),
    }
}

fn show(sessions: &[Fields]) {
    if sessions.is_empty() {
        return;
    }
    let field = |session: &Fields, name: &str| session.get(name).cloned().unwrap_or_default();
    let states = sessions.iter().map(|one| field(one, "status").len());
    let wide = states.max().unwrap_or(0).max(5);
    let head = format!(
        "{:<36}  {:<wide$}  {:>5}  {:<16}  NAME",
        "SESSION", "STATE", "STEPS", "MADE (UTC)"
    );
    say!("{}", bold(&head));
    for session in sessions {
        let made = field(session, "created_at").replacen('T', " ", 1);
        say!(
            "{:<36}  {:<wide$}  {:>5}  {:<16}  {}",
            field(session, "session_id"),
            field(session, "status"),
            field(session, "total_steps"),
            made.get(..16).unwrap_or_default(),
            one_line(&field(session, "memory_name"), WIDTH)
        );
    }
}
