//! What each verdict does to a memory.

use serde_json::json;

use super::{reputations, say, supersede};
use crate::support::{segmented, shared};

#[test]
fn a_rejected_memory_is_contested_until_it_is_confirmed() {
    for server in [shared(), segmented()] {
        let mut client = server.room("feedback-contested");
        let id = client.remember("The lighthouse is painted green.");
        let rejected = say(&mut client, &id, "reject").ok();
        assert_eq!(
            (&rejected["status"], &rejected["confidence"]),
            (&json!("contested"), &json!(0.3))
        );
        assert_eq!(
            (&rejected["reject_count"], &rejected["evidence_count"]),
            (&json!(1), &json!(1))
        );
        assert!(rejected.get("last_verified_at").is_none(), "{rejected}");
        let memory = client.inspect(&id);
        assert_eq!(
            (&memory["status"], &memory["reject_count"]),
            (&json!("contested"), &json!(1))
        );
        let found = client.recall(&json!({ "query": "lighthouse" }));
        assert_eq!(found["memories"][0]["memory"]["status"], "contested");

        let confirmed = say(&mut client, &id, "confirm").ok();
        assert_eq!(
            (&confirmed["status"], &confirmed["confidence"]),
            (&json!("active"), &json!(0.55))
        );
        assert_eq!(
            (&confirmed["confirm_count"], &confirmed["evidence_count"]),
            (&json!(1), &json!(2))
        );
        assert!(
            confirmed["last_verified_at"]
                .as_str()
                .is_some_and(|at| at.ends_with('Z'))
        );
    }
}

#[test]
fn new_tags_do_not_settle_what_is_contested_but_new_words_do() {
    let mut client = shared().room("feedback-update");
    let id = client.remember("The ferry leaves at nine.");
    say(&mut client, &id, "reject").ok();
    let tagged = client
        .patch("/v1/update", &json!({ "id": id, "tags": ["ferry"] }))
        .ok();
    assert_eq!(
        (&tagged["status"], &tagged["eligible_for_injection"]),
        (&json!("contested"), &json!(false))
    );
    let again = client
        .post(
            "/v1/store",
            &json!({ "content": "The ferry leaves at nine." }),
        )
        .ok();
    assert_eq!(
        (&again["id"], &again["duplicate"]),
        (&json!(id), &json!(true))
    );
    assert_eq!(
        client.inspect(&id)["status"],
        "contested",
        "a repetition is no proof"
    );
    assert_eq!(
        client.update(&id, "The ferry leaves at ten.")["status"],
        "active"
    );
}

#[test]
fn what_is_superseded_is_found_no_more_until_it_is_confirmed() {
    let mut client = shared().admin("feedback-supersede");
    let old = client.remember("The captain is Osric.");
    let new = client.remember("The captain is Wilhelmina.");
    let told = supersede(&mut client, &old, &new).ok();
    assert_eq!(
        (
            &told["status"],
            &told["superseded_by"],
            &told["supersede_count"]
        ),
        (&json!("stale"), &json!(new), &json!(1))
    );
    let target = client.inspect(&new);
    assert_eq!(
        (&target["confirm_count"], &target["supersedes"]),
        (&json!(1), &json!([old]))
    );
    assert_eq!(client.ask("captain"), ["The captain is Wilhelmina."]);
    let source = &reputations(&mut client)[0];
    assert_eq!(
        (&source["alpha"], &source["beta"]),
        (&json!(3.0), &json!(1.0))
    );

    let back = say(&mut client, &old, "confirm").ok();
    assert_eq!(
        (&back["status"], &back.get("superseded_by")),
        (&json!("active"), &None)
    );
    assert_eq!(client.ask("captain").len(), 2);
    assert_eq!(client.inspect(&old)["version"], 2);
    // And the other way round: each may follow the other.
    assert_eq!(
        supersede(&mut client, &new, &old).ok()["superseded_by"],
        old
    );
    assert_eq!(client.ask("captain"), ["The captain is Osric."]);
    say(&mut client, &new, "reject").ok();
    assert_eq!(
        client.inspect(&new)["status"],
        "stale",
        "nobody believes it anyway"
    );
}

#[test]
fn g_097_reputations_follow_what_was_said_of_a_sources_memories() {
    let server = shared();
    let mut admin = server.admin("feedback-sources");
    let mut other = server.room("feedback-sources");
    assert_eq!(reputations(&mut admin), json!([]));
    let good = admin.remember("Tides turn twice a day.");
    let bad = other.remember("Tides turn once a week.");
    say(&mut other, &good, "confirm").ok();
    say(&mut admin, &bad, "reject").ok();
    say(&mut admin, &bad, "reject").ok();
    let stats = admin.get("/v1/admin/trust-stats").ok();
    assert_eq!(stats["threshold"], 0.3);
    let source = |id: &str, client: &mut crate::support::Client| {
        let key = client.inspect(id)["source_key"].take();
        let all = stats["source_reputations"].as_array().unwrap();
        all.iter()
            .find(|source| source["source_key"] == key)
            .unwrap()
            .clone()
    };
    let (good, bad) = (source(&good, &mut admin), source(&bad, &mut admin));
    assert_eq!(good["reputation"], 0.75);
    assert_eq!(
        (&bad["alpha"], &bad["beta"], &bad["reputation"]),
        (&json!(2.0), &json!(3.0), &json!(0.4))
    );
    for source in [good, bad] {
        let of = |name: &str| source[name].as_f64().unwrap();
        assert!(
            of("confidence_low") < of("reputation") && of("reputation") < of("confidence_high")
        );
    }
    let audit = server
        .home()
        .json(&["audit", "--namespace", "feedback-sources", "--json"]);
    let said = audit["entries"].as_array().unwrap();
    assert_eq!(
        said.iter()
            .filter(|row| row["action"] == "feedback")
            .count(),
        3
    );
}
