//! Through whom something goes: "deploys have to go through Priya", "run deploys by me first".

use super::super::things::is_act;
use super::super::wordings::Words;
use super::person::{Names, is_person};
use super::span::{Span, starts, until};

const GOES: Words = Words::new(
    "go through|goes through|going through|went through|pass through|go via|goes via|go past|run through|\
     routed through|go by|gehen über|geht über|laufen über|läuft über",
);
/// What is done with an act that is given to somebody.
const HANDS: Words = Words::new("run|clear|leave|route|always run|always clear|always leave");
const WHERETO: Words = Words::new("by|past|with|to|through");
const DENIES: Words = Words::new("not|never|don't|doesn't|needn't|no|nothing|nicht|nie|kein|keine");
/// Between "run" and "by" stand no more words than these.
const NEAR: usize = 4;

/// Whom it goes through, with the words for that.
pub fn through(words: &[String], names: &Names) -> Option<Span> {
    if words.iter().any(|word| DENIES.contains(word)) {
        return None;
    }
    goes(words, names).or_else(|| handed(words, names))
}

fn goes(words: &[String], names: &Names) -> Option<Span> {
    let at = (1..words.len()).find(|at| starts(words, *at, GOES).is_some())?;
    let from = at + starts(words, at, GOES)?;
    let acts = words[..at].iter().any(|word| is_act(word));
    whom(words, from, names)
        .filter(|_| acts)
        .map(|end| (at, end))
}

fn handed(words: &[String], names: &Names) -> Option<Span> {
    let from = starts(words, 0, HANDS)?;
    let mut near = from + 1..words.len().min(from + NEAR);
    near.find_map(|at| {
        let given = is_act(&words[at - 1]) && WHERETO.contains(&words[at]);
        let end = whom(words, at + 1, names).filter(|_| given)?;
        Some((at, end))
    })
}

/// Where who it is ends.
fn whom(words: &[String], from: usize, names: &Names) -> Option<usize> {
    let end = until(words, from);
    is_person(words.get(from..end)?, names).then_some(end)
}
