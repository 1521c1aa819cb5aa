//! Blocks between `<private>` and `</private>`.

use crate::PRIVATE;
use crate::places::begins;

const OPEN: &str = "<private";
const CLOSE: &str = "</private>";

/// Whole blocks go, whatever the case of their tags and whatever blocks are in them. One that is
/// never closed goes on to the end: its author meant to hide something.
pub fn without(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((from, within)) = opened(rest) {
        kept.push_str(&rest[..from]);
        kept.push_str(PRIVATE);
        rest = behind(within);
    }
    kept.push_str(rest);
    kept
}

/// What follows the end of a block that has just begun.
fn behind(within: &str) -> &str {
    let (mut depth, mut at) = (1_usize, 0);
    while let Some(tag) = within.as_bytes()[at..]
        .iter()
        .position(|byte| *byte == b'<')
    {
        at += tag;
        let rest = &within[at..];
        if begins(rest.as_bytes(), CLOSE) {
            depth -= 1;
        } else if is_open(rest) {
            depth += 1;
        }
        if depth == 0 {
            return &rest[CLOSE.len()..];
        }
        at += 1;
    }
    ""
}

fn is_open(text: &str) -> bool {
    let behind = text.as_bytes().get(OPEN.len());
    let ends = behind.is_some_and(|byte| *byte == b'>' || byte.is_ascii_whitespace());
    ends && begins(text.as_bytes(), OPEN)
}

/// Where a block begins, and what stands behind its tag, which may say more than its name.
fn opened(text: &str) -> Option<(usize, &str)> {
    let mut places = text.match_indices('<').map(|(at, _)| at);
    let from = places.find(|at| is_open(&text[*at..]))?;
    let end = text[from..].find('>')?;
    Some((from, &text[from + end + 1..]))
}
