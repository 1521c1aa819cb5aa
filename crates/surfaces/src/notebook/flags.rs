//! What is switched on, and how the rest is.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;

struct Flag {
    key: &'static str,
    label: &'static str,
    affects: &'static [&'static str],
    description: &'static str,
}

const FLAGS: [Flag; 3] = [
    Flag {
        key: "GRAPH_EXTRACTION_ENABLED",
        label: "Knowledge graph extraction",
        affects: &["Graph", "Dashboard"],
        description: "A model finds the things each new observation names and how they hang together.",
    },
    Flag {
        key: "CONSOLIDATION_ENABLED",
        label: "Daily consolidation",
        affects: &["Memories", "Dashboard"],
        description: "Once a day, what belongs together becomes memories, facts and procedures.",
    },
    Flag {
        key: "AGENTMEMORY_AUTO_COMPRESS",
        label: "Observations told by a model",
        affects: &["Timeline", "Sessions", "Search"],
        description: "A model gives each new observation a narrative, facts, concepts and importance.",
    },
];
/// The page of our documents that says what each does.
const DOCS: &str = "docs/notebook.md";

pub async fn flags(State(notebook): State<Notebook>, known: Known) -> Json<Value> {
    let engine = &known.desk.engine;
    let settings = engine.notebook_settings();
    let enabled = [settings.extract, settings.consolidate, settings.compress];
    let flags: Vec<Value> = FLAGS
        .iter()
        .zip(enabled)
        .map(|(flag, enabled)| shown(flag, enabled))
        .collect();
    Json(json!({
        "version": notebook.door.version,
        "provider": if settings.chat.is_some() { "llm" } else { "noop" },
        "embeddingProvider": engine.embedding_model().unwrap_or("none"),
        "flags": flags,
    }))
}

fn shown(flag: &Flag, enabled: bool) -> Value {
    // Rules consolidate too; the other two need somebody who understands.
    let needs_llm = flag.key != "CONSOLIDATION_ENABLED";
    json!({
        "key": flag.key,
        "label": flag.label,
        "enabled": enabled,
        "default": false,
        "affects": flag.affects,
        "needsLlm": needs_llm,
        "description": flag.description,
        "enableHow": format!("set {}=true in the server's environment and start it again", flag.key),
        "docsHref": DOCS,
    })
}
