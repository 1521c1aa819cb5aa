//! What was said, kept where somebody wants that.

use mneme_peers::upstream::{Fact, Reply as Scripted};
use serde_json::{Value, json};

use super::{FORMS, Form, ONE, Stage, settings};
use crate::support::{Client, Home, Provider, Server, eventually, ids, query};

const LEARNT: &str = "The shop-api service deploys from branch release-train in crates/deploy.";
const FULL: &str = "default_memory_mode = \"full\"\nextraction_enabled = false";
const TURNS: &str = "[gateway]\nrecord = \"turns\"\n";
const SESSION: (&str, &str) = ("x-memory-session", "harbour talk");

/// Role and words of every event in a session, oldest first.
fn said(client: &mut Client, session: &str) -> Vec<(String, String)> {
    let events = client.get(&query("/v1/events", &[("session", session)]));
    let events = events.ok()["events"].as_array().unwrap().clone();
    let text = |event: &Value, name: &str| event[name].as_str().unwrap_or_default().to_owned();
    events
        .iter()
        .map(|event| (text(event, "role"), text(event, "content")))
        .collect()
}

fn until(client: &mut Client, session: &str, count: usize) -> Vec<(String, String)> {
    eventually("the turns to be kept", || {
        let turns = said(client, session);
        (turns.len() >= count).then_some(turns)
    })
}

fn pair(role: &str, text: &str) -> (String, String) {
    (role.to_owned(), text.to_owned())
}

/// A conversation as a client tells it: everything that was said, with every call.
struct Conversation {
    form: Form,
    said: Vec<Value>,
}

impl Conversation {
    fn ask(&mut self, stage: &Stage, question: &str, answer: &str, stream: bool) {
        stage.provider.push(Scripted::says(answer));
        self.said
            .push(json!({ "role": "user", "content": question }));
        let mut body = self.form.body("", stream);
        let name = match self.form {
            Form::Responses => "input",
            Form::Chat | Form::Messages => "messages",
        };
        body[name] = Value::from(self.said.clone());
        let reply = stage.send(self.form, &body, &[SESSION]);
        assert_eq!(reply.status, 200, "{}", reply.text);
        self.said
            .push(json!({ "role": "assistant", "content": answer }));
    }
}

#[test]
fn turns_are_kept_once_however_often_a_conversation_is_told() {
    for form in FORMS {
        for stream in [false, true] {
            let stage = Stage::new(FULL, TURNS);
            let said = Vec::new();
            let mut talk = Conversation { form, said };
            talk.ask(
                &stage,
                "The ferry leaves from pier seven.",
                "Noted.",
                stream,
            );
            talk.ask(&stage, "Is that so?", "Yes.", stream);
            talk.ask(&stage, "Is that so?", "Yes.", stream);
            let mut room = stage.room("one");
            let kept = until(&mut room, SESSION.1, 6);
            let expected = [
                pair("user", "The ferry leaves from pier seven."),
                pair("assistant", "Noted."),
                pair("user", "Is that so?"),
                pair("assistant", "Yes."),
                pair("user", "Is that so?"),
                pair("assistant", "Yes."),
            ];
            assert_eq!(kept, expected, "{form:?}");
            let counted = eventually("all to be counted", || {
                let counted = stage.stats()["metrics"]["turns_recorded"].as_u64();
                counted.filter(|counted| *counted >= 6)
            });
            assert_eq!(counted, 6, "{form:?}");
            let found = room.ask("which pier has the ferry?");
            assert!(found[0].contains("pier seven"), "{found:?}");
        }
    }
}

#[test]
fn after_a_restart_nothing_is_kept_twice_and_what_was_forgotten_stays_so() {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, FULL, TURNS));
    let mut stage = Stage {
        server: Server::start(&home),
        provider,
    };
    let mut talk = Conversation {
        form: Form::Chat,
        said: Vec::new(),
    };
    talk.ask(&stage, "The ferry leaves from pier seven.", "Noted.", true);
    talk.ask(&stage, "My locker is number twelve.", "Good to know.", true);
    until(&mut stage.room("one"), SESSION.1, 4);
    let mut room = stage.server.admin("one");
    let found = room.recall(&json!({ "query": "number of my locker" }));
    assert_eq!(room.forget(&json!({ "ids": [ids(&found)[0]] })), 1);
    stage.server.stop();
    stage.server = Server::start(&home);
    talk.ask(&stage, "And the bus?", "From the square.", false);
    let mut room = stage.room("one");
    let kept = eventually("the new turns", || {
        let kept = said(&mut room, SESSION.1);
        kept.contains(&pair("assistant", "From the square."))
            .then_some(kept)
    });
    let ferry = pair("user", "The ferry leaves from pier seven.");
    assert_eq!(
        kept.iter().filter(|turn| **turn == ferry).count(),
        1,
        "{kept:?}"
    );
    assert!(!format!("{kept:?}").contains("locker"), "{kept:?}");
}

