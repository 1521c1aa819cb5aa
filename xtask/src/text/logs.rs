//! Log messages begin with a small letter and end without a full stop.

use crate::check::Finding;
use crate::rust::{self, Literal, Source};
use crate::words::{line_at, starts};

const MACROS: [&str; 5] = ["error!(", "warn!(", "info!(", "debug!(", "trace!("];

pub fn judge(path: &str, source: &Source) -> Vec<Finding> {
    let calls = MACROS
        .into_iter()
        .flat_map(|name| starts(&source.code, name).map(move |at| at + name.len() - 1));
    let messages = calls.filter_map(|open| message(source, open));
    messages
        .filter_map(|literal| finding(path, source, literal))
        .collect()
}

/// The literal that stands as an argument of its own; the value of a field does not.
fn message(source: &Source, open: usize) -> Option<&Literal> {
    let end = rust::closing(&source.code, open)?;
    let inside = source
        .literals
        .iter()
        .filter(|literal| (open..end).contains(&literal.at));
    inside
        .into_iter()
        .find(|literal| is_argument(&source.code[open..literal.at]))
}

/// Directly after the opening or a comma, and not inside a call within.
fn is_argument(before: &str) -> bool {
    let depth = before.bytes().fold(0i32, |depth, byte| match byte {
        b'(' | b'[' | b'{' => depth + 1,
        b')' | b']' | b'}' => depth - 1,
        _ => depth,
    });
    depth == 1 && before.trim_end().ends_with(['(', ','])
}

fn finding(path: &str, source: &Source, literal: &Literal) -> Option<Finding> {
    let text = literal.text.trim();
    let why = if text.starts_with(char::is_uppercase) {
        "begins with a capital"
    } else if text.ends_with('.') {
        "ends with a full stop"
    } else {
        return None;
    };
    let line = line_at(&source.code, literal.at);
    Some(Finding::new(
        path,
        line,
        format!("the log message \"{text}\" {why}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(code: &str) -> Vec<String> {
        let findings = judge("a.rs", &rust::mask(code));
        findings
            .into_iter()
            .map(|finding| finding.sentence)
            .collect()
    }

    #[test]
    fn the_message_is_told_from_the_fields() {
        let fine = "tracing::info!(name = \"Store\", path = show(\"A.\"), \"store {name} opened\");\n\
                    warn!(\"{count} events wait\"); compile_error!(\"Not a log.\");\n\
                    debug!(target: \"Mneme\", ?x, \"seen\");";
        assert!(told(fine).is_empty());
    }

    #[test]
    fn capitals_and_full_stops_are_found() {
        let code = "error!(%cause, \"Store is gone\");\ninfo!(\n    \"ready.\"\n);";
        let expected = [
            "the log message \"Store is gone\" begins with a capital",
            "the log message \"ready.\" ends with a full stop",
        ];
        assert_eq!(told(code), expected);
        let lines: Vec<usize> = judge("a.rs", &rust::mask(code))
            .iter()
            .map(|finding| finding.line)
            .collect();
        assert_eq!(lines, [1, 3]);
    }
}
