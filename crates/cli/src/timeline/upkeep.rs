//! Upkeep of the timeline, by whoever owns the store.

use mneme_wire::Port;
use mneme_wire::operations::{ask, ask_with};
use mneme_wire::shapes::*;

use super::figures::{count, megabytes};
use super::lines;
use crate::args::{CompactArgs, RebuildTocArgs};
use crate::commands::Outcome;
use crate::output::{json, plain};
use crate::progress::{bar, spinner};

pub async fn stats(port: &dyn Port, namespace: Option<String>, as_json: bool) -> Outcome {
    let reply = ask(port, &TimelineStatsRequest { namespace }).await?;
    match as_json {
        true => Ok(json(&reply)),
        false => lines(&counted(&reply)),
    }
}

fn counted(reply: &TimelineStatsReply) -> String {
    let (path, size) = (plain(&reply.path), megabytes(reply.bytes));
    let mut text = format!("Database Statistics:\nPath: {path}\nSize: {size}\nColumn Families:\n");
    for family in &reply.families {
        let (entries, bytes) = (count(family.entries), megabytes(family.bytes));
        let entries = match family.entries {
            1 => String::from("1 entry"),
            _ => format!("{entries} entries"),
        };
        text.push_str(&format!("  {}: {entries}, {bytes}\n", family.name));
    }
    let (pending, log) = (count(reply.pending), megabytes(reply.log_bytes));
    text.push_str(&format!(
        "SQLite Info:\n  Compaction: {pending} pending\n  WAL: {log}\n"
    ));
    text + &waiting(reply.waiting_events)
}

/// What the table of contents does not have yet, and why.
fn waiting(events: u64) -> String {
    match events {
        0 => String::new(),
        1 => String::from("Waiting: 1 event is in no segment yet, its session still goes on\n"),
        n => {
            let n = count(n);
            format!("Waiting: {n} events are in no segment yet, their sessions still go on\n")
        }
    }
}

pub async fn compact(port: &dyn Port, args: CompactArgs, as_json: bool) -> Outcome {
    let spinner = spinner("compacting");
    let family = args.family;
    let reply = ask(port, &CompactRequest { family }).await;
    spinner.finish_and_clear();
    let reply = reply?;
    match as_json {
        true => Ok(json(&reply)),
        false => lines(&compacted(&reply)),
    }
}

fn compacted(reply: &CompactReply) -> String {
    let done = reply
        .families
        .iter()
        .map(|name| format!("Compacted {name}\n"));
    let (before, after) = (megabytes(reply.bytes_before), megabytes(reply.bytes_after));
    done.collect::<String>() + &format!("Compaction complete: {before} -> {after}\n")
}

pub async fn rebuild(
    port: &dyn Port,
    namespace: Option<String>,
    args: RebuildTocArgs,
    as_json: bool,
) -> Outcome {
    let bar = bar("rebuilding");
    let told = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let request = RebuildTocRequest {
        namespace,
        from_date: args.from_date,
        dry_run: args.dry_run,
    };
    let reply = ask_with(port, &request, &told).await;
    bar.finish_and_clear();
    let reply = reply?;
    match as_json {
        true => Ok(json(&reply)),
        false => lines(&rebuilt(&reply, args.dry_run)),
    }
}

fn rebuilt(reply: &RebuildTocReply, dry_run: bool) -> String {
    let head = match dry_run {
        true => "Dry run: nothing was changed. A rebuild would read and make:",
        false => "TOC rebuilt:",
    };
    let [events, sessions, segments, before, periods] = [
        reply.events,
        reply.sessions,
        reply.segments,
        reply.segments_before,
        reply.periods,
    ]
    .map(count);
    let made = format!(
        "{head}\n  events: {events}\n  sessions: {sessions}\n  segments: {segments} (before: {before})\n  days, weeks, months and years: {periods}\n"
    );
    made + &waiting(reply.waiting_events)
}

#[cfg(test)]
mod tests;
