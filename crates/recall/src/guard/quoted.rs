//! What somebody says, apart from what they only show: code, quotations, pasted texts.

/// A text in two parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// With a word in the place of each quotation.
    pub own: String,
    /// Between fences: it may be what is to be done.
    pub pasted: Vec<String>,
    /// In the midst of a sentence, or somebody else's lines.
    pub quoted: Vec<String>,
}

/// Stands where a quotation stood.
const PLACE: &str = " it ";

pub fn apart(text: &str) -> Told {
    let mut told = Told::default();
    let mut fence: Option<String> = None;
    for line in text.split_inclusive('\n') {
        let is_fence = ["```", "~~~"]
            .iter()
            .any(|mark| line.trim_start().starts_with(mark));
        match (fence.take(), is_fence) {
            (None, true) => fence = Some(String::new()),
            (Some(pasted), true) => told.pasted.push(pasted),
            (Some(pasted), false) => fence = Some(pasted + line),
            (None, false) if line.trim_start().starts_with('>') => {
                told.quoted
                    .push(line.trim_start_matches([' ', '>']).to_owned());
                told.own.push('\n');
            }
            (None, false) => told.line(line),
        }
    }
    // A fence that nobody closes is none.
    if let Some(pasted) = fence {
        told.own.push_str(&pasted);
    }
    told
}

// === impl Told ===

impl Told {
    fn line(&mut self, mut line: &str) {
        while let Some((from, to)) = next(line) {
            let quoted = &line[from..to];
            let mark = quoted.chars().next().map_or(1, char::len_utf8);
            let inner = quoted.get(mark..).unwrap_or_default();
            let inner = inner.trim_end_matches(['"', '\u{201d}', '`', '\'']);
            self.own.push_str(&line[..from]);
            self.own.push_str(PLACE);
            self.quoted.push(inner.to_owned());
            line = &line[to..];
        }
        self.own.push_str(line);
    }

    pub fn is_all_quoted(&self) -> bool {
        let places = self.own.replace(PLACE, " ");
        !places.chars().any(char::is_alphanumeric)
    }
}

/// The next quotation of a line: code, or more than one word between marks.
fn next(line: &str) -> Option<(usize, usize)> {
    let (mut before, mut at) = (' ', 0);
    while let Some(c) = line[at..].chars().next() {
        let close = match c {
            '`' | '"' => Some(c),
            '\u{201c}' => Some('\u{201d}'),
            // Else it belongs to a word.
            '\'' if !before.is_alphanumeric() => Some(c),
            _ => None,
        };
        before = c;
        let from = at + c.len_utf8();
        let ended = close.and_then(|close| Some((end(&line[from..], close)?, close)));
        let Some((length, close)) = ended else {
            at = from;
            continue;
        };
        let words = line[from..from + length].split_whitespace().count();
        let to = from + length + close.len_utf8();
        if words > 1 || (c == '`' && words > 0) {
            return Some((at, to));
        }
        (before, at) = (close, to);
    }
    None
}

/// Nobody quotes more than this in the midst of a sentence.
const LONGEST: usize = 2_000;

fn end(rest: &str, close: char) -> Option<usize> {
    let rest = &rest[..rest.floor_char_boundary(LONGEST)];
    let mut found = rest.char_indices().filter(|(_, c)| *c == close);
    let at = found.find(|(at, c)| {
        let next = rest[at + c.len_utf8()..].chars().next();
        close != '\'' || !next.is_some_and(char::is_alphanumeric)
    });
    at.map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_apart_from_what_is_said() {
        let told = apart("Don't \"delete the logs\" or `rm -rf x`, please.");
        assert_eq!(told.own, "Don't  it  or  it , please.");
        assert_eq!(told.quoted, ["delete the logs", "rm -rf x"]);
        let told = apart("Look:\n```sh\nrm x\n```\n> delete it\nWell");
        assert_eq!(told.pasted, ["rm x\n"]);
        assert_eq!(told.quoted, ["delete it\n"]);
        assert!(told.own.contains("Look") && told.own.contains("Well"));
        let told =
            apart("Delete the \"audit\" logs of \"Anna\" and Anna's team, it's 'old stuff'.");
        assert!(
            told.own.contains("\"Anna\" and Anna's team, it's  it ."),
            "{told:?}"
        );
        assert_eq!(
            apart("```\nopen"),
            Told {
                own: "open".into(),
                ..Told::default()
            }
        );
        assert!(apart("\"Delete the logs.\"").is_all_quoted());
    }
}
