//! Questions to the notebook's door, over HTTP: each with a limit, none with a second try.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use super::happening::Happening;
use crate::json::{self, Value};
use crate::send::{Outcome, within};
use crate::settings::Settings;

const START: Duration = Duration::from_millis(1_500);
const ENRICH: Duration = Duration::from_secs(2);
const CONTEXT: Duration = Duration::from_secs(5);
/// A notebook that somebody named may be on another machine: it has so long at least.
const ELSEWHERE: Duration = Duration::from_millis(500);
const MAX_REPLY_BYTES: u64 = 4 * 1024 * 1024;
const COMPACTED: &str = "1500";
/// Tools that touch files, by what stands in their names.
const FILE_TOOLS: [&str; 5] = ["edit", "write", "read", "glob", "grep"];
const FILES: [&str; 5] = ["file_path", "filePath", "path", "absolute_path", "file"];
const TERMS: [&str; 3] = ["pattern", "query", "glob"];

/// Where the notebook answers, and what it is shown.
#[derive(Clone, Debug)]
pub struct Server {
    /// Host and port.
    authority: String,
    /// What stands before the name of a call.
    path: String,
    secret: Option<String>,
}

/// What a session begins with.
pub fn start(server: &Option<Server>, told: &Happening) -> Option<String> {
    let fields = [
        ("sessionId", Value::text(&told.session)),
        ("project", Value::text(&told.project)),
        ("cwd", Value::text(&told.cwd)),
        ("client", Value::text(told.client.unwrap_or_default())),
    ];
    context_of(post(server, "session/start", fields, START)?)
}

/// What is known of the files a tool is about to touch.
pub fn enrich(server: &Option<Server>, told: &Happening) -> Option<String> {
    let tool = told.tool()?.to_lowercase();
    if !FILE_TOOLS.iter().any(|known| tool.contains(known)) {
        return None;
    }
    let input = told.input()?;
    let texts = |names: &[&str]| {
        let found = names.iter().filter_map(|name| input.get(name));
        Value::List(
            found
                .filter(|v| matches!(v, Value::Text(_)))
                .cloned()
                .collect(),
        )
    };
    let fields = [
        ("sessionId", Value::text(&told.session)),
        ("files", texts(&FILES)),
        ("terms", texts(&TERMS)),
    ];
    context_of(post(server, "enrich", fields, ENRICH)?)
}

/// What to carry over when an agent's own memory is about to be cut.
pub fn context(server: &Option<Server>, told: &Happening) -> Option<String> {
    let fields = [
        ("sessionId", Value::text(&told.session)),
        ("project", Value::text(&told.project)),
        ("budget", Value::Number(COMPACTED.to_owned())),
    ];
    context_of(post(server, "context", fields, CONTEXT)?)
}

/// Nobody needs what it says: a notebook goes on with it though the hook is gone.
pub fn summarize(server: &Option<Server>, told: &Happening, wait: Duration) {
    let fields = [("sessionId", Value::text(&told.session))];
    let _ = post(server, "summarize", fields, wait);
}

pub fn consolidate(server: &Option<Server>, wait: Duration) {
    for call in ["crystals/auto", "consolidate-pipeline"] {
        let _ = post(server, call, [], wait);
    }
}

fn context_of(reply: Value) -> Option<String> {
    reply.get("context").map(Value::words)
}

fn post<const N: usize>(
    server: &Option<Server>,
    call: &str,
    fields: [(&str, Value); N],
    limit: Duration,
) -> Option<Value> {
    let server = server.clone()?;
    let body = fields.map(|(name, value)| (name.to_owned(), value));
    let body = Value::Object(body.into_iter().collect()).to_json();
    let call = call.to_owned();
    within(limit, move || server.ask(&call, &body, limit))?
}

// === impl Server ===

impl Server {
    /// The one that is named, else the server of the data directory.
    pub fn find(settings: &Settings) -> Option<Self> {
        let secret = || env("AGENTMEMORY_SECRET");
        if let Some(url) = env("AGENTMEMORY_URL") {
            return Self::at(&url, secret());
        }
        let dir = settings.data_dir.as_ref()?;
        let running = std::fs::read_to_string(dir.join("run.json")).ok()?;
        let running = json::read(&running).ok()?;
        let doors = running.get("doors")?;
        let door = doors.get("notebook").or_else(|| doors.get("http"))?;
        // Whoever may read the key of a store may ask its server.
        let key = || {
            let key = std::fs::read_to_string(dir.join("keys").join("api.key")).ok()?;
            Some(key.trim().to_owned()).filter(|key| !key.is_empty())
        };
        Self::at(&door.words(), secret().or_else(key))
    }

