use serde_json::json;

use super::*;

fn token(claims: &Value) -> String {
    let middle = base64::encode(claims.to_string().as_bytes());
    let middle = middle.replace('+', "-").replace('/', "_").replace('=', "");
    format!("eyJhbGciOiJub25lIn0.{middle}.x")
}

#[test]
fn a_token_that_opens_no_model_is_told_where_to_go() {
    let refused = may_ask(&token(&json!({ "scp": ["openid", "profile"] }))).unwrap_err();
    assert!(refused.message.contains("Use Codex via MCP"));
    for fine in [
        json!({ "scp": ["openid", "model.request"] }),
        json!({ "scp": ["api.responses.write"] }),
        json!({ "sub": "somebody" }),
    ] {
        assert!(may_ask(&token(&fine)).is_ok(), "{fine}");
    }
    assert!(may_ask("eyJ-nothing").is_ok());
}

#[test]
fn a_request_says_the_same_in_other_words() {
    let request = json!({
        "model": "m", "stream": true, "instructions": "be brief", "max_output_tokens": 9,
        "reasoning": { "effort": "low" }, "parallel_tool_calls": false, "store": false,
        "text": { "format": { "type": "json_schema", "name": "n", "schema": {}, "strict": true } },
        "tool_choice": { "type": "function", "name": "look" },
        "tools": [
            { "type": "function", "name": "look", "parameters": {}, "strict": true },
            { "type": "web_search" },
            { "type": "custom", "name": "x" },
        ],
        "input": [
            { "role": "developer", "content": "mind the gap" },
            { "type": "message", "role": "user", "content": [
                { "type": "input_text", "text": "what is this?" },
                { "type": "input_image", "image_url": "data:image/png;base64,aGk=" } ] },
            { "type": "reasoning", "encrypted_content": "x" },
            { "type": "function_call", "call_id": "c1", "name": "look", "arguments": "{}" },
            { "type": "function_call", "call_id": "c2", "name": "look", "arguments": "{}" },
            { "type": "function_call_output", "call_id": "c1", "output": "a gap" },
            { "type": "function_call_output", "call_id": "c2", "output": [{ "type": "input_text", "text": "another" }] },
        ],
    });
    let call = |id: &str| json!({ "id": id, "type": "function", "function": { "name": "look", "arguments": "{}" } });
    let expected = json!({
        "model": "m", "stream": true, "max_tokens": 9, "reasoning_effort": "low", "parallel_tool_calls": false,
        "response_format": { "type": "json_schema", "json_schema": { "name": "n", "schema": {}, "strict": true } },
        "tool_choice": { "type": "function", "function": { "name": "look" } },
        "tools": [{ "type": "function", "function": { "name": "look", "parameters": {}, "strict": true } }],
        "messages": [
            { "role": "system", "content": "be brief" },
            { "role": "system", "content": "mind the gap" },
            { "role": "user", "content": [
                { "type": "text", "text": "what is this?" },
                { "type": "image_url", "image_url": { "url": "data:image/png;base64,aGk=" } } ] },
            { "role": "assistant", "content": null, "tool_calls": [call("c1"), call("c2")] },
            { "role": "tool", "tool_call_id": "c1", "content": "a gap" },
            { "role": "tool", "tool_call_id": "c2", "content": "another" },
        ],
    });
    assert_eq!(chat_of(&request).unwrap(), expected);
    for wrong in [
        json!({ "input": 3 }),
        json!({ "input": "x", "previous_response_id": "r" }),
        json!({ "input": "x", "conversation": "conv_1" }),
        json!({ "input": "x", "prompt": { "id": "p" } }),
        json!({ "input": "x", "background": true }),
        json!({ "input": "x", "tools": [{ "type": "computer" }] }),
        json!({ "input": [{ "type": "item_reference", "id": "i" }] }),
        json!({ "input": [{ "role": "user", "content": [{ "type": "input_file" }] }] }),
    ] {
        assert!(chat_of(&wrong).is_err(), "{wrong}");
    }
}

