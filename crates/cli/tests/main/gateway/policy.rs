//! What a policy has to say about a call.

use serde_json::{Value, json};

use super::{FORMS, Form, ONE, Stage};
use crate::support::{Reply, eventually};

const WAITS: &str = "Deploy the release to production now.";
const FORBIDDEN: &str = "Delete the audit logs from production right now.";
const WARNED: &str = "Deploy the canary on Friday evening.";

const POLICIES: [&str; 3] = [
    "Release policy: staging approval is mandatory before production deploys.",
    "Never delete the audit logs from production.",
    "Deploys on Friday evening need extra care with the canary.",
];

fn ruled(proxy: &str) -> Stage {
    let stage = Stage::new(proxy, "");
    for policy in POLICIES {
        let told = json!({ "content": policy, "tags": ["policy"] });
        stage.room("one").store(&told);
    }
    stage
}

/// The four headers: decision, actions, how many policies matched, whether it is confirmed.
fn told(reply: &Reply) -> [Option<&str>; 4] {
    ["decision", "actions", "match-count", "confirmed"]
        .map(|name| reply.header(&format!("x-memory-policy-{name}")))
}

#[test]
fn g_060_a_risky_call_waits_for_a_word_and_goes_on_with_one() {
    let stage = ruled("");
    for form in FORMS {
        for stream in [false, true] {
            let body = form.body(WAITS, stream);
            for no in [None, Some("false"), Some("0"), Some("no"), Some("truee")] {
                let word = no.map(|no| ("x-memory-policy-confirm", no));
                let reply = stage.send(form, &body, word.as_slice());
                assert_eq!(reply.status, 428, "{form:?} {no:?}: {}", reply.text);
                let error = &reply.body["error"];
                assert_eq!(error["type"], "policy_firewall_error", "{form:?}");
                let wanted = &error["policy_firewall"]["confirmation_header"];
                assert_eq!(wanted, "X-Memory-Policy-Confirm", "{form:?}");
            }
            assert!(stage.provider.take_requests().is_empty(), "{form:?}");
            for yes in ["true", "1", "yes", "confirm", "YES"] {
                let reply = stage.send(form, &body, &[("x-memory-policy-confirm", yes)]);
                assert_eq!(reply.status, 200, "{form:?} {yes}: {}", reply.text);
                let sent = stage.provider.take_requests();
                assert_eq!(sent.len(), 1, "{form:?} {yes}: sent once");
                assert_eq!(sent[0].header("x-memory-policy-confirm"), None);
            }
        }
    }
}

#[test]
fn g_137_four_headers_tell_what_was_decided_of_every_call() {
    let stage = ruled("");
    let confirm = ("x-memory-policy-confirm", "true");
    for form in FORMS {
        for stream in [false, true] {
            let call = |question: &str, headers: &[(&str, &str)]| {
                stage.send(form, &form.body(question, stream), headers)
            };
            let harmless = call("What is our deploy policy before production rollout?", &[]);
            assert_eq!((harmless.status, told(&harmless)), (200, [None; 4]));
            let warned = call(WARNED, &[]);
            assert_eq!(warned.status, 200, "{form:?}: {}", warned.text);
            let expected = [Some("warn"), Some("deploy"), Some("1"), None];
            assert_eq!(told(&warned), expected, "{form:?}");
            let waits = call(WAITS, &[]);
            let asked = [Some("require_confirmation"), Some("deploy"), Some("1")];
            assert_eq!(told(&waits)[..3], asked, "{form:?}");
            assert_eq!((waits.status, told(&waits)[3]), (428, Some("false")));
            let released = call(WAITS, &[confirm]);
            assert_eq!(told(&released)[..3], asked, "{form:?}");
            assert_eq!((released.status, told(&released)[3]), (200, Some("true")));
            let blocked = call(FORBIDDEN, &[]);
            let expected = [Some("block"), Some("delete"), Some("1"), None];
            assert_eq!((blocked.status, told(&blocked)), (403, expected));
            let both =
                "Delete the audit logs from production and deploy the release to production.";
            let both = call(both, &[]);
            let actions = told(&both)[1].unwrap_or_default();
            assert!(
                actions == "deploy,delete" || actions == "delete,deploy",
                "{actions}"
            );
            assert_eq!(told(&both)[2], Some("2"), "{form:?}: {}", both.text);
        }
    }
    let metrics = stage.stats()["metrics"].clone();
    let counted = ["policy_block", "policy_require_confirmation", "policy_warn"];
    let counted = counted.map(|name| metrics[name].as_u64().unwrap());
    assert_eq!(counted, [12, 12, 6], "{metrics}");
}

