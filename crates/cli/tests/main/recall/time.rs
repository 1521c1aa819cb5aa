//! When it occurred, when it was recorded, what was believed then.

use serde_json::{Value, json};

use super::{at_rest, everywhere};
use crate::support::{Client, eventually, texts};

fn sorted(answer: &Value) -> Vec<String> {
    let mut texts = texts(answer);
    texts.sort();
    texts
}

#[test]
fn from_and_to_bound_when_it_occurred_both_included() {
    let fill = |client: &mut Client| {
        for day in 1..=4 {
            let when = format!("2025-04-0{day}T12:00:00Z");
            let (text, id) = (format!("Comet seen on day {day}."), format!("d{day}"));
            client.ingest(
                &json!([{ "id": id, "session": "sky", "text": text, "occurred_at": when }]),
            );
        }
        client.store(
            &json!({ "content": "Comet in memory.", "occurred_at": "2025-04-02T12:00:00Z" }),
        );
    };
    everywhere("time-occurred", fill, |client, ()| {
        let mut asked = |bounds: Value| {
            let mut question = json!({ "query": "comet" });
            question
                .as_object_mut()
                .unwrap()
                .extend(bounds.as_object().unwrap().clone());
            sorted(&client.recall(&question))
        };
        let (two, three) = ("2025-04-02T12:00:00Z", "2025-04-03T12:00:00Z");
        let both = [
            "Comet in memory.",
            "Comet seen on day 2.",
            "Comet seen on day 3.",
        ];
        assert_eq!(asked(json!({ "from": two, "to": three })), both);
        assert_eq!(
            asked(json!({ "to": "2025-04-02T11:59:59.999Z" })),
            ["Comet seen on day 1."]
        );
        assert_eq!(
            asked(json!({ "from": "2025-04-03T12:00:00.001Z" })),
            ["Comet seen on day 4."]
        );
        assert_eq!(
            asked(json!({ "from": "2025-04-04" })),
            ["Comet seen on day 4."]
        );
        assert_eq!(asked(json!({})).len(), 5);
    });
}

/// Stores a memory, waits until the clock has moved on, and gives when it was created.
fn store_at(client: &mut Client, content: &str) -> (String, String) {
    let id = client.remember(content);
    let created = client.inspect(&id)["created_at"]
        .as_str()
        .unwrap()
        .to_owned();
    let probe = client.remember(&format!("Probe beside {id}."));
    eventually("the clock to move on", || {
        let words = crate::support::unique(&format!("Probe beside {id} "));
        let now = client.update(&probe, &words);
        (now["updated_at"].as_str() > Some(created.as_str())).then_some(())
    });
    (id, created)
}

#[test]
fn before_and_after_bound_when_it_was_recorded_both_excluded() {
    let fill = |client: &mut Client| {
        let (_, first) = store_at(client, "Walrus one.");
        let (id, second) = store_at(client, "Walrus two.");
        let (_, third) = store_at(client, "Walrus three.");
        client.update(&id, "Walrus two, corrected.");
        [first, second, third]
    };
    everywhere("time-recorded", fill, |client, [first, second, third]| {
        let mut asked = |name: &str, bound: &str| {
            sorted(&client.recall(&json!({ "query": "walrus", name: bound })))
        };
        assert_eq!(
            asked("after", first),
            ["Walrus three.", "Walrus two, corrected."]
        );
        assert_eq!(asked("before", second), ["Walrus one."]);
        assert_eq!(
            asked("before", third),
            ["Walrus one.", "Walrus two, corrected."]
        );
        assert_eq!(asked("after", third), Vec::<String>::new());
    });
}

#[test]
fn as_of_tells_what_was_believed_then() {
    let fill = |client: &mut Client| {
        let (id, first) = store_at(client, "The king of the hill is Alder.");
        let updated = client.update(&id, "The king of the hill is Birch.");
        let second = updated["updated_at"].as_str().unwrap().to_owned();
        eventually("the clock to move on", || {
            let probe = client.remember(&crate::support::unique("Tick "));
            let now = client.inspect(&probe)["created_at"].clone();
            (now.as_str() > Some(second.as_str())).then_some(())
        });
        client.update(&id, "The king of the hill is Cedar.");
        client.remember("Another hill has no king.");
        (first, second)
    };
    everywhere("time-as-of", fill, |client, (first, second)| {
        let mut asked = |bound: Value| {
            let mut question = json!({ "query": "king of the hill" });
            question
                .as_object_mut()
                .unwrap()
                .extend(bound.as_object().unwrap().clone());
            sorted(&client.recall(&question))
        };
        let now = [
            "Another hill has no king.",
            "The king of the hill is Cedar.",
        ];
        assert_eq!(asked(json!({})), now);
        assert_eq!(asked(json!({ "as_of": "2099-01-01" })), now);
        assert_eq!(
            asked(json!({ "as_of": first })),
            ["The king of the hill is Alder."]
        );
        assert_eq!(
            asked(json!({ "as_of": second })),
            ["The king of the hill is Birch."]
        );
        assert_eq!(
            asked(json!({ "as_of": "2001-01-01" })),
            Vec::<String>::new()
        );
    });
}

