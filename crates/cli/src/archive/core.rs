//! The recorder as a part of a server, or as a server of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mneme_capture::frames::eyes::{self, Eyes};
use mneme_capture::recorder::{Compiler, Parts, Recorder, Scaffold};
use mneme_capture::sessions::{Embedded, Instance, Process, Redis, RedisSettings, Registry};
use mneme_capture::sources::Sources;
use mneme_engine::Engine;
use mneme_model::Code;
use mneme_model::archive::{Entry, Metadata};
use mneme_reasoning::{compile, entries};
use mneme_surfaces::archive::{self, Door};
use mneme_surfaces::desk::Desk;
use mneme_wire::Fault;
use mneme_wire::ipc::Refusal;
use tokio::net::UnixListener;
use tokio::task::JoinHandle;

use super::Config;
use super::lock::{Lock, Role, holder};
use crate::args::{Command, CoreArgs, ServeArgs};
use crate::clock::WallClock;
use crate::commands::{Outcome, carry_out};
use crate::logging::recorder::To;
use crate::settings::Settings;
use crate::{background, logging};

/// A recorder that is ready to let people in.
pub struct Recording {
    pub recorder: Recorder,
    pub socket: PathBuf,
    listener: Option<UnixListener>,
    house: JoinHandle<()>,
    lock: Lock,
}

/// Runs the recorder alone: the socket, the numbers, and nothing else.
pub async fn run(settings: &Settings, config: Config, args: &CoreArgs) -> Outcome {
    match holder(&config) {
        Some(one) if !args.takeover => return Err(one.taken()),
        Some(one) if one.role != Role::Alone => return Err(one.spared()),
        Some(one) => background::stop(one.pid).await?,
        None => {}
    }
    if args.detached {
        background::detach()?;
    }
    let as_text = std::env::var("MA_LOG_FORMAT").is_ok_and(|format| format == "text");
    let to = match args.detached {
        true => To::Stderr,
        false => To::Stdout,
    };
    logging::recorder::start(&config.log_levels(), as_text, to);
    let serve = ServeArgs {
        http: Some("off".into()),
        metrics: Some(config.metrics_addr()),
        ipc: Some(config.ipc_socket_path.display().to_string()),
        silent: true,
        ..ServeArgs::default()
    };
    // Boxed: the commands lead here, and this leads back to one of them.
    let ended = Box::pin(carry_out(settings.clone(), Command::Serve(serve))).await;
    ended.map_err(taken_port)
}

/// A recorder that runs alone has its own settings: those of a server would not help.
fn taken_port(mut fault: Fault) -> Fault {
    if fault.known_code() == Code::PortTaken && fault.error.contains("metrics") {
        fault.hint = String::from(
            "set another observability.metrics_port in config.json; `memory-archive config --show` names the file",
        );
    }
    fault
}

// === impl Recording ===

impl Recording {
    /// Opens the recorder, puts recordings of recorders that died in order, then binds the socket:
    /// whoever connects finds everything as it is.
    pub async fn open(
        settings: &Settings,
        desk: &Desk,
        config: &Config,
        (socket, role): (PathBuf, Role),
    ) -> Result<Self, Fault> {
        let lock = Lock::take(config, role)?;
        let (recorder, listener) = match opened(settings, desk, config, &socket).await {
            Ok(opened) => opened,
            Err(fault) => {
                lock.release();
                return Err(fault);
            }
        };
        let keeper = recorder.clone();
        Ok(Self {
            house: tokio::spawn(async move { keeper.keep_house().await }),
            recorder,
            socket,
            listener: Some(listener),
            lock,
        })
    }

    /// The listener and what it needs; there is one.
    pub fn door(&mut self) -> Option<(UnixListener, Door)> {
        let door = Door {
            recorder: self.recorder.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            host: host().into(),
        };
        self.listener.take().map(|listener| (listener, door))
    }

