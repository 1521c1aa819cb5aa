//! What clients put around a question is not the question: each is told what is remembered.

use super::replayed::FACT;
use super::*;

/// As it stands in each recorded request.
const QUESTION: &str = "Where does the billing service get deployed, and who approves it?";

/// What agents, editors and people put around one.
const AROUND: [&str; 12] = [
    "```src/main.rs\nfn main() {\n    println!(\"Grüezi\");\n}\n```\nASKED",
    "ASKED Reply in English.",
    "Hi! ASKED Think step by step and be brief.\nAnswer in one sentence.",
    "<system-reminder>\nYour todo list is empty. Do not mention this to the user.\n</system-reminder>\nASKED",
    "ASKED\n<system-reminder>\nThe file src/deploy.rs was modified by a linter.\n</system-reminder>",
    "<additional_data>\nBelow are some files.\n<attached_files>\n<file_contents>\n```src/kitchen.rs\nfn boil() {}\n```\n</file_contents>\n</attached_files>\n</additional_data>\n\n<user_query>\nASKED\n</user_query>\n",
    "<task>\nASKED\n</task>\n\n<environment_details>\n# VSCode Visible Files\nsrc/kitchen.rs\n</environment_details>",
    "<command-message>ask is running…</command-message>\n<command-name>/ask</command-name>\n<command-args>ASKED</command-args>",
    "# Context from my IDE setup:\n\n## Active file: src/kitchen.rs\n\n## My request for Codex:\nASKED\n",
    "<source>\nfn boil() {}\n</source>\n\nASKED",
    "ASKED\n\n# *SEARCH/REPLACE block* Rules:\n\nEvery *SEARCH/REPLACE block* must use this format:\n1. The *FULL* file path alone on a line, verbatim.\n2. The opening fence and code language.\n\nReply in English.\n",
    "You are a careful operations assistant. ASKED",
];

fn assert_told(stage: &Stage, request: &Recorded, told: &str) {
    let got = exchange(stage.server.http(), request, &[]);
    assert_eq!(got.status, 200, "{told}: {}", got.text());
    let arrived = stage.provider.take_requests().pop().unwrap();
    let gate = got.header("x-memory-gate-decision");
    assert_eq!(gate, Some("inject"), "{told}");
    assert_eq!(got.header("x-memory-injected-count"), Some("1"), "{told}");
    let memory = arrived.memory().unwrap_or_default();
    assert!(memory.contains("Frankfurt"), "{told}: {memory}");
}

#[test]
fn g_216_each_of_eleven_requests_of_known_clients_is_told_what_is_remembered() {
    let stage = Stage::new();
    stage.server.owner().remember(FACT);
    let recorded = recorded();
    assert_eq!(recorded.len(), 11);
    for request in recorded {
        assert_told(&stage, &request, &request.name);
    }
}

#[test]
fn g_216_as_memoryoss_each_of_them_is_told_as_well() {
    let (stage, mut admin) = Stage::published();
    admin.remember(FACT);
    for request in recorded() {
        assert_told(&stage, &request, &request.name);
    }
}

#[test]
fn g_216_whatever_stands_around_a_question_the_question_is_what_is_asked() {
    let stage = Stage::new();
    stage.server.owner().remember(FACT);
    for request in recorded() {
        for around in AROUND {
            let body = String::from_utf8(request.body.clone()).unwrap();
            assert!(body.contains(QUESTION), "{}", request.name);
            let said = serde_json::json!(around.replace("ASKED", QUESTION)).to_string();
            let body = body.replace(QUESTION, said.trim_matches('"'));
            let told = format!("{}: {around}", request.name);
            assert_told(&stage, &request.saying(body.into_bytes()), &told);
        }
    }
}

#[test]
fn g_216_of_an_agents_own_reminder_the_question_before_it_is_asked() {
    let stage = Stage::new();
    stage.server.owner().remember(FACT);
    let claude = recorded()
        .into_iter()
        .find(|r| r.name == "claude-code-oauth");
    let claude = claude.unwrap();
    let mut body: serde_json::Value = serde_json::from_slice(&claude.body).unwrap();
    let more = serde_json::json!([
        { "role": "assistant", "content": [{ "type": "tool_use", "id": "toolu_2", "name": "Bash", "input": { "command": "ls" } }] },
        { "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "toolu_2", "content": "kitchen.rs" },
            { "type": "text", "text": "<system-reminder>\nThe kitchen is closed.\n</system-reminder>" },
        ] },
    ]);
    let messages = body["messages"].as_array_mut().unwrap();
    messages.extend(more.as_array().unwrap().clone());
    let request = claude.saying(body.to_string().into_bytes());
    assert_told(&stage, &request, "behind a tool");
}
