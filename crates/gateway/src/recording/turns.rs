//! The turns of a conversation that are worth keeping: what a person and a model said, without
//! what tools answered and what an agent put around it.

use std::collections::HashMap;

use mneme_engine::Told;

use super::Talk;
use crate::extract::keepable;
use crate::inlets::Turn;
use crate::question;

/// Oldest first, the answer last.
pub fn of(talk: &Talk) -> Vec<Told> {
    let mut often: HashMap<(String, String), u64> = HashMap::new();
    let mut nth = |role: &str, text: &str| {
        let spoken: String = text.split_whitespace().collect();
        let before = often.entry((role.to_owned(), spoken)).or_default();
        *before += 1;
        *before - 1
    };
    let said = talk.inlet.said(&talk.body).into_iter();
    let said = said.filter_map(|turn| Some((kept(turn)?, talk.asked_ms)));
    let answer = Turn {
        role: String::from("assistant"),
        text: talk.answer.clone(),
    };
    let all = said.chain([(answer, talk.answered_ms)]);
    all.map(|(Turn { role, text }, at_ms)| Told {
        nth: nth(&role, &text),
        role,
        text,
        at_ms,
    })
    .map(|told| Told {
        text: keepable(&told.text),
        ..told
    })
    .collect()
}

/// What a conversation is known by where nobody named it: how its user began.
pub fn began(said: &[Told]) -> String {
    let first = said.iter().find(|told| told.role == "user");
    first.map_or_else(String::new, |told| told.text.clone())
}

fn kept(turn: Turn) -> Option<Turn> {
    match turn.role.as_str() {
        "user" => {
            let text = question::of(&turn.text)?.whole;
            Some(Turn { text, ..turn })
        }
        "assistant" => Some(turn),
        _ => None,
    }
}
