//! Reading through a grant.

use serde_json::{Value, json};

use super::Neighbours;
use crate::support::{Client, eventually, hashed, shared, texts};

const RANKINGS: [&str; 2] = ["mneme", "memoryoss"];

fn tagged(content: &str, tag: &str, agent: &str) -> Value {
    json!({ "content": content, "tags": [tag], "agent": agent })
}

#[test]
fn g_179_a_grant_opens_recall_lists_and_single_memories_until_it_is_taken_back() {
    let mut both = Neighbours::new(hashed());
    let id = both
        .owner
        .remember("The harbour opens at six in the morning.");
    both.refused();
    both.guest
        .get(&format!("/v1/inspect/{id}"))
        .refused(404, "no_such_memory");
    let grant = both.let_in(json!({}));
    for named in [both.space.clone(), both.owner_name.clone()] {
        for ranking in RANKINGS {
            let question = json!({ "query": "when does the harbour open", "namespace": named, "ranking": ranking });
            let told = both.guest.recall(&question);
            assert_eq!(
                texts(&told),
                ["The harbour opens at six in the morning."],
                "{told}"
            );
            let memory = &told["memories"][0]["memory"];
            assert_eq!(memory["namespace"], both.owner_name.as_str(), "{memory}");
        }
        let listed = both
            .guest
            .get(&format!("/v1/memories?namespace={named}"))
            .ok();
        assert_eq!(
            (&listed["count"], &listed["memories"][0]["id"]),
            (&json!(1), &json!(id))
        );
        for view in ["inspect", "peek"] {
            let seen = both
                .guest
                .get(&format!("/v1/{view}/{id}?namespace={named}"))
                .ok();
            assert_eq!(seen["namespace"], both.owner_name.as_str(), "{seen}");
        }
    }
    let seen = both.guest.get(&format!("/v1/inspect/{id}")).ok();
    assert_eq!(seen["content"], "The harbour opens at six in the morning.");
    let batch = json!({ "queries": [{ "query": "harbour", "namespace": both.space }] });
    let told = both.guest.post("/v1/recall/batch", &batch).ok();
    assert_eq!(texts(&told["results"][0]).len(), 1);
    both.put_out(&grant);
    both.refused();
    both.guest
        .get(&format!("/v1/inspect/{id}"))
        .refused(404, "no_such_memory");
    both.guest
        .get(&format!("/v1/peek/{id}"))
        .refused(404, "no_such_memory");
}

#[test]
fn g_179_a_grant_ends_at_its_time() {
    let mut both = Neighbours::new(shared());
    let id = both.owner.remember("The harbour opens at six.");
    let end = mneme_model::Moment::from_ms(crate::access::now_secs() as i64 * 1_000 + 2_500);
    both.let_in(json!({ "expires_at": end.rfc3339() }));
    let space = both.space.clone();
    assert_eq!(both.told(&space, "harbour").len(), 1);
    let question = json!({ "query": "harbour", "namespace": space });
    let refusal = eventually("the grant to end", || {
        let reply = both.guest.post("/v1/recall", &question);
        (reply.status != 200).then_some(reply)
    });
    refusal.refused(403, "foreign_namespace");
    both.refused();
    assert_eq!(super::accessible(&mut both.guest), json!([]));
    both.guest
        .get(&format!("/v1/inspect/{id}"))
        .refused(404, "no_such_memory");
    let kept = both
        .owner
        .get(&format!("/v1/admin/sharing/{}/grants/list", both.space))
        .ok();
    assert_eq!(
        kept["grants"].as_array().unwrap().len(),
        1,
        "the owner still sees it"
    );
}

#[test]
fn g_179_own_and_shared_answers_come_together_when_they_are_asked_for() {
    let mut both = Neighbours::new(shared());
    both.let_in(json!({}));
    both.owner.remember("The harbour opens at six.");
    both.guest.remember("The harbour closes at ten.");
    let plain = texts(&both.guest.recall(&json!({ "query": "harbour" })));
    assert_eq!(
        plain,
        ["The harbour closes at ten."],
        "nobody is told what it did not ask for"
    );
    let question = json!({ "query": "harbour", "shared": true, "budget": 200 });
    let joined = both.guest.recall(&question);
    let mut told: Vec<(&str, &str)> = joined["memories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| {
            let memory = &hit["memory"];
            (
                memory["namespace"].as_str().unwrap(),
                memory["content"].as_str().unwrap(),
            )
        })
        .collect();
    told.sort();
    let mut expected = [
        (both.guest_name.as_str(), "The harbour closes at ten."),
        (both.owner_name.as_str(), "The harbour opens at six."),
    ];
    expected.sort();
    assert_eq!(told, expected, "{joined}");
    let context = joined["context"]["text"].as_str().unwrap();
    assert!(
        context.contains("at six") && context.contains("at ten"),
        "{joined}"
    );
    assert!(joined["context"]["tokens"].as_u64().unwrap() <= 200);
    let one = both
        .guest
        .recall(&json!({ "query": "harbour", "shared": true, "limit": 1 }));
    assert_eq!(texts(&one).len(), 1);
    assert_eq!(one["next_cursor"], Value::Null);
    let own = both
        .owner
        .recall(&json!({ "query": "harbour", "shared": true }));
    assert_eq!(
        texts(&own),
        ["The harbour opens at six."],
        "a grant goes one way"
    );
    let cursor = both.guest.recall(&json!({ "query": "harbour" }));
    assert_eq!(cursor["next_cursor"], Value::Null);
    let paged = json!({ "query": "harbour", "shared": true, "cursor": "0.0.A" });
    let refused = both.guest.post("/v1/recall", &paged);
    let refused = refused.refused(400, "bad_cursor");
    let hint = refused["hint"].as_str().unwrap();
    assert!(hint.contains("there is one page"), "{refused}");
}

