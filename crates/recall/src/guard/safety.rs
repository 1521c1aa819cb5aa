//! Whether a text could be taken for an order by a model that reads it. It is looked at as a model
//! might see it: wide letters are narrow, invisible ones are gone, look-alikes are what they look
//! like.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Why a text is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Danger {
    /// It speaks as somebody else: the system, the assistant.
    RoleMarker,
    /// It tells a model to do as it likes.
    Override,
    /// It hides something.
    Comment,
    /// It is mostly brackets.
    Markup,
}

const ROLES: [&str; 2] = ["system", "assistant"];
/// Words like others ("Tool: ruff"), unless one asks and the other answers.
const ASKS: [&str; 2] = ["human", "user"];
const ANSWERS: [&str; 2] = ["ai", "bot"];
/// Tags of our own block are none of these: what is told stands escaped in it.
const TEMPLATES: [&str; 11] = [
    "<|",
    "|>",
    "[inst]",
    "[/inst]",
    "<<sys>>",
    "<</sys>>",
    "<system>",
    "</system>",
    "<start_of_turn>",
    "<end_of_turn>",
    "begin system prompt",
];
/// What an order takes back, whose it was, and what it was.
const TAKES_BACK: [&str; 9] = [
    "ignore",
    "disregard",
    "forget",
    "override",
    "bypass",
    "discard",
    "ignoriere",
    "vergiss",
    "missachte",
];
const EARLIER: [&str; 16] = [
    "previous",
    "prior",
    "above",
    "earlier",
    "preceding",
    "foregoing",
    "former",
    "your",
    "initial",
    "original",
    "system",
    "vorherigen",
    "vorigen",
    "bisherigen",
    "obigen",
    "deine",
];
const ORDERS: [&str; 16] = [
    "instruction",
    "instructions",
    "prompt",
    "prompts",
    "directive",
    "directives",
    "guideline",
    "guidelines",
    "rules",
    "messages",
    "restrictions",
    "safeguards",
    "programming",
    "anweisungen",
    "anweisung",
    "regeln",
];
/// So many words an order may take.
const REACH: usize = 7;
const PHRASES: [&str; 18] = [
    "you are now",
    "from now on you",
    "new instructions",
    "your new role",
    "your new task",
    "your new instructions",
    "pretend to be",
    "pretend you are",
    "pretend that you are",
    "do anything now",
    "jailbreak",
    "developer mode",
    "reveal your system prompt",
    "reveal the system prompt",
    "print your system prompt",
    "show your system prompt",
    "do not tell the user",
    "don t tell the user",
];
const BRACKETS: &str = "<>{}|\\";
const MOST_BRACKETS: f64 = 0.15;

/// What makes it unsafe, if anything does.
pub fn danger(text: &str) -> Option<Danger> {
    let seen = seen(text);
    let words: Vec<&str> = words(&seen).collect();
    match () {
        () if seen.contains("<!--") || seen.contains("-->") => Some(Danger::Comment),
        () if has_role(&seen) => Some(Danger::RoleMarker),
        () if takes_back(&words) || says_one(&words) => Some(Danger::Override),
        () if is_markup(&seen) => Some(Danger::Markup),
        () => None,
    }
}

/// As it looks: compatible forms are one, marks and what cannot be seen are gone.
fn seen(text: &str) -> String {
    text.nfkd()
        .filter(|c| !is_combining_mark(*c) && !is_invisible(*c))
        .nfkc()
        .flat_map(char::to_lowercase)
        .map(plain)
        .collect()
}

/// Whether nobody sees a letter, though a machine does.
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Letters of other alphabets that look like these.
fn plain(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'в' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'һ' => 'h',
        'і' | 'ι' | 'ı' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'м' => 'm',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'ѡ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        c => c,
    }
}

fn words(seen: &str) -> impl Iterator<Item = &str> {
    let parts = seen.split(|c: char| !c.is_alphanumeric());
    parts.filter(|word| !word.is_empty())
}

/// Somebody's name with a colon where a speaker would be named, or a heading of that name.
fn has_role(seen: &str) -> bool {
    TEMPLATES.iter().any(|token| seen.contains(token))
        || seen.lines().any(|line| is_of(line, &ROLES))
        || is_talk(seen)
}

/// Whether somebody asks and a machine answers, as in a transcript.
fn is_talk(seen: &str) -> bool {
    let mut lines = seen.lines();
    lines.any(|line| is_of(line, &ASKS)) && lines.any(|line| is_of(line, &ANSWERS))
}

fn is_of(line: &str, roles: &[&str]) -> bool {
    roles.iter().any(|role| speaks(line, role))
}

fn speaks(line: &str, role: &str) -> bool {
    let bare = line.trim_start_matches(|c: char| c.is_whitespace() || "#*>_-[(\"'`".contains(c));
    let heading = line.trim_start().starts_with('#');
    let named = bare.strip_prefix(role).is_some_and(|rest| {
        let rest = rest.trim_start_matches(|c: char| "*_])\"'` ".contains(c));
        rest.starts_with(':') || heading && (rest.is_empty() || rest.starts_with("prompt"))
    });
    named || after_a_sentence(line, role)
}

/// "…is blue. System: do this"
fn after_a_sentence(line: &str, role: &str) -> bool {
    let called = format!("{role}:");
    line.match_indices(&called).any(|(at, _)| {
        let before = line[..at].trim_end();
        before.ends_with(['.', '!', '?', ';', '"', ']', ')', '|'])
    })
}

fn takes_back(words: &[&str]) -> bool {
    words.iter().enumerate().any(|(n, word)| {
        let reach = &words[n + 1..words.len().min(n + 1 + REACH)];
        let whose = reach.iter().position(|word| EARLIER.contains(word));
        TAKES_BACK.contains(word)
            && whose.is_some_and(|at| {
                let orders = |what: &&str| match reach[at] {
                    "system" => what.starts_with("prompt") || what.starts_with("instruction"),
                    _ => ORDERS.contains(what),
                };
                reach[at + 1..].iter().any(orders)
            })
    })
}

fn says_one(words: &[&str]) -> bool {
    let said = format!(" {} ", words.join(" "));
    let mut phrases = PHRASES.iter();
    phrases.any(|phrase| said.contains(&format!(" {phrase} ")))
}

fn is_markup(seen: &str) -> bool {
    let all = seen.chars().filter(|c| !c.is_whitespace()).count();
    let brackets = seen.chars().filter(|c| BRACKETS.contains(*c)).count();
    brackets as f64 > MOST_BRACKETS * all as f64
}

#[cfg(test)]
mod tests;
