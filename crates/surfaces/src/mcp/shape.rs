//! What an operation gave, as small as an agent wants it.

use serde_json::{Value, json};

/// `packed` where the evidence was wanted as one text.
pub fn of(tool: &str, packed: bool, told: Value) -> Value {
    match tool {
        "recall" if packed => json!({
            "context": told["context"]["text"],
            "tokens": told["context"]["tokens"],
        }),
        "recall" => json!({ "results": each(&told, small) }),
        "memoryoss_recall" => each(&told, published),
        "memoryoss_store" => json!({
            "id": told["id"], "version": told["version"], "stored": true,
        }),
        "memoryoss_update" => json!({
            "id": told["id"], "version": told["version"], "updated": true,
        }),
        "memoryoss_forget" => json!({ "deleted": told["deleted"] }),
        _ => told,
    }
}

fn each(told: &Value, shape: fn(&Value) -> Value) -> Value {
    let hits = told["memories"].as_array();
    hits.map_or(Value::Array(Vec::new()), |hits| {
        hits.iter().map(shape).collect()
    })
}

fn small(hit: &Value) -> Value {
    let memory = &hit["memory"];
    let mut told = json!({
        "id": memory["id"],
        "content": memory["content"],
        "when": memory["occurred_at"],
        "score": rounded(hit),
    });
    for name in ["session", "speaker"] {
        if !memory[name].is_null() {
            told[name] = memory[name].clone();
        }
    }
    told
}

fn published(hit: &Value) -> Value {
    let memory = &hit["memory"];
    json!({
        "id": memory["id"],
        "content": memory["content"],
        "tags": memory["tags"],
        "agent": memory["agent"],
        "score": format!("{:.3}", hit["score"].as_f64().unwrap_or_default()),
        "created_at": memory["created_at"],
        "memory_type": memory["memory_type"],
    })
}

fn rounded(hit: &Value) -> f64 {
    let score = hit["score"].as_f64().unwrap_or_default();
    (score * 1_000.0).round() / 1_000.0
}
