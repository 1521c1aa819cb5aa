//! The real store behind its real doors, its answers without what differs from run to run.

use std::io::Write;
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::support::{Client, Home, Ran, Reply, Server, ids};

pub const NAMES: [&str; 2] = ["upstairs", "downstairs"];
pub const SPACE: &str = "staircase";
/// Indexed in segments as well as in memory, within a short life.
const SETTINGS: &str = "[index]\nsmall_namespace = 8\nfollow_ms = 5\n";
/// Times, and what nothing here touches.
const ASIDE: [&str; 5] = [
    "updated_at",
    "last_verified_at",
    "injection_count",
    "reuse_count",
    "created_at",
];
/// What a list is compared by.
const LISTED: [&str; 12] = [
    "id",
    "content",
    "tags",
    "status",
    "state",
    "version",
    "evidence_count",
    "confirm_count",
    "reject_count",
    "supersede_count",
    "confidence",
    "superseded_by",
];

pub struct World {
    pub home: Home,
    /// None for a moment, while it is down.
    server: Option<Server>,
    keys: [String; 2],
    clients: Vec<Client>,
}

/// An answer, or how it was refused.
fn answer(reply: Reply) -> Value {
    if reply.status != 200 {
        return json!({ "refused": reply.status, "code": reply.body["code"] });
    }
    let mut told = reply.body;
    if let Some(fields) = told.as_object_mut() {
        fields.retain(|name, _| !ASIDE.contains(&name.as_str()));
    }
    told
}

/// The same of a command.
fn said(ran: Ran) -> Value {
    match ran.code {
        0 => ran.json(),
        exit => json!({ "exit": exit, "code": ran.fault()["code"] }),
    }
}

fn listed(reply: Reply) -> Result<Vec<Value>, Value> {
    if reply.status != 200 {
        return Err(answer(reply));
    }
    let pick = |memory: &Value| {
        let fields = LISTED
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), memory.get(*name)?.clone())));
        Value::Object(fields.collect())
    };
    Ok(reply.body["memories"]
        .as_array()
        .unwrap()
        .iter()
        .map(pick)
        .collect())
}

// === impl World ===

impl World {
    pub fn new() -> Self {
        let home = Home::with_settings(SETTINGS);
        let server = Server::start(&home);
        let keys = NAMES.map(|name| server.key(name, "admin"));
        let mut world = Self {
            home,
            server: Some(server),
            keys,
            clients: Vec::new(),
        };
        world.connect();
        // Both are there from the beginning: each has a space, of which one is used.
        for (client, name) in world.clients.iter_mut().zip([SPACE, "cellar"]) {
            let made = client.post("/v1/admin/sharing/create", &json!({ "name": name }));
            made.ok();
        }
        world
    }

    fn connect(&mut self) {
        let address = self.server.as_ref().unwrap().http();
        self.clients = self
            .keys
            .iter()
            .map(|key| Client::new(address, Some(key)))
            .collect();
    }

    fn start(&mut self) {
        self.server = Some(Server::start(&self.home));
        self.connect();
    }

    pub fn restart(&mut self) {
        self.server.take().unwrap().stop();
        self.start();
    }

    pub fn kill(&mut self) {
        self.server.take().unwrap().kill();
        self.start();
    }

    /// Sends a memory and does not wait for what becomes of it.
    pub fn kill_amidst(&mut self, place: usize, words: &str) {
        let server = self.server.take().unwrap();
        let body = json!({ "content": words }).to_string();
        let head = format!(
            "POST /v1/store HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.keys[place],
            body.len(),
        );
        let mut stream = TcpStream::connect(server.http()).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        server.kill();
        self.start();
    }

    pub fn store(&mut self, place: usize, words: &str, tags: &[&str]) -> Value {
        let body = json!({ "content": words, "tags": tags });
        answer(self.clients[place].post("/v1/store", &body))
    }

    pub fn store_batch(&mut self, place: usize, words: &str, tags: &[&str]) -> Value {
        let body = json!({ "memories": [{ "content": words, "tags": tags }] });
        answer(self.clients[place].post("/v1/store/batch", &body))["stored"][0].take()
    }

    pub fn remember(&mut self, place: usize, words: &str, tags: &[&str]) -> Value {
        let mut args = vec!["remember", words, "--json", "--namespace", NAMES[place]];
        tags.iter().for_each(|tag| args.extend(["--tag", tag]));
        said(self.home.run(&args))
    }

    pub fn update(&mut self, place: usize, change: &Value) -> Value {
        answer(self.clients[place].patch("/v1/update", change))
    }

    pub fn feedback(&mut self, place: usize, word: &Value) -> Value {
        answer(self.clients[place].post("/v1/feedback", word))
    }

    pub fn supersede(&mut self, place: usize, old: &str, new: &str) -> Value {
        said(
            self.home
                .run(&["supersede", old, new, "--namespace", NAMES[place], "--json"]),
        )
    }

    pub fn forget(&mut self, place: usize, wish: &Value) -> Value {
        answer(self.clients[place].delete("/v1/forget", wish))["deleted"].take()
    }

    /// Lets the guest in, and gives the grant's id.
    pub fn share(&mut self, tag: Option<&str>) -> String {
        let mut grant = json!({ "grantee_namespace": NAMES[1], "permission": "read" });
        if let Some(tag) = tag {
            grant["tag_filter"] = json!(tag);
        }
        let path = format!("/v1/admin/sharing/{SPACE}/grants/add");
        let given = self.clients[0].post(&path, &grant).ok();
        given["id"].as_str().unwrap().to_owned()
    }

    pub fn revoke(&mut self, id: &str) -> Value {
        let path = format!("/v1/admin/sharing/{SPACE}/grants/{id}");
        answer(self.clients[0].delete(&path, &Value::Null))
    }

    pub fn list(&mut self, place: usize) -> Vec<Value> {
        listed(self.clients[place].get("/v1/memories")).unwrap()
    }

    /// What the guest is shown of the space.
    pub fn list_shared(&mut self) -> Result<Vec<Value>, Value> {
        listed(self.clients[1].get(&format!("/v1/memories?namespace={SPACE}")))
    }

    pub fn recall(
        &mut self,
        place: usize,
        word: &str,
        namespace: &str,
    ) -> Result<Vec<String>, Value> {
        let question = json!({ "query": word, "limit": 100, "namespace": namespace });
        let reply = self.clients[place].post("/v1/recall", &question);
        if reply.status != 200 {
            return Err(answer(reply));
        }
        let mut found = ids(&reply.body);
        found.sort();
        Ok(found)
    }

    /// The store says of itself that all is well.
    pub fn verified(&self) -> bool {
        self.home.json(&["verify", "--json"])["clean"] == true
    }

    pub fn assert_sound(&self) {
        self.server.as_ref().unwrap().assert_sound();
    }
}
