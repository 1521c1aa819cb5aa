//! Why answers rank where they do.

use serde_json::{Value, json};

use crate::support::{Client, Home, Server, eventually, hashed};

fn explain(client: &mut Client, question: &Value) -> Value {
    client.post("/v1/admin/query-explain", question).ok()
}

fn near(a: &Value, b: f64) -> bool {
    (a.as_f64().unwrap_or(f64::NAN) - b).abs() < 1e-5
}

fn filled(namespace: &str) -> Client {
    let server = hashed();
    let mut writer = server.room(namespace);
    for text in [
        "Deploys go through `deploy_all` after staging approval.",
        "The staging server is rebuilt every night.",
        "Approval of deploys is given by Ann.",
    ] {
        writer.remember(text);
    }
    // From then on nothing happens by itself between two questions.
    let mut admin = server.admin(namespace);
    eventually("the model to have read it", || {
        (admin.get("/v1/admin/index-health").ok()["indexer_lag"] == 0).then_some(())
    });
    let key = server.key(namespace, "reader");
    Client::new(server.http(), Some(&key))
}

#[test]
fn g_110_an_explanation_has_every_channel_and_every_part_of_a_score() {
    let mut reader = filled("admin-explain");
    for ranking in ["memoryoss", "mneme"] {
        let question = json!({ "query": "who approves deploy_all", "ranking": ranking });
        let told = explain(&mut reader, &question);
        let answer = reader.recall(&question);
        for field in [
            "query",
            "namespace",
            "indexer_lag",
            "used_vector",
            "used_fts",
            "consistency",
            "identifiers",
            "identifier_route",
            "idf_boost",
            "min_channel_score",
            "diversity_factor",
            "weights",
            "retrieval_gate",
            "policy_firewall",
            "vector_results",
            "fts_results",
            "exact_results",
            "review_queue_summary",
            "summary_results",
            "final_results",
        ] {
            assert!(told.get(field).is_some(), "{field}: {told}");
        }
        assert_eq!(
            told["identifier_route"]["matched_terms"],
            json!(["deploy_all"])
        );
        assert!(
            told["review_queue_summary"].get("items").is_none(),
            "counts only"
        );
        let finals = told["final_results"].as_array().unwrap();
        let hits = answer["memories"].as_array().unwrap();
        assert_eq!(finals.len(), hits.len());
        for (hit, one) in hits.iter().zip(finals) {
            assert_eq!(hit["memory"]["id"], one["memory"]["id"], "{ranking}");
            assert!(near(&one["final_score"], hit["score"].as_f64().unwrap()));
            parts_add_up(one);
        }
    }
}

const PARTS: [&str; 17] = [
    "memory",
    "provenance",
    "channels",
    "max_channel_score",
    "base_score",
    "recency_score",
    "confidence_factor",
    "status_factor",
    "trust_score",
    "trust_confidence_low",
    "trust_confidence_high",
    "trust_signals",
    "trust_multiplier",
    "primitive_score",
    "final_score",
    "low_trust",
    "features",
];

/// The base times what is thought of it is the score, and the features are it too.
fn parts_add_up(one: &Value) {
    for part in PARTS {
        assert!(one.get(part).is_some(), "{part}: {one}");
    }
    let number = |name: &str| one[name].as_f64().unwrap();
    let product = number("base_score") * number("status_factor") * number("trust_multiplier");
    assert!(near(&one["final_score"], product), "{one}");
    let features = one["features"].as_array().unwrap().iter();
    let sum: f64 = features.map(|f| f["share"].as_f64().unwrap()).sum();
    assert!(near(&one["final_score"], sum), "{one}");
    let channels = one["channels"].as_object().unwrap().values();
    let most = channels.filter_map(Value::as_f64).fold(0.0, f64::max);
    assert!(near(&one["max_channel_score"], most), "{one}");
}

