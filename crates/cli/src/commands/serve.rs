//! `mneme serve`

mod doors;
mod gateway;
mod hybrid;
mod leftover;
mod ready;
mod record;
mod reload;
mod spool;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mneme_access::RateLimit;
use mneme_model::Code;
use mneme_model::signal::Signal as Measure;
use mneme_surfaces::desk::{Desk, fault};
use mneme_surfaces::rest::Door;
use mneme_surfaces::rest::tls::{Certificates, Tls};
use mneme_wire::Fault;
use mneme_wire::client::ControlClient;
use mneme_wire::tools::Set;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::Outcome;
use crate::archive::Recording;
use crate::args::ServeArgs;
use crate::clock::WallClock;
use crate::running::Held;
use crate::settings::{Compat, Doors, Settings, notebook};
use crate::{compose, port};
use doors::Opened;

/// Requests under way when the server is told to stop get this long to finish.
const GRACE: Duration = Duration::from_secs(5);

pub async fn run(settings: Settings, flags: &ServeArgs) -> Outcome {
    let doors = settings.doors.clone().with_flags(flags)?;
    match &flags.core {
        Some(front) => whole(hybrid::core(settings, doors, front)?, flags).await,
        None if flags.hybrid || settings.hybrid.wanted => hybrid::run(settings, doors, flags).await,
        None => whole(House::alone(settings, doors), flags).await,
    }
}

/// What is served, and behind whom.
pub struct House {
    pub settings: Settings,
    pub doors: Doors,
    pub behind: Option<hybrid::Core>,
}

// === impl House ===

impl House {
    fn alone(settings: Settings, doors: Doors) -> Self {
        let behind = None;
        Self {
            settings,
            doors,
            behind,
        }
    }
}

async fn whole(house: House, flags: &ServeArgs) -> Outcome {
    let House {
        settings,
        doors,
        behind,
    } = house;
    if ControlClient::find(&settings.data_dir).await.is_some() {
        // Said before a taken port says less.
        return Err(port::in_use(&settings));
    }
    let mut opened = match &behind {
        Some(core) => core.bind(&doors, settings.tls.is_some()).await?,
        None => Opened::bind("http", &doors, settings.tls.is_some()).await?,
    };
    let desk = match store(&settings, doors.http.is_some()).await? {
        Ok(desk) => Ok(opened.with_control(&settings.data_dir, desk)?),
        Err(fault) => Err(fault),
    };
    let (mut recording, off) = match &desk {
        Ok(desk) => record::open(&settings, desk, &doors.ipc, flags.silent).await?,
        Err(_) => (None, None),
    };
    // After the lock is ours: nobody else makes the same certificate now.
    let tls = settings.tls.as_ref().map(tls).transpose()?;
    let (stop, stopping) = watch::channel(false);
    let mut door = door(&settings, desk.clone(), tls);
    door.front = behind.as_ref().map(hybrid::Core::believed);
    if door.front.is_some() {
        // The process in front has these numbers.
        let own = door.signals.iter().copied();
        let own = own.filter(|room| !std::ptr::eq(*room, &mneme_gateway::signals::ALL[..]));
        door.signals = own.collect();
    }
    let reload = reload::Reload::of(&settings, &door);
    if let Some(short) = notebook::short(&settings.notebook) {
        tracing::warn!("{short}");
    }
    let notebook = Arc::new(settings.notebook.clone());
    if let Some(recording) = &recording {
        opened.with_archive(&recording.socket);
    }
    let gateway = gateway::open(&settings, &desk, &door)?;
    let mut serving = opened.serve(door, &settings.grpc, &notebook, &gateway, &stopping);
    if let Ok(desk) = &desk {
        let draining = spool::keep_empty(desk.clone(), stopping.clone());
        serving.push(tokio::spawn(draining));
    }
    if let Some((listener, door)) = recording.as_mut().and_then(Recording::door) {
        let serving_archive = mneme_surfaces::archive::serve(listener, door, stopping.clone());
        serving.push(tokio::spawn(serving_archive));
    }
    // Before anybody is told that we are ready to be stopped.
    let stop_signal = StopSignal::listen()?;
    serving.push(tokio::spawn(reload.listen()?.run(stopping.clone())));
    ready::log(&settings, &opened.addresses());
    let told = match flags.silent {
        true => ready::Told::Nothing,
        false if flags.show_key => ready::Told::WithKey,
        false => ready::Told::Doors,
    };
    let open = ready::Open {
        doors: opened.addresses(),
        unrecorded: off.map(|fault| fault.error),
        held: Held::of(
            &settings,
            behind.as_ref().and_then(|core| core.held.clone()),
        ),
    };
    ready::announce(&settings, &desk, &open, told)?;
    if let Ok(desk) = &desk {
        let opened = desk.engine.open_model().await;
        opened.map_err(|error| fault(&error))?;
    }
    let began = Instant::now();
    let signal = match behind {
        Some(core) => tokio::select! {
            signal = stop_signal.wait() => signal,
            () = core.deserted() => "the process in front is gone",
        },
        None => stop_signal.wait().await,
    };
    tracing::info!(signal, "stopping");
    // Nobody may listen any more; then there is nobody to tell.
    let _ = stop.send(true);
    finish(serving).await;
    if let Some(recording) = recording {
        recording.close().await;
    }
    if let Ok(desk) = desk {
        close(&desk, settings.jobs_grace_secs).await;
    }
    ready::withdraw(&settings);
    let served_secs = began.elapsed().as_secs();
    tracing::info!(served_secs, "stopped");
    Ok(ExitCode::SUCCESS)
}

