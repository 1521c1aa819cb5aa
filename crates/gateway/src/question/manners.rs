//! Sentences about how an answer should look, greetings and thanks: they go along with a question
//! and ask nothing.

/// Whole sentences, as they are said.
const SAID: [&str; 46] = [
    "be brief",
    "be concise",
    "be exact",
    "be honest",
    "be precise",
    "be short",
    "be specific",
    "bitte",
    "bye",
    "danke",
    "do not guess",
    "do not make anything up",
    "do not use emojis",
    "don't guess",
    "don't make anything up",
    "don't use emojis",
    "good afternoon",
    "good evening",
    "good morning",
    "guten morgen",
    "guten tag",
    "hallo",
    "hello",
    "hello there",
    "hey",
    "hi",
    "hi there",
    "if you don't know say so",
    "if you do not know say so",
    "keep it brief",
    "keep it concise",
    "keep it short",
    "keep it simple",
    "let's think step by step",
    "no emojis",
    "no preamble",
    "no yapping",
    "please",
    "take a deep breath",
    "thank you",
    "thanks",
    "thanks in advance",
    "think carefully",
    "think hard",
    "think step by step",
    "use markdown",
];
/// What may stand before an order.
const BEFORE: [&str; 6] = ["please", "kindly", "always", "and", "bitte", "only"];
const ANSWER: [&str; 12] = [
    "answer",
    "reply",
    "respond",
    "speak",
    "talk",
    "antworte",
    "antworten",
    "réponds",
    "répondez",
    "responde",
    "contesta",
    "rispondi",
];
/// How: in a language, a form, a length.
const HOW: [&str; 15] = [
    "in",
    "only in",
    "always in",
    "to me in",
    "back in",
    "auf",
    "bitte auf",
    "sie auf",
    "en",
    "briefly",
    "concisely",
    "shortly",
    "succinctly",
    "kurz",
    "with markdown",
];
/// An order about the form of an answer is no longer.
const WORDS: usize = 9;

/// The text without such sentences.
pub fn without(text: &str) -> String {
    let kept = sentences(text).filter(|sentence| !is_manner(sentence));
    kept.collect()
}

/// Each with whatever stands behind it, up to the next.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.char_indices().find_map(|(at, c)| {
            let next = &rest[at + c.len_utf8()..];
            let ended = c == '\n' || matches!(c, '.' | '!' | '?') && next.starts_with([' ', '\n']);
            ended.then_some(at + c.len_utf8())
        });
        let (one, left) = rest.split_at(end.unwrap_or(rest.len()));
        rest = left;
        (!one.is_empty()).then_some(one)
    })
}

fn is_manner(sentence: &str) -> bool {
    let said = sentence.replace('\u{2019}', "'").to_lowercase();
    let words: Vec<&str> = said
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    // Several at once are as little asked as each.
    let mut parts = words.split(|word| *word == "and");
    !words.is_empty() && (is_one(&words) || parts.all(is_one))
}

fn is_one(words: &[&str]) -> bool {
    SAID.contains(&words.join(" ").as_str()) || is_role(words) || is_form(words)
}

/// Who the model should be.
fn is_role(words: &[&str]) -> bool {
    matches!(
        words,
        ["you", "are", "a" | "an" | "the", ..] | ["act", "as", ..]
    )
}

fn is_form(words: &[&str]) -> bool {
    let first = words.iter().position(|word| !BEFORE.contains(word));
    let Some((order, how)) = first.and_then(|at| words[at..].split_first()) else {
        return false;
    };
    let how = format!("{} ", how.join(" "));
    let told = HOW.iter().any(|way| how.starts_with(&format!("{way} ")));
    ANSWER.contains(order) && told && words.len() <= WORDS
}
