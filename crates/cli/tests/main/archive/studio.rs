//! A home with a recorder and the two peers it records from.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use mneme_model::Clock;
use mneme_model::archive::{Command as Told, Metadata};
use mneme_peers::desktop::Tiny;
use mneme_peers::{ControlCenter, Eyes, control_center, eyes};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::Line;
use crate::support::{Home, Ran, end_of, eventually};

pub struct Studio {
    pub home: Home,
    pub cc: ControlCenter,
    pub eyes: Eyes,
    /// What every program here finds in its environment.
    pub environment: Vec<(String, String)>,
    core: Option<Child>,
}

struct Wall;

impl Clock for Wall {
    fn now_ms(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        i64::try_from(since.as_millis()).unwrap()
    }
}

/// The peers of every test run here.
pub fn runtime() -> &'static Runtime {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().unwrap())
}

pub fn now_ms() -> i64 {
    Wall.now_ms()
}

/// A click somewhere, as the peer tells it. Time, agent and system are filled in by the peer.
pub fn click(x: i32, y: i32) -> Told {
    Told {
        raw_command: format!("Left-clicked at X={x}, Y={y}"),
        action_type: "mouse".into(),
        action_subtype: "left".into(),
        success: true,
        mouse_x: x,
        mouse_y: y,
        position_captured: true,
        agent_alive: true,
        ..Told::default()
    }
}

pub fn typed(text: &str) -> Told {
    Told {
        raw_command: format!("Typed: {text}"),
        action_type: "keyboard".into(),
        action_subtype: "type".into(),
        success: true,
        agent_alive: true,
        ..Told::default()
    }
}

pub fn press(key: &str) -> Told {
    Told {
        raw_command: format!("Pressed: {key}"),
        action_subtype: "press".into(),
        ..typed("")
    }
}

/// Takes a picture every twentieth of a second.
pub fn quick_eyes() -> eyes::Settings {
    eyes::Settings {
        interval_ms: 50,
        unit: eyes::Unit::Milliseconds,
        kept: 1_000,
        ..eyes::Settings::default()
    }
}

// === impl Studio ===

impl Studio {
    /// Quick peers, short waits, and a recorder that is not started yet.
    pub fn new() -> Self {
        Self::with_peers(control_center::Settings::default(), quick_eyes())
    }

    pub fn with_peers(cc: control_center::Settings, look: eyes::Settings) -> Self {
        let home = Home::new();
        for name in ["memory-archive", "ma-core"] {
            std::os::unix::fs::symlink(&home.line(&[])[0], home.path().join(name)).unwrap();
        }
        let clock = Arc::new(Wall);
        let (cc, eyes) = runtime().block_on(async {
            let screen = Arc::new(Tiny {
                width: 640,
                height: 400,
            });
            let cc = ControlCenter::start(cc, clock.clone()).await.unwrap();
            (cc, Eyes::start(look, screen, clock).await.unwrap())
        });
        let studio = Self {
            home,
            cc,
            eyes,
            environment: Vec::new(),
            core: None,
        };
        studio.configure(&json!({
            "storage_path": studio.storage(),
            "control_center_addr": studio.cc.address(),
            "control_center_security": "legacy",
            "the_eyes_addr": studio.eyes.address(),
            "the_eyes_timestamp_unit": "ms",
            "press_fetch_delay_ms": 50,
            "type_fetch_delay_ms": 50,
            "before_fetch_offset_ms": 100,
            "after_fetch_delay_ms": 100,
            "observability": {"metrics_port": 0},
        }));
        studio
    }

    /// With a recorder that answers.
    pub fn started() -> Self {
        let mut studio = Self::new();
        studio.start();
        studio
    }

    /// With an actuation peer that says so often that it is there.
    pub fn with_heartbeats(every_ms: u64) -> Self {
        let cc = control_center::Settings {
            heartbeat: std::time::Duration::from_millis(every_ms),
            ..control_center::Settings::default()
        };
        let mut studio = Self::with_peers(cc, quick_eyes());
        studio.start();
        studio
    }

    /// Ends the recorder and starts it again, with the settings as they are now.
    pub fn restart(&mut self) {
        self.stop();
        self.start();
    }

