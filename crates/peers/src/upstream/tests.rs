use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::*;

/// An answer as it came over the wire.
struct Got {
    status: u16,
    head: String,
    body: Vec<u8>,
    /// Whether the end that was announced came.
    whole: bool,
}

impl Got {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The data of each event; names must agree with what the data says.
    fn events(&self) -> Vec<Value> {
        let text = self.text();
        let events = text.split("\n\n").filter(|event| !event.is_empty());
        events.map(event).collect()
    }
}

fn event(text: &str) -> Value {
    let (name, data) = match text.split_once('\n') {
        Some((name, data)) => (name.strip_prefix("event: "), data),
        None => (None, text),
    };
    let data = data.strip_prefix("data: ").unwrap();
    let data: Value = serde_json::from_str(data).unwrap_or(json!(data));
    if let Some(name) = name {
        assert_eq!(data["type"], name);
    }
    data
}

async fn upstream() -> Upstream {
    Upstream::start(Settings::default()).await.unwrap()
}

async fn post(upstream: &Upstream, path: &str, more: &str, body: &Value) -> Got {
    let mut stream = begin(upstream, path, more, body).await;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    got(&bytes)
}

async fn begin(upstream: &Upstream, path: &str, more: &str, body: &Value) -> TcpStream {
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n{more}Content-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(upstream.address()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body.as_bytes()).await.unwrap();
    stream
}

fn got(bytes: &[u8]) -> Got {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.expect("an answer") + 4;
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let (body, whole) = match head.contains("transfer-encoding: chunked") {
        true => unchunked(&bytes[end..]),
        false => (bytes[end..].to_vec(), true),
    };
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Got {
        status,
        head,
        body,
        whole,
    }
}

fn unchunked(mut bytes: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return (body, true);
        }
        body.extend_from_slice(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 4 + size..];
    }
    (body, false)
}

const CHAT: &str = "/v1/chat/completions";
const VERSION: &str = "anthropic-version: 2023-06-01\r\n";

fn chat(stream: bool) -> Value {
    json!({ "model": "gpt-4o", "stream": stream, "messages": [{ "role": "user", "content": "Hi." }] })
}

fn messages(stream: bool) -> Value {
    let mut asked = chat(stream);
    asked["max_tokens"] = json!(100);
    asked
}

#[tokio::test]
async fn a_chat_is_answered_whole_and_word_by_word() {
    let upstream = upstream().await;
    upstream.push(Reply::says("Deploys go on Tuesdays."));
    upstream.push(Reply::says("Deploys go on Tuesdays."));
    let whole = post(&upstream, CHAT, "", &chat(false)).await.json();
    let message = &whole["choices"][0]["message"];
    assert_eq!(message["content"], "Deploys go on Tuesdays.");
    let stream = post(&upstream, CHAT, "", &chat(true)).await;
    assert!(stream.head.contains("content-type: text/event-stream"));
    let events = stream.events();
    let said: String = events
        .iter()
        .filter_map(|event| event.pointer("/choices/0/delta/content")?.as_str())
        .collect();
    assert_eq!(said, "Deploys go on Tuesdays.");
    assert_eq!(events.last(), Some(&json!("[DONE]")));
    assert!(stream.whole && events.len() > 5);
}

#[tokio::test]
async fn tools_are_called_in_every_format() {
    let upstream = upstream().await;
    let arguments = json!({ "city": "Zürich" });
    for _ in 0..6 {
        upstream.push(Reply::calls("weather", arguments.clone()));
    }
    let joined = |events: &[Value], pointer: &str| {
        let parts = events
            .iter()
            .filter_map(|event| event.pointer(pointer)?.as_str());
        parts.collect::<String>()
    };
    let whole = post(&upstream, CHAT, "", &chat(false)).await.json();
    let call = &whole["choices"][0]["message"]["tool_calls"][0]["function"];
    assert_eq!(call["arguments"], arguments.to_string());
    let events = post(&upstream, CHAT, "", &chat(true)).await.events();
    let told = joined(&events, "/choices/0/delta/tool_calls/0/function/arguments");
    assert_eq!(told, arguments.to_string());

    let mut asked = json!({ "model": "o3", "input": "Hi." });
    let whole = post(&upstream, "/v1/responses", "", &asked).await.json();
    assert_eq!(whole["output"][0]["arguments"], arguments.to_string());
    asked["stream"] = json!(true);
    let events = post(&upstream, "/v1/responses", "", &asked).await.events();
    let deltas: Vec<Value> = events
        .into_iter()
        .filter(|event| event["type"] == "response.function_call_arguments.delta")
        .collect();
    assert_eq!(joined(&deltas, "/delta"), arguments.to_string());

    let path = "/v1/messages";
    let whole = post(&upstream, path, VERSION, &messages(false))
        .await
        .json();
    assert_eq!(whole["content"][0]["input"], arguments);
    assert_eq!(whole["stop_reason"], "tool_use");
    let events = post(&upstream, path, VERSION, &messages(true))
        .await
        .events();
    assert_eq!(
        joined(&events, "/delta/partial_json"),
        arguments.to_string()
    );
}

