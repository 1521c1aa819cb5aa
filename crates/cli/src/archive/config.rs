//! The recorder's own settings: `config.json`, as those who wrote for it expect.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use mneme_capture::frames::eyes::{Place, Unit};
use mneme_capture::frames::timing::Delays;
use mneme_capture::recorder;
use mneme_capture::sessions::Retention;
use mneme_capture::sources::{Security, Target};
use mneme_model::{Code, Secret};
use mneme_wire::Fault;
use serde_json::{Map, Value};

use crate::commands::Outcome;

/// What the file says, and what it does not say filled in.
#[derive(Clone, Debug)]
pub struct Config {
    pub path: PathBuf,
    pub storage_path: PathBuf,
    /// Empty: sessions are kept in mneme's own store.
    pub redis_url: String,
    pub ipc_socket_path: PathBuf,
    pub tenant_id: String,
    pub retention: Retention,
    keys: Map<String, Value>,
}

/// Settings of the recorder.
#[derive(Debug, Default, Args)]
pub struct ConfigFlags {
    /// Print every setting; secrets only as (set)
    #[arg(long)]
    pub show: bool,
}

pub fn run(_flags: &ConfigFlags) -> Outcome {
    let config = Config::load()?;
    for (key, value) in &config.keys {
        say!("{key}: {value}");
    }
    Ok(std::process::ExitCode::SUCCESS)
}

// === impl Config ===

impl Config {
    pub fn load() -> Result<Self, Fault> {
        let home = home()?;
        let path = match std::env::var_os("MEMORY_ARCHIVE_CONFIG") {
            Some(path) => PathBuf::from(path),
            None => home.join(".memory-archive").join("config.json"),
        };
        let bad = |why: String| Fault::new(Code::BadSetting, format!("{}: {why}", path.display()));
        let keys: Map<String, Value> = match std::fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Map::new(),
            Err(error) => return Err(bad(error.to_string())),
        };
        let text = |key: &str| keys.get(key).and_then(Value::as_str).unwrap_or_default();
        let dir = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let place = |key: &str, usual: PathBuf| match text(key) {
            "" => usual,
            given => expanded(given, &home),
        };
        Ok(Self {
            storage_path: place("storage_path", home.join("memories")),
            ipc_socket_path: place("ipc_socket_path", dir.join("ma.sock")),
            redis_url: text("redis_url").to_owned(),
            tenant_id: text("tenant_id").to_owned(),
            retention: Retention::Seed,
            keys,
            path,
        })
    }

    fn text(&self, key: &str) -> &str {
        self.keys
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    fn number(&self, key: &str, usual: u64) -> u64 {
        self.keys.get(key).and_then(Value::as_u64).unwrap_or(usual)
    }

    fn dir(&self) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).to_path_buf()
    }

    pub fn pid_file(&self) -> PathBuf {
        self.dir().join("ma-core.pid")
    }

    pub fn log_file(&self) -> PathBuf {
        self.dir().join("ma-core.log")
    }

    /// Where everything of the recorder but its recordings is: nobody else's business.
    pub fn make_dir(&self) -> io::Result<()> {
        let dir = self.dir();
        std::fs::create_dir_all(&dir)?;
        std::fs::set_permissions(&dir, std::fs::Permissions::from_mode(0o700))
    }

    pub fn metrics_addr(&self) -> String {
        let seen = self.keys.get("observability");
        let port = seen.and_then(|seen| seen.get("metrics_port")?.as_u64());
        format!("127.0.0.1:{}", port.unwrap_or(9091))
    }

    pub fn log_levels(&self) -> String {
        let seen = self.keys.get("observability");
        match seen.and_then(|seen| seen.get("log_level")) {
            Some(Value::String(level)) => level.clone(),
            Some(Value::Object(targets)) => {
                let each = targets
                    .iter()
                    .filter_map(|(target, level)| Some(format!("{target}={}", level.as_str()?)));
                std::iter::once(String::from("info"))
                    .chain(each)
                    .collect::<Vec<_>>()
                    .join(",")
            }
            _ => String::from("info"),
        }
    }

    fn control_center(&self) -> Result<Target, Fault> {
        let given = |key: &str| Some(self.text(key).to_owned()).filter(|text| !text.is_empty());
        let named = self.text("control_center_security");
        let security = Security::named(named).ok_or_else(|| {
            let told =
                format!("control_center_security is '{named}'; it must be auto, strict or legacy");
            Fault::new(Code::BadSetting, told)
        })?;
        Ok(Target {
            security,
            tls_ca: given("control_center_tls_ca").map(PathBuf::from),
            token: given("control_center_token").map(Secret),
            max_version: given("control_center_max_version"),
            allow_unsupported: self.keys.get("control_center_allow_unsupported")
                == Some(&Value::Bool(true)),
            silence: Duration::from_secs(self.number("silence_timeout_seconds", 30)),
            idle: Duration::from_secs(self.number("idle_timeout_seconds", 0)),
            ..Target::new(self.text("control_center_addr"))
        })
    }

    pub fn recorder(&self, longest_text: usize) -> Result<recorder::Settings, Fault> {
        let delay = |key: &str| u32::try_from(self.number(key, 1_000)).unwrap_or(1_000);
        Ok(recorder::Settings {
            storage_path: self.storage_path.clone(),
            namespace: String::from("default"),
            control_center: self.control_center()?,
            the_eyes: Place {
                token: Some(self.text("the_eyes_token").to_owned())
                    .filter(|token| !token.is_empty())
                    .map(Secret),
                unit: Unit::named(self.text("the_eyes_timestamp_unit")).unwrap_or_default(),
                ..Place::new(self.text("the_eyes_addr"))
            },
            the_eyes_poll: Duration::from_secs(self.number("the_eyes_poll_interval_seconds", 10)),
            delays: Delays {
                press_ms: delay("press_fetch_delay_ms"),
                type_ms: delay("type_fetch_delay_ms"),
                before_ms: delay("before_fetch_offset_ms"),
                after_ms: delay("after_fetch_delay_ms"),
            },
            silence: Duration::from_secs(self.number("silence_timeout_seconds", 30)),
            checkpoint_steps: u32::try_from(self.number("metadata_flush_interval", 10))
                .unwrap_or(10),
            checkpoint_every: Duration::from_secs(5),
            connect: Duration::from_secs(self.number("control_center_connect_seconds", 121)),
            drain: Duration::from_secs(30),
            longest_text,
            beat: Duration::from_secs(10),
            sweep: Duration::from_secs(60),
            retention: self.retention,
            tenant_id: self.tenant_id.clone(),
            ma_core_addr: self.ipc_socket_path.display().to_string(),
        })
    }
}

fn home() -> Result<PathBuf, Fault> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    home.ok_or_else(|| Fault::new(Code::BadSetting, "no home directory is known"))
}

fn expanded(path: &str, home: &Path) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(rest) => home.join(rest),
        None => PathBuf::from(path),
    }
}