#[test]
fn g_110_the_gate_says_whether_it_would_be_put_before_a_model() {
    let mut reader = filled("admin-gate");
    let joke = json!({ "query": "tell me a joke about deploys" });
    let gate = explain(&mut reader, &joke)["retrieval_gate"].take();
    assert_eq!(
        (&gate["decision"], &gate["reasons"]),
        (&json!("abstain"), &json!(["query_not_memory_seeking"]))
    );
    let nothing = json!({ "query": "deploys", "tags": ["nobody-uses-this"] });
    let told = explain(&mut reader, &nothing);
    assert_eq!(told["retrieval_gate"]["reasons"], json!(["no_candidates"]));
    assert_eq!(told["candidate_filter_count"], 0);
}

#[test]
fn an_explanation_says_what_was_asked_and_how_many_were_considered() {
    let mut reader = filled("admin-asked");
    for consistency in ["strong", "eventual"] {
        let question = json!({ "query": "deploys", "consistency": consistency });
        let told = explain(&mut reader, &question);
        assert_eq!(told["consistency"], consistency, "{told}");
    }
    let told = explain(&mut reader, &json!({ "query": "deploys" }));
    assert_eq!(told["consistency"], "strong", "{told}");
    // Both are about deploys; a page of one shows one of them.
    let question = json!({ "query": "deploys approval", "limit": 1, "memory_type": "semantic" });
    let told = explain(&mut reader, &question);
    assert_eq!(told["final_results"].as_array().unwrap().len(), 1);
    let considered = told["candidate_filter_count"].as_u64();
    assert!(considered > Some(1), "{told}");
}

#[test]
fn the_kind_of_work_is_told_whatever_is_known_of_it() {
    let mut nobody = hashed().room("admin-work");
    let query = "Debug the checkout regression and find the root cause of the 500 error.";
    let told = explain(&mut nobody, &json!({ "query": query }));
    assert_eq!(told["injection"]["would_inject"], false, "{told}");
    assert_eq!(told["task_context"]["kind"], "bugfix", "{told}");
    let terms = told["task_context"]["matched_terms"].as_array().unwrap();
    assert!(terms.contains(&json!("regression")), "{told}");
    assert!(told.get("task_state").is_none(), "{told}");
    let plain = explain(
        &mut nobody,
        &json!({ "query": "which colour has the crane?" }),
    );
    assert!(plain.get("task_context").is_none(), "{plain}");
}

/// What somebody doubts, never confirmed or had no use for counts less by the published factors.
#[test]
fn g_110_where_a_memory_stands_is_a_factor_of_its_score() {
    let home = Home::new();
    let line = |id: &str, status: &str, colour: &str| {
        json!({ "id": id, "content": format!("The {colour} crane lifts boats at the {id} mole."),
            "tags": [], "memory_type": "semantic", "status": status, "state": status, "version": 1,
            "evidence_count": 1 })
    };
    let lines = [
        line("north", "active", "red"),
        line("south", "candidate", "blue"),
        line("east", "contested", "grey"),
        line("west", "stale", "green"),
    ];
    let text = lines.map(|line| line.to_string()).join("\n");
    let brought = home.run_with(&["import", "-", "--namespace", "sea"], text.as_bytes());
    assert_eq!(brought.code, 0, "{}", brought.err);
    let server = Server::start(&home);
    let mut admin = server.admin("sea");
    let question = json!({ "query": "which crane lifts boats?", "ranking": "memoryoss" });
    let told = explain(&mut admin, &question);
    let finals = told["final_results"].as_array().unwrap();
    for (id, status, factor) in [
        ("north", "active", 1.0),
        ("south", "candidate", 0.75),
        ("east", "contested", 0.55),
        ("west", "stale", 0.7),
    ] {
        let one = finals.iter().find(|one| one["memory"]["id"] == id);
        let one = one.unwrap_or_else(|| panic!("{id}: {told}"));
        assert_eq!(one["memory"]["status"], status, "{one}");
        assert!(near(&one["status_factor"], factor), "{one}");
        let trust = one["trust_score"].as_f64().unwrap();
        assert!((one["trust_multiplier"].as_f64().unwrap() - (0.6 + 0.4 * trust)).abs() < 1e-4);
        parts_add_up(one);
    }
}
