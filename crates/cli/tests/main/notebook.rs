//! The notebook's door, asked as its clients ask it.

mod acts;
mod again;
mod ages;
mod apart;
mod bench;
mod bridge;
mod connect;
mod consolidated;
mod context;
mod dataset;
mod documents;
mod doors;
mod elsewhere;
mod fading;
mod files;
mod gemini;
mod gone;
mod guarded;
mod hub;
mod images;
mod joined;
mod lasting;
mod lessons;
pub mod mcp;
mod memories;
mod model;
mod moving;
mod needs;
mod notes;
mod observing;
mod only;
mod parallel;
mod redacted;
mod related;
mod routes;
mod search;
mod sessions;
mod slips;
mod sorts;
mod stream;
mod summaries;
mod sweeps;
mod takeover;
mod tools;
mod transcripts;
mod transfer;
mod twins;
mod unsure;
mod vectors;
pub mod viewer;

use serde_json::{Value, json};

use crate::support::{Client, Home, Server, query, timeline, unique};

/// A client of the notebook's own door, which needs no credential on this machine.
fn guest(server: &Server) -> Client {
    Client::new(server.notebook(), None)
}

fn served(home: &Home, variables: &[(&str, &str)]) -> Server {
    let mut command = home.command(&[
        "serve",
        "--http",
        "127.0.0.1:0",
        "--notebook",
        "127.0.0.1:0",
    ]);
    command.envs(variables.iter().copied());
    Server::launch(command, home)
}

/// Serves one of several agents that are kept apart.
fn kept_apart(home: &Home, agent: &str, more: &[(&str, &str)]) -> Server {
    let apart = [("AGENTMEMORY_AGENT_SCOPE", "isolated"), ("AGENT_ID", agent)];
    served(home, &[&apart, more].concat())
}

/// What a hook tells, in a session.
fn told(session: &str, hook: &str, data: Value) -> Value {
    json!({
        "sessionId": session, "hookType": hook, "timestamp": "2026-01-30T10:00:00Z",
        "project": "/code/app", "cwd": "/code/app", "data": data,
    })
}

impl Client {
    fn observe(&mut self, told: &Value) -> String {
        let reply = self.post("/agentmemory/observe", told);
        assert_eq!(reply.status, 201, "{}", reply.text);
        let id = reply.body["observationId"].as_str().unwrap();
        assert!(id.starts_with("obs_"), "{id}");
        id.to_owned()
    }

    fn observations(&mut self, session: &str) -> Vec<Value> {
        let path = query("/agentmemory/observations", &[("sessionId", session)]);
        let told = self.get(&path).ok();
        told["observations"].as_array().unwrap().clone()
    }

    fn noted_session(&mut self, session: &str) -> Option<Value> {
        let told = self.get("/agentmemory/sessions").ok();
        let all = told["sessions"].as_array().unwrap();
        all.iter().find(|known| known["id"] == session).cloned()
    }
}