#[tokio::test]
async fn responses_and_messages_stream_from_their_first_event_to_their_last() {
    let upstream = upstream().await;
    upstream.push(Reply::says("Two words."));
    upstream.push(Reply::turn(Turn {
        thinking: String::from("Hm."),
        ..Turn::says("Two words.")
    }));
    let asked =
        json!({ "model": "o3", "stream": true, "input": [{ "role": "user", "content": "Hi." }] });
    let events = post(&upstream, "/v1/responses", "", &asked).await.events();
    let kinds = |events: &[Value]| -> Vec<String> {
        let kinds = events.iter().map(|event| event["type"].as_str().unwrap());
        kinds.map(str::to_owned).collect()
    };
    let told = kinds(&events);
    assert_eq!(told[0], "response.created");
    assert_eq!(told.last().unwrap(), "response.completed");
    let numbers: Vec<_> = events
        .iter()
        .map(|event| &event["sequence_number"])
        .collect();
    assert_eq!(json!(numbers), json!((0..events.len()).collect::<Vec<_>>()));
    let last = &events.last().unwrap()["response"];
    assert_eq!(last["output"][0]["content"][0]["text"], "Two words.");

    let events = post(&upstream, "/v1/messages", VERSION, &messages(true)).await;
    let told = kinds(&events.events());
    assert_eq!(told[..3], ["message_start", "content_block_start", "ping"]);
    assert_eq!(told[told.len() - 2..], ["message_delta", "message_stop"]);
}

#[tokio::test]
async fn ollama_streams_unless_it_is_told_not_to() {
    let upstream = upstream().await;
    let mut asked = json!({ "model": "llama3", "prompt": "Hi.", "stream": false });
    let whole = post(&upstream, "/api/generate", "", &asked).await.json();
    assert!(
        whole["response"]
            .as_str()
            .unwrap()
            .contains("It heard: Hi.")
    );
    asked["stream"] = Value::Null;
    let lines = post(&upstream, "/api/generate", "", &asked).await.text();
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(last["done"], true);
}

#[tokio::test]
async fn refusals_have_the_shape_of_whoever_was_asked() {
    let settings = Settings {
        keys: vec![String::from("sk-right")],
        ..Settings::default()
    };
    let upstream = Upstream::start(settings).await.unwrap();
    let wrong = "Authorization: Bearer sk-wrong\r\n";
    let told = post(&upstream, CHAT, wrong, &chat(false)).await;
    assert_eq!(
        (told.status, &told.json()["error"]["code"]),
        (401, &json!("invalid_api_key"))
    );
    let right = "Authorization: Bearer sk-right\r\n";
    assert_eq!(post(&upstream, CHAT, right, &chat(false)).await.status, 200);
    let right = format!("{VERSION}x-api-key: sk-right\r\n");
    let told = post(&upstream, "/v1/messages", &right, &chat(false)).await;
    let expected =
        json!({ "type": "invalid_request_error", "message": "max_tokens: Field required" });
    assert_eq!((told.status, &told.json()["error"]), (400, &expected));

    let rate = Refusal::Rate { retry_after_s: 20 };
    upstream.push(Reply::refused(rate.clone()));
    upstream.push(Reply::refused(rate));
    upstream.push(Reply::refused(Refusal::Overloaded));
    let told = post(&upstream, CHAT, "", &chat(true)).await;
    assert_eq!(
        (told.status, &told.json()["error"]["code"]),
        (429, &json!("rate_limit_exceeded"))
    );
    assert!(told.head.contains("retry-after: 20\r\n"), "{}", told.head);
    assert!(told.head.contains("x-ratelimit-remaining-requests: 0\r\n"));
    let told = post(&upstream, "/v1/messages", VERSION, &messages(true)).await;
    assert!(
        told.head
            .contains("anthropic-ratelimit-requests-remaining: 0\r\n")
    );
    let told = post(&upstream, "/v1/messages", VERSION, &messages(true)).await;
    assert_eq!(
        (told.status, &told.json()["error"]["type"]),
        (529, &json!("overloaded_error"))
    );
}

