//! Where memories stand: what waits for somebody's word, what is put away, what brings it back.

mod command;
mod decay;
mod packed;
mod queue;

use serde_json::{Value, json};

use crate::support::{Home, Ran};

/// A memory as another store exported it.
pub fn line(id: &str, content: &str, more: &Value) -> Value {
    let mut line = json!({
        "id": id, "content": content, "tags": [], "memory_type": "semantic", "status": "active",
        "version": 1, "evidence_count": 1,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        line[name] = value.clone();
    }
    line
}

/// Brings memories into a namespace.
pub fn bring(home: &Home, namespace: &str, lines: &[Value]) -> Ran {
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let args = ["import", "-", "--namespace", namespace];
    let ran = home.run_with(&args, text.join("\n").as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran
}
