//! What settles it, and for whom.

use serde_json::json;

use super::{NO, YES, active, both, contested, say, stands, supersede};
use crate::support::shared;

#[test]
fn a_confirmed_one_is_believed_and_the_other_stays_in_doubt() {
    let mut client = shared().room("settle-confirm");
    let [yes, no] = both(&mut client);
    let told = say(&mut client, &yes, "confirm");
    assert_eq!(
        (&told["status"], &told["confidence"]),
        (&json!("active"), &json!(0.85)),
        "{told}"
    );
    assert!(told.get("contradicts_with").is_none(), "{told}");
    assert_eq!(stands(&mut client, &yes), active());
    assert_eq!(stands(&mut client, &no), contested(&[&yes]));
    let told = say(&mut client, &no, "confirm");
    assert_eq!(told["status"], "active", "somebody vouched for both");
    assert_eq!(stands(&mut client, &yes), active());
}

#[test]
fn a_rejected_one_counts_against_nobody() {
    let mut client = shared().room("settle-reject");
    let [yes, no] = both(&mut client);
    let told = say(&mut client, &no, "reject");
    assert_eq!(
        (&told["status"], &told["confidence"]),
        (&json!("contested"), &json!(0.3))
    );
    assert_eq!(told["contradicts_with"], json!([yes]), "{told}");
    assert_eq!(stands(&mut client, &yes), active(), "believed as before");
    assert!(
        client
            .inspect(&yes)
            .get("confidence")
            .is_none_or(serde_json::Value::is_null)
    );
    let third = client.remember("Production deploys require staging approval before any release.");
    assert_eq!(stands(&mut client, &third), active());
}

#[test]
fn the_successor_is_believed_and_nothing_is_open_any_more() {
    let mut client = shared().room("settle-supersede");
    let [yes, no] = both(&mut client);
    let told = supersede(&mut client, &yes, &no);
    assert_eq!(
        (&told["status"], &told["superseded_by"]),
        (&json!("stale"), &json!(no))
    );
    assert!(told.get("contradicts_with").is_none(), "{told}");
    assert_eq!(stands(&mut client, &no), active());
    // What gave way speaks against nobody: the same as the successor says is not doubted.
    let third =
        client.remember("Production deploys do not require staging approval before any release.");
    assert_eq!(stands(&mut client, &third), active());
    // Told anew it does.
    let told = client
        .patch("/v1/update", &json!({ "id": yes, "tags": ["again"] }))
        .ok();
    assert_eq!(told["status"], "contested", "{told}");
    assert_eq!(told["contradicts_with"].as_array().unwrap().len(), 2);
}

#[test]
fn told_again_nothing_is_settled() {
    let mut client = shared().room("settle-retold");
    let [yes, no] = both(&mut client);
    let told = client.post("/v1/store", &json!({ "content": YES })).ok();
    assert_eq!(
        (&told["duplicate"], &told["contradicts_with"]),
        (&json!(true), &json!([no]))
    );
    assert_eq!(stands(&mut client, &yes), contested(&[&no]));
    assert_eq!(client.inspect(&yes)["evidence_count"], 2);
}

#[test]
fn when_one_is_forgotten_the_other_is_believed_as_before() {
    let mut admin = shared().admin("settle-forget");
    let [yes, no] = both(&mut admin);
    admin.forget(&json!({ "id": no }));
    assert_eq!(stands(&mut admin, &yes), active());
    let seen = admin.inspect(&yes);
    assert!(
        seen.get("confidence")
            .is_none_or(serde_json::Value::is_null),
        "{seen}"
    );
    assert_eq!(seen["conflicts"], json!([]));
    // Told on purpose, it speaks against it again.
    let again = admin.remember(NO);
    assert_eq!(stands(&mut admin, &yes), contested(&[&again]));
}

#[test]
fn a_guest_casts_no_doubt_on_what_the_owner_believes() {
    let server = shared();
    let (mut owner, mut guest) = (server.admin("doubt-owner"), server.admin("doubt-guest"));
    owner
        .post(
            "/v1/admin/sharing/create",
            &json!({ "name": "doubt-space" }),
        )
        .ok();
    let grant = json!({ "grantee_namespace": "doubt-guest", "permission": "write" });
    owner
        .post("/v1/admin/sharing/doubt-space/grants/add", &grant)
        .ok();
    let yes = owner.remember(YES);
    let told = json!({ "content": NO, "namespace": "doubt-space" });
    let no = guest.store(&told);
    assert_eq!(stands(&mut owner, &yes), active());
    assert_eq!(stands(&mut owner, &no), contested(&[&yes]));
}
