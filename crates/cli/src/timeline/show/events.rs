//! Events, and the words behind a grip.

use mneme_wire::proto::{Event, EventRole, ExpandGripResponse, GetEventsResponse};

use super::{WIDTH, quoted};
use crate::args::HappenedArgs;
use crate::output::{counted, one_line, plain};
use crate::timeline::figures::second;

pub fn events(args: &HappenedArgs, reply: &GetEventsResponse) -> String {
    if reply.events.is_empty() {
        return String::from("No events found in time range.");
    }
    let mut text = format!("Events ({} - {}):\n", args.from, args.to);
    for (n, event) in (1..).zip(&reply.events) {
        let (id, role) = (plain(&event.event_id), role(event));
        let when = second(event.timestamp_ms);
        text.push_str(&format!("{n}. {id} [{role}] {when}\n"));
        text.push_str(&format!("   {}\n", quoted(&event.text)));
    }
    let (total, more) = (counted(reply.events.len() as u64, "event"), reply.has_more);
    text.push_str(&format!("Total: {total} (has_more: {more})\n"));
    text + &footer(&reply.events)
}

/// For scripts that look for the counts of the compact listing.
fn footer(events: &[Event]) -> String {
    let roles = ["USER", "ASSISTANT", "TOOL", "SYSTEM"];
    let counts = roles.map(|name| {
        let of = events.iter().filter(|event| role(event) == name);
        (name.to_lowercase(), of.count())
    });
    let counts = counts.iter().filter(|(_, n)| *n > 0);
    let counts: Vec<String> = counts.map(|(name, n)| format!("{name}: {n}")).collect();
    format!("{} found ({})\n", events.len(), counts.join(", "))
}

pub fn grip(id: &str, reply: &ExpandGripResponse) -> String {
    let Some(grip) = &reply.grip else {
        return format!("Grip not found: {}", plain(id));
    };
    // A grip outlives the words it held.
    let excerpt = match grip.excerpt.is_empty() {
        true => String::from("(forgotten)"),
        false => quoted(&grip.excerpt),
    };
    let mut text = format!(
        "Grip: {}\nExcerpt: {}\nSource: {}\nTime: {}\nContext:\n",
        plain(&grip.grip_id),
        excerpt,
        plain(&grip.source),
        second(grip.timestamp_ms)
    );
    let parts = [
        ("BEFORE", &reply.events_before),
        ("EXCERPT", &reply.excerpt_events),
        ("AFTER", &reply.events_after),
    ];
    for (name, events) in parts {
        text.push_str(&format!("--- {name} ---\n"));
        for event in events {
            let (role, words) = (role(event), one_line(&event.text, WIDTH));
            text.push_str(&format!("[{role}] {words}\n"));
        }
    }
    text
}

fn role(event: &Event) -> &'static str {
    match EventRole::try_from(event.role) {
        Ok(EventRole::Assistant) => "ASSISTANT",
        Ok(EventRole::System) => "SYSTEM",
        Ok(EventRole::Tool) => "TOOL",
        _ => "USER",
    }
}

#[cfg(test)]
mod tests;
