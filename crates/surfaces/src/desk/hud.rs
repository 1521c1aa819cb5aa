//! The overview: everything worth a look, of one namespace or of all one may see.

mod page;
mod probes;

use mneme_access::{Caller, Need};
use mneme_engine::views::{Lifecycle, Told};
use mneme_engine::{Error, Record, Result};
use mneme_model::{Code, Moment};
use mneme_wire::shapes::*;
use serde_json::{Value, json};

use super::Desk;
use super::convert::{limited, preview};
use super::lifecycle::lifecycle_summary;
use super::review::{review_event, review_key};

pub use page::page;

const USUAL: usize = 5;
const MOST: usize = 25;
const RECENT_USUAL: usize = 10;
const RECENT_MOST: usize = 100;

/// What one may want to do next: id, label, what it is, method, path, command.
const ACTIONS: [[&str; 6]; 6] = [
    [
        "search",
        "Search",
        "Ask what is known",
        "POST",
        "/v1/recall",
        "mneme recall QUESTION",
    ],
    [
        "why",
        "Why",
        "See why an answer ranks where it does",
        "POST",
        "/v1/admin/query-explain",
        "mneme recall QUESTION --explain",
    ],
    [
        "recent",
        "Recent",
        "See what was said and made of memories lately",
        "GET",
        "/v1/admin/recent",
        "mneme recent",
    ],
    [
        "review",
        "Review",
        "Say a word on what waits for one",
        "GET",
        "/v1/admin/review-queue",
        "mneme review queue",
    ],
    [
        "import",
        "Import",
        "Take in what another store exported",
        "POST",
        "/v1/store/batch",
        "mneme import FILE",
    ],
    [
        "export",
        "Export",
        "Take everything along",
        "GET",
        "/v1/export",
        "mneme export",
    ],
];

impl Desk {
    pub async fn recent(&self, caller: &Caller, request: RecentRequest) -> Result<Value> {
        let namespace = request.namespace.as_deref();
        self.engine.scope(caller, Need::Administer, namespace)?;
        let limit = limited(request.limit, RECENT_USUAL, RECENT_MOST)?;
        let (name, recent) = self.recently(caller, namespace, limit).await?;
        Ok(json!({ "namespace": name, "limit": limit, "recent": recent }))
    }

    async fn recently(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        limit: usize,
    ) -> Result<(String, Value)> {
        let recent = self.engine.recent(caller, namespace, limit).await?;
        let feedbacks: Vec<Value> = recent.newest.iter().map(told).collect();
        let consolidations: Vec<Value> = recent.made.iter().map(made).collect();
        let injections: Vec<Value> = recent
            .shown
            .iter()
            .map(|(one, at)| shown(one, *at))
            .collect();
        let learnt = recent.learnt.iter().map(|one| shown(one, one.created_ms));
        let extractions: Vec<Value> = learnt.collect();
        let groups = json!({
            "counts": {
                "injections": recent.injections,
                "extractions": recent.extractions,
                "feedbacks": recent.feedbacks,
                "consolidations": recent.consolidations,
            },
            "injections": injections,
            "extractions": extractions,
            "feedbacks": feedbacks,
            "consolidations": consolidations,
        });
        Ok((recent.namespace, groups))
    }

    pub async fn hud(&self, caller: &Caller, request: &HudRequest) -> Result<Value> {
        self.engine
            .scope(caller, Need::Administer, request.namespace.as_deref())?;
        let limit = limited(request.limit, USUAL, MOST)?;
        known_format(request.format.as_deref())?;
        let mut namespaces = Vec::new();
        for name in self.in_view(caller, request.namespace.as_deref()).await? {
            namespaces.push(self.overview(caller, &name, limit).await?);
        }
        let actions = ACTIONS.map(|[id, label, description, method, path, cli]| {
            json!({
                "id": id, "label": label, "description": description,
                "method": method, "path": path, "cli": cli,
            })
        });
        let mut told = json!({
            "generated_at": Moment::from_ms(self.now_ms()).rfc3339(),
            "limit": limit,
            "summary": summed(&namespaces),
            "policy_firewall": { "actionable_probes": probes::actionable(&namespaces) },
            "quick_actions": actions,
            "namespaces": namespaces,
        });
        if let Some(name) = &request.namespace {
            told["namespace_filter"] = json!(name);
        }
        Ok(told)
    }

    /// The one that is named, or all the caller may see.
    async fn in_view(&self, caller: &Caller, named: Option<&str>) -> Result<Vec<String>> {
        if let Some(name) = named {
            return Ok(vec![name.to_owned()]);
        }
        let seen = self.engine.stats(caller).await?.namespaces.into_iter();
        let mut names: Vec<String> = seen.map(|namespace| namespace.name).collect();
        if names.is_empty() && !caller.owns_machine() {
            names.push(caller.namespace.clone());
        }
        Ok(names)
    }

    async fn overview(&self, caller: &Caller, name: &str, limit: usize) -> Result<Value> {
        let (namespace, none) = (Some(name), Lifecycle::default());
        let standing = self.engine.lifecycle(caller, namespace, none).await?;
        let (_, recent) = self.recently(caller, namespace, limit).await?;
        let queue = ReviewQueueRequest {
            namespace: namespace.map(str::to_owned),
            limit: Some(limit),
        };
        let queue = self.review_queue(caller, queue).await?;
        Ok(json!({
            "namespace": name,
            "lifecycle": lifecycle_summary(&standing.summary),
            "recent": recent,
            "review_queue": { "summary": queue.summary, "items": queue.items },
            "policy_probes": self.probes(caller, name).await?,
        }))
    }
}

pub fn known_format(format: Option<&str>) -> Result<()> {
    match format {
        None | Some("json" | "html") => Ok(()),
        Some(other) => {
            let message = format!("format is json or html, not '{other}'");
            Err(Error::refused(Code::BadKind, message))
        }
    }
}

fn told(one: &Told) -> Value {
    let said = review_event(&one.review);
    json!({
        "review_key": review_key(&one.record.id),
        "memory_id": one.record.id,
        "preview": preview(&one.record.text),
        "status": one.record.status.name(),
        "at": said.at,
        "actor": said.actor,
        "action": said.action,
        "via": said.via,
    })
}

fn shown(record: &Record, at_ms: i64) -> Value {
    json!({
        "memory_id": record.id,
        "preview": preview(&record.text),
        "status": record.status.name(),
        "at": Moment::from_ms(at_ms).rfc3339(),
        "source": record.source,
    })
}

fn made(record: &Record) -> Value {
    json!({
        "memory_id": record.id,
        "preview": preview(&record.text),
        "status": record.status.name(),
        "at": Moment::from_ms(record.created_ms).rfc3339(),
        "source_ids": record.derived_from,
    })
}

fn summed(namespaces: &[Value]) -> Value {
    let sum = |path: &str| -> u64 {
        let numbers = namespaces.iter().filter_map(|one| one.pointer(path));
        numbers.filter_map(Value::as_u64).sum()
    };
    json!({
        "namespaces": namespaces.len(),
        "total_memories": sum("/lifecycle/total"),
        "active_memories": sum("/lifecycle/active"),
        "contested_memories": sum("/lifecycle/contested"),
        "pending_reviews": sum("/review_queue/summary/pending"),
    })
}
