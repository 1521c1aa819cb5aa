//! A provider keeps what it has read of a conversation, up to the first byte that is another.

use serde_json::{Value, json};

use super::{Form, ONE, QUESTION, Stage};

const AGAIN: &str = "and again: from which pier does our ferry to Oslo leave?";

/// Three turns of one conversation, as a client with marks for the cache sends them.
fn turns(form: Form) -> Vec<Value> {
    let marked = |text: &str| json!([{ "type": "text", "text": text, "cache_control": { "type": "ephemeral" } }]);
    let user = |text: &str| match form {
        Form::Messages => json!({ "role": "user", "content": marked(text) }),
        _ => json!({ "role": "user", "content": text }),
    };
    let said = |text: &str| json!({ "role": "assistant", "content": text });
    let all = [
        user("hello, please help me plan a trip to Norway"),
        said("Gladly."),
        user(QUESTION),
        said("Pier seven."),
        user(AGAIN),
    ];
    let body = |upto: usize| match form {
        Form::Chat => json!({ "model": "gpt-4o", "messages": all[..upto] }),
        Form::Responses => json!({ "instructions": "be brief", "input": all[..upto] }),
        Form::Messages => {
            json!({ "max_tokens": 9, "messages": all[..upto], "model": "claude-sonnet-4-6", "system": marked("be brief") })
        }
    };
    [1, 3, 5].map(body).to_vec()
}

/// What stands before the block, or everything where there is none.
fn before_block(body: &[u8]) -> &[u8] {
    let mark = b"<memory_context";
    let at = body.windows(mark.len()).position(|window| window == mark);
    &body[..at.unwrap_or(body.len())]
}

fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[test]
fn what_stood_before_the_block_is_the_same_in_the_next_turn() {
    for form in super::FORMS {
        let stage = Stage::with_ferry("", "");
        let bodies = turns(form);
        for body in &bodies {
            stage.send(form, body, &[]);
        }
        let sent = stage.provider.calls();
        assert!(
            sent[1].memory().is_some() && sent[2].memory().is_some(),
            "{form:?}"
        );
        assert_eq!(
            sent[1].memory(),
            sent[2].memory(),
            "{form:?}: the same memories, the same bytes"
        );
        // The conversation before the user's last words is what the provider has read already.
        let own = bodies[1].to_string();
        let list = bodies[1].get("messages").unwrap_or(&bodies[1]["input"]);
        let earlier = own.find(&list[2].to_string()).unwrap();
        assert!(
            before_block(&sent[1].body).len() >= earlier,
            "{form:?}: the block is at the end"
        );
        assert!(
            common(&sent[1].body, &sent[2].body) >= earlier,
            "{form:?}: nothing before it changed"
        );
        let stats = stage.stats();
        let ratio = stats["tokens"]["cache_safe_ratio"].as_f64().unwrap();
        assert!(ratio > 0.5, "{stats}");
        if form == Form::Messages {
            assert!(common(&sent[1].body, own.as_bytes()) > own.find("cache_control").unwrap());
            let behind = String::from_utf8_lossy(&sent[1].body).into_owned();
            let messages = behind.split("\"model\"").next().unwrap();
            assert!(
                messages.rfind("cache_control") < messages.find("<memory_context"),
                "behind every mark"
            );
            assert_eq!(ratio, 1.0);
        }
    }
}

#[test]
fn a_block_before_the_conversation_is_there_for_whoever_wants_it() {
    let stage = Stage::with_ferry("", "[gateway]\nplacement = \"system\"\n");
    for form in super::FORMS {
        let body = &turns(form)[1];
        let key = format!("Bearer {ONE}");
        stage.raw(
            "POST",
            form.path(),
            &[("authorization", &key)],
            body.to_string().as_bytes(),
        );
        let sent = stage.provider.calls().pop().unwrap().json();
        let first = match form {
            Form::Chat => sent["messages"][0]["content"].as_str().unwrap(),
            Form::Responses => sent["input"][0]["content"].as_str().unwrap(),
            Form::Messages => sent["system"][1]["text"].as_str().unwrap(),
        };
        assert!(first.contains("<memory_context"), "{form:?}: {sent}");
    }
}