    /// Ends every recording in order and takes socket and PID file away.
    pub async fn close(self) {
        self.house.abort();
        self.recorder.shut_down().await;
        let _ = std::fs::remove_file(&self.socket);
        self.lock.release();
    }
}

async fn opened(
    settings: &Settings,
    desk: &Desk,
    config: &Config,
    socket: &Path,
) -> Result<(Recorder, UnixListener), Fault> {
    let recorder = recorder(settings, &desk.engine, config).await?;
    let swept = recorder.sweep().await.map_err(|r| refused(&r))?;
    tracing::info!(target: "ma_core::capture", lost = swept.lost, restored = swept.restored, "recordings of earlier runs are in order");
    let rid = recorder.follow_forgetting().await;
    rid.map_err(|r| refused(&r))?;
    let bound = archive::bind(socket).map_err(|error| {
        let told = format!(
            "the recorder's socket {} cannot be opened: {error}",
            socket.display()
        );
        Fault::new(Code::PortTaken, told)
    })?;
    // From here on nothing fails: nobody waits for a recorder that never came to be.
    desk.engine.also_rid(recorder.ridding());
    Ok((recorder, bound))
}

async fn recorder(
    settings: &Settings,
    engine: &Arc<Engine>,
    config: &Config,
) -> Result<Recorder, Fault> {
    let clock = Arc::new(WallClock);
    let registry: Arc<dyn Registry> = match config.redis_url.as_str() {
        "" => Arc::new(Embedded::new(engine.store().clone(), config.retention)),
        url => {
            let settings = RedisSettings::at(url);
            let opened = Redis::open(&settings, config.retention, clock.clone()).await;
            Arc::new(opened.map_err(|error| {
                let mut fault = Fault::new(Code::NotServing, error.to_string());
                fault.hint = String::from(
                    "start Redis, or unset redis_url to keep sessions in mneme's own store",
                );
                fault
            })?)
        }
    };
    let stirred = engine.clone();
    let parts = Parts {
        journal: engine.journal().clone(),
        registry,
        sources: Arc::new(Sources::default()),
        eyes: Arc::new(Eyes::new(eyes::Settings::default()).map_err(|error| {
            Fault::new(
                Code::Internal,
                format!("no capture peer can be asked: {error}"),
            )
        })?),
        compiler: Arc::new(Documents),
        clock,
        instance: instance()?,
        settings: config.recorder(settings.engine.limits.content_bytes)?,
        stir: Arc::new(move || stirred.stir()),
    };
    Recorder::open(parts).await.map_err(|r| refused(&r))
}

fn refused(refusal: &Refusal) -> Fault {
    Fault::new(Code::Internal, refusal.to_string())
}

/// A name made anew at each start, and this process.
fn instance() -> Result<Instance, Fault> {
    let random = mneme_store::seal::random::<16>();
    let random = random.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    Ok(Instance {
        id: mneme_model::hex::encode(random),
        process: Process::here(std::process::id(), &host()),
    })
}

/// The name of this machine.
pub fn host() -> String {
    let uname = rustix::system::uname();
    uname.nodename().to_string_lossy().into_owned()
}

/// How recordings become documents here.
struct Documents;

impl Compiler for Documents {
    fn scaffold(&self, metadata: &Metadata, entries: &[Entry]) -> Scaffold {
        let text = compile::scaffold(metadata, entries);
        let made = (compile::MADE, compile::fingerprint(&text));
        Scaffold { text, made }
    }

    fn is_untouched(&self, document: &str, made: Option<&str>) -> bool {
        compile::decide(Some(document), made, false) == compile::Decision::Make
    }

    fn entries(&self, text: &str) -> Vec<Entry> {
        entries::read(text).0
    }

    fn count(&self, entries: &[Entry]) -> (u32, u32) {
        let counters = entries::count(entries);
        (counters.annotated, counters.skipped)
    }
}
