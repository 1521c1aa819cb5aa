//! A connection to the recorder's socket.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

pub struct Line {
    read: BufReader<UnixStream>,
    write: UnixStream,
    /// Notices that came before the answer that was waited for.
    pub notices: Vec<Value>,
}

pub const PATIENCE: Duration = Duration::from_secs(60);
const NOTICES: [&str; 4] = [
    "file_written",
    "session_disconnected",
    "session_started",
    "session_failed",
];

// === impl Line ===

impl Line {
    pub fn to(socket: &Path) -> Self {
        let write = UnixStream::connect(socket).unwrap();
        write.set_read_timeout(Some(PATIENCE)).unwrap();
        let read = BufReader::new(write.try_clone().unwrap());
        Self {
            read,
            write,
            notices: Vec::new(),
        }
    }

    pub fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.write.write_all(bytes)
    }

    /// The next line, or nothing when the other end has hung up.
    pub fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.read.read_line(&mut line) {
            Ok(0) => None,
            Ok(_) => Some(serde_json::from_str(&line).unwrap()),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => None,
            Err(error) => panic!("no line came: {error}"),
        }
    }

    /// Asks, and gives the answer; notices that come before it are kept.
    pub fn ask(&mut self, request: &Value) -> Value {
        self.send(format!("{request}\n").as_bytes()).unwrap();
        loop {
            let line = self.next().expect("an answer");
            let told = line["type"].as_str().unwrap();
            // Two are answers as well: to the request that leads to them.
            let asked = request["type"].as_str().unwrap_or_default();
            let unasked = told == "session_complete" && asked != "done"
                || told == "reasoning_degraded_event" && asked != "reasoning_degraded";
            if !NOTICES.contains(&told) && !unasked {
                return line;
            }
            self.notices.push(line);
        }
    }

    /// As [`Line::ask`] for a request that names a session and nothing else.
    pub fn of(&mut self, request: &str, session: &str) -> Value {
        self.ask(&json!({"type": request, "session_id": session}))
    }

    /// Waits for a notice of this type, and gives it.
    pub fn until(&mut self, notice: &str) -> Value {
        if let Some(at) = self.notices.iter().position(|seen| seen["type"] == notice) {
            return self.notices.remove(at);
        }
        loop {
            let line = self.next().unwrap_or_else(|| panic!("no {notice} came"));
            if line["type"] == notice {
                return line;
            }
            self.notices.push(line);
        }
    }
}
