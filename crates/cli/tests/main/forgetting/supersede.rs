//! One memory takes the place of another.

use serde_json::{Value, json};

use super::{assert_clean, assert_purged, quick};
use crate::support::{Client, Home, Server, eventually, texts};

const OLD: &str = "Deploys go out on friduk.";
const NEW: &str = "Deploys go out on monduk.";

struct Both {
    old: String,
    new: String,
    /// When the old one was still believed.
    then: String,
}

fn superseded(home: &Home, client: &mut Client) -> Both {
    let old = client.store(&json!({ "content": OLD, "tags": ["rule"], "session": "s" }));
    let new = client.remember(NEW);
    let then = client.inspect(&new)["created_at"]
        .as_str()
        .unwrap()
        .to_owned();
    eventually("the clock to move on", || {
        let tick = client.ingest(&json!([{ "session": "ticks", "text": "tick" }]))[0]["id"].clone();
        let now = client.inspect(tick.as_str().unwrap());
        (now["created_at"].as_str() > Some(then.as_str())).then_some(())
    });
    let done = home.json(&["supersede", &old, &new, "--json"]);
    assert_eq!(
        done,
        json!({ "id": old, "status": "stale", "superseded_by": new })
    );
    Both { old, new, then }
}

fn assert_superseded(client: &mut Client, both: &Both) {
    for more in [
        json!({}),
        json!({ "ranking": "memoryoss" }),
        json!({ "tags": ["rule"] }),
        json!({ "budget": 2_000 }),
    ] {
        let mut question = json!({ "query": "when do deploys go out? friduk", "limit": 50 });
        question
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let answer = client.recall(&question);
        assert!(!texts(&answer).contains(&OLD.to_owned()), "{question}");
        assert!(
            !answer["context"].to_string().contains("friduk"),
            "{question}"
        );
    }
    assert!(
        client
            .ask("when do deploys go out?")
            .contains(&NEW.to_owned())
    );
    let past =
        client.recall(&json!({ "query": "deploys friduk", "as_of": both.then, "limit": 50 }));
    assert!(texts(&past).contains(&OLD.to_owned()), "believed then");
    let listed = client.get("/v1/memories").ok();
    let status = |id: &String| {
        let mut memories = listed["memories"].as_array().unwrap().iter();
        memories.find(|memory| memory["id"] == **id).unwrap()["status"].clone()
    };
    assert_eq!(
        (status(&both.old), status(&both.new)),
        (json!("stale"), json!("active"))
    );
}

#[test]
fn the_old_one_is_out_of_every_recall_and_the_past_still_answers() {
    for settings in ["", "[index]\nsmall_namespace = 0\nfollow_ms = 5\n"] {
        let (home, server) = quick(settings);
        let mut client = server.owner();
        let both = superseded(&home, &mut client);
        assert_superseded(&mut client, &both);
        server.settled();
        // More goes to the segments behind it.
        client.ingest(&json!([{ "session": "s", "text": "Later we had tea." }]));
        server.settled();
        assert_superseded(&mut client, &both);
        assert_clean(&home);
        server.stop();
        let server = Server::start(&home);
        assert_superseded(&mut server.owner(), &both);
        home.run(&["rebuild"]).ok();
        assert_superseded(&mut server.owner(), &both);
        assert_clean(&home);
    }
}

#[test]
fn either_can_be_forgotten() {
    for forget_old in [true, false] {
        let (home, server) = quick("");
        let mut client = server.owner();
        let both = superseded(&home, &mut client);
        let (gone, left) = match forget_old {
            true => ((&both.old, "friduk"), (NEW, "active")),
            false => ((&both.new, "monduk"), (OLD, "stale")),
        };
        assert_eq!(client.forget(&json!({ "id": gone.0 })), 1);
        assert_purged(&home, &[gone.1]);
        let listed = client.get("/v1/memories").ok()["memories"].take();
        let left_over: Vec<(&Value, &Value)> = listed
            .as_array()
            .unwrap()
            .iter()
            .map(|m| (&m["content"], &m["status"]))
            .collect();
        assert_eq!(left_over, [(&json!(left.0), &json!(left.1))]);
        assert_clean(&home);
        home.run(&["rebuild"]).ok();
        assert_clean(&home);
    }
}

#[test]
fn what_was_superseded_can_be_told_again() {
    let (home, server) = quick("");
    let mut client = server.owner();
    let both = superseded(&home, &mut client);
    let again = client.remember(OLD);
    assert_ne!(again, both.old, "a memory of its own");
    assert!(client.ask("deploys friduk").contains(&OLD.to_owned()));
    client.update(&both.old, "Deploys go out on wednuk.");
    assert!(
        client
            .ask("wednuk")
            .contains(&"Deploys go out on wednuk.".to_owned())
    );
    assert_eq!(
        client.inspect(&both.old)["status"],
        "active",
        "updated is believed"
    );
    assert_clean(&home);
}

#[test]
fn what_cannot_be_superseded_is_refused_by_name() {
    let (home, server) = quick("");
    let both = superseded(&home, &mut server.owner());
    let head = home.json(&["status", "--json"])["head"].clone();
    for (old, new, exit, code) in [
        (&both.old, &both.new, 1, "already_superseded"),
        (&both.new, &both.old, 1, "already_superseded"),
        (&both.new, &both.new, 2, "bad_request"),
        (&String::from("nobody"), &both.new, 3, "no_such_memory"),
        (&both.new, &String::from("nobody"), 3, "no_such_memory"),
    ] {
        home.run(&["supersede", old, new]).refused(exit, code);
    }
    assert_eq!(home.json(&["status", "--json"])["head"], head);
    let again = home.run(&["supersede", &both.old, &both.new]);
    assert!(
        again.err.contains(&format!("already by {}", both.new)),
        "{again:?}"
    );
    assert!(again.err.contains("hint:"), "{again:?}");
}

#[test]
fn both_say_which_took_the_place_of_which() {
    let (home, server) = quick("");
    let mut client = server.owner();
    let both = superseded(&home, &mut client);
    let third = client.remember("Deploys go out on tuesduk.");
    home.run(&["supersede", &third, &both.new]).ok();
    let (old, new) = (client.lasting(&both.old), client.lasting(&both.new));
    assert_eq!(
        (&old["superseded_by"], &old["supersedes"]),
        (&json!(both.new), &Value::Null)
    );
    assert_eq!(new["supersedes"], json!([both.old, third]));
    assert!(new["superseded_by"].is_null());
    let told = home.json(&["inspect", &both.old]);
    for field in ["content", "status", "state", "superseded_by", "updated_at"] {
        assert_eq!(told[field], old[field], "the command too: {field}");
    }
    let listed = client.get("/v1/memories").ok();
    assert_eq!(listed["memories"][0]["superseded_by"], both.new.as_str());
    client.update(&third, "Deploys go out on wednuk.");
    assert!(
        client.inspect(&third)["superseded_by"].is_null(),
        "believed again"
    );
    assert_eq!(client.inspect(&both.new)["supersedes"], json!([both.old]));
    home.run(&["rebuild"]).ok();
    assert_eq!(client.lasting(&both.old), old);
    client.forget(&json!({ "id": both.new }));
    assert!(
        client.inspect(&both.old)["superseded_by"].is_null(),
        "it is gone"
    );
    assert_clean(&home);
}
