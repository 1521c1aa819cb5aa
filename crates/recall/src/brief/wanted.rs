//! Whether a text only wants something: what was asked for or ordered once is nothing to be told
//! later. Most of what people say to their agents is of this sort.

use super::sentences_of;
use crate::guard::Spoken;

/// Whoever begins like this wants something done.
const POLITE: [&str; 12] = [
    "please",
    "can you",
    "could you",
    "would you",
    "will you",
    "let us",
    "let's",
    "lets",
    "i want you",
    "i need you",
    "help me",
    "go ahead",
];
/// Verbs that begin an order, if the next word says so.
const VERBS: [&str; 56] = [
    "add",
    "answer",
    "apply",
    "ask",
    "build",
    "bump",
    "change",
    "check",
    "clean",
    "commit",
    "compare",
    "continue",
    "convert",
    "create",
    "debug",
    "delete",
    "deploy",
    "describe",
    "do",
    "draw",
    "explain",
    "find",
    "finish",
    "fix",
    "generate",
    "give",
    "implement",
    "improve",
    "install",
    "investigate",
    "list",
    "look",
    "make",
    "merge",
    "move",
    "open",
    "push",
    "put",
    "read",
    "refactor",
    "release",
    "remove",
    "rename",
    "replace",
    "review",
    "rewrite",
    "run",
    "search",
    "set",
    "show",
    "start",
    "stop",
    "tell",
    "test",
    "update",
    "write",
];
/// Between a verb and what is to be done with it. A noun that looks like a verb has another next to it.
const NEXT: [&str; 28] = [
    "a",
    "again",
    "all",
    "an",
    "and",
    "another",
    "any",
    "at",
    "each",
    "every",
    "everything",
    "for",
    "how",
    "if",
    "in",
    "it",
    "me",
    "my",
    "on",
    "our",
    "some",
    "that",
    "the",
    "them",
    "this",
    "to",
    "up",
    "what",
];

/// Whether its first sentence asks or orders.
pub fn is_wanted(text: &str) -> bool {
    let sentences = sentences_of(text.trim());
    sentences
        .first()
        .is_some_and(|first| asks(first) || orders(first))
}

fn asks(sentence: &str) -> bool {
    sentence.trim_end().ends_with(['?', '？'])
}

fn orders(sentence: &str) -> bool {
    let said = Spoken::of(sentence);
    let mut words = said.words();
    let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let verb = VERBS.contains(&first) && (NEXT.contains(&second) || second.is_empty());
    verb || POLITE.iter().any(|phrase| said.begins(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_told_from_what_is_so() {
        for wanted in [
            "Where did you go?",
            "Fix the failing test in src/gate.rs and push it.",
            "please run everything",
            "Can you look at the importer",
            "Let's move on",
            "continue",
        ] {
            assert!(is_wanted(wanted), "{wanted}");
        }
        for so in [
            "The ferry leaves from pier seven.",
            "Remember: tests need PGPOOL_IDLE.",
            "Test results are kept in the attic. Why?",
            "Build servers are named after birds.",
            "We move to Lisbon in May.",
            "Type: The weighbridge terminal",
            "",
        ] {
            assert!(!is_wanted(so), "{so}");
        }
    }
}
