//! A history to look at, and as it is taken along.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{bundle, ids, lasting, told, view};
use crate::support::shared;

#[test]
fn g_183_a_history_is_everything_tied_to_a_memory_from_either_end() {
    let mut admin = shared().admin("history-view");
    let told = told(&mut admin);
    let all: BTreeSet<&str> = [&told.sources[0], &told.sources[1], &told.made, &told.new]
        .map(String::as_str)
        .into();
    let from_the_end = view(&mut admin, &told.new);
    let from_a_source = view(&mut admin, &told.sources[1]);
    for seen in [&from_the_end, &from_a_source] {
        assert_eq!(
            ids(seen).into_iter().collect::<BTreeSet<_>>(),
            all,
            "{seen}"
        );
    }
    assert_eq!(from_the_end["nodes"], from_a_source["nodes"]);
    assert_eq!(from_the_end["timeline"], from_a_source["timeline"]);
    assert_eq!(from_the_end["root_id"], json!(told.new));
    assert_eq!(from_the_end["visible_memory_ids"], json!([told.new]));
    assert_eq!(from_the_end["branch_safe"], true);
    let edges = from_the_end["edges"].as_array().unwrap();
    let has = |from: &str, to: &str, kind: &str| {
        edges.contains(&json!({ "from": from, "to": to, "kind": kind }))
    };
    for source in &told.sources {
        assert!(has(&told.made, source, "derived_from"), "{edges:?}");
        assert!(has(source, &told.made, "superseded_by"), "{edges:?}");
    }
    assert!(has(&told.old, &told.new, "superseded_by"), "{edges:?}");
    assert_eq!(edges.len(), 5, "{edges:?}");
    let kinds: BTreeSet<&str> = from_the_end["timeline"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["kind"].as_str().unwrap())
        .collect();
    let expected = [
        "archived",
        "created",
        "derived",
        "review",
        "state_snapshot",
        "superseded",
    ];
    assert_eq!(kinds, BTreeSet::from(expected));
}

#[test]
fn g_183_a_bundle_has_the_published_fields_and_a_checksum_over_them() {
    let mut admin = shared().admin("history-bundle");
    let told = told(&mut admin);
    let raw = admin.get(&format!("/v1/history/{}/bundle", told.new)).text;
    let keys = [
        "bundle_version",
        "history_id",
        "root_id",
        "runtime_contract",
        "namespace",
        "exported_at",
        "memories",
        "edges",
        "timeline",
        "integrity",
    ];
    let places: Vec<usize> = keys
        .map(|key| raw.find(&format!("\"{key}\":")).unwrap())
        .into();
    assert!(places.is_sorted(), "in the order they are summed up: {raw}");
    // By hand: everything before the sum, as compact as it is sent.
    let (payload, _) = raw.split_once(",\"integrity\":").unwrap();
    let sum = sha256(format!("{payload}}}").as_bytes());
    let read: Value = serde_json::from_str(&raw).unwrap();
    assert_eq!(
        read["integrity"],
        json!({ "algorithm": "sha256", "payload_sha256": sum })
    );
    assert_eq!(read["bundle_version"], "memoryoss.history.v1alpha1");
    assert_eq!(
        read["runtime_contract"]["contract_id"],
        "memoryoss.runtime.v1alpha1"
    );
    let memory = |id: &str| {
        let mut all = read["memories"].as_array().unwrap().iter();
        all.find(|memory| memory["id"] == json!(id)).unwrap()
    };
    let first = memory(&told.sources[0]);
    assert_eq!(
        first["content_hash"],
        sha256(b"Deploys need an approval from Maria.")
    );
    assert_eq!(
        (&first["agent"], &first["session"]),
        (&json!("claude"), &json!("s1"))
    );
    assert_eq!(first["original_namespace"], "history-bundle");
    let reviewed = memory(&told.new);
    let via = reviewed["review_events"].as_array().unwrap().iter();
    let via: Vec<_> = via.map(|event| &event["via"]).collect();
    assert_eq!(
        json!(via),
        json!(["feedback_api_supersede_target", "feedback_api"])
    );
}