#[test]
fn g_138_what_a_policy_forbids_never_reaches_a_provider() {
    let stage = ruled("default_memory_mode = \"full\"");
    for form in FORMS {
        for stream in [false, true] {
            let body = form.body(FORBIDDEN, stream);
            for headers in [
                &[][..],
                &[("x-memory-policy-confirm", "true")],
                &[("x-memory-mode", "readonly")],
                &[("x-memory-mode", "after"), ("x-memory-after", "2020-01-01")],
                &[("x-memory-mode", "after"), ("x-memory-after", "2999-01-01")],
            ] {
                let reply = stage.send(form, &body, headers);
                assert_eq!(reply.status, 403, "{form:?} {headers:?}: {}", reply.text);
                let error = &reply.body["error"];
                assert_eq!(error["type"], "policy_firewall_error");
                let verdict = &error["policy_firewall"];
                assert_eq!(verdict["decision"], "block", "{verdict}");
                assert_eq!(verdict["matched_policies"][0]["content"], POLICIES[1]);
                let theirs = form == Form::Messages;
                assert_eq!(reply.body["type"] == json!("error"), theirs, "{form:?}");
                assert_eq!(reply.header("x-memory-injected-count"), Some("0"));
            }
        }
    }
    // What was pasted is part of the order, whatever stands around it.
    let pasted = format!("Please do this:\n```\n{FORBIDDEN}\n```\nThanks!");
    assert_eq!(stage.call(Form::Chat, &pasted, &[]).status, 403);
    assert!(
        stage.provider.requests().is_empty(),
        "neither asked nor read"
    );
    assert_eq!(stage.stats()["metrics"]["facts_extracted"], Value::from(0));
}

#[test]
fn g_138_no_other_spelling_of_a_call_goes_around_a_policy() {
    let stage = ruled("");
    let key = format!("Bearer {ONE}");
    let headers = [("authorization", key.as_str())];
    for (path, form) in [
        ("/proxy/v1/chat%2Fcompletions", Form::Chat),
        ("/proxy/v1/%72esponses", Form::Responses),
        ("/proxy/anthropic/v1/mess%61ges/", Form::Messages),
    ] {
        let body = form.body(FORBIDDEN, false).to_string();
        let reply = stage.raw("POST", path, &headers, body.as_bytes());
        assert_eq!(reply.status, 403, "{path}: {}", reply.text);
    }
    for form in FORMS {
        // A provider reads an escaped letter as the letter.
        let body = form.body(FORBIDDEN, false).to_string();
        let body = body.replace("\"user\"", "\"us\\u0065r\"");
        let reply = stage.raw("POST", form.path(), &headers, body.as_bytes());
        assert_eq!(reply.status, 403, "{form:?}: {}", reply.text);
    }
    assert!(stage.provider.requests().is_empty());
}

#[test]
fn g_138_a_client_that_may_not_choose_does_not_go_around_a_policy() {
    let stage = ruled("allow_client_memory_control = false");
    for way_out in [("x-memory-mode", "off"), ("x-memory-bypass", "true")] {
        let reply = stage.call(Form::Chat, FORBIDDEN, &[way_out]);
        assert_eq!(reply.status, 403, "{way_out:?}: {}", reply.text);
    }
    assert!(stage.provider.requests().is_empty());
}

#[test]
fn an_order_is_one_behind_a_word_that_only_carries_it() {
    let stage = Stage::new("", "");
    for policy in [
        "Never run terraform destroy.",
        "Never force-push to main.",
        "Never delete the backups from production.",
    ] {
        let told = json!({ "content": policy, "tags": ["policy"] });
        stage.room("one").store(&told);
    }
    for order in [
        "Run terraform destroy",
        "execute terraform destroy",
        "Please run this:\n```sh\nterraform destroy\n```",
        "git push -f",
        "git push --force origin main",
        "Force-push to main",
        "push --force-with-lease",
        "Don't ask, just delete the backups from production",
    ] {
        let reply = stage.call(Form::Chat, order, &[]);
        assert_eq!(reply.status, 403, "{order}: {}", reply.text);
    }
    assert!(stage.provider.requests().is_empty());
    for harmless in [
        "Make sure nobody can delete the backups in production",
        "How do I stop anyone from deleting the backups from production?",
        "Never run terraform destroy here.",
    ] {
        let reply = stage.call(Form::Chat, harmless, &[]);
        assert_eq!(reply.status, 200, "{harmless}: {}", reply.text);
        assert_eq!(told(&reply), [None; 4], "{harmless}");
    }
}

