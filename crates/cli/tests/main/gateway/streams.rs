//! Answers that come in pieces.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use mneme_peers::upstream::{Gate, Reply as Scripted};

use super::{FORMS, Form, ONE, QUESTION, Stage};
use crate::gateway_clients::exchange::exchange;
use crate::gateway_clients::recorded::Recorded;
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

/// Streams as a provider may write them: with comments, both ends of a line, and fields nobody knows.
fn odd(form: Form) -> String {
    match form {
        Form::Chat => String::from(
            ": hello\n\ndata: {\"id\":\"1\",\"choices\":[{\"delta\":{\"content\":\"Grüße \"},\"x\":null}]}\r\n\r\ndata:{\"choices\":[{\"delta\":{\"content\":\"vom Deck\"}}]}\n\nevent: none\nid: 7\n\ndata: [DONE]\n\n",
        ),
        Form::Responses => String::from(
            "event: response.output_text.delta\r\ndata: {\"type\":\"response.output_text.delta\",  \"delta\":\"Grüße vom Deck\"}\r\n\r\n: still here\n\nevent: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\"}}\n\n\n",
        ),
        Form::Messages => String::from(
            "event: ping\ndata: {\"type\": \"ping\"}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Grüße vom Deck\"}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        ),
    }
}

#[test]
fn g_051_what_is_listened_to_passes_byte_for_byte() {
    let stage = Stage::with_ferry(FULL, "");
    for form in FORMS {
        let sent = odd(form);
        let reply = Scripted::raw(200, "text/event-stream", sent.clone());
        stage.provider.push(reply);
        let body = form.after(&format!("oddly as {form:?}"), QUESTION, true);
        let own = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let asked = Recorded {
            name: format!("{form:?}"),
            line: format!("POST {} HTTP/1.1", form.path()),
            headers: vec![
                own("authorization", &format!("Bearer {ONE}")),
                own("content-type", "application/json"),
            ],
            body: body.to_string().into_bytes(),
        };
        let got = exchange(stage.server.http(), &asked, &[]);
        assert_eq!(got.status, 200, "{}", got.text());
        let told = got.header("x-memory-injected-count");
        assert_eq!(told, Some("1"), "{form:?}");
        assert_eq!(got.text(), sent, "{form:?}");
        eventually("it to be read for facts", || {
            let read = stage.provider.extractions();
            let mut read = read.iter().map(|one| one.prompt());
            read.any(|one| one.contains("Grüße vom Deck")).then_some(())
        });
        stage.provider.take_requests();
    }
}

/// Sends a call that streams, on a connection of its own.
pub fn begun(stage: &Stage, form: Form, question: &str) -> TcpStream {
    begun_on("close", stage, form, question)
}

fn begun_on(connection: &str, stage: &Stage, form: Form, question: &str) -> TcpStream {
    let body = form.body(question, true).to_string();
    let address = stage.server.http();
    let mut socket = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: {address}\r\nconnection: {connection}\r\nauthorization: Bearer {ONE}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
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
        let socket = begun_on("keep-alive", &stage, form, "tell me much");
        let mut lines = BufReader::new(socket).lines();
        let begun = lines
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.starts_with("data:"));
        assert!(begun.is_some(), "{form:?}");
    }
    // At once: a model that thinks on for nobody costs money.
    eventually("the provider to be left", || {
        (stage.provider.hang_ups() == 3).then_some(())
    });
    gate.open();
    assert_eq!(read_for_facts(&stage), 0);
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