/// How long a start waits for a command that has the store: whether a server has it was asked before.
const MOMENT_MS: u64 = 5_000;

/// The store with its jobs running, or why it did not open, if there is a door to say so.
async fn store(settings: &Settings, told: bool) -> Result<Result<Desk, Fault>, Fault> {
    match compose::open(settings, MOMENT_MS).await {
        // Another process serves this directory, nobody gives us the key that was named, or
        // nobody would see what we degrade to.
        Err(fault) if is_final(&fault) || !told => Err(fault),
        Err(fault) => {
            tracing::error!(
                code = fault.code,
                error = fault.error,
                "the store did not open; every door answers with that"
            );
            Ok(Err(fault))
        }
        Ok(desk) => {
            leftover::clear(&settings.data_dir);
            if settings.notebook.isolated {
                let parted = desk.engine.part_lessons().await;
                let parted = parted.map_err(|error| fault(&error))?;
                tracing::debug!(parted, "agents are kept apart");
            }
            let started = desk.engine.start_jobs(&settings.jobs, Arc::new(WallClock));
            started.await.map_err(|error| fault(&error))?;
            Ok(Ok(desk))
        }
    }
}

/// Waits for what is being answered, within reason.
async fn finish(serving: Vec<JoinHandle<()>>) {
    let finished = async {
        for task in serving {
            let _ = task.await;
        }
    };
    if tokio::time::timeout(GRACE, finished).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

async fn close(desk: &Desk, grace_secs: u64) {
    desk.engine.stop_jobs(Duration::from_secs(grace_secs)).await;
    if let Err(error) = desk.engine.close().await {
        tracing::warn!(%error, "who asked last could not be written down");
    }
}

/// Whether there is nothing to serve without it.
fn is_final(fault: &Fault) -> bool {
    matches!(
        fault.known_code(),
        Code::StoreInUse | Code::KeyService | Code::KeyProvider
    )
}

fn tls(certificates: &Certificates) -> Result<Tls, Fault> {
    Tls::load(certificates).map_err(|error| Fault::new(Code::BadSetting, format!("tls: {error}")))
}

fn door(settings: &Settings, desk: Result<Desk, Fault>, tls: Option<Tls>) -> Door {
    let signals: [&'static [&'static Measure]; 10] = [
        &mneme_jobs::signals::ALL,
        &mneme_providers::signals::ALL,
        &mneme_journal::signals::ALL,
        &mneme_capture::signals::ALL,
        &mneme_store::signals::ALL,
        &mneme_index::signals::ALL,
        &mneme_recall::signals::ALL,
        &mneme_engine::signals::ALL,
        &mneme_gateway::signals::ALL,
        &mneme_surfaces::signals::ALL,
    ];
    Door {
        desk,
        limit: Arc::new(RateLimit::per_second(settings.rate_limit_per_sec)),
        signals: Arc::new(signals),
        histograms: Arc::new([&mneme_capture::signals::HISTOGRAMS]),
        version: env!("CARGO_PKG_VERSION").into(),
        body_bytes: settings.body_bytes,
        batch_bytes: settings.compat.batch_bytes(settings.body_bytes),
        unlocked: settings.unlocked,
        memory_mode: settings.gateway.mode.kind.name(),
        tells_totals: settings.compat == Compat::Memoryoss,
        tools: match settings.compat {
            Compat::Memoryoss => Set::Memoryoss,
            Compat::Mneme => Set::default(),
        },
        tls,
        front: None,
    }
}

/// Ctrl-C, or a polite kill.
struct StopSignal {
    interrupt: Signal,
    terminate: Signal,
}

// === impl StopSignal ===

impl StopSignal {
    fn listen() -> Result<Self, Fault> {
        let listen = |kind| {
            signal(kind).map_err(|error| Fault::new(Code::Internal, format!("no signals: {error}")))
        };
        Ok(Self {
            interrupt: listen(SignalKind::interrupt())?,
            terminate: listen(SignalKind::terminate())?,
        })
    }

    /// Which one came.
    async fn wait(mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "interrupt",
            _ = self.terminate.recv() => "terminate",
        }
    }
}