    /// Plain HTTP only: encryption is more than a hook carries.
    fn at(url: &str, secret: Option<String>) -> Option<Self> {
        let rest = url.trim().strip_prefix("http://")?;
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let path = path.trim_matches('/');
        let path = match path.strip_suffix("agentmemory") {
            Some(before) => before.trim_end_matches('/'),
            None => path,
        };
        let named = authority
            .rsplit_once(':')
            .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let plain = |c: char| c.is_ascii_graphic();
        let fits = !authority.is_empty() && authority.chars().all(plain) && path.chars().all(plain);
        fits.then(|| Self {
            authority: if named {
                authority.to_owned()
            } else {
                format!("{authority}:80")
            },
            path: if path.is_empty() {
                String::new()
            } else {
                format!("/{path}")
            },
            secret,
        })
    }

    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The one somebody named: what is told goes there, and nowhere else.
    pub fn named() -> Option<Result<Self, String>> {
        let url = env("AGENTMEMORY_URL")?;
        let server = Self::at(&url, env("AGENTMEMORY_SECRET"));
        Some(server.ok_or_else(|| format!("AGENTMEMORY_URL is no address of plain HTTP: {url}")))
    }

    /// How long an agent stands still where nothing is wanted of the answer.
    pub fn patience(settings: &Settings) -> Duration {
        match env("AGENTMEMORY_URL") {
            Some(_) => settings.wait.max(ELSEWHERE),
            None => settings.wait,
        }
    }

    /// What became of telling it something.
    pub fn tell(&self, call: &str, body: &str, limit: Duration) -> Outcome {
        let (server, call, body) = (self.clone(), call.to_owned(), body.to_owned());
        let reply = within(limit, move || server.exchange(&call, &body, limit));
        let Some(reply) = reply.flatten() else {
            return Outcome::Nobody;
        };
        let status = reply.split(' ').nth(1).unwrap_or_default().to_owned();
        match status.as_bytes() {
            // A notebook says what it took; a page to log in at, or whoever else answers, took nothing.
            [b'2', ..] if matches!(reply_of(&reply), Some(Value::Object(_))) => Outcome::Taken,
            [b'2', ..] => Outcome::Later,
            // Later the secret may be the right one, or it may be another's turn.
            b"401" | b"403" => Outcome::Closed,
            b"429" | [b'5', ..] => Outcome::Later,
            _ => Outcome::Refused(why(&status, &reply).into()),
        }
    }

    fn ask(&self, call: &str, body: &str, limit: Duration) -> Option<Value> {
        reply_of(&self.exchange(call, body, limit)?)
    }

    fn exchange(&self, call: &str, body: &str, limit: Duration) -> Option<String> {
        let address = self.authority.to_socket_addrs().ok()?.next()?;
        let mut stream = TcpStream::connect_timeout(&address, limit).ok()?;
        stream.set_read_timeout(Some(limit)).ok()?;
        stream.set_write_timeout(Some(limit)).ok()?;
        stream.write_all(self.request(call, body).as_bytes()).ok()?;
        let mut reply = Vec::new();
        stream.take(MAX_REPLY_BYTES).read_to_end(&mut reply).ok()?;
        Some(String::from_utf8_lossy(&reply).into_owned())
    }

    /// In the old version of the protocol: the answer then comes in one piece and ends the line.
    fn request(&self, call: &str, body: &str) -> String {
        let Self {
            authority,
            path,
            secret,
        } = self;
        let shown = secret.as_ref().map_or_else(String::new, |secret| {
            let plain: String = secret.chars().filter(|c| !c.is_control()).collect();
            format!("Authorization: Bearer {plain}\r\n")
        });
        format!(
            "POST {path}/agentmemory/{call} HTTP/1.0\r\nHost: {authority}\r\n{shown}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }
}

/// A status, and the code that never changes where there is one. The sentence beside it may repeat
/// what was told.
fn why(status: &str, reply: &str) -> String {
    let body = reply.split_once("\r\n\r\n").map(|(_, body)| body.trim());
    let body = body.and_then(|body| json::read(body).ok());
    let code = body.and_then(|body| body.get("code").map(Value::words));
    let plain = |c: char| c.is_ascii_lowercase() || c == '_';
    match code.filter(|code| !code.is_empty() && code.len() <= 40 && code.chars().all(plain)) {
        Some(code) => format!("{status} {code}"),
        None => status.to_owned(),
    }
}

fn reply_of(reply: &str) -> Option<Value> {
    let (head, body) = reply.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?;
    if !status.starts_with('2') {
        return None;
    }
    json::read(body.trim()).ok()
}

fn env(name: &str) -> Option<String> {
    let value = std::env::var(name).ok()?;
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}
