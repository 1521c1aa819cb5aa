//! One record, and where all of them stand.

use serde_json::json;

use crate::support::{Home, MEMORY_FIELDS, Server, hashed, shared};

#[test]
fn g_120_inspect_tells_everything_the_list_of_fields_names() {
    let server = hashed();
    let mut admin = server.admin("admin-inspect");
    let id =
        admin.store(&json!({ "content": "The mole is long.", "tags": ["sea"], "agent": "ann" }));
    admin
        .post("/v1/feedback", &json!({ "id": id, "action": "confirm" }))
        .ok();
    let seen = admin.inspect(&id);
    let more = [
        "agent",
        "confidence",
        "last_verified_at",
        "superseded_by",
        "derived_from",
        "contradicts_with",
        "contradiction_count",
        "conflicts",
        "has_embedding",
        "trust_score",
        "trust_confidence_low",
        "trust_confidence_high",
        "trust_signals",
        "low_trust",
        "age_hours",
        "eligible_for_injection",
        "reuse_count",
        "last_injected_at",
        "last_reused_at",
        "last_outcome_at",
        "review_queue_kind",
        "suggested_review_action",
        "review_events",
        "team_governance",
        "stale_governance",
    ];
    for field in MEMORY_FIELDS.into_iter().chain(more) {
        assert!(seen.get(field).is_some(), "{field}: {seen}");
    }
    for signal in [
        "recency",
        "source_reputation",
        "embedding_coherence",
        "access_frequency",
        "outcome_learning",
    ] {
        let value = seen["trust_signals"][signal].as_f64();
        assert!(
            value.is_some_and(|v| (0.0..=1.0).contains(&v)),
            "{signal}: {seen}"
        );
    }
    assert_eq!(
        (&seen["confirm_count"], &seen["eligible_for_injection"]),
        (&json!(1), &json!(true))
    );
    let said = &seen["review_events"][0];
    assert_eq!(
        (&said["action"], &said["via"]),
        (&json!("confirm"), &json!("feedback_api"))
    );
    let (low, high) = (
        &seen["trust_confidence_low"],
        &seen["trust_confidence_high"],
    );
    let score = seen["trust_score"].as_f64().unwrap();
    assert!(
        low.as_f64().unwrap() <= score && score <= high.as_f64().unwrap(),
        "{seen}"
    );
}

#[test]
fn g_121_peek_shows_the_outside_and_as_much_inside_as_is_asked_for() {
    let mut client = shared().room("admin-peek");
    let id = client.store(&json!({ "content": "Grüße vom Hafen", "agent": "ann" }));
    let seen = client.get(&format!("/v1/peek/{id}")).ok();
    assert_eq!(seen["content_bytes"], "Grüße vom Hafen".len());
    assert_eq!(
        (&seen["agent"], &seen["session"]),
        (&json!("ann"), &json!(null))
    );
    assert!(seen.get("content").is_none(), "{seen}");
    let part = client.get(&format!("/v1/peek/{id}?content_chars=4")).ok();
    assert_eq!(part["content"], "Grüß");
    client.get("/v1/peek/nobody").refused(404, "no_such_memory");
}

#[test]
fn g_112_the_lifecycle_view_counts_all_and_shows_what_is_asked_for() {
    let mut admin = shared().admin("admin-lifecycle");
    let first = admin.remember("The mole is short.");
    let second = admin.remember("The mole is long.");
    let third = admin.remember("The crane is red.");
    let supersede = json!({ "id": first, "action": "supersede", "superseded_by": second });
    admin.post("/v1/feedback", &supersede).ok();
    admin
        .post("/v1/feedback", &json!({ "id": third, "action": "reject" }))
        .ok();
    let all = admin.get("/v1/admin/lifecycle").ok();
    let summary = json!({ "total": 3, "active": 1, "candidate": 0, "contested": 1, "stale": 1, "archived": 0 });
    assert_eq!(all["summary"], summary);
    let ids: Vec<&str> = all["memories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|memory| memory["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, [&third, &second, &first], "newest first");
    let stale = admin.get("/v1/admin/lifecycle?status=stale&limit=5").ok();
    assert_eq!(stale["memories"].as_array().unwrap().len(), 1);
    assert_eq!(stale["memories"][0]["superseded_by"], json!(second));
    let filters = json!({ "status": "stale", "limit": 5, "include_archived": false });
    assert_eq!(stale["filters"], filters);
    admin
        .get("/v1/admin/lifecycle?status=lost")
        .refused(400, "bad_kind");
}

#[test]
fn g_112_what_is_put_away_is_counted_and_shown_where_it_is_asked_for() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("sea");
    let away = admin.remember("The mole is short.");
    let kept = admin.remember("The crane is red.");
    let reject = json!({ "id": away, "action": "reject" });
    admin.post("/v1/feedback", &reject).ok();
    let done = home.json(&["decay", "--after-days", "0", "--namespace", "sea", "--json"]);
    assert_eq!(done["archived"], 1, "{done}");
    let mut shown = |path: &str| {
        let told = admin.get(path).ok();
        assert_eq!(told["summary"]["archived"], 1, "{told}");
        assert_eq!(told["summary"]["total"], 2, "{told}");
        let ids = told["memories"].as_array().unwrap().iter();
        let ids: Vec<String> = ids
            .map(|one| one["id"].as_str().unwrap().to_owned())
            .collect();
        ids
    };
    assert_eq!(shown("/v1/admin/lifecycle"), std::slice::from_ref(&kept));
    let whole = shown("/v1/admin/lifecycle?include_archived=true");
    assert_eq!(whole, [kept, away.clone()]);
    assert_eq!(shown("/v1/admin/lifecycle?status=archived"), [away]);
}

#[test]
fn g_122_source_names_our_licence_to_anybody() {
    let told = shared().stranger().get("/v1/source").ok();
    assert_eq!(told["license"], "Apache-2.0");
    for field in ["source", "notice"] {
        assert!(
            told[field].as_str().is_some_and(|text| !text.is_empty()),
            "{told}"
        );
    }
}
