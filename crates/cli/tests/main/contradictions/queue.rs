//! What waits for a word because of it.

use serde_json::json;

use super::{NO, YES, active, both, stands};
use crate::support::{Home, shared};

#[test]
fn g_116_what_is_contradicted_is_to_give_way_to_what_contradicts_it() {
    let mut admin = shared().admin("contradict-queue");
    let [yes, no] = both(&mut admin);
    let queue = admin.get("/v1/admin/review-queue").ok();
    for (name, count) in [
        ("pending", 2),
        ("contested", 2),
        ("suggested_supersede", 2),
        ("suggested_reject", 0),
        ("suggested_confirm", 0),
    ] {
        assert_eq!(queue["summary"][name], count, "{name}: {queue}");
    }
    for (n, (id, other, text)) in [(&no, &yes, YES), (&yes, &no, NO)].into_iter().enumerate() {
        let item = &queue["items"][n];
        for (field, value) in [
            ("review_key", json!(format!("review:{id}"))),
            ("queue_kind", json!("contested")),
            ("suggested_action", json!("supersede")),
            (
                "available_actions",
                json!(["confirm", "reject", "supersede"]),
            ),
            ("contradiction_count", json!(1)),
            (
                "replacement_options",
                json!([{ "review_key": format!("review:{other}"), "preview": text,
                    "status": "contested", "relation": "contradiction" }]),
            ),
        ] {
            assert_eq!(item[field], value, "{field}: {item}");
        }
    }
}

#[test]
fn g_117_a_contradiction_is_settled_from_the_queue() {
    let mut admin = shared().admin("contradict-act");
    let [yes, no] = both(&mut admin);
    let item = admin.get("/v1/admin/review-queue").ok()["items"][1].clone();
    let body = json!({ "review_key": item["review_key"], "action": item["suggested_action"],
        "supersede_with_review_key": item["replacement_options"][0]["review_key"] });
    let done = admin.post("/v1/admin/review/action", &body).ok();
    for (field, value) in [
        ("status", json!("stale")),
        ("superseded_by", json!(no)),
        ("contradicts_with", json!([])),
    ] {
        assert_eq!(done["memory"][field], value, "{field}: {done}");
    }
    assert_eq!(done["replacement"]["status"], "active", "{done}");
    assert_eq!(admin.inspect(&yes)["conflicts"], json!([]));
    assert_eq!(stands(&mut admin, &no), active());
    let left = admin.get("/v1/admin/review-queue").ok();
    assert_eq!(left["summary"]["pending"], 0, "{left}");
}

#[test]
fn a_rejected_one_keeps_what_speaks_against_it() {
    let mut admin = shared().admin("contradict-rejected");
    let [_, no] = both(&mut admin);
    let body = json!({ "review_key": format!("review:{no}"), "action": "reject" });
    let done = admin.post("/v1/admin/review/action", &body).ok();
    assert_eq!(
        done["memory"]["contradicts_with"].as_array().unwrap().len(),
        1
    );
    let queue = admin.get("/v1/admin/review-queue").ok();
    let item = &queue["items"][0];
    assert_eq!(
        (&item["queue_kind"], &item["suggested_action"]),
        (&json!("rejected"), &json!("supersede")),
        "{queue}"
    );
    assert_eq!(queue["summary"]["pending"], 1, "{queue}");
}

#[test]
fn the_listing_says_what_to_do_and_how_often_it_is_contradicted() {
    let home = Home::new();
    home.run(&["remember", YES]).ok();
    home.run(&["remember", NO]).ok();
    let listed = home.run(&["review", "queue"]).ok();
    assert!(listed.contains("[contested -> supersede]"), "{listed}");
    assert!(listed.contains("contradicted by 1"), "{listed}");
    let args = ["review", "supersede", "--item", "2", "--with-item", "1"];
    home.run(&args).ok();
    let left = home.run(&["review", "queue"]).ok();
    assert!(left.contains("Pending review items: 0"), "{left}");
}
