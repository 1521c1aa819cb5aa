//! `mneme list`

use std::process::ExitCode;

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{ListRequest, Memory};

use super::{Outcome, recall::source};
use crate::args::ListArgs;
use crate::output::{dim, json, one_line, plain, program};

pub async fn run(port: &dyn Port, args: ListArgs) -> Outcome {
    let narrowed = args.agent.is_some() || args.session.is_some();
    let request = ListRequest {
        agent: args.agent,
        session: args.session,
        limit: Some(args.limit),
        cursor: args.cursor,
        namespace: args.place.namespace.clone(),
    };
    let reply = ask(port, &request).await?;
    if args.json {
        return Ok(json(&reply));
    }
    for memory in &reply.memories {
        let tags = match memory.tags.is_empty() {
            true => String::new(),
            false => plain(&format!(" · tags {}", memory.tags.join(", "))),
        };
        let pinned = if memory.pinned { " · pinned" } else { "" };
        let told = format!("{}{}{tags}{pinned}", source(memory), standing(memory));
        say!("{}\n    {}", one_line(&memory.content, 160), dim(&told));
    }
    match &reply.next_cursor {
        Some(cursor) => {
            let place = args.place.again();
            say!(
                "{}",
                dim(&format!(
                    "more: {} list{place} --cursor {cursor}",
                    program()
                ))
            );
        }
        None if reply.memories.is_empty() && narrowed => say!("nothing found"),
        None if reply.memories.is_empty() => {
            say!("nothing is remembered yet: {} remember \"…\"", program())
        }
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Where a memory stands, unless it is simply believed.
pub fn standing(memory: &Memory) -> String {
    let word = match (memory.state.as_str(), memory.status.as_str()) {
        ("", "active") => return String::new(),
        ("", status) => status,
        (state, _) => state,
    };
    plain(&format!(" · {word}"))
}
