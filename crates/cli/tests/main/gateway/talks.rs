//! What is learned of talks that go on.

use mneme_peers::upstream::{Fact, Reply as Scripted};
use serde_json::{Value, json};

use super::learned::{FULL, LEARNT, memories};
use super::{Form, Stage};
use crate::support::eventually;

#[test]
fn a_talk_that_goes_on_speaks_for_nothing_it_said_before() {
    let stage = Stage::new(FULL, "");
    stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
    let first =
        json!({ "role": "user", "content": "we deploy shop-api from release-train, always" });
    let later = [
        json!({ "role": "assistant", "content": "So you do." }),
        json!({ "role": "user", "content": "what is two and two?" }),
    ];
    let talk = |lines: &[Value]| json!({ "model": "m", "messages": lines });
    stage.send(Form::Chat, &talk(std::slice::from_ref(&first)), &[]);
    let read = |n: usize| {
        eventually("it to be read", || {
            let read = stage.provider.extractions();
            (read.len() == n).then_some(read)
        })
    };
    read(1);
    // A model that is told what the talk is about may tell the same again.
    stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
    stage.send(
        Form::Chat,
        &talk(&[first, later[0].clone(), later[1].clone()]),
        &[],
    );
    let again = read(2).pop().unwrap().prompt();
    let (around, fresh) = again.split_once("</background>").unwrap();
    assert!(
        fresh.contains("two and two") && !fresh.contains("release-train"),
        "{again}"
    );
    assert!(around.contains("release-train"), "{again}");
    // What is read behind it is read once that one is done.
    let other = "gulls nest in crates/harbour, and ann counts them";
    let nests = "The gulls of shop-api nest in crates/harbour.";
    stage.provider.teach(&[Fact::new(nests, &[])]);
    stage.call(Form::Chat, other, &[]);
    let mut room = stage.room("one");
    let kept = eventually("the next one to be kept", || {
        let kept = memories(&mut room);
        (kept.len() == 2).then_some(kept)
    });
    let learnt = kept.iter().find(|one| one["content"] == LEARNT).unwrap();
    assert_eq!(
        learnt["status"], "candidate",
        "it does not speak for itself"
    );
}

#[test]
fn a_step_of_a_tool_is_read_with_what_was_asked() {
    let stage = Stage::new(FULL, "");
    let call =
        json!({ "id": "c", "type": "function", "function": { "name": "look", "arguments": "{}" } });
    let asked = [
        json!({ "role": "system", "content": "You keep the harbour." }),
        json!({ "role": "user", "content": "which pier is free?" }),
    ];
    let step = [
        json!({ "role": "assistant", "content": "Let me look.", "tool_calls": [call] }),
        json!({ "role": "tool", "tool_call_id": "c", "content": "pier seven" }),
    ];
    let talk = |lines: &[Value]| json!({ "model": "m", "messages": lines });
    let read = |n: usize| {
        eventually("it to be read", || {
            let read = stage.provider.extractions();
            (read.len() == n).then_some(read)
        })
    };
    stage.provider.push(Scripted::says("Let me look."));
    stage.send(Form::Chat, &talk(&asked), &[]);
    read(1);
    stage.provider.push(Scripted::says("Seven is free."));
    stage.send(Form::Chat, &talk(&[asked, step].concat()), &[]);
    let prompt = read(2).pop().unwrap().prompt();
    let (around, fresh) = prompt.split_once("</background>").unwrap();
    assert!(
        around.contains("system: You keep the harbour.\nuser: which pier is free?"),
        "{prompt}"
    );
    assert!(fresh.contains("Seven is free."), "{prompt}");
    assert!(!fresh.contains("which pier"), "{prompt}");
}
