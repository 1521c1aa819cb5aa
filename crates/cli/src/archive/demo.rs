//! `mneme archive demo`: a drawn desktop is recorded, then opened for annotation, with nothing
//! else installed.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mneme_capture::files::metadata;
use mneme_model::Code;
use mneme_model::archive::Step;
use mneme_peers::Script;
use mneme_wire::Fault;
use mneme_wire::ipc::{Client, Register, Reply, Request};

use super::client::{self, ask, unexpected};
use super::core::Recording;
use super::lock::Role;
use super::simulate::Stage;
use super::{Config, work};
use crate::args::{AnnotateArgs, DemoArgs, Which};
use crate::commands::Outcome;
use crate::settings::Settings;
use crate::{compose, output, port};

/// Where the demo's peers listen: wherever there is room.
const ANYWHERE: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 0);

pub async fn run(settings: &Settings, config: Config, args: DemoArgs) -> Outcome {
    let own = Own::open(settings, &config, args.storage.clone()).await?;
    let ended = perform(&own.config, &args).await;
    own.close().await;
    ended
}

/// A recorder for the demo: the one that runs, or one of our own for as long as it takes.
struct Own {
    config: Config,
    recording: Option<(Recording, tokio::sync::watch::Sender<bool>)>,
}

impl Own {
    async fn open(
        settings: &Settings,
        config: &Config,
        storage: Option<PathBuf>,
    ) -> Result<Self, Fault> {
        let mut config = config.clone();
        if Client::connect(&config.ipc_socket_path).await.is_ok() {
            if storage.is_some() {
                return Err(elsewhere(&config));
            }
            return Ok(Self {
                config,
                recording: None,
            });
        }
        config.storage_path = storage.unwrap_or(config.storage_path);
        let desk = compose::open(settings, port::LOCK_WAIT_MS).await?;
        let socket = config.ipc_socket_path.clone();
        let place = (socket, Role::Demo);
        let mut recording = Recording::open(settings, &desk, &config, place).await?;
        let (stop, stopping) = tokio::sync::watch::channel(false);
        if let Some((listener, door)) = recording.door() {
            tokio::spawn(mneme_surfaces::archive::serve(listener, door, stopping));
        }
        Ok(Self {
            config,
            recording: Some((recording, stop)),
        })
    }

    async fn close(self) {
        if let Some((recording, stop)) = self.recording {
            let _ = stop.send(true);
            recording.close().await;
        }
    }
}

/// A recorder that runs keeps recordings where it was told to when it started.
fn elsewhere(config: &Config) -> Fault {
    let socket = config.ipc_socket_path.display();
    let told = format!("a recorder runs already ({socket}) and has its own place for recordings");
    let mut fault = Fault::new(Code::StoreInUse, told);
    fault.hint = String::from("leave --storage out, or stop that recorder first");
    fault
}

async fn perform(config: &Config, args: &DemoArgs) -> Outcome {
    let script = Script::demo().at_speed(args.speed);
    let stage = Stage::open(script, ANYWHERE, ANYWHERE, "1.3.0").await?;
    let mut client = client::connect(&config.ipc_socket_path).await?;
    let (session, name) = register(&mut client, config, &stage).await?;
    let request = Request::StartWatch {
        session_id: session.clone(),
    };
    let reply = ask(&mut client, request).await?;
    let Reply::WatchStarted { memory_path, .. } = reply else {
        return Err(unexpected(&reply));
    };
    output::note(&format!(
        "an agent exports an invoice on a drawn desktop; recording it as \"{name}\""
    ));
    stage.watched(true).await;
    stage.play().await;
    let mut ending = client::connect(&config.ipc_socket_path).await?;
    let request = Request::Done {
        session_id: session.clone(),
        force: false,
    };
    let reply = ask(&mut ending, request).await?;
    let Reply::SessionComplete { total_steps, .. } = reply else {
        return Err(unexpected(&reply));
    };
    say!("{}", told(total_steps, &memory_path));
    if args.no_annotate || !work::has_terminal() {
        say!("Write why each was taken: memory-archive annotate --session {session}");
        return Ok(ExitCode::SUCCESS);
    }
    let which = Which { session };
    let args = AnnotateArgs {
        which,
        ascii: false,
    };
    work::annotate(config, args).await
}

/// How much was recorded, and whether anything is missing.
fn told(steps: u32, dir: &str) -> String {
    let steps = output::counted(steps.into(), "step");
    let record = metadata::read(Path::new(dir)).unwrap_or_default();
    let lacks = |step: &&Step| {
        let pictures = [
            &step.before_image_path,
            &step.image_path,
            &step.after_image_path,
        ];
        pictures.iter().any(|picture| picture.is_none())
    };
    // What an agent tried in vain changed nothing: there is nothing to see of it.
    let done = record.steps.iter().filter(|step| step.success);
    match done.filter(lacks).count() {
        0 => format!("{steps} with their pictures are in {dir}"),
        n => format!("{steps} are in {dir}; pictures of {n} are missing"),
    }
}

/// Under a name that is free.
async fn register(
    client: &mut Client,
    config: &Config,
    stage: &Stage,
) -> Result<(String, String), Fault> {
    let mut tried = 1;
    loop {
        let name = match tried {
            1 => String::from("export-the-invoice"),
            n => format!("export-the-invoice-{n}"),
        };
        if config.storage_path.join(&name).exists() && tried < 1_000 {
            tried += 1;
            continue;
        }
        let new = Register {
            mode: String::from("manual"),
            os_type: String::from("LINUX"),
            memory_name: name.clone(),
            capture_server_addr: stage.eyes.address(),
            actuation_server_addr: Some(stage.control_center.address()),
            ..Register::default()
        };
        let reply = ask(client, Request::RegisterSession(Box::new(new))).await?;
        return match reply {
            Reply::SessionRegistered { session_id } => Ok((session_id, name)),
            other => Err(unexpected(&other)),
        };
    }
}
