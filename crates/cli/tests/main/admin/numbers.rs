//! The index, words and space.

use serde_json::{Value, json};

use crate::support::{Client, eventually, hashed_segmented, shared};

fn terms(admin: &mut Client) -> Value {
    admin.get("/v1/admin/idf-stats").ok()
}

#[test]
fn g_107_the_lag_of_the_index_reaches_zero_after_writes() {
    let mut admin = hashed_segmented().admin("admin-health");
    for n in 0..40 {
        admin.remember(&format!("Ship {n} lies at berth {n}."));
    }
    let healthy = eventually("the index to catch up", || {
        let health = admin.get("/v1/admin/index-health").ok();
        (health["indexer_lag"] == 0).then_some(health)
    });
    assert_eq!(healthy["status"], "healthy", "{healthy}");
    assert_eq!(healthy["vector_index_size"], 40, "{healthy}");
    assert_eq!(healthy["fts_seq"], healthy["write_seq"]);
    assert!(healthy["embedding_cache"]["total"].is_u64(), "{healthy}");
}

#[test]
fn g_108_counts_of_words_follow_what_is_stored_changed_and_forgotten() {
    let mut admin = shared().admin("admin-terms");
    let first = admin.remember("kraken kraken anchor");
    admin.remember("anchor chain");
    let stats = terms(&mut admin);
    assert_eq!(
        (&stats["total_documents"], &stats["unique_terms"]),
        (&json!(2), &json!(3))
    );
    let most = &stats["most_common"][0];
    assert_eq!(
        (&most["term"], &most["doc_freq"]),
        (&json!("anchor"), &json!(2))
    );
    let rare = stats["most_rare"].as_array().unwrap();
    assert!(
        rare.iter()
            .all(|term| term["idf"].as_f64() >= most["idf"].as_f64()),
        "{stats}"
    );
    admin.update(&first, "anchor buoy");
    let stats = terms(&mut admin);
    assert_eq!(
        stats["unique_terms"], 3,
        "no word of the old version is left: {stats}"
    );
    admin.forget(&json!({ "id": first }));
    let stats = terms(&mut admin);
    assert_eq!(
        (&stats["total_documents"], &stats["unique_terms"]),
        (&json!(1), &json!(2))
    );
}

#[test]
fn g_109_space_is_counted_for_each_agent() {
    let server = shared();
    let mut writer = server.room("admin-space");
    for (text, agent) in [("one two", "ann"), ("three", "ann"), ("four", "bob")] {
        writer.store(&json!({ "content": text, "agent": agent, "tags": ["sea", text] }));
    }
    writer.remember("nobody says so");
    let key = server.key("admin-space", "reader");
    let stats = Client::new(server.http(), Some(&key))
        .get("/v1/admin/space-stats")
        .ok();
    assert_eq!(
        (&stats["total_memories"], &stats["total_bytes"]),
        (&json!(4), &json!(30))
    );
    let ann = &stats["agents"]["ann"];
    assert_eq!(
        (&ann["count"], &ann["total_bytes"]),
        (&json!(2), &json!(12)),
        "{stats}"
    );
    assert_eq!(ann["topics"][0], "sea");
    assert!(ann["earliest"].as_str() <= ann["latest"].as_str(), "{ann}");
    assert_eq!(stats["agents"]["_none"]["count"], 1);
}
