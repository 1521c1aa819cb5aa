//! Playing a desktop that can be recorded.

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use mneme_model::Code;
use mneme_peers::script::play;
use mneme_peers::{ControlCenter, Desktop, Eyes, Script, control_center, eyes};
use mneme_wire::Fault;

use crate::args::SimulateArgs;
use crate::clock::WallClock;
use crate::commands::Outcome;
use crate::output;

/// Both peers, and the desktop they show.
pub struct Stage {
    pub control_center: ControlCenter,
    pub eyes: Eyes,
    pub desktop: Arc<Desktop>,
}

/// How often it is looked whether somebody watches.
const LOOK: Duration = Duration::from_millis(20);

pub async fn run(args: SimulateArgs) -> Outcome {
    let script = match &args.script {
        Some(path) => read(path)?,
        None => Script::demo(),
    };
    let stage = Stage::open(script, args.control_center, args.eyes, &args.peer_version).await?;
    say!("Control-Center  {}", stage.control_center.address());
    say!("The-Eyes        {}", stage.eyes.address());
    output::note("waiting for somebody to record; Ctrl-C ends it");
    tokio::select! {
        () = perform(&stage, args.repeat) => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays whenever somebody begins to watch.
async fn perform(stage: &Stage, repeat: bool) {
    loop {
        stage.watched(true).await;
        let played = stage.play().await;
        output::note(&format!(
            "the task is over after {}",
            output::counted(played.into(), "command")
        ));
        if !repeat {
            stage.watched(false).await;
        }
    }
}

fn read(path: &std::path::Path) -> Result<Script, Fault> {
    let bad = |told: String| Fault::new(Code::BadFile, told);
    let text = std::fs::read_to_string(path)
        .map_err(|error| bad(format!("{} cannot be read: {error}", path.display())))?;
    Script::parse(&text).map_err(|error| bad(format!("{}: {error}", path.display())))
}

// === impl Stage ===

impl Stage {
    pub async fn open(
        script: Script,
        actuation: SocketAddr,
        capture: SocketAddr,
        version: &str,
    ) -> Result<Self, Fault> {
        let taken = |error: &dyn std::error::Error| Fault::new(Code::PortTaken, error.to_string());
        let clock = Arc::new(WallClock);
        let desktop = Arc::new(Desktop::new(script));
        let settings = control_center::Settings {
            bind: actuation,
            version: version.to_owned(),
            ..control_center::Settings::default()
        };
        let control_center = ControlCenter::start(settings, clock.clone());
        let settings = eyes::Settings {
            bind: capture,
            interval_ms: 250,
            unit: eyes::Unit::Milliseconds,
            ..eyes::Settings::default()
        };
        let eyes = Eyes::start(settings, desktop.clone(), clock);
        Ok(Self {
            control_center: control_center.await.map_err(|error| taken(&error))?,
            eyes: eyes.await.map_err(|error| taken(&error))?,
            desktop,
        })
    }

    /// Does the task once; gives the number of commands.
    pub async fn play(&self) -> u32 {
        play(&self.desktop, &self.control_center, &WallClock)
            .await
            .commands
    }

    /// Waits until somebody watches, or nobody does.
    pub async fn watched(&self, wanted: bool) {
        while (self.control_center.watchers() > 0) != wanted {
            tokio::time::sleep(LOOK).await;
        }
    }
}
