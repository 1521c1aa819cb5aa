//! `mneme hud` and `mneme recent`

use std::process::ExitCode;

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{HudRequest, RecentRequest};
use serde_json::Value;

use super::Outcome;
use crate::args::{HudArgs, RecentArgs};
use crate::output::{bold, counted, dim, json, own_words, plain};

pub async fn run(port: &dyn Port, args: HudArgs) -> Outcome {
    let request = HudRequest {
        namespace: args.namespace,
        limit: Some(args.limit),
        format: None,
    };
    let hud = ask(port, &request).await?;
    if args.json {
        return Ok(json(&hud));
    }
    say!(
        "{} {}",
        bold("Memory HUD"),
        dim(&text(&hud, "/generated_at"))
    );
    say!(
        "{} in {}: {} active, {} contested, {} waiting for review",
        number(&hud, "/summary/total_memories", "memory"),
        number(&hud, "/summary/namespaces", "namespace"),
        text(&hud, "/summary/active_memories"),
        text(&hud, "/summary/contested_memories"),
        text(&hud, "/summary/pending_reviews")
    );
    list(&hud, "/namespaces").for_each(namespace);
    say!("{}", bold("Blocked by policy:"));
    list(&hud, "/namespaces").for_each(probes);
    say!("{}", bold("Quick actions:"));
    for action in list(&hud, "/quick_actions") {
        let command = own_words(&text(action, "/cli"));
        say!("  {:<8} {command}", text(action, "/label"));
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn recent(port: &dyn Port, args: RecentArgs) -> Outcome {
    let request = RecentRequest {
        namespace: args.place.namespace,
        limit: Some(args.limit),
    };
    let told = ask(port, &request).await?;
    if args.json {
        return Ok(json(&told));
    }
    say!("{} {}", bold("Recent in"), text(&told, "/namespace"));
    for group in ["injections", "extractions", "feedbacks", "consolidations"] {
        say!(
            "{group}: {}",
            text(&told, &format!("/recent/counts/{group}"))
        );
    }
    list(&told, "/recent/feedbacks").for_each(feedback);
    list(&told, "/recent/consolidations").for_each(made);
    Ok(ExitCode::SUCCESS)
}

fn namespace(one: &Value) {
    let count = |word: &str| format!("{word}={}", text(one, &format!("/lifecycle/{word}")));
    let counts = [
        "total",
        "active",
        "candidate",
        "contested",
        "stale",
        "archived",
    ]
    .map(count);
    say!("{} {}", bold(&text(one, "/namespace")), counts.join(" "));
    for item in list(one, "/review_queue/items") {
        say!(
            "  review [{} -> {}] {}",
            text(item, "/queue_kind"),
            text(item, "/suggested_action"),
            text(item, "/preview")
        );
    }
    list(one, "/recent/feedbacks").for_each(feedback);
    list(one, "/recent/consolidations").for_each(made);
}

/// What would come of risky requests.
fn probes(one: &Value) {
    say!("  {}", bold(&text(one, "/namespace")));
    for probe in list(one, "/policy_probes") {
        let rules: Vec<String> = list(probe, "/matched_policy_previews")
            .map(|preview| text(preview, ""))
            .collect();
        let by = match rules.first() {
            Some(rule) => format!("{} by: {rule}", rules.len()),
            None => String::from("no policy"),
        };
        let (label, decision) = (text(probe, "/label"), text(probe, "/decision"));
        say!("    {label}: {decision} ({by})");
    }
}

fn made(one: &Value) {
    let (at, sources) = (text(one, "/at"), list(one, "/source_ids").count());
    let preview = text(one, "/preview");
    say!("  {} made of {sources}: {preview}", dim(&at));
}

fn feedback(one: &Value) {
    let (at, action) = (text(one, "/at"), text(one, "/action"));
    say!("  {} {action}: {}", dim(&at), text(one, "/preview"));
}

fn list<'a>(value: &'a Value, path: &str) -> impl Iterator<Item = &'a Value> {
    let list = value.pointer(path).and_then(Value::as_array);
    list.into_iter().flatten()
}

fn number(value: &Value, path: &str, thing: &str) -> String {
    let number = value.pointer(path).and_then(Value::as_u64);
    counted(number.unwrap_or_default(), thing)
}

fn text(value: &Value, path: &str) -> String {
    match value.pointer(path) {
        Some(Value::String(text)) => plain(text),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}