#[test]
fn an_answer_comes_back_with_calls_before_words() {
    let chat = json!({
        "id": "1", "model": "m",
        "choices": [{ "message": { "content": "hi", "tool_calls": [
            { "id": "c1", "function": { "name": "look", "arguments": "{}" } } ] } }],
        "usage": { "prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3 },
    });
    let response = response_of(&chat);
    assert_eq!(response["object"], "response");
    assert_eq!(response["status"], "completed");
    assert_eq!(response["output"][0]["call_id"], "c1");
    assert_eq!(response["output"][1]["content"][0]["text"], "hi");
    assert_eq!(response["usage"]["output_tokens"], 2);
}

#[tokio::test]
async fn a_stream_is_told_again_while_it_comes() {
    let chunk = |delta: Value| {
        format!(
            "data: {}\n\n",
            json!({ "id": "1", "model": "m", "choices": [{ "delta": delta }] })
        )
    };
    let stream = [
        chunk(json!({ "role": "assistant", "content": "" })),
        chunk(json!({ "content": "hel" })),
        chunk(json!({ "content": "lo" })),
        chunk(json!({ "tool_calls": [{ "index": 0, "id": "c1", "function": { "name": "look", "arguments": "" } }] })),
        chunk(json!({ "tool_calls": [{ "index": 0, "function": { "arguments": "{}" } }] })),
        String::from("data: [DONE]\n\n"),
    ]
    .concat();
    let body = Retold::new(axum::body::Body::from(stream), None);
    let bytes = axum::body::to_bytes(axum::body::Body::new(body), 100_000)
        .await
        .unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let kinds: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("event: "))
        .collect();
    assert_eq!(
        kinds,
        [
            "response.created",
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.delta",
            "response.output_item.added",
            "response.function_call_arguments.delta",
            "response.function_call_arguments.done",
            "response.output_item.done",
            "response.output_text.done",
            "response.output_item.done",
            "response.completed",
        ]
    );
    let last = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .next_back()
        .unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!(last["response"]["output"][0]["content"][0]["text"], "hello");
    assert_eq!(last["response"]["output"][1]["arguments"], "{}");
}

/// What a client is told of a stream.
async fn retold(stream: Vec<u8>) -> String {
    let body = Retold::new(axum::body::Body::from(stream), None);
    let bytes = axum::body::to_bytes(axum::body::Body::new(body), 100_000).await;
    String::from_utf8(bytes.unwrap().to_vec()).unwrap()
}

#[tokio::test]
async fn a_stream_that_fails_is_not_told_as_if_it_had_come_to_its_end() {
    let chunk = "data: {\"id\":\"1\",\"choices\":[{\"delta\":{\"content\":\"half\"}}]}\n\n";
    let error = "data: {\"error\":{\"message\":\"overloaded\",\"code\":\"busy\"}}\n\n";
    let told = retold(format!("{chunk}{error}data: [DONE]\n\n").into_bytes()).await;
    assert!(
        told.contains("event: error") && told.contains("overloaded"),
        "{told}"
    );
    assert!(!told.contains("response.completed"), "{told}");
    let endless = [
        chunk.as_bytes(),
        &vec![b'x'; 5 * 1024 * 1024],
        b"\ndata: [DONE]\n\n",
    ]
    .concat();
    let told = retold(endless).await;
    assert!(
        told.contains("half") && !told.contains("response.completed"),
        "{told}"
    );
}

#[tokio::test]
async fn of_a_stream_that_is_retold_words_are_heard_and_nothing_else() {
    let words = "data: {\"id\":\"1\",\"choices\":[{\"delta\":{\"content\":\"pier seven\"}}]}\n\n";
    let blank = "data: {\"id\":\"1\",\"choices\":[{\"delta\":{\"content\":\" \"}}]}\n\n";
    let calls = "data: {\"id\":\"1\",\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"look\",\"arguments\":\"{}\"}}]}}]}\n\n";
    for (chunk, expected) in [(words, Some("pier seven")), (blank, None), (calls, None)] {
        let (tell, told) = std::sync::mpsc::channel();
        let heard = Box::new(move |words: String| tell.send(words).unwrap());
        let stream = axum::body::Body::from(format!("{chunk}data: [DONE]\n\n"));
        let body = axum::body::Body::new(Retold::new(stream, Some(heard)));
        axum::body::to_bytes(body, 100_000).await.unwrap();
        assert_eq!(told.try_recv().ok().as_deref(), expected, "{chunk}");
    }
}
