//! Answers that come in pieces.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use mneme_peers::upstream::{Gate, Reply as Scripted};

use super::{FORMS, Form, ONE, QUESTION, Stage};
use crate::support::eventually;

const FULL: &str = "default_memory_mode = \"full\"";
const WORDS: &str = "Grüße an 日本, from the deck of the ferry";

/// How many conversations are read for facts, once one that is read for sure has been.
fn read_for_facts(stage: &Stage) -> usize {
    stage.call(Form::Chat, "the last one", &[]);
    eventually("the last conversation to be read", || {
        let read = stage.provider.extractions();
        read.iter()
            .any(|one| one.prompt().contains("the last one"))
            .then_some(read.len() - 1)
    })
}

#[test]
fn g_051_a_stream_passes_as_it_comes_in_every_form() {
    let stage = Stage::with_ferry(FULL, "");
    for form in FORMS {
        stage.provider.push(Scripted::says(WORDS));
        let reply = stage.stream(form, QUESTION, &[]);
        assert_eq!(reply.status, 200, "{}", reply.text);
        let kind = reply.header("content-type").unwrap();
        assert!(kind.starts_with("text/event-stream"), "{kind}");
        assert_eq!(
            reply.header("x-memory-injected-count"),
            Some("1"),
            "{form:?}"
        );
        let end = match form {
            Form::Chat => "[DONE]",
            Form::Responses => "response.completed",
            Form::Messages => "message_stop",
        };
        assert!(
            reply.text.contains(end) && !reply.text.contains('\u{fffd}'),
            "{}",
            reply.text
        );
        let read = eventually("it to be read for facts", || {
            stage
                .provider
                .extractions()
                .into_iter()
                .rev()
                .find(|one| one.prompt().contains(WORDS))
        });
        assert!(read.prompt().contains(QUESTION), "{}", read.prompt());
        stage.provider.take_requests();
    }
    stage.provider.push(Scripted::says(WORDS));
    let whole = stage.call(Form::Chat, "hello", &[]);
    assert_eq!(whole.body["choices"][0]["message"]["content"], WORDS);
}

#[test]
fn a_client_that_leaves_ends_the_call_and_teaches_nothing() {
    let stage = Stage::new(FULL, "");
    for form in FORMS {
        let gate = Gate::closed();
        let before = stage.provider.hang_ups();
        stage
            .provider
            .push(Scripted::says(WORDS).held_after(2, &gate));
        let body = form.body("tell me much", true).to_string();
        let address = stage.server.http();
        let mut socket = TcpStream::connect(address).unwrap();
        let head = format!(
            "POST {} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {ONE}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            form.path(),
            body.len()
        );
        socket.write_all(head.as_bytes()).unwrap();
        let mut lines = BufReader::new(socket).lines();
        let begun = lines
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.starts_with("data:"));
        assert!(begun.is_some(), "{form:?}");
        drop(lines);
        eventually("the provider to be left", || {
            // It notices when it says more.
            gate.open();
            (stage.provider.hang_ups() > before).then_some(())
        });
    }
    assert_eq!(read_for_facts(&stage), 0);
}

#[test]
fn half_a_stream_teaches_nothing() {
    let stage = Stage::new(FULL, "");
    for form in FORMS {
        stage.provider.push(Scripted::says(WORDS).cut_after(2));
        stage.stream(form, "tell me half", &[]);
    }
    assert_eq!(read_for_facts(&stage), 0);
}
