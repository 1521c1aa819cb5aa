//! Who serves a data directory: what its `run.json` says, believed only while somebody answers.

use std::collections::BTreeMap;
use std::fs::{OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use mneme_surfaces::notebook;
use mneme_wire::client::ControlClient;
use serde::{Deserialize, Serialize};

use crate::settings::Settings;

#[derive(Clone, Debug, Default, Deserialize)]
pub struct Running {
    pub pid: i32,
    #[serde(default)]
    pub started_ms: i64,
    /// The address of each open door.
    #[serde(default)]
    pub doors: BTreeMap<String, String>,
    /// Who uses its notebook; an older build says nothing of it.
    #[serde(default)]
    pub agents: Option<Agents>,
    /// What it was started with; an older build says nothing of it.
    #[serde(default)]
    pub settings: Option<Held>,
}

/// The settings a server holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The file of memoryOSS, where it was started on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<PathBuf>,
    /// Of what that file said to each of its processes, which start one after the other.
    pub sums: Vec<String>,
    /// The model that is told conversations, if one is.
    pub told_to: Option<ToldTo>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldTo {
    pub provider: String,
    pub model: String,
}

/// Whose things somebody sees there, and as whom they write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agents {
    pub apart: bool,
    #[serde(default)]
    pub named: Option<String>,
}

/// The control socket opens a moment before the file is written.
const LOOKS: u32 = 100;
const BETWEEN: Duration = Duration::from_millis(20);

// === impl Agents ===

impl Agents {
    pub fn of(notebook: &notebook::Settings) -> Self {
        Self {
            apart: notebook.isolated,
            named: notebook.agent.clone(),
        }
    }
}

// === impl Held ===

impl Held {
    /// In a core `front` is what the process before it holds.
    pub fn of(settings: &Settings, front: Option<String>) -> Self {
        let (file, own) = match settings.source.clone() {
            Some(source) => (Some(source.path), Some(source.sum)),
            None => (None, None),
        };
        let mut sums: Vec<String> = front.into_iter().chain(own).collect();
        sums.dedup();
        Self {
            file,
            sums,
            told_to: ToldTo::of(&settings.gateway),
        }
    }
}

// === impl ToldTo ===

impl ToldTo {
    fn of(gateway: &mneme_gateway::Settings) -> Option<Self> {
        mneme_gateway::asks_a_model(gateway).then(|| Self {
            provider: gateway.extraction.by.name().to_owned(),
            model: gateway.extraction.model.clone(),
        })
    }
}

// === impl Running ===

impl Running {
    pub fn file(data_dir: &Path) -> PathBuf {
        data_dir.join("run.json")
    }

    /// Readable by its owner alone, also where one of an earlier build was not.
    pub fn write(data_dir: &Path, text: &str) -> std::io::Result<()> {
        let file = Self::file(data_dir);
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true).mode(0o600);
        let mut open = options.open(&file)?;
        open.set_permissions(Permissions::from_mode(0o600))?;
        open.write_all(text.as_bytes())
    }

    /// What the file says, whether or not it is still true.
    pub fn read(data_dir: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(Self::file(data_dir)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// The server of this directory, if there is one.
    pub async fn find(data_dir: &Path) -> Option<Self> {
        for _ in 0..LOOKS {
            ControlClient::find(data_dir).await?;
            if let Some(running) = Self::read(data_dir) {
                return Some(running);
            }
            tokio::time::sleep(BETWEEN).await;
        }
        None
    }

    /// Where the timeline answers, as this machine asks for it.
    pub fn timeline(&self) -> Option<String> {
        let everywhere = self.doors.get("grpc")?;
        let here = everywhere.replace("//0.0.0.0:", "//127.0.0.1:");
        Some(here.replace("//[::]:", "//[::1]:"))
    }

    /// The port of the timeline.
    pub fn port(&self) -> Option<u16> {
        let timeline = self.timeline()?;
        let (_, port) = timeline.rsplit_once(':')?;
        port.parse().ok()
    }
}
