//! The queue over REST.

use serde_json::{Value, json};

use super::{bring, line};
use crate::support::{Client, shared};

fn queue(admin: &mut Client) -> Value {
    admin.get("/v1/admin/review-queue").ok()
}

fn act(admin: &mut Client, key: &Value, action: &str) -> Value {
    let body = json!({ "review_key": key, "action": action });
    admin.post("/v1/admin/review/action", &body).ok()
}

/// One rejected by somebody, one contested elsewhere, two candidates.
fn filled(namespace: &str) -> Client {
    let server = shared();
    let lines = [
        line(
            "doubted",
            "The tide table is of last year.",
            &json!({ "status": "contested" }),
        ),
        line(
            "first",
            "The buoy is red.",
            &json!({ "status": "candidate", "tags": ["sea"] }),
        ),
        line(
            "second",
            "The pier is closed.",
            &json!({ "status": "candidate" }),
        ),
    ];
    bring(server.home(), namespace, &lines);
    let mut admin = server.admin(namespace);
    let id = admin.remember("The lighthouse is green.");
    let body = json!({ "id": id, "action": "reject" });
    admin.post("/v1/feedback", &body).ok();
    admin.remember("The harbour is open.");
    admin
}

#[test]
fn g_116_the_queue_has_three_lists_in_order_and_suggests_a_word() {
    let mut admin = filled("review-queue");
    let queue = queue(&mut admin);
    let items = queue["items"].as_array().unwrap();
    let told: Vec<_> = items
        .iter()
        .map(|item| {
            (
                &item["queue_kind"],
                &item["suggested_action"],
                &item["preview"],
            )
        })
        .collect();
    let expected = [
        ("contested", "reject", "The tide table is of last year."),
        ("rejected", "reject", "The lighthouse is green."),
        ("candidate", "confirm", "The pier is closed."),
        ("candidate", "confirm", "The buoy is red."),
    ];
    let expected = expected.map(|(kind, action, text)| (json!(kind), json!(action), json!(text)));
    let expected: Vec<_> = expected.iter().map(|(k, a, t)| (k, a, t)).collect();
    assert_eq!(told, expected, "{queue}");
    let summary = &queue["summary"];
    for (name, count) in [
        ("pending", 4),
        ("contested", 1),
        ("rejected", 1),
        ("candidate", 2),
        ("suggested_confirm", 2),
        ("suggested_reject", 2),
        ("suggested_supersede", 0),
    ] {
        assert_eq!(summary[name], count, "{name}: {summary}");
    }
    let rejected = &items[1];
    assert_eq!(rejected["review_event_count"], 1);
    assert_eq!(rejected["last_review_action"], "reject");
    assert_eq!(rejected["available_actions"], json!(["confirm", "reject"]));
    assert_eq!(items[3]["tags"], json!(["sea"]));
    let part = admin.get("/v1/admin/review-queue?limit=1").ok();
    assert_eq!(part["items"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&part["limit"], &part["summary"]["pending"]),
        (&json!(1), &json!(4))
    );
    admin
        .get("/v1/admin/review-queue?limit=0")
        .refused(400, "bad_limit");
}

#[test]
fn g_117_a_word_by_key_takes_effect_and_leaves_the_queue() {
    let mut admin = filled("review-action");
    let keys: Vec<Value> = queue(&mut admin)["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["review_key"].clone())
        .collect();
    let confirmed = act(&mut admin, &keys[3], "confirm");
    assert_eq!(
        (
            &confirmed["queue_kind_before"],
            &confirmed["memory"]["status"]
        ),
        (&json!("candidate"), &json!("active")),
        "{confirmed}"
    );
    assert_eq!(confirmed["memory"]["review_key"], keys[3]);
    assert_eq!(confirmed["memory"]["confirm_count"], 1);
    let last = &confirmed["memory"]["last_review"];
    assert_eq!(
        (&last["via"], &last["action"], &last["queue_kind"]),
        (
            &json!("review_inbox"),
            &json!("confirm"),
            &json!("candidate")
        )
    );
    let rejected = act(&mut admin, &keys[2], "reject");
    assert_eq!(rejected["memory"]["status"], "contested", "{rejected}");
    let bare = keys[0].as_str().unwrap().strip_prefix("review:").unwrap();
    let body = json!({ "review_key": format!("rq:{bare}"), "action": "supersede",
        "supersede_with_review_key": keys[3] });
    let followed = admin.post("/v1/admin/review/action", &body).ok();
    assert_eq!(
        (
            &followed["memory"]["status"],
            &followed["replacement"]["status"]
        ),
        (&json!("stale"), &json!("active")),
        "{followed}"
    );
    let target = &followed["replacement"]["last_review"];
    assert_eq!(target["via"], "review_inbox_supersede_target");
    let left = queue(&mut admin);
    assert_eq!(left["summary"]["pending"], 2, "{left}");
    assert_eq!(left["summary"]["rejected"], 2, "{left}");
}

#[test]
fn a_word_that_cannot_be_said_changes_nothing() {
    let mut admin = filled("review-refused");
    let before = queue(&mut admin)["summary"].clone();
    let key = queue(&mut admin)["items"][0]["review_key"].clone();
    for (body, status, code) in [
        (
            json!({ "review_key": key, "action": "praise" }),
            400,
            "bad_feedback",
        ),
        (
            json!({ "review_key": key, "action": "supersede" }),
            400,
            "bad_feedback",
        ),
        (
            json!({ "review_key": "review:", "action": "confirm" }),
            400,
            "bad_feedback",
        ),
        (
            json!({ "review_key": "review:nobody", "action": "confirm" }),
            404,
            "no_such_memory",
        ),
        (json!({ "action": "confirm" }), 422, "bad_request"),
    ] {
        let refused = admin.post("/v1/admin/review/action", &body);
        refused.refused(status, code);
    }
    let mut after = queue(&mut admin)["summary"].clone();
    after["oldest_age_hours"] = before["oldest_age_hours"].clone();
    assert_eq!(after, before);
}

#[test]
fn what_a_machine_brought_is_confirmed_by_whoever_administers() {
    let server = shared();
    let space = "review-whose-word";
    let mut admin = filled(space);
    let candidates: Vec<Value> = {
        let items = queue(&mut admin)["items"].take();
        let items = items.as_array().unwrap().iter();
        items
            .filter(|item| item["queue_kind"] == "candidate")
            .map(|item| item["review_key"].clone())
            .collect()
    };
    let id = |key: &Value| key.as_str().unwrap().replace("review:", "");
    let [first, second] = [id(&candidates[0]), id(&candidates[1])];
    let mut writer = Client::new(server.http(), Some(&server.key(space, "writer")));
    let own = writer.remember("The pilot boat is blue.");
    let confirm = |id: &str| json!({ "id": id, "action": "confirm" });
    let follow = json!({ "id": own, "action": "supersede", "superseded_by": first });
    for word in [confirm(&first), follow] {
        let refused = writer.post("/v1/feedback", &word);
        refused.refused(403, "role_too_low");
    }
    assert_eq!(admin.inspect(&first)["status"], "candidate");
    assert_eq!(admin.inspect(&own)["status"], "active");
    writer.post("/v1/feedback", &confirm(&own)).ok();
    let reject = json!({ "id": second, "action": "reject" });
    writer.post("/v1/feedback", &reject).ok();
    admin.post("/v1/feedback", &confirm(&first)).ok();
    assert_eq!(admin.inspect(&first)["status"], "active");
}