fn sha256(bytes: &[u8]) -> String {
    mneme_store::checksum::sha256(bytes)
}

#[test]
fn g_235_two_exports_of_an_unchanged_history_agree_byte_for_byte() {
    let mut admin = shared().admin("history-twice");
    let told = told(&mut admin);
    let (one, two) = (bundle(&mut admin, &told.new), bundle(&mut admin, &told.new));
    assert_eq!(lasting(&one), lasting(&two));
    assert_ne!(one["history_id"], two["history_id"]);
    // Something else happens in the namespace.
    admin.remember("The pier is old.");
    assert_eq!(lasting(&one), lasting(&bundle(&mut admin, &told.new)));
}

#[test]
fn what_is_no_memory_has_no_history() {
    let server = shared();
    let mut admin = server.admin("history-none");
    admin.remember("The mole is long.");
    for path in ["/v1/history/nobody", "/v1/history/nobody/bundle"] {
        let refused = admin.get(path).refused(404, "no_such_memory");
        assert_eq!(refused["error"], "history root not found");
    }
    let theirs = server.admin("history-theirs").remember("The pier is old.");
    admin
        .get(&format!("/v1/history/{theirs}"))
        .refused(404, "no_such_memory");
}

#[test]
fn a_forgotten_memory_is_in_no_history() {
    let mut admin = shared().admin("history-gone");
    let told = told(&mut admin);
    admin.forget(&json!({ "id": told.new }));
    let seen = view(&mut admin, &told.made);
    assert_eq!(ids(&seen).len(), 3, "{seen}");
    assert!(!seen.to_string().contains(&told.new), "{seen}");
    let mut nodes = seen["nodes"].as_array().unwrap().iter();
    let made = nodes.find(|node| node["id"] == json!(told.made)).unwrap();
    assert_eq!(
        (&made["archived"], &made["visible"]),
        (&json!(true), &json!(false))
    );
}

/// Every version is told with its words, whoever wrote it and what it changed, until it is forgotten.
#[test]
fn g_183_every_version_between_is_told_with_its_words() {
    let mut admin = shared().admin("history-versions");
    let id = admin.store(&json!({ "content": "The ferry leaves at six.", "tags": ["ferry"] }));
    let alone = view(&mut admin, &id);
    assert_eq!(alone["nodes"][0].get("versions"), None, "{alone}");
    admin.update(&id, "The ferry leaves at seven.");
    admin.update(&id, "The ferry leaves at eight.");
    let tags = json!({ "id": id, "tags": ["ferry", "pier"] });
    admin.patch("/v1/update", &tags).ok();
    let seen = view(&mut admin, &id);
    let node = &seen["nodes"][0];
    let versions = node["versions"].as_array().unwrap();
    let told: Vec<(u64, &str, &str)> = versions
        .iter()
        .map(|one| {
            let text = |name: &str| one[name].as_str().unwrap();
            (
                one["version"].as_u64().unwrap(),
                text("content"),
                text("change"),
            )
        })
        .collect();
    let eight = "The ferry leaves at eight.";
    let expected = [
        (1, "The ferry leaves at six.", "created"),
        (2, "The ferry leaves at seven.", "reworded"),
        (3, eight, "reworded"),
        (4, eight, "retagged"),
    ];
    assert_eq!(told, expected);
    assert_eq!(versions[3]["tags"], json!(["ferry", "pier"]));
    assert_eq!(versions[0]["at"], node["created_at"]);
    assert_eq!(versions[3]["at"], node["updated_at"]);
    for one in versions {
        assert!(!one["actor"].as_str().unwrap().is_empty(), "{one}");
    }
    assert_eq!(admin.forget(&json!({ "ids": [id] })), 1);
    admin
        .get(&format!("/v1/history/{id}"))
        .refused(404, "no_such_memory");
}
