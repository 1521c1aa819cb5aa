//! A body that nobody has to look at goes by as it comes, and is held nowhere.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use super::{ONE, settings};
use crate::support::{Home, Provider, Server};

/// Nothing here takes this long unless it never comes.
const PATIENCE: Duration = Duration::from_secs(60);
const ANSWER: &str = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}";

/// Reads until these words have come.
fn read_until(stream: &mut TcpStream, words: &str) -> String {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let (mut all, mut some) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&all).into_owned();
        if text.contains(words) {
            return text;
        }
        let read = stream.read(&mut some).unwrap();
        assert_ne!(read, 0, "hung up before {words}: {text}");
        all.extend_from_slice(&some[..read]);
    }
}

/// A provider that tells when the first words of a call have come, and answers after its last.
fn provider(heard: Sender<()>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            read_until(&mut stream, "first words");
            heard.send(()).unwrap();
            read_until(&mut stream, "last words");
            stream.write_all(ANSWER.as_bytes()).unwrap();
        }
    });
    address
}

fn served(provider: SocketAddr) -> Server {
    let proxy = format!(
        "[proxy]\nupstream_url = \"http://{provider}/v1\"\nanthropic_upstream_url = \"http://{provider}/v1/messages\"\n\
         [[proxy.key_mapping]]\nproxy_key = \"{ONE}\"\nupstream_key = \"sk\"\nnamespace = \"one\"\n"
    );
    Server::start(&Home::with_settings(&proxy))
}

/// Sends the last words only once the provider has the first.
fn assert_flows(server: &Server, heard: &Receiver<()>, path: &str, chunked: bool) {
    let mut client = TcpStream::connect(server.http()).unwrap();
    let (first, last) = (r#"{"model":"first words","#, r#""messages":"last words"}"#);
    let (head, first, last) = match chunked {
        true => (
            String::from("transfer-encoding: chunked"),
            format!("{:x}\r\n{first}\r\n", first.len()),
            format!("{:x}\r\n{last}\r\n0\r\n\r\n", last.len()),
        ),
        false => (
            format!("content-length: {}", first.len() + last.len()),
            first.to_owned(),
            last.to_owned(),
        ),
    };
    let told = format!(
        "authorization: Bearer {ONE}\r\nx-memory-mode: off\r\nanthropic-beta: context-management-2025-06-27"
    );
    let host = server.http();
    write!(
        client,
        "POST {path} HTTP/1.1\r\nhost: {host}\r\n{told}\r\n{head}\r\n\r\n{first}"
    )
    .unwrap();
    let came = heard.recv_timeout(PATIENCE);
    assert!(came.is_ok(), "{path}: nothing came before everything had");
    client.write_all(last.as_bytes()).unwrap();
    let answer = read_until(&mut client, "\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
}

#[test]
fn a_body_goes_on_before_it_has_come_where_memory_is_off() {
    let (heard, hears) = channel();
    let server = served(provider(heard));
    for path in [
        "/proxy/v1/chat/completions",
        "/proxy/v1/responses",
        "/proxy/anthropic/v1/messages",
        "/proxy/v1/embeddings",
        "/proxy/anthropic/v1/messages/count_tokens",
    ] {
        for chunked in [false, true] {
            assert_flows(&server, &hears, path, chunked);
        }
    }
}

#[test]
fn a_body_that_turns_out_too_long_is_cut_off_and_told_so() {
    let provider = Provider::start();
    let rest = "[gateway]\nmax_request_bytes = 1000\n";
    let server = Server::start(&Home::with_settings(&settings(&provider, "", rest)));
    for path in ["/proxy/v1/chat/completions", "/proxy/v1/embeddings"] {
        let mut client = TcpStream::connect(server.http()).unwrap();
        let host = server.http();
        let told = format!("authorization: Bearer {ONE}\r\nx-memory-mode: off");
        let head = "transfer-encoding: chunked";
        write!(
            client,
            "POST {path} HTTP/1.1\r\nhost: {host}\r\n{told}\r\n{head}\r\n\r\n"
        )
        .unwrap();
        let long = "x".repeat(600);
        for _ in 0..2 {
            write!(client, "{:x}\r\n{long}\r\n", long.len()).unwrap();
        }
        let answer = read_until(&mut client, "too large");
        assert!(answer.starts_with("HTTP/1.1 413"), "{path}: {answer}");
        assert!(answer.contains("invalid_request_error"), "{path}: {answer}");
    }
    assert!(provider.requests().is_empty(), "nothing whole has come");
}
