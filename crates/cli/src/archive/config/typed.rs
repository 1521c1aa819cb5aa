//! From a checked document to what the program works with.

use std::path::PathBuf;

use mneme_capture::sessions::Retention;
use mneme_wire::Fault;
use serde_json::Value;

use super::document::Node;
use super::keys::{self, Fallback};
use super::{Config, Place, SecretRef, bad};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageMode {
    Local,
    CloudPrimary,
}

/// How to reach the peer that acts.
#[derive(Clone, Debug)]
pub struct ControlCenter {
    pub addr: String,
    pub token: SecretRef,
    /// The only root that is trusted, if set.
    pub tls_ca: Option<PathBuf>,
    /// `auto`, `strict` or `legacy`.
    pub security: String,
    pub max_version: String,
    pub allow_unsupported: bool,
    pub connect_s: u64,
}

/// How to reach the peer that sees.
#[derive(Clone, Debug)]
pub struct TheEyes {
    pub addr: String,
    pub token: SecretRef,
    pub poll_interval_s: u64,
    /// The unit of its frames' times; empty is found out.
    pub timestamp_unit: String,
}

/// When frames are asked for, around the moment of a command, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offsets {
    pub press_fetch_delay_ms: u64,
    pub type_fetch_delay_ms: u64,
    pub before_fetch_offset_ms: u64,
    pub after_fetch_delay_ms: u64,
}

#[derive(Clone, Debug)]
#[allow(dead_code, reason = "checked when it is read, whoever will use it")]
pub struct Observability {
    pub metrics_port: u16,
    pub metrics_bind_addr: String,
    pub metrics_token: SecretRef,
    /// Targets and their levels; the empty target is everything else.
    pub log_levels: Vec<(String, String)>,
    pub log_output: String,
    pub log_file_path: Option<PathBuf>,
    pub memory_warn_mb: u64,
    pub ipc_push_queue_warn: u64,
}

/// A document and where it lies.
struct Said<'a> {
    place: &'a Place,
    document: &'a Node,
}

/// Everything was checked against its kind before.
pub fn read(place: &Place, document: Node, warnings: Vec<String>) -> Result<Config, Fault> {
    let said = Said {
        place,
        document: &document,
    };
    let config = Config {
        path: place.path().to_owned(),
        storage_path: said.path("storage_path"),
        storage_mode: match said.text("storage_mode").as_str() {
            "cloud_primary" => StorageMode::CloudPrimary,
            _ => StorageMode::Local,
        },
        redis_url: said.text("redis_url"),
        retention: Retention::named(&said.text("retention.mode")).unwrap_or_default(),
        ipc_socket_path: said.ipc_socket_path(),
        ipc_port: said.port("ipc_port")?,
        ipc_bind_addr: said.text("ipc_bind_addr"),
        ma_core_addr: said.text("ma_core_addr"),
        ipc_server_fingerprint: said.text("ipc_server_fingerprint"),
        control_center: said.control_center(),
        the_eyes: said.the_eyes(),
        silence_timeout_s: said.number("silence_timeout_seconds"),
        idle_timeout_s: said.number("idle_timeout_seconds"),
        offsets: said.offsets(),
        metadata_flush_interval: said.number("metadata_flush_interval"),
        temp_session_dir: said.temp_session_dir(),
        observability: said.observability()?,
        annotator_id: said.text("annotator_id"),
        annotator_key: said.secret("annotator_key"),
        tenant_id: said.text("tenant_id"),
        drain_timeout_s: said.number("drain_timeout_seconds"),
        reconcile_s: said.number("reconcile_interval_seconds"),
        place: place.clone(),
        warnings,
        document: Node::Leaf(Value::Null),
    };
    Ok(Config { document, ..config })
}

// === impl Said ===

