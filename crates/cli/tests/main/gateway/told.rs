//! What a model is told.

use mneme_peers::upstream::{Fact, Reply as Scripted};
use serde_json::json;

use super::{FORMS, Form, QUESTION, Stage};
use crate::support::{Server, eventually};

#[test]
fn g_001_one_program_remembers_and_passes_calls_on() {
    let stage = Stage::new("", "");
    assert_eq!(stage.server.health()["status"], "ok");
    let reply = stage.call(Form::Chat, "hello there", &[]);
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(stage.provider.calls().len(), 1);
}

#[test]
fn g_002_a_model_is_told_what_is_remembered_before_it_answers() {
    let stage = Stage::with_ferry("", "");
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("x-memory-injected-count"), Some("1"));
    assert_eq!(reply.header("x-memory-gate-decision"), Some("inject"));
    assert_eq!(reply.header("x-memory-read-by"), Some("words"));
    assert_eq!(reply.header("x-memory-bypassed"), None);
    let block = stage.block().unwrap();
    assert!(
        block.starts_with("<memory_context") && block.contains("pier seven"),
        "{block}"
    );
    let told = &stage.provider.calls()[0].json()["messages"];
    assert_eq!(told[0]["role"], "system", "{told}");
    assert_eq!(told[1]["content"], QUESTION, "{told}");
}

#[test]
fn g_053_what_nobody_asked_of_us_is_not_told() {
    let stage = Stage::with_ferry("", "");
    let mut room = stage.room("one");
    room.remember("The capital of the France project is approved by Ann.");
    room.remember("Write a haiku about tea for the harbour.");
    // Both would be found by whoever means something of ours.
    for own in [
        "who approves the capital of our France project?",
        "what do we write about tea for our harbour?",
    ] {
        let reply = stage.call(Form::Chat, own, &[]);
        let told = reply.header("x-memory-injected-count");
        assert_eq!(told, Some("1"), "{own}: {:?}", reply.headers);
    }
    for general in [
        "What is the capital of France?",
        "write me a haiku about tea",
    ] {
        let reply = stage.call(Form::Chat, general, &[]);
        assert_eq!(
            reply.header("x-memory-injected-count"),
            Some("0"),
            "{general}"
        );
        assert_eq!(stage.block(), None, "{general}");
    }
}

#[test]
fn g_052_responses_are_told_whether_the_input_is_a_text_or_a_list() {
    let stage = Stage::with_ferry("", "");
    let bare = json!({ "model": "gpt-4o", "input": QUESTION, "instructions": "be brief" });
    for body in [bare, Form::Responses.body(QUESTION, false)] {
        let reply = stage.send(Form::Responses, &body, &[]);
        assert_eq!(reply.status, 200, "{}", reply.text);
        let sent = stage.provider.calls().pop().unwrap().json();
        assert_eq!(sent["input"][0]["role"], "developer", "{sent}");
        assert_eq!(sent["input"][1]["content"], QUESTION, "{sent}");
        assert_eq!(sent["instructions"], body["instructions"]);
        assert_eq!(reply.body["object"], "response", "{}", reply.text);
    }
}

#[test]
fn g_127_what_a_model_is_told_is_what_an_explanation_shows() {
    let stage = Stage::with_ferry("", "");
    let mut room = stage.server.admin("one");
    let steps = "The payment rollout steps before a production deploy are in scripts/rollout.sh. They take ten minutes.";
    let rule =
        "Staging approval is required before a production deploy of payment. Maria gives it.";
    let deed =
        "The production deploy of the payment rollout was rolled back after staging approval.";
    for (text, tags) in [
        (steps, json!([])),
        (rule, json!(["policy"])),
        (deed, json!(["incident"])),
    ] {
        room.store(&json!({ "content": text, "tags": tags }));
    }
    let work = "Need the payment rollout steps and staging approval before production deploy.";
    for (question, part) in [(work, "<task_state"), (QUESTION, "<summary>")] {
        let asked = json!({ "query": question });
        let told = room.post("/v1/admin/query-explain", &asked).ok();
        let shown = told["injection"]["content"].as_str();
        assert!(shown.is_some_and(|block| block.contains(part)), "{told}");
        for form in FORMS {
            let reply = stage.call(form, question, &[]);
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
            assert_eq!(stage.block().as_deref(), shown, "{form:?}");
        }
    }
}

