//! The word that somebody gives who agrees, and who is asked for it: "approval from the team lead", "ask Dana
//! before deleting anything".

use super::super::spoken::{Spoken, parts};
use super::super::wordings::BOUNDS;
use super::phrases::{
    ASKS, DONE, GIVEN, HELD, LEADING, OF_WHOM, PASSIVE, RELEASES, SAY, WANTING, WHOSE, WORDS,
};
use super::span::{Span, starts, until};

/// Whether what these words forbid waits for a word of somebody: "never deploy without approval".
pub fn waits_for_a_word(said: &Spoken) -> bool {
    let words: Vec<String> = said.words().map(str::to_owned).collect();
    let mut at = (0..words.len()).filter(|at| RELEASES.contains(&words[*at]));
    at.any(|at| {
        let behind = &words[at + 1..];
        let whole = || (0..behind.len()).any(|at| starts(behind, at, SAY).is_some());
        let given = || (0..behind.len()).any(|at| starts(behind, at, GIVEN).is_some());
        let released = !["without", "ohne"].contains(&&*words[at]);
        let asked = || starts(behind, 0, ASKS).is_some();
        asked() || released && (whole() || given()) || is_word_wanted(behind)
    })
}

/// "Ask me before you deploy."
pub fn asks_before(said: &Spoken) -> bool {
    let words: Vec<String> = said.words().map(str::to_owned).collect();
    asked(&words).is_some_and(|(_, end)| words.get(end).is_some_and(|word| word == "before"))
}

/// Whether a request says that nobody is to be asked.
pub fn goes_without_a_word(text: &str) -> bool {
    let mut all = parts(text).filter(|(text, _)| {
        let small = text.to_lowercase();
        small.contains("without") || small.contains("ohne")
    });
    all.any(|(text, _)| waits_for_a_word(&Spoken::of(text)))
}

/// "My explicit approval", and not "staging approval".
fn is_word_wanted(behind: &[String]) -> bool {
    (0..behind.len()).any(|at| {
        starts(behind, at, WORDS).is_some() && whose(behind, at).is_some_and(|from| from == 0)
    })
}

/// "Ask Priya before …"
pub fn asked(words: &[String]) -> Option<Span> {
    let at = (0..words.len()).find(|at| starts(words, *at, ASKS).is_some())?;
    let before = at.checked_sub(1).map(|at| words[at].as_str());
    let first = before.is_none_or(|word| LEADING.contains(word));
    let from = at - usize::from(before == Some("before"));
    let end = until(words, at + starts(words, at, ASKS)?);
    first.then_some((from, end))
}

/// "Dana must approve …"
pub fn agreeing(words: &[String]) -> Option<Span> {
    let at = (0..words.len()).find(|at| starts(words, *at, SAY).is_some())?;
    let must = |word: &String| ["must", "has", "have", "to", "should", "needs"].contains(&&**word);
    let auxiliaries = words[..at]
        .iter()
        .rev()
        .take_while(|word| must(word))
        .count();
    let from = words[..at - auxiliaries]
        .iter()
        .rposition(|word| BOUNDS.contains(word));
    let from = from.map_or(0, |from| from + 1);
    Some((from, at - auxiliaries))
}

/// "Approval from Priya", "approved by the team lead".
pub fn given(words: &[String]) -> Option<Span> {
    (0..words.len()).find_map(|at| {
        let agreed = starts(words, at, WORDS).or_else(|| starts(words, at, GIVEN));
        let from = at + agreed.or_else(|| starts(words, at, DONE))?;
        let whom = words.get(from).filter(|word| OF_WHOM.contains(word))?;
        let to = until(words, from + 1);
        // "Must be reviewed by Dana": that it is done is no thing either.
        let passive = at > 0 && PASSIVE.contains(&words[at - 1]);
        let begin = if passive { at } else { from };
        (to > from + 1 || !BOUNDS.contains(whom)).then_some((begin, to))
    })
}

/// "Requires QA approval", "without Dana's sign-off".
pub fn wanted(words: &[String]) -> Option<Span> {
    (0..words.len()).find_map(|at| {
        let long = starts(words, at, WORDS)?;
        let whose = whose(words, at)?;
        let held = words[..whose].iter().rev();
        let held = held.take_while(|word| HELD.contains(word)).count();
        Some((whose - held, at + long))
    })
}

/// Where begins what kind of word, and whose, is wanted; none where it is one for something.
fn whose(words: &[String], at: usize) -> Option<usize> {
    let mut from = at;
    let mut owned = false;
    while let Some(word) = from.checked_sub(1).map(|at| &words[at]) {
        let ends = word == "," || BOUNDS.contains(word) || WANTING.contains(word);
        owned |= word.ends_with("'s");
        if ends || !owned && !WHOSE.contains(word) {
            break;
        }
        from -= 1;
    }
    let before = from.checked_sub(1).map(|at| &words[at]);
    let wanted = before.is_none_or(|word| word == "," || WANTING.contains(word));
    wanted.then_some(from)
}
