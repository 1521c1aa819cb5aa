//! A typed text that looks as if it was cut off on the way.

use mneme_model::archive::{Action, Command, Suspect};

/// A hint and no more: half of a quotation is also something people type.
pub fn suspect(command: &Command) -> Option<Suspect> {
    let typed = (command.action() == Action::Type)
        .then(|| command.raw_command.strip_prefix("Typed: "))??;
    let (check, note) = if dangling(typed) {
        ("dangling-escape", "ends in an escape with nothing after it")
    } else if odd(typed, '"') {
        ("unbalanced-double-quote", "a double quote is not closed")
    } else if odd(typed, '\'') {
        ("unbalanced-single-quote", "a single quote is not closed")
    } else {
        return None;
    };
    Some(Suspect {
        check: check.to_owned(),
        note: format!("The typed text {note}; part of it may be missing."),
    })
}

/// An odd run of backslashes at the end, as a word of its own. A path of Windows may end in one.
fn dangling(text: &str) -> bool {
    let before = text.trim_end_matches('\\');
    let run = text.len() - before.len();
    run % 2 == 1 && before.chars().next_back().is_none_or(char::is_whitespace)
}

/// Whether the quotes that no backslash escapes leave one open.
fn odd(text: &str, quote: char) -> bool {
    let (mut open, mut escaped) = (false, false);
    for c in text.chars() {
        open ^= c == quote && !escaped;
        escaped = c == '\\' && !escaped;
    }
    open
}
