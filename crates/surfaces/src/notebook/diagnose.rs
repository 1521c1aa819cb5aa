//! How each part is: one entry a part, with a figure or a sentence.

use mneme_access::Caller;
use mneme_engine::notebook::{Copied, Indexed};
use mneme_wire::shapes::{StatsReply, VectorStats};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::rest::Refusal;

/// Every part, and whether one of them keeps the whole from being well.
pub struct Diagnosis {
    pub parts: Value,
    pub degraded: bool,
}

pub async fn diagnose(desk: &Desk, caller: &Caller) -> Result<Diagnosis, Refusal> {
    let stats = desk.stats(caller).await?;
    let embedding = embedding(&stats.vectors);
    let store = store(&stats);
    let words = words(desk, caller, stats.index_lag).await?;
    let degraded = [&embedding, &store, &words]
        .iter()
        .any(|part| part["state"] == "down");
    let parts = json!({
        "store": store,
        "keywordIndex": words,
        "vectorIndex": vectors(&stats.vectors),
        "embeddingProvider": embedding,
        "llm": llm(desk),
        "liveStream": { "state": "ok", "viewers": desk.engine.watchers() },
        "backup": backup(desk.engine.copied().await),
    });
    let parts = match caller.only {
        Some(_) => without_figures(parts),
        None => parts,
    };
    Ok(Diagnosis { parts, degraded })
}

/// How much there is in all is not for an agent that is kept apart.
fn without_figures(mut parts: Value) -> Value {
    for part in parts
        .as_object_mut()
        .into_iter()
        .flat_map(|all| all.values_mut())
    {
        if let Value::Object(fields) = part {
            fields.retain(|_, value| !value.is_number());
            let why = "agents are kept apart: no figures of all of them";
            fields.entry("message").or_insert(json!(why));
        }
    }
    parts
}

fn store(stats: &StatsReply) -> Value {
    let mut told = json!({ "state": "ok", "bytes": stats.disk_bytes, "events": stats.head });
    if let Some(trouble) = &stats.storage.trouble {
        told["state"] = json!("down");
        told["message"] = json!(trouble.error);
    }
    told
}

async fn words(desk: &Desk, caller: &Caller, waiting: usize) -> Result<Value, Refusal> {
    Ok(match desk.engine.indexed(caller).await? {
        Indexed::Open { documents } => {
            json!({ "state": "ok", "documents": documents, "waiting": waiting })
        }
        Indexed::Opening => {
            json!({ "state": "opening", "waiting": waiting, "message": "it is read or made again" })
        }
        Indexed::Failed(why) => json!({ "state": "down", "message": why }),
    })
}

/// The copy in a dataset. One that fails keeps nobody from working here.
fn backup(copied: Option<Copied>) -> Value {
    let Copied { place, at, failed } = copied.unwrap_or_default();
    match (failed, at) {
        (Some(failed), last) => json!({
            "state": "failed", "message": failed.error, "failedAt": failed.at, "lastCopyAt": last,
        }),
        (None, Some(at)) => json!({ "state": "ok", "lastCopyAt": at }),
        (None, None) if place.is_empty() => {
            let message = "no copy is kept in a dataset (`mneme notebook backup`); `mneme backup` \
                           writes one file with everything in it";
            json!({ "state": "off", "message": message })
        }
        (None, None) => json!({ "state": "ok", "message": "when it was made is not known" }),
    }
}

fn vectors(stats: &VectorStats) -> Value {
    let vectors: u64 = stats.models.iter().map(|model| model.vectors).sum();
    let state = if stats.state == "off" { "off" } else { "ok" };
    json!({ "state": state, "vectors": vectors, "waiting": stats.behind })
}

/// Whether a model may be asked; not whether it answers, which would cost a question.
fn llm(desk: &Desk) -> Value {
    match &desk.engine.notebook_settings().chat {
        Some(chat) => json!({ "state": "ok", "message": chat.model }),
        None => {
            json!({ "state": "off", "message": "summaries are made from the words themselves" })
        }
    }
}

/// Without it everything is found by its words.
fn embedding(stats: &VectorStats) -> Value {
    match stats.state.as_str() {
        "ready" => json!({ "state": "ok", "model": stats.detail }),
        // Nobody has to have one.
        "missing" => json!({ "state": "missing", "message": stats.detail }),
        "off" => json!({ "state": "off", "message": "recall goes by words" }),
        _ => json!({ "state": "down", "message": stats.detail }),
    }
}