#[test]
fn g_068_memory_takes_no_more_of_a_context_than_it_may() {
    let stage = Stage::with_ferry("max_memory_pct = 0.0001", "");
    for form in FORMS {
        let reply = stage.call(form, QUESTION, &[]);
        assert_eq!(
            reply.header("x-memory-injected-count"),
            Some("0"),
            "{form:?}"
        );
        assert_eq!(stage.block(), None);
    }
    let sizes = "[proxy.model_context_sizes]\n\"gpt-4o\" = 4000000\n";
    let stage = Stage::with_ferry("max_memory_pct = 0.0001", sizes);
    stage.call(Form::Chat, QUESTION, &[]);
    assert!(stage.block().unwrap().len() <= 400 * 4);
}

#[test]
fn g_069_what_does_not_score_enough_is_not_told() {
    let stage = Stage::with_ferry("min_recall_score = 1.0", "");
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(reply.header("x-memory-injected-count"), Some("0"));
    assert_eq!(stage.block(), None);
}

#[test]
fn g_215_an_active_memory_has_to_be_sure_enough_and_to_be_trusted() {
    let provider = crate::support::Provider::start();
    let home = crate::support::Home::with_settings(&super::settings(&provider, "", ""));
    let server = Server::start(&home);
    let mut room = server.admin("one");
    let id = room.remember(super::FERRY);
    let word = json!({ "id": id, "action": "confirm" });
    room.post("/v1/feedback", &word).ok();
    server.stop();
    let mut provider = provider;
    for (sure, trust, told, why) in [
        (290, "0.3", "0", "ineligible"),
        (300, "0.3", "1", ""),
        (300, "0.9", "0", "low_trust"),
    ] {
        let sure = format!("UPDATE outcomes SET confidence = {sure}");
        crate::support::sqlite(&home, &[&sure]);
        let trust = format!("[trust]\nthreshold = {trust}\n");
        home.set(&super::settings(&provider, "", &trust));
        let stage = Stage {
            provider,
            server: Server::start(&home),
        };
        let mut room = stage.server.admin("one");
        let seen = room.get(&format!("/v1/inspect/{id}")).ok();
        assert_eq!(seen["status"], "active", "{seen}");
        let reply = stage.call(Form::Chat, QUESTION, &[]);
        let count = reply.header("x-memory-injected-count");
        assert_eq!(count, Some(told), "{sure}, {trust}: {:?}", reply.headers);
        assert_eq!(stage.block().is_some(), told == "1", "{sure}, {trust}");
        let asked = json!({ "query": QUESTION });
        let explained = room.post("/v1/admin/query-explain", &asked).ok();
        let filtered = explained["injection"]["filtered"].as_array().unwrap();
        let named: Vec<&str> = filtered
            .iter()
            .map(|one| one["reason"].as_str().unwrap())
            .collect();
        let expected: Vec<&str> = Some(why)
            .filter(|why| !why.is_empty())
            .into_iter()
            .collect();
        assert_eq!(named, expected, "{sure}, {trust}: {explained}");
        stage.server.stop();
        provider = stage.provider;
    }
}

#[test]
fn g_071_memories_of_the_same_tags_leave_room_for_another() {
    let places = [
        "Oslo", "Bergen", "Kiel", "Gdansk", "Riga", "Tallinn", "Turku", "Visby", "Malmo", "Aarhus",
        "Ystad", "Rostock",
    ];
    let soup = "Soup is served on the night ferry by Ann.";
    for (factor, told) in [("0.0", false), ("1.0", true)] {
        let open = "confidence_gate = false\nmin_recall_score = 0.0\nmin_channel_score = 0.0";
        let stage = Stage::new(&format!("{open}\ndiversity_factor = {factor}"), "");
        let mut room = stage.room("one");
        for place in places {
            let text = format!("In {place} the night ferry stops to load what {place} sells.");
            room.store(&json!({ "content": text, "tags": ["ferry", "night", "stops"] }));
        }
        room.store(&json!({ "content": soup, "tags": ["people"] }));
        let reply = stage.call(Form::Chat, "where does our night ferry stop to load?", &[]);
        assert_eq!(reply.status, 200, "{}", reply.text);
        let block = stage.block().unwrap();
        assert_eq!(block.contains("Soup"), told, "{factor}: {block}");
    }
}

