//! The overview as a page that needs nothing from elsewhere.

use serde_json::Value;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c2330;background:#fbfbf9}\
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}table{border-collapse:collapse;width:100%}\
td,th{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #dde;vertical-align:top}\
code{font-size:.9em}.muted{color:#667}";

/// What anybody wrote, harmless between tags and in attributes.
fn plain(text: &str) -> String {
    let shown = |c: char| match c {
        '&' => String::from("&amp;"),
        '<' => String::from("&lt;"),
        '>' => String::from("&gt;"),
        '"' => String::from("&quot;"),
        '\'' => String::from("&#39;"),
        c => String::from(c),
    };
    text.chars().map(shown).collect()
}

fn text(value: &Value, path: &str) -> String {
    match value.pointer(path) {
        Some(Value::String(text)) => plain(text),
        Some(Value::Null) | None => String::new(),
        Some(other) => plain(&other.to_string()),
    }
}

fn list<'a>(value: &'a Value, path: &str) -> impl Iterator<Item = &'a Value> {
    let list = value.pointer(path).and_then(Value::as_array);
    list.into_iter().flatten()
}

fn row(cells: &[String]) -> String {
    let cells: String = cells
        .iter()
        .map(|cell| format!("<td>{cell}</td>"))
        .collect();
    format!("<tr>{cells}</tr>")
}

fn table(rows: &str) -> String {
    match rows {
        "" => String::from("<p class=\"muted\">Nothing.</p>"),
        rows => format!("<table>{rows}</table>"),
    }
}

fn counted(value: &Value, path: &str, [one, many]: [&str; 2]) -> String {
    match value.pointer(path).and_then(Value::as_u64) {
        Some(1) => format!("1 {one}"),
        n => format!("{} {many}", n.unwrap_or_default()),
    }
}

pub fn page(hud: &Value) -> String {
    let namespaces: String = list(hud, "/namespaces").map(namespace).collect();
    let actions: String = list(hud, "/quick_actions")
        .map(|action| {
            let route = format!("{} {}", text(action, "/method"), text(action, "/path"));
            row(&[
                text(action, "/label"),
                text(action, "/description"),
                format!("<code>{route}</code>"),
                format!("<code>{}</code>", text(action, "/cli")),
            ])
        })
        .collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Memory HUD</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\
         <h1>Memory HUD</h1><p class=\"muted\">{at}</p><p>{all} in {names}: \
         {active} active, {contested} contested, {pending} waiting for review</p>\
         <h2>Quick actions</h2><table>{actions}</table>\
         <h2>Blocked By Policy</h2><p>What would come of risky requests, namespace by namespace.</p>\
         {namespaces}</body></html>",
        at = text(hud, "/generated_at"),
        all = counted(hud, "/summary/total_memories", ["memory", "memories"]),
        names = counted(hud, "/summary/namespaces", ["namespace", "namespaces"]),
        active = text(hud, "/summary/active_memories"),
        contested = text(hud, "/summary/contested_memories"),
        pending = text(hud, "/summary/pending_reviews"),
    )
}

fn namespace(one: &Value) -> String {
    let stands: Vec<String> = ["active", "candidate", "contested", "stale", "archived"]
        .iter()
        .map(|word| format!("{} {word}", text(one, &format!("/lifecycle/{word}"))))
        .collect();
    let waiting: String = list(one, "/review_queue/items")
        .map(|item| {
            let list = text(item, "/queue_kind");
            row(&[
                list,
                text(item, "/suggested_action"),
                text(item, "/preview"),
            ])
        })
        .collect();
    let said: String = list(one, "/recent/feedbacks")
        .map(|told| {
            row(&[
                text(told, "/at"),
                text(told, "/action"),
                text(told, "/preview"),
            ])
        })
        .collect();
    let probes: String = list(one, "/policy_probes").map(probe).collect();
    format!(
        "<h2>{}</h2><p>{}</p><h3>Policy</h3>{}<h3>Review</h3>{}<h3>Recent</h3>{}",
        text(one, "/namespace"),
        stands.join(", "),
        table(&probes),
        table(&waiting),
        table(&said)
    )
}

fn probe(one: &Value) -> String {
    let rules: Vec<String> = list(one, "/matched_policy_previews")
        .map(|preview| text(preview, ""))
        .collect();
    row(&[
        text(one, "/label"),
        text(one, "/decision"),
        text(one, "/query"),
        rules.join("<br>"),
    ])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn g_111_what_others_wrote_is_no_markup() {
        let item = json!({ "preview": "<script>alert('x')</script>", "queue_kind": "\"&" });
        let hud =
            json!({ "namespaces": [{ "namespace": "n", "review_queue": { "items": [item] } }] });
        let page = page(&hud);
        assert!(!page.contains("<script>"), "{page}");
        assert!(page.contains("&lt;script&gt;alert(&#39;x&#39;)"), "{page}");
        assert!(page.contains("&quot;&amp;"), "{page}");
    }
}
