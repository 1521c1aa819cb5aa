//! What is private here and read from text, for the targets in `fuzz/`. Built by nobody else.

use serde_json::Value;

pub use crate::inlets::Inlet;
use crate::settings::Placement;
use crate::{chat_instead, tap};

pub const INLETS: [Inlet; 3] = [Inlet::Chat, Inlet::Responses, Inlet::Messages];

/// A body with a block at each place it may have, where it has one.
pub fn injected(inlet: Inlet, body: &[u8], block: &str) -> Vec<Vec<u8>> {
    let places = [Placement::System, Placement::Tail];
    let made = places
        .into_iter()
        .filter_map(|place| inlet.inject(body, block, place));
    made.map(|made| {
        assert!(
            made.before <= made.all,
            "more stands before it than there is"
        );
        made.body
    })
    .collect()
}

/// Characters of the question and of all turns, where the body is one.
pub fn asked(inlet: Inlet, body: &[u8]) -> Option<usize> {
    inlet.read(body).ok()?;
    Some(inlet.said(body).iter().map(|turn| turn.text.len()).sum())
}

/// A request for Responses as one for chat completions.
pub fn chat_of(request: &Value) -> Option<Value> {
    chat_instead::chat_of(request).ok()
}

/// What an answer said, in every form.
pub fn answered(reply: &Value) -> Vec<String> {
    let said = INLETS.iter().filter_map(|inlet| inlet.answer(reply));
    let retold = chat_instead::response_of(reply).to_string();
    said.chain([retold]).collect()
}

/// The words of a stream that comes in pieces of this size.
pub fn heard(inlet: Inlet, stream: &[u8], piece: usize) -> Option<String> {
    let mut ear = tap::Ear::new(inlet);
    stream
        .chunks(piece.max(1))
        .for_each(|bytes| ear.hear(bytes));
    ear.all()
}
