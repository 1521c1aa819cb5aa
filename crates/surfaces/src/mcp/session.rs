//! The tool that begins, ends, lists and shows sessions.

use serde_json::{Value, json};

use super::run::{Fields, Refused, User};

/// Sessions listed unless somebody says otherwise.
const LISTED: u64 = 20;

pub async fn run(user: &User<'_>, fields: &mut Fields) -> Result<Value, Refused> {
    let action = fields.remove("action").unwrap_or_default();
    match action.as_str().unwrap_or_default() {
        "start" => {
            let project = fields.get("project").cloned().unwrap_or_default();
            fields.entry("cwd").or_insert(project);
            user.ask("POST", "/session/start", std::mem::take(fields))
                .await
        }
        "end" => {
            let asked = only(fields, &["sessionId"]);
            user.ask("POST", "/session/end", asked).await
        }
        "show" => {
            let asked = only(fields, &["sessionId"]);
            user.ask("GET", "/observations", asked).await
        }
        _ => {
            let mut asked = only(fields, &["project", "limit"]);
            asked.entry("limit").or_insert(json!(LISTED));
            user.ask("GET", "/sessions", asked).await
        }
    }
}

fn only(fields: &mut Fields, names: &[&str]) -> Fields {
    let taken = names.iter().filter_map(|name| fields.remove_entry(*name));
    taken.collect()
}
