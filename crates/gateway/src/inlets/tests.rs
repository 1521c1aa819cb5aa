use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

const ALL: [Inlet; 3] = [Inlet::Chat, Inlet::Responses, Inlet::Messages];
const BOTH: [Placement; 2] = [Placement::System, Placement::Tail];
const BLOCK: &str = "<memory_context>\n<summary>\"quoted\" & é</summary>\n</memory_context>";

fn parts(text: &str) -> Value {
    json!([
        { "type": "text", "text": text, "cache_control": { "type": "ephemeral" } },
        { "type": "image", "source": { "data": "aGk=" } },
    ])
}

fn request(inlet: Inlet, messages: &[Value]) -> Value {
    match inlet {
        Inlet::Chat => {
            json!({ "model": "m", "messages": messages, "stream": true, "x": { "y": [1.0, 1e3] } })
        }
        Inlet::Responses => {
            json!({ "input": messages, "model": "m", "tools": [{ "type": "function" }] })
        }
        Inlet::Messages => {
            json!({ "model": "m", "system": "be brief", "messages": messages, "max_tokens": 5 })
        }
    }
}

/// What is left once the block is taken out again.
fn without_block(value: Value) -> Value {
    match value {
        Value::String(text) => match text.split_once("\n\n<memory_context>") {
            Some((before, _)) => Value::from(before),
            None => Value::from(text),
        },
        Value::Array(items) => items
            .into_iter()
            .filter(|item| {
                let says = |name: &str| {
                    item[name]
                        .as_str()
                        .is_some_and(|text| text.starts_with("<memory_context>"))
                };
                !says("content") && !says("text")
            })
            .map(without_block)
            .collect(),
        Value::Object(map) => map
            .into_iter()
            .filter(|(_, value)| {
                !value
                    .as_str()
                    .is_some_and(|text| text.starts_with("<memory_context>"))
            })
            .map(|(name, value)| (name, without_block(value)))
            .collect(),
        other => other,
    }
}

proptest! {
    #[test]
    fn a_block_goes_in_and_nothing_else_moves(
        texts in prop::collection::vec(("\\PC{0,20}", any::<bool>(), 0..3_usize), 1..6),
        pretty in any::<bool>(),
    ) {
        let mut messages: Vec<Value> = texts.iter().map(|(text, listed, who)| {
            let content = if *listed { parts(text) } else { json!(text) };
            let role = ["user", "assistant", "system"][*who];
            json!({ "role": role, "content": content, "name": null })
        }).collect();
        messages.push(json!({ "role": "user", "content": "last" }));
        for inlet in ALL {
            let request = request(inlet, &messages);
            let text = if pretty { serde_json::to_string_pretty(&request) } else { serde_json::to_string(&request) }.unwrap();
            for placement in BOTH {
                let injected = inlet.inject(text.as_bytes(), BLOCK, placement).unwrap();
                let read: Value = serde_json::from_slice(&injected.body).unwrap();
                prop_assert!(read.to_string().contains("<memory_context>"));
                prop_assert_eq!(without_block(read), request.clone());
                // One piece more, between two that are as they were.
                let same = text.bytes().zip(&injected.body).take_while(|(a, b)| a == *b).count();
                let behind = text.len() - same;
                prop_assert!(injected.body.ends_with(&text.as_bytes()[text.len() - behind..]));
                prop_assert!(injected.before <= injected.all);
            }
        }
    }
}

fn body(inlet: Inlet, messages: Value) -> Vec<u8> {
    request(inlet, messages.as_array().unwrap())
        .to_string()
        .into_bytes()
}

