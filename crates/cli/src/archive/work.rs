//! Working on a recording in the terminal, and checking its directory.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use mneme_capture::files::fsck;
use mneme_model::Code;
use mneme_model::with_causes;
use mneme_screens::{Ended, Opening, Then};
use mneme_wire::Fault;
use mneme_wire::ipc::{Reply, Request, Trouble};
use serde_json::json;

use super::Config;
use super::client::{self, ask, unexpected};
use super::line::{Line, hold};
use super::terminal;
use crate::args::{AnnotateArgs, CompileArgs, FsckArgs};
use crate::commands::Outcome;
use crate::output;

pub async fn annotate(config: &Config, args: AnnotateArgs) -> Outcome {
    let session_id = args.which.session;
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let hold = hold(&mut client, &session_id, "annotate").await?;
    needs_terminal()?;
    let request = Request::LoadSession {
        session_id: session_id.clone(),
    };
    let reply = ask(&mut client, request).await?;
    let Reply::SessionLoaded {
        memory_path,
        was_interrupted: left_open,
        ..
    } = reply
    else {
        return Err(unexpected(&reply));
    };
    let dir = PathBuf::from(memory_path);
    let mut line = Line::new(client, &config.ipc_socket_path, session_id, hold);
    on_screen(move || {
        let options = terminal::options(args.ascii);
        let ended = mneme_screens::annotate(&dir, Opening { left_open }, &mut line, options)?;
        if let Ended::Completed { compile: Then::Now } = ended {
            let options = terminal::options(args.ascii);
            mneme_screens::compile(&dir, &mut line, options)?;
        }
        Ok(())
    })
    .await
}

pub async fn compile(config: &Config, args: CompileArgs) -> Outcome {
    let session_id = args.which.session;
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let hold = hold(&mut client, &session_id, "compile").await?;
    let request = Request::CompileMemory {
        session_id: session_id.clone(),
    };
    let reply = ask(&mut client, request).await?;
    let Reply::MemoryCompileReady { memory_path, .. } = reply else {
        return Err(unexpected(&reply));
    };
    let dir = PathBuf::from(memory_path);
    let mut line = Line::new(client, &config.ipc_socket_path, session_id, hold);
    on_screen(move || {
        let mut options = terminal::options(false);
        options.regenerate = args.regenerate;
        mneme_screens::compile(&dir, &mut line, options).map(drop)
    })
    .await
}

/// Asked before the recorder is: a session nobody can work on is not opened.
fn needs_terminal() -> Result<(), Fault> {
    match has_terminal() {
        true => Ok(()),
        false => Err(unfinished(&mneme_screens::Error::NoTerminal)),
    }
}

pub fn has_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Screens have a thread of their own.
async fn on_screen(
    work: impl FnOnce() -> Result<(), mneme_screens::Error> + Send + 'static,
) -> Outcome {
    let worked = tokio::task::spawn_blocking(work).await;
    let worked = worked.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    worked.map_err(|error| unfinished(&error))?;
    Ok(ExitCode::SUCCESS)
}

fn unfinished(error: &mneme_screens::Error) -> Fault {
    let mut fault = Fault::new(error.code(), with_causes(error));
    match error {
        mneme_screens::Error::Gone => {
            fault.code = Trouble::SessionNotFound.code().to_owned();
            fault.hint = String::from("what was written since then is not kept");
        }
        mneme_screens::Error::NoTerminal => {
            fault.hint = String::from("run it in a terminal; over ssh, `ssh -t` gives one");
        }
        _ => {}
    }
    fault
}

pub fn check(args: &FsckArgs) -> Outcome {
    let found: Vec<_> = args
        .dirs
        .iter()
        .map(|dir| (dir, fsck::check(dir)))
        .collect();
    let sound = found.iter().all(|(_, findings)| findings.is_empty());
    if args.json {
        let told = found.iter().map(|(dir, findings)| {
            let findings: Vec<_> = findings.iter().map(ToString::to_string).collect();
            json!({"dir": dir, "findings": findings})
        });
        output::json(&told.collect::<Vec<_>>());
    } else {
        for (dir, findings) in &found {
            let dir = dir.display();
            match findings.len() {
                0 => say!("{dir}: in order"),
                n => say!("{dir}: {}", output::counted(n as u64, "finding")),
            }
            findings.iter().for_each(|finding| say!("  {finding}"));
        }
    }
    Ok(match sound {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
