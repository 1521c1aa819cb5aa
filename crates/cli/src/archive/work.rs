//! Working on a recording in the terminal, and checking its directory.

use std::path::PathBuf;
use std::process::ExitCode;

use mneme_capture::files::fsck;
use mneme_model::Code;
use mneme_screens::{Ended, Opening, Then};
use mneme_wire::Fault;
use mneme_wire::errors::with_causes;
use mneme_wire::ipc::{Client, Reply, Request};
use serde_json::json;
use tokio::runtime::Handle;

use super::Config;
use super::client::{self, ask, unexpected};
use super::terminal;
use crate::args::{AnnotateArgs, CompileArgs, FsckArgs};
use crate::commands::Outcome;
use crate::output;

/// The screens' line to the recorder. Screens wait for nobody else, so it may block.
struct Line {
    client: Client,
    session_id: String,
    runtime: Handle,
}

pub async fn annotate(config: &Config, args: AnnotateArgs) -> Outcome {
    let session_id = args.which.session;
    let mut client = client::connect(&config.ipc_socket_path).await?;
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
    let mut line = Line::new(client, session_id);
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
    let request = Request::CompileMemory {
        session_id: session_id.clone(),
    };
    let reply = ask(&mut client, request).await?;
    let Reply::MemoryCompileReady { memory_path, .. } = reply else {
        return Err(unexpected(&reply));
    };
    let dir = PathBuf::from(memory_path);
    let mut line = Line::new(client, session_id);
    on_screen(move || {
        let mut options = terminal::options(false);
        options.regenerate = args.regenerate;
        mneme_screens::compile(&dir, &mut line, options).map(drop)
    })
    .await
}

/// Screens have a thread of their own.
async fn on_screen(
    work: impl FnOnce() -> Result<(), mneme_screens::Error> + Send + 'static,
) -> Outcome {
    let worked = tokio::task::spawn_blocking(work).await;
    let worked = worked.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    worked.map_err(|error| unseen(&error))?;
    Ok(ExitCode::SUCCESS)
}

fn unseen(error: &mneme_screens::Error) -> Fault {
    let fault = Fault::new(error.code(), with_causes(error));
    match error {
        mneme_screens::Error::NoTerminal => Fault {
            hint: String::from("run it in a terminal; over ssh, `ssh -t` gives one"),
            ..fault
        },
        _ => fault,
    }
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

// === impl Line ===

impl Line {
    fn new(client: Client, session_id: String) -> Self {
        let runtime = Handle::current();
        Self {
            client,
            session_id,
            runtime,
        }
    }

    fn tell(&mut self, request: impl FnOnce(String) -> Request) -> Result<(), String> {
        let request = request(self.session_id.clone());
        let answer = self.runtime.block_on(self.client.ask(&request));
        answer.map(drop).map_err(|lost| lost.to_string())
    }
}

impl mneme_screens::Recorder for Line {
    fn progress(&mut self, annotated: u32, skipped: u32) -> Result<(), String> {
        self.tell(|session_id| Request::UpdateAnnotationProgress {
            session_id,
            annotated,
            skipped,
        })
    }

    fn close(&mut self) -> Result<(), String> {
        self.tell(|session_id| Request::CloseAnnotation { session_id })
    }

    fn complete(&mut self) -> Result<(), String> {
        self.tell(|session_id| Request::CompleteAnnotation { session_id })
    }

    fn finalize(&mut self) -> Result<(), String> {
        self.tell(|session_id| Request::FinalizeMemory { session_id })
    }
}