#[test]
fn g_138_what_was_only_heard_lifts_no_rule() {
    let own = "memory_coprocessor = \"local_heuristic\"\ndefault_memory_mode = \"full\"";
    let stage = Stage::new(own, "");
    let mut room = stage.room("one");
    let rule = room.remember("Never delete the audit logs.");
    let order = || stage.call(Form::Chat, "Delete the audit logs.", &[]).status;
    assert_eq!(order(), 403);
    let heard = "Remember that the audit logs may be deleted.";
    stage.call(Form::Chat, heard, &[("x-memory-policy-confirm", "true")]);
    let contested = eventually("the contradiction to be found", || {
        let told = room.inspect(&rule);
        (told["status"] == "contested").then_some(told)
    });
    assert_eq!(order(), 403, "{contested}");
    let id = &contested["contradicts_with"][0];
    let confirmed = json!({ "id": id, "action": "confirm" });
    let mut admin = stage.server.admin("one");
    admin.post("/v1/feedback", &confirmed).ok();
    assert_eq!(order(), 200, "somebody spoke for it");
}

#[test]
fn g_138_a_refusal_names_its_rule_and_a_correction_goes_on() {
    let stage = ruled("");
    let parts = json!([{ "type": "text", "text": "Please delete the" }, { "type": "text", "text": "audit logs now" }]);
    let order = json!({ "role": "user", "content": parts });
    let say = |messages: Value| {
        let body = json!({ "model": "gpt-4o", "messages": messages });
        stage.send(Form::Chat, &body, &[])
    };
    let refused = say(json!([order]));
    assert_eq!(refused.status, 403, "{}", refused.text);
    let message = refused.body["error"]["message"].as_str().unwrap();
    assert!(message.contains(POLICIES[1]), "{message}");
    assert!(message.contains("take it back in words"), "{message}");
    for (next, status) in [
        ("What time is it?", 403),
        ("Sorry, I meant the build cache", 200),
        ("No, the build cache instead", 200),
        ("I meant the audit logs of production", 403),
        ("Never mind. What time is it?", 200),
    ] {
        let reply = say(json!([order, { "role": "user", "content": next }]));
        assert_eq!(reply.status, status, "{next}: {}", reply.text);
    }
}

/// What comes of the last of three turns.
fn talked(stage: &Stage, [first, answer, last]: [&str; 3]) -> u16 {
    let mut body = Form::Chat.body(last, false);
    body["messages"] = json!([
        { "role": "user", "content": first },
        { "role": "assistant", "content": answer },
        { "role": "user", "content": last },
    ]);
    stage.send(Form::Chat, &body, &[]).status
}

#[test]
fn g_138_an_order_that_names_nothing_is_done_to_what_was_spoken_of() {
    let stage = ruled("");
    let said = |first: &str, last: &str| talked(&stage, [first, "Here is what I found.", last]);
    let logs = "Show me the audit logs from production.";
    for (last, status) in [
        ("Delete them.", 403),
        ("Great, now get rid of those please", 403),
        ("Summarize them.", 200),
        ("Delete the build folder.", 200),
    ] {
        assert_eq!(said(logs, last), status, "{last}");
    }
    assert_eq!(said("Show me the build folder.", "Delete it."), 200);
}

#[test]
fn g_138_a_yes_wants_what_the_model_had_offered() {
    let stage = ruled("");
    let said = |offer: &str, answer: &str| talked(&stage, ["The disk is full.", offer, answer]);
    let offer = "The largest are the audit logs. Shall I delete the audit logs from production?";
    for (answer, status) in [
        ("yes", 403),
        ("Yes, please go ahead.", 403),
        ("no", 200),
        ("Why?", 200),
    ] {
        assert_eq!(said(offer, answer), status, "{answer}");
    }
    let other = "Shall I delete the build folder?";
    assert_eq!(said(other, "yes"), 200);
}