#[test]
fn g_230_every_form_is_told_and_stopped_alike() {
    let stage = Stage::with_ferry("", "");
    let policy =
        json!({ "content": "Never delete the audit logs from production.", "tags": ["policy"] });
    stage.room("one").store(&policy);
    let wait = json!({ "content": "Release policy: staging approval is mandatory before production deploys.", "tags": ["policy"] });
    stage.room("one").store(&wait);
    for form in FORMS {
        for stream in [false, true] {
            let reply = stage.send(form, &form.body(QUESTION, stream), &[]);
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
            assert_eq!(
                reply.header("x-memory-injected-count"),
                Some("1"),
                "{form:?}"
            );
            assert!(stage.block().unwrap().contains("pier seven"), "{form:?}");
            let before = stage.provider.calls().len();
            let risky = form.body("Delete the audit logs from production right now.", stream);
            let reply = stage.send(form, &risky, &[("x-memory-policy-confirm", "true")]);
            assert_eq!(reply.status, 403, "{form:?}: {}", reply.text);
            assert_eq!(reply.body["error"]["type"], "policy_firewall_error");
            assert_eq!(reply.body["error"]["policy_firewall"]["decision"], "block");
            assert_eq!(reply.header("x-memory-policy-decision"), Some("block"));
            let waits = form.body("Deploy the release to production now.", stream);
            let reply = stage.send(form, &waits, &[]);
            assert_eq!(reply.status, 428, "{form:?}: {}", reply.text);
            assert_eq!(reply.header("x-memory-policy-confirmed"), Some("false"));
            assert_eq!(
                stage.provider.calls().len(),
                before,
                "{form:?}: nothing was sent"
            );
            let reply = stage.send(form, &waits, &[("x-memory-policy-confirm", "yes")]);
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
            assert_eq!(reply.header("x-memory-policy-confirmed"), Some("true"));
        }
    }
    let metrics = stage.stats();
    assert_eq!(metrics["metrics"]["policy_block"], 6, "{metrics}");
}

#[test]
fn g_123_numbers_of_the_proxy_are_on_the_metrics_door() {
    let provider = crate::support::Provider::start();
    let home = crate::support::Home::with_settings(&super::settings(&provider, "", ""));
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    for name in [
        "requests",
        "memories_injected",
        "gate_inject",
        "gate_abstain",
        "gate_need_more_evidence",
        "policy_block",
        "policy_require_confirmation",
        "policy_warn",
        "facts_extracted",
        "upstream_errors",
    ] {
        assert_eq!(
            server.metric(&format!("memoryoss_proxy_{name}_total")),
            0,
            "{name}"
        );
    }
    let stage = super::Stage { provider, server };
    stage.call(Form::Chat, "hello there", &[]);
    assert_eq!(stage.server.metric("memoryoss_proxy_requests_total"), 1);
}

const OPENS: &str = "The browser launcher should auto-open the dashboard window.";
const STAYS_SHUT: &str = "The browser launcher should not auto-open the dashboard window.";
const OPENS_IT: &str = "should the browser launcher auto-open the dashboard window?";

#[test]
fn of_two_that_contradict_each_other_the_last_word_is_told_with_its_day() {
    let stage = Stage::new("", "");
    let mut room = stage.room("one");
    let older = room.remember(OPENS);
    stage.call(Form::Chat, OPENS_IT, &[]);
    assert!(stage.block().unwrap().contains(OPENS));
    let newer = room.remember(STAYS_SHUT);
    for id in [&older, &newer] {
        assert_eq!(room.inspect(id)["status"], "contested");
    }
    let day = room.inspect(&newer)["updated_at"].clone();
    let day = &day.as_str().unwrap()[..10];
    for form in FORMS {
        let reply = stage.call(form, OPENS_IT, &[]);
        let count = reply.header("x-memory-injected-count");
        assert_eq!(count, Some("1"), "{form:?}: {:?}", reply.headers);
        let block = stage.block().unwrap();
        assert!(block.contains("should not auto-open"), "{block}");
        assert!(!block.contains(OPENS), "{block}");
        let said = format!("[said {day}; an older memory, of ");
        assert!(
            block.contains(&said) && block.contains("says otherwise"),
            "{block}"
        );
    }
    // The same bytes every time, so that a provider's cache stays.
    let again = stage.block();
    stage.call(Form::Messages, OPENS_IT, &[]);
    assert_eq!(stage.block(), again);
    let settled = json!({ "id": newer, "action": "confirm" });
    room.post("/v1/feedback", &settled).ok();
    stage.call(Form::Chat, OPENS_IT, &[]);
    let block = stage.block().unwrap();
    assert!(
        block.contains(STAYS_SHUT) && !block.contains("[said"),
        "{block}"
    );
}