#[test]
fn g_179_a_filter_holds_for_every_way_in() {
    let mut both = Neighbours::new(hashed());
    both.owner
        .store(&tagged("The harbour opens at six.", "sea", "pilot"));
    let hidden = [
        both.owner.store(&tagged(
            "The harbour master earns little.",
            "staff",
            "pilot",
        )),
        both.owner
            .store(&tagged("The harbour is deep.", "sea", "diver")),
        both.owner.remember("The harbour is old."),
    ];
    both.let_in(json!({ "tag_filter": ["sea"], "agent_filter": "pilot" }));
    let space = both.space.clone();
    for ranking in RANKINGS {
        for more in [
            json!({}),
            json!({ "tags": ["staff", "sea"] }),
            json!({ "explain": true, "budget": 500 }),
        ] {
            let mut question =
                json!({ "query": "harbour", "namespace": space, "ranking": ranking, "limit": 100 });
            for (name, value) in more.as_object().unwrap() {
                question[name] = value.clone();
            }
            let told = both.guest.recall(&question);
            assert_eq!(texts(&told), ["The harbour opens at six."], "{question}");
            assert!(!told.to_string().contains("earns"), "{told}");
        }
    }
    let staff = json!({ "query": "harbour", "namespace": space, "tags": ["staff"] });
    assert_eq!(texts(&both.guest.recall(&staff)), [""; 0]);
    let diver = json!({ "query": "harbour", "namespace": space, "agent": "diver" });
    assert_eq!(texts(&both.guest.recall(&diver)), [""; 0]);
    let listed = both
        .guest
        .get(&format!("/v1/memories?namespace={space}"))
        .ok();
    assert_eq!(listed["count"], 1, "{listed}");
    for id in hidden {
        for path in [
            format!("/v1/inspect/{id}"),
            format!("/v1/peek/{id}?namespace={space}"),
        ] {
            both.guest.get(&path).refused(404, "no_such_memory");
        }
    }
    both.let_in(json!({ "tag_filter": "staff" }));
    assert_eq!(
        both.told(&space, "harbour").len(),
        2,
        "two grants open both"
    );
}

/// What stands beside a memory in its session is not told, not even by what it answers to.
#[test]
fn g_179_neighbours_and_events_stay_closed() {
    let mut both = Neighbours::new(shared());
    let turn = |n: u32, text: &str| {
        json!({
            "session": "talk", "text": text, "speaker": "Ottoline", "occurred_at": format!("2026-01-01T12:0{n}:00Z"),
        })
    };
    both.owner
        .ingest(&json!([turn(1, "The smuggler hid the rubies.")]));
    let memory = json!({ "content": "The harbour opens at six.", "tags": ["sea"], "session": "talk", "occurred_at": "2026-01-01T12:02:00Z" });
    both.owner.store(&memory);
    both.owner
        .ingest(&json!([turn(3, "Nobody may know of the rubies.")]));
    shared().settled();
    both.let_in(json!({}));
    let space = both.space.clone();
    assert_eq!(both.told(&space, "rubies smuggler"), [""; 0]);
    let question =
        json!({ "query": "harbour", "namespace": space, "budget": 500, "explain": true });
    let told = both.guest.recall(&question);
    assert_eq!(texts(&told), ["The harbour opens at six."]);
    assert!(!told.to_string().contains("rubies"), "{told}");
    let named = json!({ "query": "what did Ottoline say", "namespace": space, "explain": true });
    let told = both.guest.recall(&named);
    assert!(
        !told["question"]["people"]
            .to_string()
            .to_lowercase()
            .contains("ottoline"),
        "{told}"
    );
    for path in [
        format!("/v1/events?namespace={space}"),
        format!("/v1/toc?namespace={}", both.owner_name),
        format!("/v1/export?namespace={}", both.owner_name),
        format!("/v1/admin/space-stats?namespace={}", both.owner_name),
        format!("/v1/admin/lifecycle?namespace={}", both.owner_name),
    ] {
        both.guest.get(&path).refused(403, "foreign_namespace");
    }
}

/// What the owner takes away is away for everybody, whichever way it was taken.
#[test]
fn g_179_what_was_forgotten_or_retagged_is_gone_for_grantees_too() {
    let mut both = Neighbours::new(shared());
    let gone = both
        .owner
        .store(&tagged("The harbour opens at six.", "sea", "pilot"));
    let moved = both
        .owner
        .store(&tagged("The harbour is deep.", "sea", "pilot"));
    both.let_in(json!({ "tag_filter": "sea" }));
    let space = both.space.clone();
    assert_eq!(both.told(&space, "harbour").len(), 2);
    let before = mneme_model::Moment::from_ms(now_ms(&mut both.owner, &moved));
    both.owner.forget(&json!({ "id": gone }));
    let retag = json!({ "id": moved, "tags": ["staff"] });
    both.owner.patch("/v1/update", &retag).ok();
    assert_eq!(both.told(&space, "harbour"), [""; 0]);
    let past = json!({ "query": "harbour", "namespace": space, "as_of": before.rfc3339() });
    assert_eq!(
        texts(&both.guest.recall(&past)),
        [""; 0],
        "not even as it was then"
    );
    for id in [gone, moved] {
        both.guest
            .get(&format!("/v1/inspect/{id}"))
            .refused(404, "no_such_memory");
    }
}

/// A moment at which a memory was already there.
fn now_ms(owner: &mut Client, id: &str) -> i64 {
    let seen = owner.inspect(id);
    let at = mneme_model::Moment::parse(seen["created_at"].as_str().unwrap()).unwrap();
    at.ms + 1
}
