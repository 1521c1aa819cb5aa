//! Every route there is, and a request it accepts.

use mneme_wire::operations::{CATALOGUE, FIXED, Permission};
use mneme_wire::shapes::HistoryBundle;
use serde_json::{Value, json};

use crate::support::{Client, Reply, unique};

#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The operation's name, or the path where there is none.
    pub name: &'static str,
    pub method: &'static str,
    pub path: &'static str,
    pub permission: Permission,
}

/// What requests are made of.
pub struct Sample {
    /// A memory of the caller's namespace.
    pub id: String,
    /// A key of it.
    pub key: String,
}

pub fn all() -> Vec<Route> {
    let rows = CATALOGUE.iter().filter_map(|row| {
        let (method, path) = row.rest?;
        Some((row.name, method, path, row.permission))
    });
    let fixed = FIXED
        .iter()
        .map(|(method, path, p)| (*path, *method, *path, *p));
    let route = |(name, method, path, permission)| Route {
        name,
        method,
        path,
        permission,
    };
    rows.chain(fixed).map(route).collect()
}

pub fn keyed() -> Vec<Route> {
    let mut routes = all();
    routes.retain(|route| !matches!(route.permission, Permission::Open | Permission::Local));
    routes
}

/// A path with names in place of its parts: an id, and a space that nobody has.
pub fn filled(path: &str, id: &str) -> String {
    let path = path.replace("{id}", id).replace("{grant_id}", id);
    path.replace("{name}", "nobody")
}

// === impl Route ===

impl Route {
    /// What the request comes to for those who may.
    pub fn status(&self) -> u16 {
        match self.name {
            "forget_certified" | "receipt_show" | "data_key_revoke" => 404,
            // They name a space nobody has.
            "share_delete" | "share_grant" | "share_grants" | "share_revoke" => 404,
            // It names no grip.
            "grip" => 422,
            _ => 200,
        }
    }

    pub fn ask(&self, client: &mut Client, sample: &Sample) -> Reply {
        self.send(client, sample, self.path, self.body(sample))
    }

    /// The same, naming a namespace; `None` where a request names none.
    pub fn ask_in(&self, client: &mut Client, sample: &Sample, name: &str) -> Option<Reply> {
        let mut body = self.body(sample);
        let mut path = self.path.to_owned();
        match self.name {
            "store" | "recall" | "update" | "ingest" | "forget" | "forget_certified"
            | "feedback" | "pin" | "token_new" | "query_explain" | "review_action"
            | "key_rotate" | "share_create" | "share_grant" | "consolidate" | "history_replay" => {
                body["namespace"] = json!(name);
            }
            "store_batch" => body["memories"][0]["namespace"] = json!(name),
            "recall_batch" => body["queries"][0]["namespace"] = json!(name),
            "list" | "events" | "export" | "trust_stats" | "receipt_list" | "toc"
            | "review_queue" | "lifecycle" | "recent" | "hud" | "space_stats" | "idf_stats"
            | "index_health" | "prefetch_stats" | "share_list" | "share_delete"
            | "share_grants" | "share_revoke" | "share_accessible" | "inspect" | "peek"
            | "history" | "history_bundle" | "receipt_show" => {
                path = format!("{path}?namespace={name}")
            }
            // What questions mean is remembered for everybody.
            "cache_stats" | "cache_flush" | "intent_stats" | "intent_flush" => return None,
            "grip" | "runtime_contract" | "key_list" | "data_key_revoke" | "token_trade"
            | "/health" | "/metrics" | "/v1/source" | "/openapi.json" | "/v1/openapi.json" => {
                return None;
            }
            other => panic!("say here how {other} names a namespace, or that it does not"),
        }
        Some(self.send(client, sample, &path, body))
    }

    fn send(&self, client: &mut Client, sample: &Sample, path: &str, body: Value) -> Reply {
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        let path = filled(path, &sample.id);
        client.send(self.method, &path, body.as_bytes())
    }

    pub fn body(&self, sample: &Sample) -> Value {
        match self.name {
            "store" => json!({ "content": "From the walk." }),
            "store_batch" => json!({ "memories": [{ "content": "From the walk, in a batch." }] }),
            "recall" | "query_explain" => json!({ "query": "walk" }),
            "review_action" => json!({ "review_key": sample.id, "action": "confirm" }),
            "recall_batch" => json!({ "queries": [{ "query": "walk" }] }),
            "update" => json!({ "id": sample.id, "tags": ["seen"] }),
            "ingest" => json!({ "events": [{ "session": "s", "text": "Hello." }] }),
            "forget" => json!({ "id": sample.id, "dry_run": true }),
            "forget_certified" => json!({ "id": "nobody" }),
            "feedback" => json!({ "id": sample.id, "action": "confirm" }),
            "pin" => json!({ "id": sample.id }),
            "consolidate" => json!({ "dry_run": true }),
            "history_replay" => json!({ "dry_run": true, "bundle": HistoryBundle::default() }),
            "key_rotate" => json!({}),
            "token_new" => json!({ "role": "reader" }),
            "token_trade" => json!({ "api_key": sample.key }),
            "share_create" => json!({ "name": unique("walk-space") }),
            "share_grant" => json!({ "grantee_namespace": "walk-guest", "permission": "read" }),
            "list" | "events" | "export" | "inspect" | "key_list" | "data_key_revoke"
            | "trust_stats" | "receipt_list" | "receipt_show" | "toc" | "grip" | "peek"
            | "review_queue" | "lifecycle" | "recent" | "hud" | "space_stats" | "idf_stats"
            | "index_health" | "cache_stats" | "cache_flush" | "intent_stats" | "intent_flush"
            | "prefetch_stats" | "share_list" | "share_delete" | "share_grants"
            | "share_revoke" | "share_accessible" | "history" | "history_bundle"
            | "runtime_contract" | "/health" | "/metrics" | "/v1/source" | "/openapi.json"
            | "/v1/openapi.json" => Value::Null,
            other => panic!("say here what {other} accepts"),
        }
    }
}
