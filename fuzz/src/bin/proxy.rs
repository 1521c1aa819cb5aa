//! A call of a model and its answer, in the forms of three providers: read, given a block, retold.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_gateway::extract::facts;
use mneme_gateway::fuzzing::{INLETS, answered, asked, chat_of, heard, injected};
use serde::de::IgnoredAny;
use serde_json::Value;

const BLOCK: &str = "<memory_context>\n\"quoted\" & é\n</memory_context>";

fuzz_target!(|input: &[u8]| {
    let most = 4 * room(input.len());
    let json = serde_json::from_slice::<Value>(input);
    for inlet in INLETS {
        within(most, || asked(inlet, input));
        for made in within(most, || injected(inlet, input, BLOCK)) {
            whole(input, json.as_ref().ok(), &made);
        }
        let at_once = within(most, || heard(inlet, input, input.len()));
        assert_eq!(heard(inlet, input, 1), at_once, "however it is cut");
    }
    if let Ok(json) = &json {
        within(most, || chat_of(json));
        within(most, || answered(json));
    }
    if let Ok(text) = std::str::from_utf8(input) {
        within(most, || facts(text));
    }
});

/// Still JSON, and the block is in it once more than it was. JSON may hold halves of characters that no
/// text has (`"\ud800"`): whoever cuts emoji writes them, and a model is told them as they are.
fn whole(input: &[u8], before: Option<&Value>, made: &[u8]) {
    for body in [input, made] {
        serde_json::from_slice::<IgnoredAny>(body).expect("it is JSON and stays JSON");
    }
    if let Some(before) = before {
        let after: Value = serde_json::from_slice(made).expect("what could be read still can");
        assert_eq!(blocks(&after), blocks(before) + 1, "one block more");
    }
}

fn blocks(value: &Value) -> usize {
    match value {
        Value::String(text) => text.matches(BLOCK).count(),
        Value::Array(items) => items.iter().map(blocks).sum(),
        Value::Object(fields) => fields.values().map(blocks).sum(),
        _ => 0,
    }
}
