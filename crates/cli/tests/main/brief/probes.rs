//! What would come of risky requests, at a glance.

use serde_json::json;

use super::tagged;
use crate::support::shared;

#[test]
fn g_249_the_overview_shows_actions_and_what_policies_would_say() {
    let server = shared();
    let mut room = server.admin("brief-hud");
    tagged(
        &mut room,
        "Never delete audit logs or customer data from production.",
        &["policy"],
    );
    let hud = room.get("/v1/admin/hud").ok();
    let probes = hud["namespaces"][0]["policy_probes"].as_array().unwrap();
    let labels: Vec<_> = probes.iter().map(|probe| &probe["label"]).collect();
    assert_eq!(
        json!(labels),
        json!(["Deploy", "Delete", "Exfiltrate", "Override"])
    );
    assert_eq!(
        (&probes[1]["decision"], &probes[1]["matched_policy_count"]),
        (&json!("block"), &json!(1))
    );
    assert_eq!(
        (&probes[0]["decision"], &probes[0]["risky_actions"]),
        (&json!("allow"), &json!(["deploy"]))
    );
    assert_eq!(hud["policy_firewall"]["actionable_probes"], 1, "{hud}");

    let told = server.home().run(&["hud", "--namespace", "brief-hud"]);
    for text in [
        "Memory HUD",
        "Quick actions:",
        "Blocked by policy:",
        "Delete: block",
        "Deploy: allow",
        "Search",
        "Why",
        "Recent",
        "Review",
        "Import",
        "Export",
    ] {
        assert!(told.out.contains(text), "{text}: {} {}", told.out, told.err);
    }
    let page = room.get("/v1/admin/hud?format=html").text;
    assert!(
        page.contains("Blocked By Policy") && page.contains("<td>block</td>"),
        "{page}"
    );
}
