//! From turns to sentences. Of long texts only the beginning and the end are read, so that the
//! work grows with the number of turns and not with what tools print.

use std::ops::Range;

use mneme_model::{Kind, Role};

use super::clean::is_unsafe;
use super::lines::blocks;
use super::sentences::sentences;
use crate::segment::Turn;

const HEAD_BYTES: usize = 8_192;
const TAIL_BYTES: usize = 2_048;
const TOOL_HEAD_BYTES: usize = 1_024;
const MAX_SENTENCES_PER_TURN: usize = 64;

/// Who is heard in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    User,
    Assistant,
    System,
    Tool,
}

/// A sentence and where it stands.
#[derive(Clone, Debug)]
pub struct Sentence<'t> {
    pub turn: usize,
    pub start: usize,
    pub text: &'t str,
    /// The how many-th of its turn.
    pub place: usize,
    pub voice: Voice,
    /// Words somebody said, not code, tables or logs, and safe to be shown.
    pub prose: bool,
}

/// All sentences, in order.
pub fn read<'t>(turns: &[Turn<'t>]) -> Vec<Sentence<'t>> {
    let mut found = Vec::new();
    for (number, turn) in turns.iter().enumerate() {
        read_turn(number, turn, &mut found);
    }
    found
}

pub fn voice(turn: &Turn<'_>) -> Voice {
    match (turn.kind, turn.role) {
        (Kind::ToolResult, _) | (_, Some(Role::Tool)) => Voice::Tool,
        (_, Some(Role::User)) => Voice::User,
        (_, Some(Role::Assistant)) => Voice::Assistant,
        (_, Some(Role::System)) => Voice::System,
        (Kind::AssistantMessage | Kind::AssistantStop, None) => Voice::Assistant,
        (Kind::SessionStart | Kind::SessionEnd, None) => Voice::System,
        (Kind::SubagentStart | Kind::SubagentStop, None) => Voice::System,
        (_, None) => Voice::User,
    }
}

fn read_turn<'t>(number: usize, turn: &Turn<'t>, found: &mut Vec<Sentence<'t>>) {
    let voice = voice(turn);
    let first = found.len();
    for window in windows(turn.text, voice) {
        let text = &turn.text[window.clone()];
        for block in blocks(text) {
            for range in sentences(text, block.start..block.end) {
                if found.len() - first == MAX_SENTENCES_PER_TURN {
                    return;
                }
                let said = &text[range.clone()];
                found.push(Sentence {
                    turn: number,
                    start: window.start + range.start,
                    text: said,
                    place: found.len() - first,
                    voice,
                    prose: block.prose && !said.contains(is_unsafe),
                });
            }
        }
    }
}

/// The parts of a text that are read.
fn windows(text: &str, voice: Voice) -> Vec<Range<usize>> {
    let head = match voice {
        Voice::Tool => TOOL_HEAD_BYTES,
        _ => HEAD_BYTES,
    };
    if text.len() <= head + TAIL_BYTES {
        return vec![0..text.len()];
    }
    let head = text.floor_char_boundary(head);
    let tail = text.floor_char_boundary(text.len() - TAIL_BYTES);
    // The first line of the tail has lost its beginning.
    let tail = text[tail..]
        .find('\n')
        .map_or(text.len(), |at| tail + at + 1);
    match voice {
        Voice::Tool => vec![0..head],
        _ => vec![0..head, tail..text.len()],
    }
}
