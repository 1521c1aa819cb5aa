//! Recalling, listing, inspecting.

use serde_json::json;

use super::{Case, assert_refused, case, in_batches, table, with};
use crate::support::{Description, query, shared};

const SHORT: &str = r#"
400 query_empty {"query": ""}
400 query_empty {"query": " \n "}
422 bad_request {}
422 bad_request []
422 bad_request {"query": 1}
400 bad_limit {"query": "q", "limit": 0}
422 bad_request {"query": "q", "limit": -1}
422 bad_request {"query": "q", "limit": "ten"}
422 bad_request {"query": "q", "limit": 1.5}
400 bad_consistency {"query": "q", "consistency": "weak"}
400 bad_consistency {"query": "q", "consistency": ""}
400 bad_consistency {"query": "q", "consistency": "Strong"}
422 bad_request {"query": "q", "consistency": 1}
400 bad_limit {"query": "q", "budget": 0}
400 bad_limit {"query": "q", "budget": 200001}
422 bad_request {"query": "q", "kinds": "event"}
422 bad_request {"query": "q", "tags": "t"}
422 bad_request {"query": "q", "memory_type": "dream"}
422 bad_request {"query": "q", "explain": "yes"}
403 foreign_namespace {"query": "q", "namespace": "somebody-elses"}
"#;

const CURSORS: [&str; 9] = [
    "", "x", "10", "10.", ".10", "-1.5", "1.2.3", "99999.1", "10.x",
];
const TIMES: [&str; 5] = [
    "",
    "soon",
    "2025-13-01T00:00:00Z",
    "1960-01-01",
    "2025-01-01T25:00:00Z",
];

fn cases() -> Vec<Case> {
    let good = json!({ "query": "good question" });
    let mut cases = table(SHORT);
    let long = with(&good, "query", "q".repeat(128 * 1024 + 1));
    cases.push(case(400, "content_too_large", long));
    for cursor in CURSORS {
        cases.push(case(400, "bad_cursor", with(&good, "cursor", cursor)));
    }
    for field in ["from", "to", "before", "after", "as_of"] {
        for time in TIMES {
            cases.push(case(400, "bad_time", with(&good, field, time)));
        }
    }
    cases
}

#[test]
fn a_bad_question_is_refused() {
    assert_refused("bad-question", "POST", "/v1/recall", &cases());
}

/// Of a limit the most come; a budget is refused, and the hint does not promise otherwise.
#[test]
fn the_hint_to_a_budget_that_is_too_large_is_right() {
    let mut client = shared().room("bad-budget");
    let asked = json!({ "query": "q", "budget": 200_001 });
    let refused = client.post("/v1/recall", &asked).refused(400, "bad_limit");
    let hint = refused["hint"].as_str().unwrap();
    assert!(
        hint.contains("any other number above it is refused"),
        "{hint}"
    );
}

#[test]
fn one_bad_question_refuses_its_batch() {
    let cases = in_batches(cases(), "queries", &json!({ "query": "good question" }));
    assert_refused("bad-questions", "POST", "/v1/recall/batch", &cases);
}

#[test]
fn a_batch_of_questions_has_one_to_ten() {
    let queries = |n: usize| json!({ "queries": vec![json!({ "query": "q" }); n] });
    let cases = [
        case(400, "bad_batch", queries(0)),
        case(400, "bad_batch", queries(11)),
        case(422, "bad_request", json!({})),
    ];
    assert_refused("bad-questions-size", "POST", "/v1/recall/batch", &cases);
    let ten = shared()
        .room("ten")
        .post("/v1/recall/batch", &queries(10))
        .ok();
    assert_eq!(ten["results"].as_array().unwrap().len(), 10);
}

#[test]
fn a_bad_list_is_refused() {
    let mut client = shared().room("bad-list");
    let cases = [
        ("/v1/memories?limit=0", 400, "bad_limit"),
        ("/v1/memories?limit=-1", 422, "bad_request"),
        ("/v1/memories?limit=ten", 422, "bad_request"),
        ("/v1/memories?cursor=x", 400, "bad_cursor"),
        ("/v1/memories?cursor=", 400, "bad_cursor"),
        ("/v1/events?limit=0", 400, "bad_limit"),
        ("/v1/events?limit=many", 422, "bad_request"),
        ("/v1/events?cursor=x", 400, "bad_cursor"),
        ("/v1/events?cursor=1", 400, "bad_cursor"),
        ("/v1/events?from=soon", 400, "bad_time"),
        ("/v1/events?to=", 400, "bad_time"),
    ];
    for (path, status, code) in cases {
        let reply = client.get(path);
        assert_eq!(reply.status, status, "{path}: {}", reply.text);
        reply.refused(status, code);
    }
}

/// Whichever list it is: nothing is no wish, and too many are the most there are.
#[test]
fn every_list_takes_a_limit_by_the_same_rule() {
    let description = Description::new();
    let mut admin = shared().admin("bad-limits");
    let mut lists = 0;
    for (method, path, told) in description.operations() {
        let fields = told["parameters"].as_array().map_or(&[][..], Vec::as_slice);
        let limited = fields.iter().any(|field| field["name"] == "limit");
        if method != "GET" || !limited || path.contains('{') {
            continue;
        }
        lists += 1;
        for (limit, status, code) in [
            ("0", 400, "bad_limit"),
            ("-1", 422, "bad_request"),
            ("ten", 422, "bad_request"),
            ("1.5", 422, "bad_request"),
        ] {
            let path = query(path, &[("limit", limit)]);
            let reply = admin.get(&path);
            assert_eq!(reply.status, status, "{path}: {}", reply.text);
            reply.refused(status, code);
        }
        let most = admin.get(&query(path, &[("limit", "1000000")])).ok();
        if let Some(limit) = most["limit"].as_u64() {
            assert!((1..=1_000).contains(&limit), "{path}: {most}");
        }
    }
    assert!(lists >= 7, "{lists}");
}

#[test]
fn an_unknown_id_is_not_found_whatever_it_looks_like() {
    let mut client = shared().room("bad-id");
    let long = "x".repeat(2_000);
    for id in [
        "nobody",
        "...",
        "a%2Fb",
        "%00",
        "0",
        "-1",
        "%F0%9F%8C%8A",
        long.as_str(),
    ] {
        client
            .get(&format!("/v1/inspect/{id}"))
            .refused(404, "no_such_memory");
    }
    client.get("/v1/inspect/").refused(404, "no_such_route");
    client.get("/v1/inspect/a/b").refused(404, "no_such_route");
}

#[test]
fn an_id_that_is_no_text_is_refused_as_json() {
    let mut client = shared().room("bad-id-bytes");
    let refusal = client.get("/v1/inspect/%FF%FE");
    assert!((400..500).contains(&refusal.status), "{}", refusal.text);
    assert!(refusal.body["code"].is_string(), "{}", refusal.text);
}
