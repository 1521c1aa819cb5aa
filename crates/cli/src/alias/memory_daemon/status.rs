//! `memory-daemon status`

use std::process::ExitCode;

use mneme_model::Clock;
use mneme_wire::Fault;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{StatsReply, StatsRequest};
use serde_json::json;

use super::args::StatusArgs;
use crate::clock::WallClock;
use crate::commands::Outcome;
use crate::output;
use crate::running::Running;
use crate::settings::Settings;
use crate::timeline::figures::{count, megabytes, uptime};
use crate::{port, timeline};

pub async fn run(settings: &Settings, args: &StatusArgs) -> Outcome {
    if let Some(url) = &args.ask.endpoint {
        return elsewhere(url, args.ask.wants_json()).await;
    }
    let Some(running) = Running::find(&settings.data_dir).await else {
        return stopped(args.ask.wants_json());
    };
    let stats = ask(&*port::find(settings).await?, &StatsRequest::default()).await?;
    shown(settings, &running, &stats, args)
}

fn stopped(as_json: bool) -> Outcome {
    if as_json {
        return Ok(output::json(&json!({"running": false})));
    }
    say!("Daemon Status: Stopped");
    Ok(ExitCode::SUCCESS)
}

/// All there is to know of a daemon behind an address is that it answers.
async fn elsewhere(url: &str, as_json: bool) -> Outcome {
    match timeline::at(url).await {
        Ok(_) if as_json => Ok(output::json(&json!({"running": true, "endpoint": url}))),
        Ok(_) => {
            say!("Daemon Status: Running\nEndpoint: {}", output::plain(url));
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) if is_address(&fault) => stopped(as_json),
        Err(fault) => Err(fault),
    }
}

fn is_address(fault: &Fault) -> bool {
    fault.known_code() == mneme_model::Code::NotServing
}

fn shown(settings: &Settings, running: &Running, stats: &StatsReply, args: &StatusArgs) -> Outcome {
    let up = WallClock.now_ms().saturating_sub(running.started_ms);
    let events = stats
        .namespaces
        .iter()
        .map(|namespace| namespace.events)
        .sum();
    let data_dir = &settings.data_dir;
    if args.ask.wants_json() {
        return Ok(output::json(&json!({
            "running": true, "pid": running.pid, "port": running.port(), "uptime_ms": up,
            "events": events, "bytes": stats.disk_bytes, "db_path": data_dir,
            "doors": running.doors,
        })));
    }
    let port = running
        .port()
        .map_or(String::from("off"), |port| port.to_string());
    say!("Daemon Status: Running");
    say!("PID: {}", running.pid);
    say!("Port: {port}");
    say!("Uptime: {}", uptime(up));
    say!("Events stored: {}", count(events));
    say!("Database size: {}", megabytes(stats.disk_bytes));
    if args.verbose {
        say!("Database path: {}", data_dir.display());
        for (door, address) in &running.doors {
            say!("Door {door}: {address}");
        }
    }
    Ok(ExitCode::SUCCESS)
}
