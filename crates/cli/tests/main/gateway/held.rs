//! Keys of the store, at a process in front that has none of them.

use std::time::{Duration, Instant};

use rustix::process::{Signal, kill_process};
use serde_json::json;

use super::hybrid::{core_of, stay_gone, stopped_core, two, until};
use super::{FERRY, FORMS, Form, QUESTION, Stage};
use crate::support::{Reply, eventually};

const KEYS: &str = "upstream_api_key = \"sk-for-ours\"\nanthropic_api_key = \"ak-for-ours\"";

fn with(stage: &Stage, key: &str, form: Form, question: &str) -> Reply {
    let key = format!("Bearer {key}");
    let body = form.body(question, false).to_string();
    let headers = [("authorization", key.as_str())];
    stage.raw("POST", form.path(), &headers, body.as_bytes())
}

fn shown(form: Form) -> &'static str {
    match form {
        Form::Messages => "ak-for-ours",
        Form::Chat | Form::Responses => "sk-for-ours",
    }
}

#[test]
fn a_key_of_the_store_has_its_memory_at_a_process_in_front() {
    let stage = two(KEYS, "");
    stage.room("one").remember(FERRY);
    let (own, other) = (
        stage.server.key("one", "reader"),
        stage.server.key("two", "writer"),
    );
    let mut trader = stage.server.stranger();
    let traded = trader
        .post("/v1/auth/token", &json!({ "api_key": own }))
        .ok();
    let token = traded["token"].as_str().unwrap();
    for form in FORMS {
        for (key, injected) in [(own.as_str(), "1"), (token, "1"), (&other, "0")] {
            let reply = with(&stage, key, form, QUESTION);
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
            let count = reply.header("x-memory-injected-count");
            assert_eq!(count, Some(injected), "{form:?}: {}", reply.text);
            let sent = stage.provider.calls().pop().unwrap();
            assert_eq!(sent.key(), Some(shown(form)), "{form:?}");
        }
    }
    let before = stage.provider.requests().len();
    let nobodys = format!("mk_{}", "0".repeat(48));
    for form in FORMS {
        let reply = with(&stage, &nobodys, form, QUESTION);
        assert_eq!(reply.status, 401, "{form:?}: {}", reply.text);
    }
    assert_eq!(stage.provider.requests().len(), before);
    let errors = stage.server.errors();
    assert!(![own, other].iter().any(|key| errors.contains(key)));
}

#[test]
fn nothing_is_learned_for_a_key_that_may_only_read() {
    let learns = "default_memory_mode = \"full\"\nmemory_coprocessor = \"local_heuristic\"";
    let stage = two(&format!("{KEYS}\n{learns}"), "");
    let said = "Remember that staging approval is required before production deploys.";
    with(&stage, &stage.server.key("one", "reader"), Form::Chat, said);
    let said = "Remember: for a rollback follow the runbook docs/runbooks/rollback.md.";
    with(&stage, &stage.server.key("one", "writer"), Form::Chat, said);
    let mut room = stage.room("one");
    let kept = eventually("the second to be kept", || {
        let listed = room.get("/v1/memories").text;
        listed.contains("rollbacks follow").then_some(listed)
    });
    assert!(!kept.contains("staging approval"), "{kept}");
}

#[test]
fn a_key_that_was_taken_away_opens_nothing_in_front_either() {
    let stage = two(KEYS, "");
    let made = [
        "key",
        "new",
        "--namespace",
        "one",
        "--role",
        "writer",
        "--json",
    ];
    let made = stage.server.home().json(&made);
    let (key, id) = (
        made["key"].as_str().unwrap(),
        made["key_id"].as_str().unwrap(),
    );
    assert_eq!(with(&stage, key, Form::Chat, QUESTION).status, 200);
    stage.server.home().run(&["key", "revoke", id]).ok();
    let refused = eventually("the front to hear of it", || {
        let reply = with(&stage, key, Form::Chat, QUESTION);
        (reply.status != 200).then_some(reply)
    });
    assert_eq!(refused.status, 401, "{}", refused.text);
    stay_gone(&stage.server);
    kill_process(core_of(&stage.server), Signal::KILL).unwrap();
    until(&stage.server, "degraded");
    let before = stage.provider.requests().len();
    let reply = with(&stage, key, Form::Chat, QUESTION);
    assert_eq!(reply.status, 503, "it is forgotten: {}", reply.text);
    assert_eq!(stage.provider.requests().len(), before);
}

#[test]
fn a_key_that_was_known_passes_without_memory_while_the_core_is_gone() {
    let stage = two(KEYS, "[gateway]\npatience_ms = 1000\n");
    stage.room("one").remember(FERRY);
    let (known, unknown) = (
        stage.server.key("one", "writer"),
        stage.server.key("one", "writer"),
    );
    assert_eq!(with(&stage, &known, Form::Chat, QUESTION).status, 200);
    let core = stopped_core(&stage.server);
    let passes = |why: &str| {
        for form in FORMS {
            // A moment ago the core may still have said so.
            let reply = eventually(why, || {
                let reply = with(&stage, &known, form, QUESTION);
                (reply.header("x-memory-bypassed") == Some(why)).then_some(reply)
            });
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
            let sent = stage.provider.calls().pop().unwrap();
            assert_eq!((sent.key(), sent.memory()), (Some(shown(form)), None));
            let before = stage.provider.requests().len();
            let reply = with(&stage, &unknown, form, QUESTION);
            assert_eq!(reply.status, 503, "{form:?}: {}", reply.text);
            assert_eq!(reply.header("retry-after"), Some("2"), "{form:?}");
            assert_eq!(stage.provider.requests().len(), before, "{form:?}");
        }
    };
    passes("core_unavailable");
    kill_process(core, Signal::CONT).unwrap();
    eventually("memory to be back", || {
        let reply = with(&stage, &known, Form::Chat, QUESTION);
        (reply.header("x-memory-injected-count") == Some("1")).then_some(())
    });
    stay_gone(&stage.server);
    kill_process(core, Signal::KILL).unwrap();
    until(&stage.server, "degraded");
    passes("core_unavailable");
}

/// So long what the core said last is as if it had just been said; and a little more.
const STALE: Duration = Duration::from_millis(1_500);

#[test]
fn a_call_without_memory_does_not_wait_for_a_core_that_stands_still() {
    let stage = two(KEYS, "[gateway]\npatience_ms = 3600000\n");
    let key = format!("Bearer {}", stage.server.key("one", "writer"));
    let off = |form: Form| {
        let headers = [("authorization", key.as_str()), ("x-memory-mode", "off")];
        let body = form.body(QUESTION, false).to_string();
        stage.raw("POST", form.path(), &headers, body.as_bytes())
    };
    assert_eq!(off(Form::Chat).status, 200);
    let core = stopped_core(&stage.server);
    let since = Instant::now();
    eventually("what the core said to be old", || {
        (since.elapsed() > STALE).then_some(())
    });
    for form in FORMS {
        let reply = off(form);
        assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
        let sent = stage.provider.calls().pop().unwrap();
        assert_eq!((sent.key(), sent.memory()), (Some(shown(form)), None));
    }
    let headers = [("authorization", key.as_str())];
    let reply = stage.raw("GET", "/proxy/v1/models", &headers, b"");
    assert_eq!(reply.status, 200, "no call of a model: {}", reply.text);
    kill_process(core, Signal::CONT).unwrap();
}
