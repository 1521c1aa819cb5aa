//! Against a provider of our own on this machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

struct Still;

impl Clock for Still {
    fn now_ms(&self) -> i64 {
        0
    }
}

/// Answers every request with the next of these; how many came is counted.
async fn provider(answers: Vec<(u16, &'static str)>) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 65_536];
            let _ = stream.read(&mut request).await.unwrap();
            let n = count.fetch_add(1, Ordering::SeqCst).min(answers.len() - 1);
            let (status, body) = answers[n];
            let head = format!(
                "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            let _ = stream.write_all(head.as_bytes()).await;
        }
    });
    (base, asked)
}

fn chat(protocol: Protocol, base_url: String) -> Chat {
    let settings = Settings {
        base_url,
        ..Settings::new(protocol, "m", Secret(String::from("hush")))
    };
    Chat::new(settings).unwrap()
}

const OPENAI: &str = r#"{"choices":[{"message":{"content":"hello"}}]}"#;
const ANTHROPIC: &str = r#"{"content":[{"type":"text","text":"hello"}]}"#;
const OLLAMA: &str = r#"{"response":"hello"}"#;
const GEMINI: &str = r#"{"candidates":[{"content":{"role":"model","parts":[
    {"text":"hm","thought":true},{"text":"hel"},{"text":"lo"}]}}]}"#;

#[tokio::test]
async fn every_protocol_is_spoken() {
    for (protocol, answer) in [
        (Protocol::OpenAi, OPENAI),
        (Protocol::Anthropic, ANTHROPIC),
        (Protocol::Gemini, GEMINI),
        (Protocol::Ollama, OLLAMA),
    ] {
        let (base, _) = provider(vec![(200, answer)]).await;
        let text = chat(protocol, base).ask("hi", &Still).await.unwrap();
        assert_eq!(text, "hello");
    }
}

#[tokio::test]
async fn what_may_pass_is_tried_again_and_what_may_not_is_told() {
    let (base, asked) = provider(vec![(429, "{}"), (200, OPENAI)]).await;
    assert!(chat(Protocol::OpenAi, base).ask("hi", &Still).await.is_ok());
    assert_eq!(asked.load(Ordering::SeqCst), 2);
    let (base, asked) = provider(vec![(401, "{}")]).await;
    let told = chat(Protocol::OpenAi, base).ask("hi", &Still).await;
    assert_eq!(told, Err(Error::Status(401)));
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let (base, _) = provider(vec![(200, "{}")]).await;
    let told = chat(Protocol::Anthropic, base).ask("hi", &Still).await;
    assert_eq!(told, Err(Error::NoWords));
}

#[tokio::test]
async fn nobody_there_is_told_without_the_key() {
    let mut chat = chat(Protocol::OpenAi, String::from("http://127.0.0.1:1/v1"));
    chat.settings.attempts = 1;
    let told = chat.ask("hi", &Still).await.unwrap_err();
    assert!(matches!(told, Error::Unreachable(_)), "{told}");
    assert!(!format!("{told} {:?}", chat.settings).contains("hush"));
}

#[tokio::test]
async fn an_answer_without_end_is_not_read_to_it() {
    let long: &'static str = Box::leak("x".repeat(REPLY_BYTES + 1).into_boxed_str());
    let (base, asked) = provider(vec![(200, long)]).await;
    let answer = chat(Protocol::OpenAi, base).ask("hi", &Still).await;
    assert_eq!(answer, Err(Error::TooLong));
    assert_eq!(
        asked.load(Ordering::SeqCst),
        1,
        "asking again would not help"
    );
}
