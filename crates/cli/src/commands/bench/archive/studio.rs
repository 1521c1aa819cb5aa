//! A home with a recorder in it, and the peers it records.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use mneme_model::archive::Command as Told;
use mneme_peers::script::{Act, Button, Deed};
use mneme_peers::{ControlCenter, Eyes, Load, control_center};
use mneme_wire::Fault;
use mneme_wire::client::http::HttpClient;
use mneme_wire::ipc::{Client, Notice, Register, Reply, Request};
use serde_json::{Value, json};

use super::super::load::trouble;
use super::probe::Probe;
use crate::clock::WallClock;

/// A recorder that ends with this value.
pub struct Studio {
    pub control_center: ControlCenter,
    pub probe: Probe,
    home: PathBuf,
    child: Child,
}

/// The last of the four files a step is written to.
const LAST_ROW: &str = "commands/cc_commands.json";
const LOOK: Duration = Duration::from_millis(20);
const PATIENCE: u32 = 3_000;

// === impl Studio ===

impl Studio {
    /// A recorder that listens to one actuation peer, and to this capture peer if there is one.
    pub async fn open(home: &Path, eyes: Option<&Eyes>, load: Option<Load>) -> Result<Self, Fault> {
        let settings = control_center::Settings {
            load,
            ..control_center::Settings::default()
        };
        let peer = ControlCenter::start(settings, Arc::new(WallClock)).await;
        let peer = peer.map_err(trouble)?;
        configure(home, &peer, eyes).map_err(trouble)?;
        let child = start(home)?;
        let studio = Self {
            probe: Probe::of(child.id()),
            control_center: peer,
            home: home.to_owned(),
            child,
        };
        studio.answers().await?;
        Ok(studio)
    }

    async fn answers(&self) -> Result<(), Fault> {
        for _ in 0..PATIENCE {
            if let Ok(mut client) = self.client().await
                && client.ask(&Request::Ping).await.is_ok()
            {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
        Err(trouble("the recorder does not answer"))
    }

    pub async fn client(&self) -> Result<Client, Fault> {
        Client::connect(&self.home.join("ma.sock"))
            .await
            .map_err(trouble)
    }

    /// Where the recordings are.
    pub fn storage(&self) -> PathBuf {
        self.home.join("memories")
    }

    /// The first number of the metrics whose line begins so.
    pub fn metric(&self, name: &str) -> Result<f64, Fault> {
        let facts = std::fs::read(self.home.join("data").join("run.json")).map_err(trouble)?;
        let facts: Value = serde_json::from_slice(&facts).map_err(trouble)?;
        let door = facts["doors"]["metrics"].as_str().unwrap_or_default();
        let address: SocketAddr = door
            .trim_start_matches("http://")
            .parse()
            .map_err(trouble)?;
        let mut client = HttpClient::connect(address, None).map_err(trouble)?;
        let reply = client.send("GET", "/metrics", &[]).map_err(trouble)?;
        let text = String::from_utf8_lossy(&reply.body).into_owned();
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let number = line.and_then(|rest| rest.split_whitespace().last()?.parse().ok());
        number.ok_or_else(|| trouble(format!("the recorder does not tell {name}")))
    }

    /// How long a step took on average until it was on disk, and how many there were.
    pub fn step_latency(&self) -> Result<(f64, f64), Fault> {
        let count = self.metric("ma_step_latency_ms_count")?;
        let sum = self.metric("ma_step_latency_ms_sum")?;
        Ok((sum, count))
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn configure(home: &Path, peer: &ControlCenter, eyes: Option<&Eyes>) -> std::io::Result<()> {
    std::fs::create_dir_all(home)?;
    let settings = json!({
        "storage_path": home.join("memories"),
        "ipc_socket_path": home.join("ma.sock"),
        "control_center_addr": peer.address(),
        "control_center_security": "legacy",
        "the_eyes_addr": eyes.map(Eyes::address).unwrap_or_default(),
        "the_eyes_timestamp_unit": "ms",
        "drain_timeout_seconds": 600,
        "observability": {"metrics_port": 0},
    });
    std::fs::write(home.join("config.json"), settings.to_string())
}

fn start(home: &Path) -> Result<Child, Fault> {
    let program = std::env::current_exe().map_err(trouble)?;
    let log = std::fs::File::create(home.join("core.log")).map_err(trouble)?;
    let child = Command::new(program)
        .args(["archive", "core"])
        .env("HOME", home)
        .env("MEMORY_ARCHIVE_CONFIG", home.join("config.json"))
        .env("MNEME_DATA_DIR", home.join("data"))
        .stdout(log)
        .stdin(Stdio::null())
        .spawn();
    child.map_err(trouble)
}

/// Registers a recording and gives its id.
pub async fn register(client: &mut Client, name: &str) -> Result<String, Fault> {
    let new = Register {
        mode: "manual".into(),
        os_type: "LINUX".into(),
        memory_name: name.into(),
        actuation_server_addr: Some(String::new()),
        ..Register::default()
    };
    match client.ask(&Request::RegisterSession(Box::new(new))).await {
        Ok(Reply::SessionRegistered { session_id }) => Ok(session_id),
        Ok(other) => Err(trouble(format!("no registration: {other:?}"))),
        Err(lost) => Err(trouble(lost)),
    }
}

pub async fn watch(client: &mut Client, session_id: &str) -> Result<(), Fault> {
    let session_id = session_id.to_owned();
    let asked = client.ask(&Request::StartWatch { session_id }).await;
    asked.map(drop).map_err(trouble)
}

/// Ends a recording; gives the number of its steps.
pub async fn done(client: &mut Client, session_id: &str) -> Result<u32, Fault> {
    let session_id = session_id.to_owned();
    let force = false;
    match client.ask(&Request::Done { session_id, force }).await {
        Ok(Reply::SessionComplete { total_steps, .. }) => Ok(total_steps),
        Ok(other) => Err(trouble(format!("no end: {other:?}"))),
        Err(lost) => Err(trouble(lost)),
    }
}

/// Waits until one step more is in all its files.
pub async fn written(client: &mut Client) -> Result<(), Fault> {
    loop {
        match client.notice().await.map_err(trouble)? {
            Some(Notice::FileWritten { relative_path, .. }) if relative_path == LAST_ROW => {
                return Ok(());
            }
            Some(Notice::FileWritten { .. }) => {}
            other => return Err(trouble(format!("the recording ended: {other:?}"))),
        }
    }
}

/// A click, as the peer tells it.
pub fn click(n: usize) -> Told {
    let (x, y) = ((n * 37 % 1_900) as i32, (n * 53 % 1_000) as i32);
    let button = Button::Left;
    let act = Act {
        wait_ms: 0,
        deed: Deed::Click { x, y, button },
        fails: None,
    };
    // A click is always a command.
    act.command().unwrap_or_default()
}
