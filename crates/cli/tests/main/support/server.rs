//! A running `mneme serve`, found by the line it prints when it is ready.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Client, Home, eventually};

const PATIENCE: Duration = Duration::from_secs(60);

pub struct Server {
    child: Child,
    home: Home,
    /// The object of the `ready` line.
    pub facts: Value,
}

// === impl Server ===

impl Server {
    pub fn start(home: &Home) -> Self {
        Self::start_with(home, &[])
    }

    /// With further arguments behind `serve --http 127.0.0.1:0`.
    pub fn start_with(home: &Home, more: &[&str]) -> Self {
        let mut command = home.command(&["serve", "--http", "127.0.0.1:0"]);
        command.args(more).stdin(Stdio::null());
        Self::launch(command, home)
    }

    pub fn launch(command: Command, home: &Home) -> Self {
        let errors = File::options()
            .create(true)
            .append(true)
            .open(home.path().join("stderr"))
            .unwrap();
        Self::launch_to(command, home, errors.into())
    }

    /// One whose log nobody reads any more as soon as it serves.
    pub fn unread(home: &Home, more: &[&str]) -> Self {
        let mut command = home.command(&["serve", "--http", "127.0.0.1:0"]);
        command.args(more);
        let mut server = Self::launch_to(command, home, Stdio::piped());
        drop(server.child.stderr.take());
        server
    }

    fn launch_to(mut command: Command, home: &Home, errors: Stdio) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .unwrap();
        let ready = announced(child.stdout.take().unwrap());
        let facts = ready.recv_timeout(PATIENCE).ok();
        let mut server = Self {
            child,
            home: home.clone(),
            facts: Value::Null,
        };
        server.facts =
            facts.unwrap_or_else(|| panic!("the server did not start: {}", server.errors()));
        server
    }

    pub fn home(&self) -> &Home {
        &self.home
    }

    fn door(&self, name: &str) -> SocketAddr {
        let address = self.facts["doors"][name].as_str().unwrap();
        let (_, address) = address.split_once("://").unwrap();
        address.parse().unwrap()
    }

    pub fn http(&self) -> SocketAddr {
        self.door("http")
    }

    pub fn notebook(&self) -> SocketAddr {
        self.door("notebook")
    }

    pub fn metrics(&self) -> SocketAddr {
        self.door("metrics")
    }

    pub fn grpc(&self) -> SocketAddr {
        self.door("grpc")
    }

    /// The timeline's door in the newer family.
    pub fn grpc6(&self) -> SocketAddr {
        self.door("grpc6")
    }

    pub fn pid(&self) -> i32 {
        self.facts["pid"].as_i64().unwrap().try_into().unwrap()
    }

    /// A new key of a namespace.
    pub fn key(&self, namespace: &str, role: &str) -> String {
        let args = ["key", "new", "--namespace", namespace, "--role", role];
        let made = self.home.json(&[&args[..], &["--json"]].concat());
        made["key"].as_str().unwrap().to_owned()
    }

    /// A client that may write in a namespace of its own.
    pub fn room(&self, namespace: &str) -> Client {
        Client::new(self.http(), Some(&self.key(namespace, "writer")))
    }

    /// A client that may also forget, in a namespace of its own.
    pub fn admin(&self, namespace: &str) -> Client {
        Client::new(self.http(), Some(&self.key(namespace, "admin")))
    }

    /// A client with the store's own key.
    pub fn owner(&self) -> Client {
        let file = self.home.data().join("keys").join("api.key");
        let key = std::fs::read_to_string(file).unwrap();
        Client::new(self.http(), Some(key.trim()))
    }

    pub fn stranger(&self) -> Client {
        Client::new(self.http(), None)
    }

    pub fn health(&self) -> Value {
        self.stranger().get("/health").ok()
    }

    /// Waits until everything is in segments.
    pub fn settled(&self) {
        let mut stranger = self.stranger();
        eventually("the index to catch up", || {
            (stranger.get("/health").ok()["index_lag"] == 0).then_some(())
        });
    }

    /// One number of the metrics door.
    pub fn metric(&self, name: &str) -> u64 {
        let text = Client::new(self.metrics(), None).get("/metrics").text;
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}"))
            .parse()
            .unwrap()
    }

    /// Everything this home's servers wrote to standard error.
    pub fn errors(&self) -> String {
        std::fs::read_to_string(self.home.path().join("stderr")).unwrap_or_default()
    }

    /// Nothing went wrong inside, and the server still answers.
    pub fn assert_sound(&self) {
        assert_eq!(self.health()["status"], "ok");
        let errors = self.errors();
        assert!(!errors.contains("panicked"), "{errors}");
    }

    /// Ends it the hard way.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to read its settings again.
    pub fn hang_up(&self) {
        let pid = Pid::from_raw(self.pid()).unwrap();
        kill_process(pid, Signal::HUP).unwrap();
    }

    /// Asks it to end, and expects that it does so in good order.
    pub fn stop(mut self) {
        let pid = Pid::from_raw(self.pid()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
        let status = eventually("the server to end", || self.child.try_wait().unwrap());
        assert!(status.success(), "{status}: {}", self.errors());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Gives the object of the `ready` line when it comes, and reads on so that nobody blocks.
fn announced(out: ChildStdout) -> Receiver<Value> {
    let (tell, told) = channel();
    thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if let Some(facts) = line.strip_prefix("ready ") {
                // Nobody waits any more when it took too long.
                let _ = tell.send(serde_json::from_str(facts).unwrap());
            }
        }
    });
    told
}