#[tokio::test]
async fn a_stream_can_be_held_cut_and_packed() {
    let upstream = upstream().await;
    let gate = Gate::closed();
    upstream.push(Reply::says("One two three.").held_after(2, &gate));
    upstream.push(Reply::says("One two three.").cut_after(2));
    upstream.push(Reply::says("One two three.").gzipped());
    upstream.push(Reply::silence());
    let mut stream = begin(&upstream, CHAT, "", &chat(true)).await;
    gate.reached_by(1).await;
    gate.open();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let held = got(&bytes);
    assert!(held.whole && held.events().len() > 4);

    let cut = post(&upstream, CHAT, "", &chat(true)).await;
    assert!(!cut.whole);
    assert_eq!(cut.events().len(), 2);

    let packed = post(&upstream, CHAT, "", &chat(true)).await;
    assert!(packed.head.contains("content-encoding: gzip"));
    let mut text = String::new();
    let mut unpacked = flate2::read::GzDecoder::new(packed.body.as_slice());
    std::io::Read::read_to_string(&mut unpacked, &mut text).unwrap();
    assert!(text.ends_with("data: [DONE]\n\n"), "{text}");

    let mut stream = begin(&upstream, CHAT, "", &chat(true)).await;
    let mut bytes = Vec::new();
    // Closed or reset: either way nothing was said.
    let _ = stream.read_to_end(&mut bytes).await;
    assert!(bytes.is_empty());
}

#[tokio::test]
async fn whoever_hangs_up_in_the_middle_is_noticed() {
    let upstream = upstream().await;
    let gate = Gate::closed();
    upstream.push(Reply::says("One two three.").held_after(2, &gate));
    let stream = begin(&upstream, CHAT, "", &chat(true)).await;
    gate.reached_by(1).await;
    drop(stream);
    while upstream.hang_ups() == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(upstream.hang_ups(), 1);
}

#[tokio::test]
async fn requests_are_kept_byte_for_byte() {
    let upstream = upstream().await;
    let body = b"{ \"model\":\"gpt-4o\",\n \"messages\": [] }\r\n";
    let mut stream = TcpStream::connect(upstream.address()).await.unwrap();
    let head = "POST /v1/chat/completions?a=%20b&c HTTP/1.1\r\nX-Odd-Case:  two  words \r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    for part in body.chunks(7) {
        stream
            .write_all(format!("{:x}\r\n", part.len()).as_bytes())
            .await
            .unwrap();
        stream.write_all(part).await.unwrap();
        stream.write_all(b"\r\n").await.unwrap();
    }
    stream.write_all(b"0\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let asked = upstream.take_requests().remove(0);
    assert_eq!(asked.body, body);
    assert_eq!(asked.query(), Some("a=%20b&c"));
    assert_eq!(
        asked.headers[0],
        (String::from("X-Odd-Case"), String::from("two  words"))
    );
    assert!(upstream.requests().is_empty());
    assert_eq!(upstream.count(), 1);
}

#[tokio::test]
async fn calls_that_extract_facts_have_a_script_of_their_own() {
    let settings = Settings {
        listens: true,
        ..Settings::default()
    };
    let upstream = Upstream::start(settings).await.unwrap();
    upstream.push(Reply::says("For the client."));
    upstream.teach(&[Fact::new("Deploys need approval.", &["deploy"])]);
    let prompt = format!("{OPENING}\n\nuser: Remember that the port is 8443.\nassistant: Yes.");
    let asked = json!({ "model": "m", "max_tokens": 9, "messages": [{ "role": "user", "content": prompt }] });
    let found = |told: Value| -> Value {
        serde_json::from_str(told["content"][0]["text"].as_str().unwrap()).unwrap()
    };
    let told = post(&upstream, "/v1/messages", VERSION, &asked)
        .await
        .json();
    assert_eq!(
        found(told),
        json!([{ "content": "Deploys need approval.", "tags": ["deploy"] }])
    );
    let told = post(&upstream, "/v1/messages", VERSION, &asked)
        .await
        .json();
    assert_eq!(
        found(told),
        json!([{ "content": "The port is 8443.", "tags": ["told"] }])
    );
    let told = post(&upstream, CHAT, "", &chat(false)).await.json();
    assert_eq!(told["choices"][0]["message"]["content"], "For the client.");
    assert_eq!(
        (upstream.extractions().len(), upstream.calls().len()),
        (2, 1)
    );
}

#[tokio::test]
async fn an_echo_tells_what_memory_came_along() {
    let upstream = upstream().await;
    let mut asked = chat(false);
    let memory = "<memory_context>\n<summary>The port is 8443.</summary>\n</memory_context>";
    asked["messages"][0] = json!({ "role": "system", "content": format!("Be brief.\n{memory}") });
    let told = post(&upstream, CHAT, "", &asked).await.json();
    let said = told["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(said.ends_with(memory), "{said}");
}
