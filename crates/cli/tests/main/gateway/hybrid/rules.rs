//! What policies forbid while the core is gone.

use super::*;

const FORBIDDEN: &str = "Delete the audit logs from production right now.";
const WAITS: &str = "Deploy the release to production now.";

#[test]
fn what_a_policy_forbids_stays_forbidden_when_the_core_is_gone() {
    let stage = two("", "[gateway]\nrules_ms = 50\npatience_ms = 1000\n");
    let mut room = stage.room("one");
    for policy in [
        "Never delete the audit logs from production.",
        "Release policy: staging approval is mandatory before production deploys.",
    ] {
        room.store(&json!({ "content": policy, "tags": ["policy"] }));
    }
    room.remember(FERRY);
    eventually("the rules to be known in front", || {
        (stage.stats()["rules_known"] == 2).then_some(())
    });
    let core = core_of(&stage.server);
    let gone: [(Signal, &str); 2] = [
        (Signal::STOP, "timeout"),
        (Signal::KILL, "core_unavailable"),
    ];
    for (signal, why) in gone {
        stay_gone(&stage.server);
        kill_process(core, signal).unwrap();
        if signal == Signal::KILL {
            until(&stage.server, "degraded");
        }
        for form in FORMS {
            let before = stage.provider.requests().len();
            let reply = stage.call(form, FORBIDDEN, &[]);
            assert_eq!(reply.status, 403, "{why} {form:?}: {}", reply.text);
            assert_eq!(reply.header("x-memory-bypassed"), Some(why));
            assert_eq!(reply.header("x-memory-policy-decision"), Some("block"));
            let verdict = &reply.body["error"]["policy_firewall"];
            assert_eq!(verdict["decision"], "block", "{}", reply.text);
            let waits = stage.call(form, WAITS, &[]);
            assert_eq!(waits.status, 428, "{why} {form:?}: {}", waits.text);
            assert_eq!(stage.provider.requests().len(), before, "{form:?}");
            let said = [("x-memory-policy-confirm", "true")];
            let released = stage.call(form, WAITS, &said);
            assert_eq!(released.status, 200, "{why} {form:?}: {}", released.text);
            assert_eq!(released.header("x-memory-policy-confirmed"), Some("true"));
            let harmless = stage.call(form, QUESTION, &[]);
            assert_eq!(harmless.status, 200, "{why} {form:?}: {}", harmless.text);
            assert_eq!(harmless.header("x-memory-bypassed"), Some(why));
            assert_eq!(harmless.header("x-memory-policy-decision"), None);
        }
    }
}

#[test]
fn what_was_just_refused_is_refused_when_the_core_goes_a_moment_later() {
    let stage = two("", "[gateway]\nrules_ms = 3600000\n");
    let policy = "Never delete the audit logs from production.";
    let stored = json!({ "content": policy, "tags": ["policy"] });
    stage.room("one").store(&stored);
    assert_eq!(stage.call(Form::Chat, FORBIDDEN, &[]).status, 403);
    // Nobody looks by itself for an hour.
    eventually("the rule to be known in front", || {
        (stage.stats()["rules_known"] == 1).then_some(())
    });
    stay_gone(&stage.server);
    kill_process(core_of(&stage.server), Signal::KILL).unwrap();
    until(&stage.server, "degraded");
    let reply = stage.call(Form::Chat, FORBIDDEN, &[]);
    assert_eq!(reply.status, 403, "{}", reply.text);
    assert_eq!(reply.header("x-memory-bypassed"), Some("core_unavailable"));
}

#[test]
fn a_rule_that_was_forgotten_stops_nothing_when_the_core_is_gone() {
    let stage = two("", "[gateway]\nrules_ms = 50\n");
    let mut admin = stage.server.admin("one");
    let policy = "Never delete the audit logs from production.";
    let id = admin.store(&json!({ "content": policy, "tags": ["policy"] }));
    let known = |count: u64| {
        eventually("the rules to be known in front", || {
            (stage.stats()["rules_known"] == count).then_some(())
        });
    };
    known(1);
    assert_eq!(admin.forget(&json!({ "ids": [id] })), 1);
    known(0);
    stay_gone(&stage.server);
    kill_process(core_of(&stage.server), Signal::KILL).unwrap();
    until(&stage.server, "degraded");
    let reply = stage.call(Form::Chat, FORBIDDEN, &[]);
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("x-memory-policy-decision"), Some("allow"));
}
