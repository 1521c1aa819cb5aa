//! A look at the recorder, for those who ask how everything is.

use std::path::{Path, PathBuf};
use std::time::Duration;

use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::ipc::Client;
use serde::Serialize;

use super::Config;
use super::list::{self, Counts};

/// Whoever does not answer by then is not there for anybody.
const PATIENCE: Duration = Duration::from_secs(3);

/// Whether there is a recorder, and what it has.
#[derive(Clone, Debug, Serialize)]
pub struct Glance {
    pub socket: PathBuf,
    pub running: bool,
    /// How many recordings there are in each state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sessions: Option<Counts>,
    /// Why it does not tell, or why none can be started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// Whether anybody ever set or recorded something here.
    #[serde(skip)]
    pub configured: bool,
}

/// Looks where a server says its recorder is, or where the settings say.
pub async fn glance(named: Option<&str>) -> Glance {
    let loaded = Config::load();
    let broken = loaded.as_ref().err().map(|fault| fault.error.clone());
    let config = loaded.or_else(|_| Config::place_only()).ok();
    let usual = config.as_ref().map(|config| config.ipc_socket_path.clone());
    let socket = named.map(PathBuf::from).or(usual).unwrap_or_default();
    let told = counts(&socket).await;
    let running = told.is_some();
    let (sessions, trouble) = match told {
        Some(Ok(counts)) => (Some(counts), broken),
        Some(Err(fault)) => (None, Some(fault.error)),
        None => (None, broken),
    };
    Glance {
        socket,
        running,
        sessions,
        trouble,
        configured: config
            .is_some_and(|config| config.path.exists() || config.storage_path.exists()),
    }
}

/// Nothing where nobody listens.
async fn counts(socket: &Path) -> Option<Result<Counts, Fault>> {
    let mut client = Client::connect(socket).await.ok()?;
    let asked = tokio::time::timeout(PATIENCE, list::list(&mut client, None, 0)).await;
    let silent = |_| Err(Fault::new(Code::NotServing, "the recorder does not answer"));
    Some(asked.unwrap_or_else(silent).map(|(_, counts)| counts))
}

// === impl Glance ===

impl Glance {
    /// In one line.
    pub fn told(&self) -> String {
        let socket = self.socket.display();
        match (&self.sessions, &self.trouble) {
            (Some(counts), None) => format!("{} ({socket})", list::told(counts)),
            (Some(counts), Some(why)) => {
                format!(
                    "{} ({socket}); it will not start again: {why}",
                    list::told(counts)
                )
            }
            (None, Some(why)) if self.running => format!("at {socket}, and in trouble: {why}"),
            (None, Some(why)) => format!("OFF: {why}"),
            (None, None) => String::from("not running"),
        }
    }
}
