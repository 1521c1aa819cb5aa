//! The notebook's calls: what is noted, what is observed, what a search finds.

use serde_json::{Value, json};

use super::{Door, Fact, Kept, Stage, says};
use crate::one_memory::door::FEW;
use crate::support::Client;

pub struct Notebook(Client);

/// The same where an agent tells what it saw.
pub struct Observing(Client);

fn client(stage: &Stage) -> Client {
    Client::new(stage.server().notebook(), None)
}

/// The id in an answer to something new.
fn made(client: &mut Client, path: &str, body: &Value, id: &str) -> Kept {
    let reply = client.post(path, body);
    assert_eq!(reply.status, 201, "{}", reply.text);
    let id = reply.body.pointer(id).and_then(Value::as_str);
    Kept::Record(id.unwrap().to_owned())
}

// === impl Notebook ===

impl Notebook {
    pub fn to(stage: &Stage) -> Self {
        Self(client(stage))
    }
}

impl Door for Notebook {
    fn tell(&mut self, _: &Stage, fact: &Fact) -> Kept {
        let body = json!({ "content": fact.says });
        made(&mut self.0, "/agentmemory/remember", &body, "/memory/id")
    }

    fn finds(&mut self, _: &Stage, fact: &Fact) -> bool {
        let asked = json!({ "query": fact.question, "limit": FEW });
        says(&self.0.post("/agentmemory/search", &asked).ok(), fact)
    }

    fn forget(&mut self, _: &Stage, _: &Fact, kept: &Kept) {
        let wish = match kept {
            Kept::Record(id) => json!({ "memoryId": id }),
            Kept::Session(session) => json!({ "sessionId": session }),
        };
        let forgot = self.0.post("/agentmemory/forget", &wish).ok();
        assert!(forgot["deleted"].as_u64() > Some(0), "{kept:?}: {forgot}");
    }
}

// === impl Observing ===

impl Observing {
    pub fn to(stage: &Stage) -> Self {
        Self(client(stage))
    }
}

impl Door for Observing {
    fn tell(&mut self, _: &Stage, fact: &Fact) -> Kept {
        let body = json!({
            "sessionId": "watched", "hookType": "note", "timestamp": "2026-01-30T10:00:00Z",
            "project": "/code/importer", "cwd": "/code/importer", "data": fact.says,
        });
        made(&mut self.0, "/agentmemory/observe", &body, "/observationId")
    }
}
