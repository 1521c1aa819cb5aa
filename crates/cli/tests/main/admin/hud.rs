//! The overview, and what happened lately.

use serde_json::json;

use crate::support::shared;

const LABELS: [&str; 6] = ["Search", "Why", "Recent", "Review", "Import", "Export"];

#[test]
fn g_111_the_overview_comes_as_json_and_as_a_page() {
    let mut admin = shared().admin("admin-hud");
    let id = admin.remember("<b>The mole</b> is long.");
    admin
        .post("/v1/feedback", &json!({ "id": id, "action": "reject" }))
        .ok();
    let hud = admin.get("/v1/admin/hud").ok();
    let labels: Vec<_> = hud["quick_actions"].as_array().unwrap().iter().collect();
    let labels: Vec<_> = labels.iter().map(|action| &action["label"]).collect();
    assert_eq!(json!(labels), json!(LABELS));
    assert_eq!(
        hud["summary"],
        json!({ "namespaces": 1, "total_memories": 1, "active_memories": 0,
            "contested_memories": 1, "pending_reviews": 1 })
    );
    let one = &hud["namespaces"][0];
    assert_eq!(
        (&one["namespace"], &one["lifecycle"]["total"]),
        (&json!("admin-hud"), &json!(1))
    );
    assert_eq!(one["review_queue"]["items"][0]["queue_kind"], "rejected");
    assert_eq!(one["recent"]["counts"]["feedbacks"], 1);

    let page = admin.get("/v1/admin/hud?format=html");
    assert_eq!(page.status, 200, "{}", page.text);
    let kind = page.header("content-type").unwrap_or_default();
    assert!(kind.starts_with("text/html"), "{kind}");
    let policy = page.header("content-security-policy").unwrap_or_default();
    assert_eq!(policy, "default-src 'none'; style-src 'unsafe-inline'");
    for text in [
        "Blocked By Policy",
        "/v1/admin/query-explain",
        "&lt;b&gt;The mole",
    ] {
        assert!(page.text.contains(text), "{text}: {}", page.text);
    }
    assert!(!page.text.contains("<b>The mole"), "{}", page.text);
    admin
        .get("/v1/admin/hud?format=pdf")
        .refused(400, "bad_kind");
}

#[test]
fn recent_shows_what_was_said_last_in_its_group() {
    let mut admin = shared().admin("admin-recent");
    for (text, action) in [
        ("The mole is long.", "confirm"),
        ("The mole is short.", "reject"),
    ] {
        let id = admin.remember(text);
        admin
            .post("/v1/feedback", &json!({ "id": id, "action": action }))
            .ok();
    }
    let told = admin.get("/v1/admin/recent?limit=1").ok();
    assert_eq!(
        (&told["namespace"], &told["limit"]),
        (&json!("admin-recent"), &json!(1))
    );
    let recent = &told["recent"];
    assert_eq!(
        recent["counts"],
        json!({ "injections": 0, "extractions": 0, "feedbacks": 2, "consolidations": 0 })
    );
    for group in ["injections", "extractions", "consolidations"] {
        assert_eq!(recent[group], json!([]), "{group}");
    }
    let last = &recent["feedbacks"][0];
    assert_eq!(
        (&last["action"], &last["preview"]),
        (&json!("reject"), &json!("The mole is short."))
    );
    assert_eq!(recent["feedbacks"].as_array().unwrap().len(), 1);
}

#[test]
fn the_overview_of_the_command_line_names_every_namespace() {
    let server = shared();
    server.admin("admin-glance").remember("The mole is long.");
    let home = server.home();
    let hud = home.run(&["hud", "--namespace", "admin-glance"]);
    for text in [
        "Memory HUD",
        "Quick actions:",
        "Blocked by policy:",
        "total=1 active=1",
    ] {
        assert!(hud.out.contains(text), "{text}: {} {}", hud.out, hud.err);
    }
    let recent = home.run(&["recent", "--namespace", "admin-glance"]);
    assert!(recent.out.contains("feedbacks: 0"), "{}", recent.out);
}
