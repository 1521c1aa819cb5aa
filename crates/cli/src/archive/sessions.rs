//! Registering, recording, ending, deleting.

use std::convert::Infallible;
use std::process::ExitCode;
use std::time::Duration;

use mneme_model::Code;
use mneme_model::archive::{Mode, Os};
use mneme_wire::Fault;
use mneme_wire::ipc::{Client, Notice, Register, Reply, Request};
use tokio::signal::unix::{SignalKind, signal};

use super::Config;
use super::client::{self, ask, unexpected};
use crate::args::{DeleteArgs, DoneArgs, RegisterArgs, StartRecordingArgs, StatusArgs};
use crate::commands::Outcome;
use crate::{confirm, output};

/// The recording was lost while it was watched: its peer is not available now.
const LOST: u8 = 5;
/// How long the beginning of a recording may take before somebody wonders.
const WAITING: Duration = Duration::from_secs(2);

pub async fn register(config: &Config, args: RegisterArgs) -> Outcome {
    let request = wanted(config, args)?;
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let reply = ask(&mut client, Request::RegisterSession(Box::new(request))).await?;
    let Reply::SessionRegistered { session_id } = reply else {
        return Err(unexpected(&reply));
    };
    if std::env::var("MA_CLI_COMPAT").is_ok_and(|v| v == "1") {
        say!("Session registered: {session_id}");
    } else {
        say!("{session_id}");
    }
    // Where that is only the recorder knows: it may have other settings than we.
    if let Ok(Reply::SessionStatus { session }) =
        ask(&mut client, Request::GetSessionStatus { session_id }).await
    {
        let path = session.get("memory_path").map_or("", String::as_str);
        output::note(&format!("registered; its files go to {path}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Refused here already, so that a slip of the pen needs no recorder to be told.
fn wanted(config: &Config, args: RegisterArgs) -> Result<Register, Fault> {
    let bad = |what: &str, given: &str, known: &str| {
        Fault::new(
            Code::BadRequest,
            format!("--{what} '{given}' is not known; it must be {known}"),
        )
    };
    let os = Os::named(&args.os_type)
        .ok_or_else(|| bad("os-type", &args.os_type, "LINUX, WINDOWS or MACOS"))?;
    let mode =
        Mode::named(&args.mode).ok_or_else(|| bad("mode", &args.mode, "manual or automated"))?;
    let own = Some(config.tenant_id.clone()).filter(|tenant| !tenant.is_empty());
    Ok(Register {
        mode: mode.name().to_owned(),
        os_type: os.name().to_owned(),
        os_version: args.os_version,
        os_architecture: args.os_arch,
        os_environment_id: args.os_env_id,
        capture_server_id: args.capture_server,
        actuation_server_id: args.actuation_server,
        memory_name: args.memory_name,
        tenant_id: args.tenant_id.or(own),
        capture_server_addr: args.capture_server_addr,
        actuation_server_addr: Some(args.actuation_server_addr.unwrap_or_default()),
        region_tag: args.region_tag,
        ..Register::default()
    })
}

/// Watches until the recording is over. Ctrl-C ends the watching, not the recording.
pub async fn start(config: &Config, args: StartRecordingArgs) -> Outcome {
    // Before anything is asked for: from then on an interrupt must not look like a crash.
    let interrupted = signal(SignalKind::interrupt());
    let mut interrupted =
        interrupted.map_err(|error| Fault::new(Code::Internal, format!("no signals: {error}")))?;
    tokio::select! {
        ended = record(config, args.which.session) => ended,
        _ = interrupted.recv() => {
            output::note("not watching any more; a recording that began goes on");
            Ok(ExitCode::SUCCESS)
        }
    }
}

async fn record(config: &Config, session_id: String) -> Outcome {
    let mut client = client::connect(&config.ipc_socket_path).await?;
    output::note("connecting to the actuation peer");
    let request = Request::StartWatch {
        session_id: session_id.clone(),
    };
    let reply = tokio::select! {
        reply = ask(&mut client, request) => reply?,
        never = say_why_it_waits(config, &session_id) => match never {},
    };
    let Reply::WatchStarted { memory_path, .. } = &reply else {
        return Err(unexpected(&reply));
    };
    output::note(&format!("recording into {memory_path}"));
    output::note(&format!(
        "end it with: memory-archive done --session {session_id}"
    ));
    follow(&mut client).await
}

/// Says what the beginning waits for, whenever that is something new.
async fn say_why_it_waits(config: &Config, session_id: &str) -> Infallible {
    let mut said = String::new();
    loop {
        tokio::time::sleep(WAITING).await;
        if let Some(why) = waits_for(config, session_id)
            .await
            .filter(|why| *why != said)
        {
            output::note(&format!("still waiting: {why}"));
            said = why;
        }
    }
}

async fn waits_for(config: &Config, session_id: &str) -> Option<String> {
    let session_id = session_id.to_owned();
    let mut client = client::connect(&config.ipc_socket_path).await.ok()?;
    let reply = ask(&mut client, Request::GetSessionStatus { session_id }).await;
    match reply {
        Ok(Reply::SessionStatus { mut session }) => session.remove("waiting_for"),
        _ => None,
    }
}

async fn follow(client: &mut Client) -> Outcome {
    loop {
        match client.notice().await.map_err(|lost| client::fault(&lost))? {
            Some(Notice::SessionComplete { total_steps, .. }) => {
                say!(
                    "Session complete: {}",
                    output::counted(total_steps.into(), "step")
                );
                return Ok(ExitCode::SUCCESS);
            }
            Some(Notice::SessionDisconnected { reason, .. }) => {
                output::note(&format!("Session disconnected: {reason}"));
                return Ok(ExitCode::from(LOST));
            }
            Some(Notice::SessionFailed { reason, .. }) => {
                return Err(Fault::new(
                    Code::Internal,
                    format!("recording failed: {reason}"),
                ));
            }
            Some(_) => {}
            None => {
                return Err(Fault::new(Code::NotServing, "the recorder ended"));
            }
        }
    }
}

pub async fn done(config: &Config, args: DoneArgs) -> Outcome {
    let (session_id, force) = (args.which.session, args.force);
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let again = format!("memory-archive done --session {session_id} --force");
    let asked = ask(&mut client, Request::Done { session_id, force }).await;
    let reply = asked.map_err(|fault| match (force, fault.code.as_str()) {
        (false, "INVALID_STATUS") => Fault {
            hint: format!("what was recorded of a session that is incomplete is kept by `{again}`"),
            ..fault
        },
        _ => fault,
    })?;
    let Reply::SessionComplete {
        session_id,
        total_steps,
    } = reply
    else {
        return Err(unexpected(&reply));
    };
    say!(
        "Session complete: {}",
        output::counted(total_steps.into(), "step")
    );
    output::note(&format!(
        "next: memory-archive annotate --session {session_id}"
    ));
    Ok(ExitCode::SUCCESS)
}

pub async fn status(config: &Config, args: StatusArgs) -> Outcome {
    let session_id = args.which.session;
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let reply = ask(&mut client, Request::GetSessionStatus { session_id }).await?;
    let Reply::SessionStatus { session } = reply else {
        return Err(unexpected(&reply));
    };
    if args.json {
        return Ok(output::json(&session));
    }
    let width = session.keys().map(String::len).max().unwrap_or(0);
    for (field, value) in &session {
        say!("  {field:<width$}: {value}");
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn delete(config: &Config, args: DeleteArgs) -> Outcome {
    let (session_id, force) = (args.which.session, args.force);
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let question = format!("Delete session {session_id} and its files?");
    if !args.yes && !confirm::confirmed(&question, "add --yes to delete without being asked")? {
        output::note("nothing was deleted");
        return Ok(ExitCode::FAILURE);
    }
    let reply = ask(&mut client, Request::DeleteSession { session_id, force }).await?;
    let Reply::SessionDeleted {
        session_id,
        memory_name,
        redis_removed,
        storage_objects_removed,
        local_dir_removed,
    } = reply
    else {
        return Err(unexpected(&reply));
    };
    let told = |done: bool| if done { "removed" } else { "not there" };
    say!("Deleted {memory_name} ({session_id})");
    say!("  record:    {}", told(redis_removed));
    say!("  directory: {}", told(local_dir_removed));
    say!("  files:     {storage_objects_removed}");
    output::note(&format!(
        "what was recorded stays in the memory, and recall finds it; `mneme forget --session {session_id}` forgets that too"
    ));
    Ok(ExitCode::SUCCESS)
}

pub async fn ping(config: &Config) -> Outcome {
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let reply = ask(&mut client, Request::Ping).await?;
    let Reply::Pong { version } = reply else {
        return Err(unexpected(&reply));
    };
    say!("ma-core v{version} — OK");
    Ok(ExitCode::SUCCESS)
}