#[test]
fn the_question_is_what_the_user_said_last() {
    let talk = json!([
        { "role": "user", "content": "first" },
        { "role": "user", "content": [{ "type": "text", "text": "one" }, { "type": "input_text", "text": "two" }] },
        { "role": "assistant", "content": "answer" },
        { "role": "user", "content": [{ "type": "tool_result", "content": "42" }] },
        { "role": "user", "content": "<system-reminder>Go on.</system-reminder>" },
    ]);
    for inlet in ALL {
        let asked = inlet.read(&body(inlet, talk.clone())).unwrap();
        assert_eq!(asked.said.unwrap().question, "one\ntwo", "{inlet:?}");
        assert_eq!(
            (asked.model.as_str(), asked.streams),
            ("m", inlet == Inlet::Chat)
        );
    }
    let bare = Inlet::Responses.read(br#"{"input":"where?"}"#).unwrap();
    assert_eq!(bare.said.unwrap().question, "where?");
}

#[test]
fn whoever_says_do_it_behind_an_answer_is_held_to_what_they_had_asked() {
    let said = |answer: &str, last: &str| {
        let talk = json!([
            { "role": "user", "content": "Should we delete the audit logs?" },
            { "role": "assistant", "content": answer },
            { "role": "user", "content": last },
        ]);
        let asked = Inlet::Chat.read(&body(Inlet::Chat, talk)).unwrap();
        asked.said.unwrap().whole
    };
    let wanted = "Should we delete the audit logs? Do it.";
    assert!(said("Yes, shall I?", "Yes, do it.").starts_with(wanted));
    assert_eq!(said("Yes, shall I?", "Why?"), "Why?");
}

#[test]
fn what_has_no_conversation_is_refused() {
    for inlet in ALL {
        for wrong in ["", "[]", "{}", r#"{"messages":"x","input":3}"#] {
            assert!(inlet.read(wrong.as_bytes()).is_err(), "{inlet:?} {wrong}");
        }
    }
}

#[test]
fn a_bare_input_becomes_a_list_with_the_same_text() {
    let body = br#"{"model":"m","input":"wo\u0020\"da\"?","store":false}"#;
    let made = Inlet::Responses
        .inject(body, BLOCK, Placement::Tail)
        .unwrap();
    let read: Value = serde_json::from_slice(&made.body).unwrap();
    assert_eq!(
        read["input"][0],
        json!({ "role": "developer", "content": BLOCK })
    );
    assert_eq!(
        read["input"][1],
        json!({ "role": "user", "content": "wo \"da\"?" })
    );
    let text = String::from_utf8(made.body).unwrap();
    assert!(text.contains(r#""wo\u0020\"da\"?""#), "{text}");
}

#[test]
fn a_system_of_blocks_keeps_its_marks_and_a_missing_one_is_made() {
    let system =
        json!([{ "type": "text", "text": "be brief", "cache_control": { "type": "ephemeral" } }]);
    let body =
        json!({ "messages": [{ "role": "user", "content": "x" }], "system": system }).to_string();
    let made = Inlet::Messages
        .inject(body.as_bytes(), BLOCK, Placement::System)
        .unwrap();
    let read: Value = serde_json::from_slice(&made.body).unwrap();
    assert_eq!(read["system"][0], system[0]);
    assert_eq!(read["system"][1], json!({ "type": "text", "text": BLOCK }));
    for none in [
        r#"{"messages":[{"role":"user","content":"x"}]}"#,
        r#"{"system":null,"messages":[{"role":"user","content":"x"}]}"#,
    ] {
        let made = Inlet::Messages
            .inject(none.as_bytes(), BLOCK, Placement::System)
            .unwrap();
        let read: Value = serde_json::from_slice(&made.body).unwrap();
        assert_eq!(read["system"], BLOCK);
    }
}

#[test]
fn a_wish_for_a_mark_at_the_end_is_fulfilled_where_the_clients_words_end() {
    let wish = json!({ "type": "ephemeral", "ttl": "1h" });
    let block = json!({ "type": "text", "text": BLOCK });
    let text = |text: &str| json!({ "type": "text", "text": text });
    let marked = |mut part: Value, mark: &Value| {
        part["cache_control"] = mark.clone();
        part
    };
    let own = marked(text("b"), &json!({ "type": "ephemeral" }));
    for (content, expected) in [
        (json!("a"), json!([marked(text("a"), &wish), block])),
        (
            json!([text("a"), text("b")]),
            json!([text("a"), marked(text("b"), &wish), block]),
        ),
        (json!([text("a"), own]), json!([text("a"), own, block])),
    ] {
        let messages = json!([{ "role": "user", "content": content }]);
        // Before the conversation, and behind it.
        for body in [
            format!(r#"{{"cache_control":{wish},"messages":{messages},"model":"m"}}"#),
            format!(r#"{{"model":"m","messages":{messages},"cache_control":{wish}}}"#),
        ] {
            let made = Inlet::Messages.inject(body.as_bytes(), BLOCK, Placement::Tail);
            let read: Value = serde_json::from_slice(&made.unwrap().body).unwrap();
            assert_eq!(read["messages"][0]["content"], expected, "{body}");
            assert!(read.get("cache_control").is_none(), "{read}");
        }
    }
    let nothing = json!({ "messages": [{ "role": "user", "content": "" }], "cache_control": wish });
    let made = Inlet::Messages.inject(nothing.to_string().as_bytes(), BLOCK, Placement::Tail);
    let read: Value = serde_json::from_slice(&made.unwrap().body).unwrap();
    assert_eq!(read["cache_control"], wish, "nothing said takes no mark");
}

#[test]
fn what_a_place_spares_is_what_was_said_before() {
    let said = [
        json!({ "role": "system", "content": "be brief" }),
        json!({ "role": "user", "content": "first" }),
        json!({ "role": "assistant", "content": "answer" }),
        json!({ "role": "user", "content": "last" }),
    ];
    let earlier = said[1].to_string().len() + said[2].to_string().len();
    for inlet in ALL {
        // Of messages the system's words stand beside them.
        let from = usize::from(inlet == Inlet::Messages);
        let messages = &said[from..];
        let body = request(inlet, messages).to_string();
        let spared = |placement| {
            let injected = inlet.inject(body.as_bytes(), BLOCK, placement);
            injected.unwrap().spared
        };
        assert_eq!(spared(Placement::Tail), earlier, "{inlet:?}");
        assert_eq!(spared(Placement::System), 0, "{inlet:?}");
    }
}

/// What one tool was asked and found, as a client keeps it.
fn step(inlet: Inlet, n: usize) -> [Value; 2] {
    let found = format!("{n}{}", "row ".repeat(50));
    match inlet {
        Inlet::Responses => [
            json!({ "type": "function_call", "call_id": n, "name": "look", "arguments": "{}" }),
            json!({ "type": "function_call_output", "call_id": n, "output": found }),
        ],
        _ => [
            json!({ "role": "assistant", "tool_calls": [{ "id": n }] }),
            json!({ "role": "tool", "tool_call_id": n, "content": found }),
        ],
    }
}

#[test]
fn what_tools_found_is_read_once() {
    for inlet in [Inlet::Chat, Inlet::Responses] {
        let said = |role: &str, text: &str| json!({ "role": role, "content": text });
        let (first, second) = (step(inlet, 1), step(inlet, 2));
        let mut talk = vec![said("system", "be brief"), said("user", "first")];
        let mut calls = vec![talk.clone()];
        talk.extend(first);
        calls.push(talk.clone());
        talk.extend(second);
        calls.push(talk.clone());
        talk.extend([said("assistant", "done"), said("user", "next")]);
        calls.push(talk.clone());
        let sent = calls.iter().map(|call| {
            let body = request(inlet, call).to_string();
            inlet
                .inject(body.as_bytes(), BLOCK, Placement::Tail)
                .unwrap()
        });
        let sent: Vec<Injected> = sent.collect();
        let length = |items: &[Value]| items.iter().map(|one| one.to_string().len()).sum::<usize>();
        // Of each call the items that the next one finds in the cache.
        for (n, same) in [(1, 1), (2, 4), (3, 6)] {
            let (one, other) = (&sent[n - 1].body, &sent[n].body);
            let common = one.iter().zip(other).take_while(|(a, b)| a == b).count();
            assert!(
                common >= length(&talk[..same]),
                "{inlet:?}: call {n} has {common}"
            );
        }
        let spared: Vec<usize> = sent.iter().map(|one| one.spared).collect();
        let told = [0, 0, length(&talk[1..4]), length(&talk[1..7])];
        assert_eq!(spared, told, "{inlet:?}");
    }
}

#[test]
fn a_stream_tells_words_and_its_end() {
    let chat = r#"{"choices":[{"delta":{"content":"hi"}}]}"#;
    assert_eq!(Inlet::Chat.delta(chat), Delta::Text("hi".into()));
    assert_eq!(Inlet::Chat.delta("[DONE]"), Delta::Done);
    let block = r#"{"type":"content_block_delta","delta":{"type":"text_delta","text":"hi"}}"#;
    assert_eq!(Inlet::Messages.delta(block), Delta::Text("hi".into()));
    assert_eq!(
        Inlet::Messages.delta(r#"{"type":"message_stop"}"#),
        Delta::Done
    );
    let text = r#"{"type":"response.output_text.delta","delta":"hi"}"#;
    assert_eq!(Inlet::Responses.delta(text), Delta::Text("hi".into()));
    let arguments = r#"{"type":"response.function_call_arguments.delta","delta":"{}"}"#;
    assert_eq!(Inlet::Responses.delta(arguments), Delta::Other);
    assert_eq!(
        Inlet::Responses.delta(r#"{"type":"response.completed"}"#),
        Delta::Done
    );
    assert_eq!(Inlet::Chat.delta("half a li"), Delta::Other);
}