#[test]
fn only_where_it_is_wanted_and_only_what_people_and_models_say() {
    let stage = Stage::new(FULL, "");
    stage.call(Form::Chat, "The ferry leaves from pier seven.", &[SESSION]);
    let stage_of_turns = Stage::new(FULL, TURNS);
    for mode in ["readonly", "off"] {
        let headers = [SESSION, ("x-memory-mode", mode)];
        for stream in [false, true] {
            let body = Form::Chat.body("This stays between us.", stream);
            let reply = stage_of_turns.send(Form::Chat, &body, &headers);
            assert_eq!(reply.status, 200);
        }
    }
    let key = "sk-proj-abcdefghijklmnopqrstuvwxyz012345";
    let body = json!({ "model": "gpt-4o", "messages": [
        { "role": "system", "content": "Be brief about the system." },
        { "role": "user", "content": format!("<system-reminder>nobody said this</system-reminder>\nMy key is {key} for the pier.") },
        { "role": "assistant", "content": null, "tool_calls": [{ "id": "c", "type": "function", "function": { "name": "f", "arguments": "{}" } }] },
        { "role": "tool", "tool_call_id": "c", "content": "what a tool answered" },
    ] });
    stage_of_turns
        .provider
        .push(Scripted::says("I keep no keys."));
    stage_of_turns.send(Form::Chat, &body, &[SESSION]).ok();
    let mut room = stage_of_turns.room("one");
    let kept = until(&mut room, SESSION.1, 2);
    assert_eq!(kept.len(), 2, "{kept:?}");
    let told = format!("{kept:?}");
    assert!(told.contains("for the pier") && told.contains("I keep no keys."));
    for never in [
        key,
        "sk-proj",
        "system",
        "tool answered",
        "nobody said",
        "between us",
    ] {
        assert!(!told.contains(never), "{never}: {told}");
    }
    assert!(
        said(&mut stage.room("one"), SESSION.1).is_empty(),
        "facts alone are the default"
    );
    assert_eq!(stage.stats()["record"], "facts");
    assert_eq!(stage_of_turns.stats()["record"], "turns");
}

#[test]
fn a_conversation_without_a_name_is_known_by_how_it_began() {
    let stage = Stage::new(FULL, TURNS);
    let key = format!("Bearer {ONE}");
    let send = |messages: Value| {
        let body = json!({ "model": "gpt-4o", "messages": messages }).to_string();
        let headers = [("authorization", key.as_str())];
        let reply = stage.raw("POST", Form::Chat.path(), &headers, body.as_bytes());
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.body["choices"][0]["message"]["content"].clone()
    };
    let user = |text: &str| json!({ "role": "user", "content": text });
    for began in ["the pier of Oslo", "the pier of Kiel"] {
        let first = send(json!([{ "role": "system", "content": "It is Monday." }, user(began)]));
        let answered = json!({ "role": "assistant", "content": first });
        let day = json!({ "role": "system", "content": "It is Tuesday." });
        send(json!([day, user(began), answered, user("and then?")]));
    }
    let mut room = stage.room("one");
    let all = eventually("both conversations", || {
        let events = room.get("/v1/events?limit=50").ok()["events"].clone();
        let events = events.as_array().unwrap().clone();
        (events.len() >= 8).then_some(events)
    });
    assert_eq!(all.len(), 8, "{all:?}");
    let mut sessions: Vec<&str> = all.iter().map(|e| e["session"].as_str().unwrap()).collect();
    sessions.sort_unstable();
    sessions.dedup();
    assert_eq!(sessions.len(), 2, "{sessions:?}");
    assert!(sessions.iter().all(|name| name.starts_with("proxy-")));
}

#[test]
fn a_core_behind_a_front_keeps_turns_too() {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, FULL, TURNS));
    let stage = Stage {
        provider,
        server: Server::start_with(&home, &["--hybrid"]),
    };
    let reply = stage.stream(
        Form::Messages,
        "The ferry leaves from pier seven.",
        &[SESSION],
    );
    assert_eq!(reply.status, 200, "{}", reply.text);
    let kept = until(&mut stage.room("one"), SESSION.1, 2);
    assert_eq!(kept[0], pair("user", "The ferry leaves from pier seven."));
}

#[test]
fn a_fact_goes_with_the_conversation_it_was_learnt_from() {
    for named in [true, false] {
        let stage = Stage::new("default_memory_mode = \"full\"", TURNS);
        stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
        let headers: &[(&str, &str)] = match named {
            true => &[SESSION],
            false => &[],
        };
        stage.call(
            Form::Chat,
            "we deploy shop-api from release-train, always",
            headers,
        );
        let mut room = stage.server.admin("one");
        let kept = eventually("the fact to be kept", || {
            let memories = room.get("/v1/memories").ok()["memories"].clone();
            let memories = memories.as_array().unwrap().clone();
            memories
                .into_iter()
                .find(|memory| memory["content"] == LEARNT)
        });
        let session = eventually("the turns to be kept", || {
            let events = room.get("/v1/events").ok()["events"].clone();
            Some(events[1]["session"].as_str()?.to_owned())
        });
        assert_eq!(kept["session"], session.as_str(), "{kept}");
        room.forget(&json!({ "session": session }));
        let left = room.get("/v1/memories").ok()["memories"].clone();
        assert_eq!(left, json!([]));
    }
}