    /// One number of the recorder's metrics.
    pub fn metric(&self, name: &str) -> u64 {
        let text = self.metrics();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}"))
            .parse()
            .unwrap()
    }

    pub fn metrics(&self) -> String {
        // The socket answers a moment before the file is written.
        let facts: Value = eventually("the doors to be named", || {
            let facts = std::fs::read_to_string(self.home.data().join("run.json")).ok()?;
            serde_json::from_str(&facts).ok()
        });
        let address = facts["doors"]["metrics"].as_str().unwrap();
        let address = address.strip_prefix("http://").unwrap().parse().unwrap();
        crate::support::Client::new(address, None)
            .get("/metrics")
            .text
    }

    /// Lets the peer hand on what it was told.
    pub fn breathe(&self) {
        runtime().block_on(async {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        });
    }

    /// What Ctrl-C does.
    pub fn interrupt(&self, child: &Child) {
        let pid = rustix::process::Pid::from_child(child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    }

    pub fn storage(&self) -> PathBuf {
        self.home.path().join("memories")
    }

    pub fn config_file(&self) -> PathBuf {
        self.home.path().join(".memory-archive").join("config.json")
    }

    /// Where the settings say, or the usual place.
    pub fn socket(&self) -> PathBuf {
        let text = std::fs::read_to_string(self.config_file()).unwrap_or_default();
        let config: Value = serde_json::from_str(&text).unwrap_or_default();
        match config["ipc_socket_path"].as_str() {
            Some(path) => PathBuf::from(path),
            None => self.home.path().join(".memory-archive").join("ma.sock"),
        }
    }

    /// Puts these keys into the recorder's settings.
    pub fn configure(&self, keys: &Value) {
        let file = self.config_file();
        let text = std::fs::read_to_string(&file).unwrap_or_else(|_| "{}".into());
        let mut config: Value = serde_json::from_str(&text).unwrap();
        for (key, value) in keys.as_object().unwrap() {
            config[key] = value.clone();
        }
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, config.to_string()).unwrap();
    }

    pub fn command(&self, name: &str, args: &[&str]) -> Command {
        let mut command = self.home.program(self.home.path().join(name));
        command.args(args).env("MNEME_DATA_DIR", self.home.data());
        command.envs(self.environment.iter().cloned());
        command
    }

    /// `memory-archive` with these words.
    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::soon(self.command("memory-archive", args))
    }

    /// Starts the recorder, and waits until it answers.
    pub fn start(&mut self) {
        let errors = std::fs::File::options()
            .create(true)
            .append(true)
            .open(self.home.path().join("core.log"))
            .unwrap();
        let mut command = self.command("memory-archive", &["server", "start"]);
        let child = command
            .stdin(Stdio::null())
            .stdout(self.said_to())
            .stderr(errors)
            .spawn()
            .unwrap();
        self.core = Some(child);
        let socket = self.socket();
        eventually("the recorder to answer", || {
            if let Some(status) = self.core.as_mut().unwrap().try_wait().unwrap() {
                panic!("the recorder ended ({status}): {}", self.log());
            }
            std::os::unix::net::UnixStream::connect(&socket).ok()
        });
    }

    /// What the recorder said on standard error, and its log.
    pub fn log(&self) -> String {
        let errors = std::fs::read_to_string(self.home.path().join("core.log"));
        errors.unwrap_or_default() + &self.output()
    }

    /// Standard output of a recorder in the foreground is its log.
    pub fn output(&self) -> String {
        std::fs::read_to_string(self.home.path().join("core.out")).unwrap_or_default()
    }

    fn said_to(&self) -> std::fs::File {
        let path = self.home.path().join("core.out");
        let mut options = std::fs::File::options();
        options.create(true).append(true).open(path).unwrap()
    }

    pub fn pid(&self) -> u32 {
        self.core.as_ref().unwrap().id()
    }

    /// No warning, no last word.
    pub fn kill(&mut self) {
        let mut core = self.core.take().unwrap();
        core.kill().unwrap();
        core.wait().unwrap();
    }

    /// A polite end.
    pub fn stop(&mut self) {
        self.run(&["server", "stop"]).ok();
        self.ended();
    }

    /// It was told to end by somebody else.
    pub fn ended(&mut self) {
        end_of(&mut self.core.take().unwrap());
    }

    pub fn line(&self) -> Line {
        Line::to(&self.socket())
    }

    /// Registers a recording of this name.
    pub fn register(&self, name: &str) -> String {
        self.register_with(name, &[])
    }

    pub fn register_with(&self, name: &str, more: &[&str]) -> String {
        let mut args = vec!["session", "register", "--mode", "manual"];
        args.extend(["--os-type", "LINUX", "--memory-name", name]);
        args.extend(more);
        self.run(&args).ok().trim().to_owned()
    }

    /// Registers a recording and begins it; the line hears its notices.
    pub fn recording(&self, name: &str) -> (String, Line) {
        let id = self.register(name);
        let mut line = self.line();
        let answer = line.of("start_watch", &id);
        assert_eq!(answer["type"], "watch_started", "{answer}\n{}", self.log());
        (id, line)
    }

    pub fn dir(&self, name: &str) -> PathBuf {
        self.storage().join(name)
    }

    /// The fields of a session.
    pub fn session(&self, id: &str) -> Value {
        self.line().of("get_session_status", id)["session"].clone()
    }

    pub fn status(&self, id: &str) -> String {
        let session = self.session(id);
        session["status"].as_str().unwrap_or_default().to_owned()
    }

    pub fn metadata(&self, name: &str) -> Metadata {
        read_metadata(&self.dir(name))
    }

    /// Waits until the registry counts so many steps.
    pub fn steps(&self, id: &str, steps: u32) {
        eventually("the steps to be counted", || {
            let counted = self.session(id)["total_steps"] == *steps.to_string();
            counted.then_some(())
        });
    }

    /// The directory of a recording has nothing to complain of.
    pub fn sound(&self, dir: &Path) {
        let dir = dir.display().to_string();
        self.run(&["fsck", &dir]).ok();
    }
}

/// What a process holds in memory, files that are mapped left out.
pub fn resident_bytes(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let kib = line.unwrap().trim().trim_end_matches(" kB");
    kib.parse::<u64>().unwrap() * 1024
}

pub fn read_metadata(dir: &Path) -> Metadata {
    let text = std::fs::read_to_string(dir.join("metadata.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

impl Drop for Studio {
    fn drop(&mut self) {
        if let Some(core) = &mut self.core {
            let _ = core.kill();
            let _ = core.wait();
        }
    }
}
