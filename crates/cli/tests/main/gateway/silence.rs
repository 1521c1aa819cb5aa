//! A provider that says nothing.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;

use mneme_peers::upstream::{Gate, Reply as Scripted};

use super::streams::begun;
use super::{FORMS, Form, ONE, Stage};
use crate::support::{Client, Home, Server};

const SOON: &str = "[gateway]\nsilence_ms = 1000\n";

#[test]
fn a_provider_that_says_nothing_is_waited_for_as_long_as_it_is_told() {
    let stage = Stage::new("", SOON);
    let gate = Gate::closed();
    for form in FORMS {
        for stream in [false, true] {
            stage
                .provider
                .push(Scripted::says("too late").held_by(&gate));
            let reply = stage.send(form, &form.body("hi", stream), &[]);
            assert_eq!(reply.status, 502, "{form:?}: {}", reply.text);
            let told = reply.body["error"]["message"].as_str().unwrap();
            assert!(told.contains("in time"), "{told}");
        }
    }
    assert_eq!(stage.provider.calls().len(), 6, "none was sent twice");
    gate.open();
    let shown = Home::new().json(&["config", "show", "--json"]);
    let usual = shown.as_array().unwrap().iter();
    let usual = usual.filter(|row| row["key"] == "gateway.silence_ms");
    let usual: Vec<&str> = usual.map(|row| row["value"].as_str().unwrap()).collect();
    assert_eq!(usual, ["300000"], "as published");
}

#[test]
fn a_stream_that_has_begun_may_be_silent_for_longer() {
    // Long enough for its first words on a busy machine.
    let stage = Stage::new("", "[gateway]\nsilence_ms = 10000\n");
    let (pause, never) = (Gate::closed(), Gate::closed());
    let words = "first the one part and then, much later, the other";
    stage
        .provider
        .push(Scripted::says(words).held_after(2, &pause));
    let lines = BufReader::new(begun(&stage, Form::Chat, "tell me slowly")).lines();
    let mut lines = lines.map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("data:")));
    // Another is given up meanwhile: so long it has been silent.
    stage
        .provider
        .push(Scripted::says("too late").held_by(&never));
    assert_eq!(stage.call(Form::Chat, "hi", &[]).status, 502);
    pause.open();
    assert!(lines.any(|line| line.contains("[DONE]")));
    never.open();
}

/// A provider that sends half of each answer, and then nothing.
fn stuck() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut line = String::new();
            while line != "\r\n" {
                line.clear();
                assert_ne!(reader.read_line(&mut line).unwrap(), 0);
            }
            let head =
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n";
            write!(stream, "{head}{{\"half\":").unwrap();
            // Until the other side has had enough.
            let _ = reader.read_to_end(&mut Vec::new());
        }
    });
    address
}

#[test]
fn an_answer_that_does_not_go_on_is_given_up() {
    let provider = stuck();
    let settings = format!(
        "[proxy]\nupstream_url = \"http://{provider}/v1\"\nanthropic_upstream_url = \"http://{provider}/v1/messages\"\n\
         [[proxy.key_mapping]]\nproxy_key = \"{ONE}\"\nupstream_key = \"sk\"\nnamespace = \"one\"\n{SOON}"
    );
    let server = Server::start(&Home::with_settings(&settings));
    let mut client = Client::new(server.http(), Some(ONE));
    for form in FORMS {
        let reply = client.post(form.path(), &form.body("hi", false));
        assert_eq!(reply.status, 502, "{form:?}: {}", reply.text);
        let told = reply.body["error"]["message"].as_str().unwrap();
        assert!(told.contains("did not go on in time"), "{told}");
    }
}
