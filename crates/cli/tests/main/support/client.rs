//! Requests to the REST door, and what came back.

use std::net::SocketAddr;

use mneme_wire::client::http::HttpClient;
use serde_json::{Value, json};

pub struct Client {
    http: HttpClient,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// Null when the answer is not JSON.
    pub body: Value,
    pub text: String,
    /// Such as `HTTP/1.1 200 OK`, where it was looked at.
    pub first_line: String,
}

/// Fields as a query string behind a path.
pub fn query(path: &str, fields: &[(&str, &str)]) -> String {
    let fields = fields
        .iter()
        .map(|(name, value)| format!("{name}={}", encoded(value)));
    format!("{path}?{}", fields.collect::<Vec<_>>().join("&"))
}

fn encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    text.bytes()
        .map(|b| match plain(b) {
            true => char::from(b).to_string(),
            false => format!("%{b:02X}"),
        })
        .collect()
}

/// The ids of an answer to a recall, best first.
pub fn ids(recalled: &Value) -> Vec<String> {
    field(recalled, "id")
}

/// The texts of an answer to a recall, best first.
pub fn texts(recalled: &Value) -> Vec<String> {
    field(recalled, "content")
}

fn field(recalled: &Value, name: &str) -> Vec<String> {
    let hits = recalled["memories"].as_array().unwrap();
    hits.iter()
        .map(|hit| hit["memory"][name].as_str().unwrap().to_owned())
        .collect()
}

// === impl Client ===

impl Client {
    pub fn new(address: SocketAddr, key: Option<&str>) -> Self {
        let http = HttpClient::connect(address, key).unwrap();
        Self { http }
    }

    pub fn send(&mut self, method: &str, path: &str, body: &[u8]) -> Reply {
        self.send_as(method, path, "application/json", body)
    }

    pub fn send_as(&mut self, method: &str, path: &str, kind: &str, body: &[u8]) -> Reply {
        let sent = self.http.send_as(method, path, kind, body);
        let reply = sent.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        Reply::new(reply.status, reply.headers, &reply.body)
    }

    pub fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, b"")
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, body.to_string().as_bytes())
    }

    pub fn patch(&mut self, path: &str, body: &Value) -> Reply {
        self.send("PATCH", path, body.to_string().as_bytes())
    }

    pub fn delete(&mut self, path: &str, body: &Value) -> Reply {
        self.send("DELETE", path, body.to_string().as_bytes())
    }

    /// How many records a wish forgot.
    pub fn forget(&mut self, wish: &Value) -> u64 {
        let forgot = self.delete("/v1/forget", wish).ok();
        forgot["deleted"].as_u64().unwrap()
    }

    /// Stores and gives the id.
    pub fn store(&mut self, request: &Value) -> String {
        let stored = self.post("/v1/store", request).ok();
        stored["id"].as_str().unwrap().to_owned()
    }

    pub fn remember(&mut self, content: &str) -> String {
        self.store(&json!({ "content": content }))
    }

    pub fn ingest(&mut self, events: &Value) -> Value {
        self.post("/v1/events", &json!({ "events": events })).ok()["accepted"].take()
    }

    pub fn update(&mut self, id: &str, content: &str) -> Value {
        let change = json!({ "id": id, "content": content });
        self.patch("/v1/update", &change).ok()
    }

    pub fn recall(&mut self, question: &Value) -> Value {
        self.post("/v1/recall", question).ok()
    }

    /// The texts that answer a question.
    pub fn ask(&mut self, question: &str) -> Vec<String> {
        texts(&self.recall(&json!({ "query": question, "limit": 100 })))
    }

    pub fn inspect(&mut self, id: &str) -> Value {
        self.get(&format!("/v1/inspect/{}", encoded(id))).ok()
    }

    /// As [`Client::inspect`], without what is another a moment later.
    pub fn lasting(&mut self, id: &str) -> Value {
        let mut seen = self.inspect(id);
        if let Some(fields) = seen.as_object_mut() {
            fields.retain(|name, _| name != "age_hours" && !name.starts_with("trust_"));
        }
        seen
    }

    /// How many memories and events there are, by listing them.
    pub fn count(&mut self) -> (usize, usize) {
        let memories = self.get("/v1/memories").ok();
        let length = |list: &Value| list.as_array().unwrap().len();
        let (mut events, mut page) = (0, self.get("/v1/events?limit=999").ok());
        loop {
            events += length(&page["events"]);
            let Some(next) = page["next_cursor"].as_str() else {
                return (length(&memories["memories"]), events);
            };
            let path = format!("/v1/events?limit=999&cursor={}", encoded(next));
            page = self.get(&path).ok();
        }
    }
}

// === impl Reply ===

impl Reply {
    pub fn new(status: u16, headers: Vec<(String, String)>, body: &[u8]) -> Self {
        Self {
            status,
            headers,
            body: serde_json::from_slice(body).unwrap_or_default(),
            text: String::from_utf8_lossy(body).into_owned(),
            first_line: String::new(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.body
    }

    /// Refused with this status and code, as JSON with a sentence.
    pub fn refused(self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{code}: {}", self.text);
        assert_eq!(self.header("content-type"), Some("application/json"));
        assert_eq!(self.body["code"], code, "{}", self.text);
        let sentence = self.body["error"].as_str().unwrap_or_default();
        assert!(!sentence.trim().is_empty(), "{}", self.text);
        self.body
    }
}
