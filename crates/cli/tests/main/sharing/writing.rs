//! Storing through a grant.

use serde_json::json;

use super::Neighbours;
use crate::support::{Client, shared};

#[test]
fn a_write_grant_stores_in_the_owners_namespace_and_nothing_else_changes_there() {
    let mut both = Neighbours::new(shared());
    let read = both.let_in(json!({}));
    let space = both.space.clone();
    let fact = |text: &str| json!({ "content": text, "namespace": space, "tags": ["sea"] });
    let refused = both
        .guest
        .post("/v1/store", &fact("The harbour opens at six."));
    refused.refused(403, "foreign_namespace");
    both.put_out(&read);
    both.let_in(json!({ "permission": "write", "tag_filter": "sea" }));
    let id = both.guest.store(&fact("The harbour opens at six."));
    assert_eq!(
        both.owner.inspect(&id)["content"],
        "The harbour opens at six."
    );
    assert_eq!(both.guest.count(), (0, 0), "not in its own");
    let batch = json!({ "memories": [fact("The pier is closed."), fact("The buoy is red.")] });
    both.guest.post("/v1/store/batch", &batch).ok();
    assert_eq!(both.owner.count(), (3, 0));
    let mixed = json!({ "memories": [fact("One."), { "content": "Two." }] });
    both.guest
        .post("/v1/store/batch", &mixed)
        .refused(403, "foreign_namespace");
    let outside = json!({ "content": "The master is ill.", "namespace": space, "tags": ["staff"] });
    both.guest
        .post("/v1/store", &outside)
        .refused(403, "outside_grant");
    let both_kinds = json!({ "memories": [fact("The sea is cold."), outside] });
    both.guest
        .post("/v1/store/batch", &both_kinds)
        .refused(403, "outside_grant");
    for (method, path, body) in [
        (
            "PATCH",
            "/v1/update",
            json!({ "id": id, "content": "No.", "namespace": space }),
        ),
        (
            "DELETE",
            "/v1/forget",
            json!({ "id": id, "namespace": space }),
        ),
        (
            "POST",
            "/v1/feedback",
            json!({ "id": id, "action": "reject", "namespace": space }),
        ),
        ("POST", "/v1/pin", json!({ "id": id, "namespace": space })),
        (
            "POST",
            "/v1/events",
            json!({ "namespace": space, "events": [{ "session": "s", "text": "Hi." }] }),
        ),
    ] {
        let reply = both.guest.send(method, path, body.to_string().as_bytes());
        reply.refused(403, "foreign_namespace");
    }
    assert_eq!(both.owner.count(), (3, 0));
    let reader = shared().key(&both.guest_name, "reader");
    let mut reader = Client::new(shared().http(), Some(&reader));
    let refused = reader.post("/v1/store", &fact("A reader says so."));
    refused.refused(403, "role_too_low");
}

/// Storing does not tell what is there beyond the filter.
#[test]
fn what_is_not_seen_is_no_duplicate() {
    let mut both = Neighbours::new(shared());
    let hidden = both
        .owner
        .store(&json!({ "content": "The rubies are in the cellar.", "tags": ["secret"] }));
    both.let_in(json!({ "permission": "write", "tag_filter": "sea" }));
    let guess = json!({ "content": "The rubies are in the cellar.", "tags": ["sea"], "namespace": both.space });
    let told = both.guest.post("/v1/store", &guess).ok();
    assert_ne!(told["id"], hidden.as_str(), "{told}");
    assert_ne!(told["duplicate"], true, "{told}");
    assert_eq!(both.owner.inspect(&hidden)["evidence_count"], 1);
    let again = both.guest.post("/v1/store", &guess).ok();
    assert_eq!(again["version"], 1, "{again}");
}
