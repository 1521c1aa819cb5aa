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
    let hits = hits.into_iter().flatten();
    // Somebody said that it is wrong: an agent would take it for a fact all the same.
    let told = hits.filter(|hit| standing(&hit["memory"]) != Some("rejected"));
    told.map(|hit| with_standing(hit, shape(hit))).collect()
}

/// What an agent is not to take for plainly believed says so.
fn with_standing(hit: &Value, mut told: Value) -> Value {
    if let Some(word) = standing(&hit["memory"]) {
        told["status"] = Value::from(word);
    }
    told
}

/// Where it stands, unless it is believed, in a word of its own where the published ones do not tell it.
fn standing(memory: &Value) -> Option<&str> {
    let state = memory["state"].as_str().filter(|state| !state.is_empty());
    let word = state.or_else(|| memory["status"].as_str());
    word.filter(|word| *word != "active")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(status: &str, state: &str) -> Value {
        json!({ "memory": { "id": status, "status": status, "state": state }, "score": 0.5 })
    }

    #[test]
    fn what_is_not_plainly_believed_says_so_and_what_is_rejected_is_not_told() {
        let hits = [
            hit("active", ""),
            hit("candidate", ""),
            hit("contested", "rejected"),
            hit("contested", ""),
            hit("stale", "stale"),
        ];
        let told = json!({ "memories": hits });
        let small = of("recall", false, told.clone())["results"].take();
        for told in [small, of("memoryoss_recall", false, told)] {
            let told: Vec<&Value> = told.as_array().unwrap().iter().collect();
            let words: Vec<_> = told.iter().map(|one| one["status"].as_str()).collect();
            let expected = [None, Some("candidate"), Some("contested"), Some("stale")];
            assert_eq!(words, expected, "{told:?}");
            assert!(told[0].get("status").is_none(), "{told:?}");
        }
    }
}
