//! Answers that come in pieces.

use std::io::{BufRead, BufReader, Read, Write};
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
            .then(|| read.len() - 1)
    })
}

#[test]
fn g_051_a_stream_passes_as_it_comes_in_every_form() {
    let stage = Stage::with_ferry(FULL, "");
    for form in FORMS {
        stage.provider.push(Scripted::says(WORDS));
        let body = form.after(&format!("as {form:?}"), QUESTION, true);
        let reply = stage.send(form, &body, &[]);
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

/// Sends a call that streams, on a connection of its own.
pub fn begun(stage: &Stage, form: Form, question: &str) -> TcpStream {
    let body = form.body(question, true).to_string();
    let address = stage.server.http();
    let mut socket = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\nauthorization: Bearer {ONE}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        form.path(),
        body.len()
    );
    socket.write_all(head.as_bytes()).unwrap();
    socket
}

#[test]
fn a_client_that_leaves_ends_the_call_and_teaches_nothing() {
    let stage = Stage::new(FULL, "");
    let gate = Gate::closed();
    for form in FORMS {
        stage
            .provider
            .push(Scripted::says(WORDS).held_after(2, &gate));
        let socket = begun(&stage, form, "tell me much");
        let mut lines = BufReader::new(socket).lines();
        let begun = lines
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.starts_with("data:"));
        assert!(begun.is_some(), "{form:?}");
    }
    assert_eq!(read_for_facts(&stage), 0);
    // The provider notices when it says more.
    gate.open();
    eventually("the provider to be left", || {
        (stage.provider.hang_ups() == 3).then_some(())
    });
    assert_eq!(stage.provider.extractions().len(), 1, "only the last one");
}

#[test]
fn half_a_stream_teaches_nothing() {
    let stage = Stage::new(FULL, "");
    for form in FORMS {
        stage.provider.push(Scripted::says(WORDS).cut_after(2));
        let mut got = Vec::new();
        // What came before it broke counts, and so does that it broke.
        let _ = begun(&stage, form, "tell me half").read_to_end(&mut got);
        let text = String::from_utf8_lossy(&got);
        assert!(
            !text.contains("[DONE]") && !text.contains("message_stop"),
            "{text}"
        );
    }
    assert_eq!(read_for_facts(&stage), 0);
}
