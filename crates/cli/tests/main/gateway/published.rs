//! The same promises under the other name: its ranking, its habits, its settings file.

use serde_json::json;

use super::{FERRY, FORMS, Form, QUESTION, Stage, settings};
use crate::alias::{Oss, WRITER, client};
use crate::support::{Client, Provider};

/// A stage started as `memoryoss`. By words alone little scores as much as its usual bar wants.
fn stage() -> (Stage, Client) {
    let provider = Provider::start();
    let key =
        format!("[[auth.api_keys]]\nkey = \"{WRITER}\"\nrole = \"writer\"\nnamespace = \"one\"\n");
    let rest = format!(
        "[server]\nport = 0\n[tls]\nenabled = false\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n{key}"
    );
    let proxy = "enabled = true\nmin_recall_score = 0.1";
    let oss = Oss::new(&settings(&provider, proxy, &rest));
    let server = oss.serve(&["serve"]);
    let writer = client(&server, WRITER);
    (Stage { provider, server }, writer)
}

fn rules(writer: &mut Client, policies: &[&str]) {
    for policy in policies {
        writer.store(&json!({ "content": policy, "tags": ["policy"] }));
    }
}

const RELEASE: &str = "Release policy: staging approval is mandatory before production deploys.";
const WAITS: &str = "Deploy the release to production now.";

#[test]
fn g_230_as_memoryoss_every_form_is_told_and_stopped_alike() {
    let (stage, mut writer) = stage();
    writer.remember(FERRY);
    let logs = "Never delete the audit logs from production.";
    rules(&mut writer, &[logs, RELEASE]);
    for form in FORMS {
        for stream in [false, true] {
            let reply = stage.send(form, &form.body(QUESTION, stream), &[]);
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
            let told = reply.header("x-memory-injected-count");
            assert_eq!(told, Some("1"), "{form:?}: {:?}", reply.headers);
            assert!(stage.block().unwrap().contains("pier seven"), "{form:?}");
            let before = stage.provider.calls().len();
            let risky = form.body("Delete the audit logs from production right now.", stream);
            let reply = stage.send(form, &risky, &[("x-memory-policy-confirm", "true")]);
            assert_eq!(reply.status, 403, "{form:?}: {}", reply.text);
            assert_eq!(reply.body["error"]["type"], "policy_firewall_error");
            assert_eq!(reply.body["error"]["policy_firewall"]["decision"], "block");
            assert_eq!(reply.header("x-memory-policy-decision"), Some("block"));
            assert_eq!(reply.header("x-memory-policy-actions"), Some("delete"));
            let waits = form.body(WAITS, stream);
            let reply = stage.send(form, &waits, &[]);
            assert_eq!(reply.status, 428, "{form:?}: {}", reply.text);
            assert_eq!(reply.header("x-memory-policy-confirmed"), Some("false"));
            let sent = stage.provider.calls().len();
            assert_eq!(sent, before, "{form:?}: nothing was sent");
            let reply = stage.send(form, &waits, &[("x-memory-policy-confirm", "yes")]);
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
            assert_eq!(reply.header("x-memory-policy-confirmed"), Some("true"));
        }
    }
}

#[test]
fn g_138_as_memoryoss_the_published_requests_are_blocked_and_questions_pass() {
    let (stage, mut writer) = stage();
    let policies = [
        "Never deploy to production without staging approval.",
        "Never delete audit logs from production.",
        "Never export customer data to public places.",
        "Never bypass review before merging.",
    ];
    rules(&mut writer, &policies);
    for blocked in [
        "Deploy the checkout service to production without staging approval.",
        "Delete the audit logs from production right now.",
        "Export the customer data to a public gist.",
        "Bypass review and merge the patch now.",
    ] {
        let reply = stage.call(Form::Chat, blocked, &[]);
        assert_eq!(reply.status, 403, "{blocked}: {}", reply.text);
    }
    assert!(stage.provider.requests().is_empty());
    for asked in [
        "What is our deploy policy before production rollout?",
        "Summarize the retention policy for audit logs.",
        "Explain why customer data must not be exported.",
        "Which review guardrails are currently required?",
    ] {
        let reply = stage.call(Form::Chat, asked, &[]);
        assert_eq!(reply.status, 200, "{asked}: {}", reply.text);
        assert_eq!(reply.header("x-memory-policy-decision"), None, "{asked}");
    }
}

#[test]
fn g_130_as_memoryoss_a_policy_asks_for_a_word_or_warns() {
    let (stage, mut writer) = stage();
    let care = "Deploys on Friday evening need extra care with the canary.";
    rules(&mut writer, &[RELEASE, care]);
    let reply = stage.call(Form::Chat, WAITS, &[]);
    assert_eq!(reply.status, 428, "{}", reply.text);
    let warned = stage.call(Form::Chat, "Deploy the canary on Friday evening.", &[]);
    assert_eq!(warned.status, 200, "{}", warned.text);
    assert_eq!(warned.header("x-memory-policy-decision"), Some("warn"));
}

#[test]
fn g_125_as_memoryoss_each_kind_of_work_has_a_state_of_its_kind() {
    let (stage, mut writer) = stage();
    for (text, tags) in [
        (
            "The payment rollout steps before a production deploy are in scripts/rollout.sh. They take ten minutes.",
            json!([]),
        ),
        (
            "Staging approval is required before a production deploy of payment. Maria gives it.",
            json!(["policy"]),
        ),
        (
            "The checkout regression with the 500 error was a missing index. Debug it with scripts/trace.sh.",
            json!([]),
        ),
        (
            "Review of auth changes: audit the token code before merge. Ann knows it.",
            json!([]),
        ),
        (
            "Our naming convention and style: files are nouns. Format with rustfmt.",
            json!([]),
        ),
    ] {
        writer.store(&json!({ "content": text, "tags": tags }));
    }
    for (question, kind) in [
        (
            "Need the payment rollout steps and staging approval before production deploy.",
            "deploy",
        ),
        (
            "Debug the checkout regression and find the root cause of the 500 error.",
            "bugfix",
        ),
        (
            "Review the auth changes before merge and audit anything risky.",
            "review",
        ),
        (
            "Which naming convention, format and style do we follow for files?",
            "style",
        ),
    ] {
        for form in FORMS {
            let reply = stage.call(form, question, &[]);
            assert_eq!(reply.status, 200, "{kind} {form:?}: {}", reply.text);
            let block = stage.block().unwrap_or_default();
            let state = format!("<task_state kind=\"{kind}\">");
            assert!(block.contains(&state), "{kind} {form:?}: {block}");
        }
    }
}