impl Said<'_> {
    fn text(&self, path: &str) -> String {
        let found = self.document.leaf(path).and_then(Value::as_str);
        match (found, keys::find(path).map(|key| key.fallback)) {
            (Some(text), _) => text.to_owned(),
            (None, Some(Fallback::Text(text))) => text.to_owned(),
            _ => String::new(),
        }
    }

    fn number(&self, path: &str) -> u64 {
        let found = self.document.leaf(path).and_then(Value::as_u64);
        match (found, keys::find(path).map(|key| key.fallback)) {
            (Some(number), _) => number,
            (None, Some(Fallback::Number(number))) => number,
            _ => 0,
        }
    }

    fn switch(&self, path: &str) -> bool {
        let found = self.document.leaf(path).and_then(Value::as_bool);
        found.unwrap_or(keys::find(path).is_some_and(|key| key.fallback == Fallback::Switch(true)))
    }

    /// A port that may be absent.
    fn port(&self, path: &str) -> Result<Option<u16>, Fault> {
        let found = self.document.leaf(path).and_then(Value::as_u64);
        let port = found.map(u16::try_from).transpose();
        port.map_err(|_| bad(format!("{path} must be a whole number from 0 to 65535")))
    }

    fn path(&self, path: &str) -> PathBuf {
        self.place.resolve(&self.text(path))
    }

    /// A path that may be absent.
    fn some_path(&self, path: &str) -> Option<PathBuf> {
        some(self.text(path)).map(|text| self.place.resolve(&text))
    }

    fn secret(&self, path: &'static str) -> SecretRef {
        SecretRef::new(path, &self.text(path))
    }

    fn control_center(&self) -> ControlCenter {
        ControlCenter {
            addr: self.text("control_center_addr"),
            token: self.secret("control_center_token"),
            tls_ca: self.some_path("control_center_tls_ca"),
            security: self.text("control_center_security"),
            max_version: self.text("control_center_max_version"),
            allow_unsupported: self.switch("control_center_allow_unsupported"),
            connect_s: self.number("control_center_connect_seconds"),
        }
    }

    fn the_eyes(&self) -> TheEyes {
        TheEyes {
            addr: self.text("the_eyes_addr"),
            token: self.secret("the_eyes_token"),
            poll_interval_s: self.number("the_eyes_poll_interval_seconds"),
            timestamp_unit: self.text("the_eyes_timestamp_unit"),
        }
    }

    fn offsets(&self) -> Offsets {
        Offsets {
            press_fetch_delay_ms: self.number("press_fetch_delay_ms"),
            type_fetch_delay_ms: self.number("type_fetch_delay_ms"),
            before_fetch_offset_ms: self.number("before_fetch_offset_ms"),
            after_fetch_delay_ms: self.number("after_fetch_delay_ms"),
        }
    }

    /// Beside the settings, wherever those are.
    fn ipc_socket_path(&self) -> PathBuf {
        let given = self.document.get("ipc_socket_path").is_some();
        let given = given.then(|| self.some_path("ipc_socket_path")).flatten();
        given.unwrap_or_else(|| self.place.path().with_file_name("ma.sock"))
    }

    fn temp_session_dir(&self) -> PathBuf {
        let usual = || self.place.temp().join("ma-sessions");
        self.some_path("temp_session_dir").unwrap_or_else(usual)
    }

    fn observability(&self) -> Result<Observability, Fault> {
        let port = self.port("observability.metrics_port")?;
        Ok(Observability {
            metrics_port: port.unwrap_or(9_091),
            metrics_bind_addr: self.text("observability.metrics_bind_addr"),
            metrics_token: self.secret("observability.metrics_token"),
            log_levels: self.log_levels(),
            log_output: self.text("observability.log_output"),
            log_file_path: self.some_path("observability.log_file_path"),
            memory_warn_mb: self.number("observability.memory_warn_mb"),
            ipc_push_queue_warn: self.number("observability.ipc_push_queue_warn"),
        })
    }

    fn log_levels(&self) -> Vec<(String, String)> {
        let path = "observability.log_level";
        let Some(Node::Object(entries)) = self.document.get(path) else {
            return vec![(String::new(), self.text(path).to_lowercase())];
        };
        let levels = entries.iter().filter_map(|(target, node)| match node {
            Node::Leaf(Value::String(level)) => Some((target.clone(), level.to_lowercase())),
            _ => None,
        });
        levels.collect()
    }
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
