//! `mneme events`

use std::process::ExitCode;

use mneme_model::Moment;
use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::EventsRequest;

use super::Outcome;
use crate::args::EventsArgs;
use crate::output::{dim, json, one_line, plain, program};

pub async fn run(port: &dyn Port, args: EventsArgs) -> Outcome {
    let request = EventsRequest {
        session: args.session,
        from: args.from,
        to: args.to,
        limit: Some(args.limit),
        cursor: args.cursor,
        namespace: args.place.namespace.clone(),
    };
    let reply = ask(port, &request).await?;
    if args.json {
        return Ok(json(&reply));
    }
    for event in &reply.events {
        let when = Moment::parse(&event.occurred_at)
            .map(Moment::minute)
            .unwrap_or_default();
        let who = event
            .speaker
            .as_deref()
            .or(event.role.as_deref())
            .unwrap_or(&event.kind);
        let session = event.session.as_deref().unwrap_or("-");
        say!(
            "{}  {}  {}: {}  {}",
            dim(&when),
            dim(&plain(session)),
            plain(who),
            one_line(&event.content, 140),
            dim(&plain(&event.id))
        );
    }
    match &reply.next_cursor {
        Some(cursor) => {
            let place = args.place.again();
            say!(
                "{}",
                dim(&format!(
                    "more: {} events{place} --cursor {cursor}",
                    program()
                ))
            );
        }
        None if reply.events.is_empty() => say!("nothing happened there"),
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}
