//! From turns to sentences. Of long texts only the beginning and the end are read, so that the
//! work grows with the number of turns and not with what tools print.

use std::ops::Range;

use mneme_model::{Kind, Role};

use super::clean::is_unsafe;
use super::is_bookkeeping;
use super::lines::blocks;
use super::sentences::sentences;
use crate::segment::Turn;

const HEAD_BYTES: usize = 8_192;
const TAIL_BYTES: usize = 2_048;
const TOOL_HEAD_BYTES: usize = 1_024;
/// Of each part that is read: sentences, and lines that are none.
const MAX_SENTENCES: usize = 64;
const MAX_BULK: usize = 16;

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
    let told = turns.iter().enumerate();
    for (number, turn) in told.filter(|(_, turn)| !is_bookkeeping(turn)) {
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
    let mut place = 0;
    for window in windows(turn.text, voice) {
        let text = &turn.text[window.clone()];
        let (mut prose_left, mut bulk_left) = (MAX_SENTENCES, MAX_BULK);
        for (range, prose) in pieces(text, voice) {
            let left = if prose {
                &mut prose_left
            } else {
                &mut bulk_left
            };
            if *left > 0 {
                *left -= 1;
                found.push(Sentence {
                    turn: number,
                    start: window.start + range.start,
                    text: &text[range],
                    place,
                    voice,
                    prose,
                });
                place += 1;
            }
        }
    }
}

/// The sentences of a window, and whether each may be quoted.
fn pieces(text: &str, voice: Voice) -> impl Iterator<Item = (Range<usize>, bool)> {
    blocks(text).into_iter().flat_map(move |block| {
        let found = sentences(text, block.start..block.end).into_iter();
        found.map(move |range| {
            let said = &text[range.clone()];
            let prose = block.prose && is_said(said, voice) && !said.contains(is_unsafe);
            (range, prose)
        })
    })
}

/// Tools print lines; only what ends like a sentence was meant to be one.
fn is_said(said: &str, voice: Voice) -> bool {
    voice != Voice::Tool || said.ends_with(['.', '!', '?', '。', '！', '？'])
}

/// The parts of a text that are read: its beginning and, unless a tool printed it, its end.
fn windows(text: &str, voice: Voice) -> impl Iterator<Item = Range<usize>> {
    let (head, tail) = match voice {
        Voice::Tool => (TOOL_HEAD_BYTES, 0),
        _ => (HEAD_BYTES, TAIL_BYTES),
    };
    let whole = text.len() <= head + tail;
    let end = if whole {
        text.len()
    } else {
        text.floor_char_boundary(head)
    };
    let rest = (!whole && tail > 0).then(|| last_lines(text, tail));
    std::iter::once(0..end).chain(rest)
}

/// The first line of a tail has lost its beginning and is left out.
fn last_lines(text: &str, bytes: usize) -> Range<usize> {
    let tail = text.floor_char_boundary(text.len() - bytes);
    let line = text[tail..].find('\n').map(|at| tail + at + 1);
    line.unwrap_or(text.len())..text.len()
}
