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
        // What was said before in the two calls a block went into, and not what is new in them.
        let earlier = |body: &Value| {
            let list = body.get("messages").unwrap_or(&body["input"]);
            let list = list.as_array().unwrap();
            let said = list[..list.len() - 1].iter();
            said.map(|one| one.to_string().len()).sum::<usize>()
        };
        let spared = (earlier(&bodies[1]) + earlier(&bodies[2])) / 4;
        assert_eq!(stats["tokens"]["saved_estimate"], spared, "{stats}");
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
    let tokens = stage.stats()["tokens"].clone();
    assert!(tokens["injected"].as_u64() > Some(0), "{tokens}");
    assert_eq!(tokens["saved_estimate"], 0, "such a place spares nothing");
}

#[test]
fn a_client_that_wishes_for_a_mark_at_the_end_finds_its_words_in_the_cache_again() {
    let stage = Stage::with_ferry("", "");
    let wish = json!({ "type": "ephemeral" });
    let user = |text: &str| json!({ "role": "user", "content": text });
    let first = vec![user(QUESTION)];
    let said = json!({ "role": "assistant", "content": "Pier seven." });
    let next = vec![user(QUESTION), said, user(AGAIN)];
    for messages in [first, next] {
        let body = json!({
            "cache_control": wish, "max_tokens": 9, "messages": messages, "model": "claude-sonnet-4-6",
        });
        stage.send(Form::Messages, &body, &[]);
        let sent = stage.provider.calls().pop().unwrap().json();
        let told = sent["messages"].as_array().unwrap();
        let (last, before) = told.split_last().unwrap();
        assert_eq!(
            before,
            &messages[..before.len()],
            "earlier turns are as they came"
        );
        let parts = last["content"].as_array().unwrap();
        assert_eq!(parts.len(), 2, "{last}");
        assert_eq!(parts[0]["text"], messages.last().unwrap()["content"]);
        assert_eq!(
            parts[0]["cache_control"], wish,
            "where the client's words end"
        );
        assert!(
            parts[1]["text"]
                .as_str()
                .unwrap()
                .contains("<memory_context")
        );
        assert_eq!(parts[1].get("cache_control"), None, "{last}");
        assert_eq!(sent.get("cache_control"), None, "not behind the block");
    }
}