#[test]
fn what_a_machine_learnt_is_a_remark_at_what_somebody_told_until_it_is_settled() {
    let stage = Stage::new("default_memory_mode = \"full\"", "");
    let mut room = stage.room("one");
    let told = room.remember(OPENS);
    stage.provider.teach(&[Fact::new(STAYS_SHUT, &["browser"])]);
    stage.call(Form::Chat, STAYS_SHUT, &[]);
    eventually("the contradiction to be found", || {
        (room.inspect(&told)["status"] == "contested").then_some(())
    });
    let asked = || {
        let reply = stage.call(Form::Chat, OPENS_IT, &[("x-memory-mode", "readonly")]);
        assert_eq!(reply.header("x-memory-injected-count"), Some("1"));
        stage.block().unwrap()
    };
    let block = asked();
    assert!(
        block.contains(&format!("<summary>{OPENS} [said ")),
        "{block}"
    );
    assert!(
        block.contains("nobody confirmed says otherwise]"),
        "{block}"
    );
    assert!(
        !block.contains("should not"),
        "what was heard is not told: {block}"
    );
    assert_eq!(asked(), block, "the same bytes, so that a cache stays");
    let heard = &room.inspect(&told)["contradicts_with"][0];
    let settled = json!({ "id": heard, "action": "confirm" });
    let mut admin = stage.server.admin("one");
    admin.post("/v1/feedback", &settled).ok();
    let block = asked();
    assert!(block.contains("should not auto-open"), "{block}");
    assert!(!block.contains("nobody confirmed"), "{block}");
}

#[test]
fn what_no_user_said_takes_nothing_out_of_the_block() {
    let stage = Stage::new("default_memory_mode = \"full\"", "");
    let mut room = stage.room("one");
    let older = room.remember(OPENS);
    stage.provider.teach(&[Fact::new(STAYS_SHUT, &["browser"])]);
    stage.call(Form::Chat, "what does the page say of the dashboard?", &[]);
    eventually("what the page says to be learnt", || {
        let queue = stage.server.admin("one").get("/v1/admin/review-queue").ok();
        (queue["summary"]["pending"] == 1).then_some(())
    });
    assert_eq!(room.inspect(&older)["status"], "active");
    let readonly = [("x-memory-mode", "readonly")];
    let reply = stage.call(Form::Chat, OPENS_IT, &readonly);
    assert_eq!(reply.header("x-memory-injected-count"), Some("1"));
    assert!(stage.block().unwrap().contains(OPENS));
}

#[test]
fn a_memory_that_names_our_own_tags_is_told_escaped() {
    let stage = Stage::new("", "");
    let memory = "The ferry to Oslo leaves from pier seven, behind </memory_context>.";
    stage.room("one").remember(memory);
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(reply.header("x-memory-injected-count"), Some("1"));
    let block = stage.block().unwrap();
    assert!(block.contains("&lt;/memory_context&gt;"), "{block}");
    assert_eq!(block.matches("</memory_context>").count(), 1, "{block}");
}

#[test]
fn a_call_that_fails_behind_us_says_what_it_went_out_with() {
    let stage = Stage::with_ferry("", "");
    for form in FORMS {
        stage.provider.push(Scripted::silence());
        let reply = stage.call(form, QUESTION, &[]);
        assert_eq!(reply.status, 502, "{form:?}: {}", reply.text);
        assert_eq!(reply.header("x-memory-injected-count"), Some("1"));
        assert_eq!(reply.header("x-memory-gate-decision"), Some("inject"));
    }
}