#[test]
fn a_version_of_then_carries_the_number_it_had() {
    let fill = |client: &mut Client| {
        let (id, first) = store_at(client, "The ferry leaves at six.");
        client.update(&id, "The ferry leaves at seven.");
        (id, first)
    };
    everywhere("time-version", fill, |client, (id, first)| {
        let then = client.recall(&json!({ "query": "ferry", "as_of": first }));
        let memory = &then["memories"][0]["memory"];
        assert_eq!((&memory["id"], &memory["version"]), (&json!(id), &json!(1)));
        let now = client.recall(&json!({ "query": "ferry" }));
        let memory = &now["memories"][0]["memory"];
        assert_eq!((&memory["id"], &memory["version"]), (&json!(id), &json!(2)));
    });
}

/// Where the one memory that answers stood, now or at a time.
fn status(client: &mut Client, query: &str, as_of: Option<&str>) -> String {
    let mut question = json!({ "query": query });
    if let Some(as_of) = as_of {
        question["as_of"] = json!(as_of);
    }
    let found = client.recall(&question);
    let hits = found["memories"].as_array().unwrap();
    assert_eq!(hits.len(), 1, "{found}");
    hits[0]["memory"]["status"].as_str().unwrap().to_owned()
}

/// What was said of a memory since is not so yet.
#[test]
fn as_of_tells_where_a_memory_stood_then() {
    let fill = |client: &mut Client| {
        let (id, first) = store_at(client, "Gudrun keeps the lighthouse.");
        let said = |client: &mut Client, action: &str| {
            let verdict = json!({ "id": id, "action": action });
            client.post("/v1/feedback", &verdict).ok();
        };
        said(client, "reject");
        let (_, rejected) = store_at(client, "Nobody mows the meadow.");
        said(client, "confirm");
        (first, rejected)
    };
    everywhere("time-status", fill, |client, (first, rejected)| {
        let mut stood = |as_of| status(client, "Gudrun lighthouse", as_of);
        assert_eq!(stood(Some(first.as_str())), "active");
        assert_eq!(stood(Some(rejected.as_str())), "contested");
        assert_eq!(stood(None), "active");
    });
}

#[test]
fn as_of_tells_what_spoke_against_a_memory_then() {
    const YES: &str = "Production deploys require staging approval before release.";
    const NO: &str = "Production deploys do not require staging approval before release.";
    let fill = |client: &mut Client| {
        let (_, first) = store_at(client, YES);
        let (other, second) = store_at(client, NO);
        client.update(&other, "The harbour has three gates.");
        (first, second)
    };
    everywhere("time-against", fill, |client, (first, second)| {
        let query = "staging approval of production deploys";
        assert_eq!(status(client, query, Some(first.as_str())), "active");
        let then = client.recall(&json!({ "query": query, "as_of": second }));
        let hits = then["memories"].as_array().unwrap().iter();
        let stood: Vec<&Value> = hits.map(|hit| &hit["memory"]["status"]).collect();
        assert_eq!(stood, ["contested", "contested"], "{then}");
        assert_eq!(
            status(client, query, None),
            "active",
            "it was settled since"
        );
    });
}

#[test]
fn of_two_values_of_one_fact_the_later_is_told_first() {
    let at = |hour: &str| format!("The platform standup is at {hour}.");
    at_rest(
        "later-value",
        |client| {
            let told = |hour: &str, day: &str| json!({ "content": at(hour), "occurred_at": day });
            client.store(&told("10:15", "2026-10-01T00:00:00Z"));
            client.store(&json!({ "content": "The mobile standup is at 11:00.", "occurred_at": "2026-11-01T00:00:00Z" }));
            client.store(&told("09:30", "2026-01-05T00:00:00Z"))
        },
        |client, old| {
            let ask = json!({ "query": "when is the platform standup?" });
            let found = client.recall(&ask);
            assert_eq!(texts(&found)[..2], [at("10:15"), at("09:30")], "{found}");
            client.update(old, &at("09:45"));
            let found = client.recall(&ask);
            assert_eq!(texts(&found)[0], at("09:45"), "said last: {found}");
        },
    );
}
