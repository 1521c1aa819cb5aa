//! What somebody says, apart from what they only show: code, quotations, pasted texts, and whatever
//! stands behind "summarize this:".

use super::actions::order;
use super::paths::leaf;
use super::spoken::{Spoken, sentences};
use super::wordings::{CARRIERS, NOW, READS, RESUMES, SHELLS, SHOWN, TEXTS, WORKS, WRITES, Words};

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
    let mut shown = Shown::default();
    for line in text.split_inclusive('\n') {
        let is_fence = ["```", "~~~"]
            .iter()
            .any(|mark| line.trim_start().starts_with(mark));
        match (fence.take(), is_fence) {
            (None, true) => fence = Some(String::new()),
            (Some(pasted), true) => told.pasted.push(pasted),
            (Some(pasted), false) => fence = Some(pasted + line),
            (None, false) if shown.goes_on(line) => told.quoted.push(line.to_owned()),
            (None, false) if truncated(line).is_some() => {
                let file = truncated(line).unwrap_or_default();
                told.own.push_str(&format!("truncate {file}\n"));
            }
            (None, false) if line.trim_start().starts_with('>') => {
                told.quoted
                    .push(line.trim_start_matches([' ', '>']).to_owned());
                told.own.push('\n');
            }
            (None, false) => match shown.opened_by(line) {
                Some(at) => {
                    told.line(&line[..at]);
                    told.own.push('\n');
                    let (matter, own) = shown.until_now(&line[at..]);
                    told.quoted.push(matter.to_owned());
                    told.line(own);
                }
                None => told.line(line),
            },
        }
    }
    // A fence that nobody closes is none.
    if let Some(pasted) = fence {
        told.own.push_str(&pasted);
    }
    told
}

/// A text that somebody shows behind a colon, and wants something of.
#[derive(Default)]
struct Shown {
    open: bool,
    /// Something of it was seen.
    begun: bool,
    /// The line before was empty.
    parted: bool,
}

// === impl Shown ===

impl Shown {
    /// Whether a line belongs to it. A paragraph that says what to do next does not.
    fn goes_on(&mut self, line: &str) -> bool {
        if !self.open {
            return false;
        }
        let said = Spoken::of(line);
        let own = self.begun && (self.parted && begins(&said, RESUMES) || begins(&said, NOW));
        let empty = line.trim().is_empty();
        self.open = !own;
        self.begun |= !empty;
        self.parted = empty;
        self.open
    }

    /// What of a line is shown, and what is somebody's own again: "explain this: x. Now delete it."
    fn until_now<'l>(&mut self, line: &'l str) -> (&'l str, &'l str) {
        let ends = line.match_indices(['.', '!', '?', ';']);
        let mut ends = ends.map(|(at, _)| &line[at + 1..]);
        let own = ends.find(|rest| {
            let first = || {
                rest.split_whitespace()
                    .take(2)
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            rest.starts_with(' ') && begins(&Spoken::of(&first()), NOW)
        });
        self.open &= own.is_none();
        let own = own.unwrap_or_default();
        (&line[..line.len() - own.len()], own)
    }

    /// Where in a line such a text begins.
    fn opened_by(&mut self, line: &str) -> Option<usize> {
        let colons = line.match_indices(':').map(|(at, _)| at).take(COLONS);
        let mut colons = colons.filter(|at| {
            let next = line[at + 1..].chars().next();
            next.is_none_or(char::is_whitespace)
        });
        let at = colons.find(|at| wants_words(&line[..*at]))? + 1;
        let rest = line[at..].trim();
        if begins(&Spoken::of(rest), RESUMES) {
            return None;
        }
        *self = Self {
            open: true,
            begun: !rest.is_empty(),
            parted: false,
        };
        Some(at)
    }
}

/// Nobody puts more of them before what they show.
const COLONS: usize = 4;

/// Whether the last clause wants something of a text, or a text.
fn wants_words(said: &str) -> bool {
    let all = sentences(said);
    let last = all.last().and_then(|one| one.clauses.last());
    last.map(order).is_some_and(|order| {
        let says = |words: Words| words.iter().any(|word| order.says(word));
        begins(&order, WORKS)
            || begins(&order, READS) && says(SHOWN)
            || begins(&order, WRITES) && says(TEXTS)
    })
}

fn begins(said: &Spoken, words: Words) -> bool {
    words.iter().any(|word| said.begins(word))
}

/// The file that a shell empties: `> /var/log/x`. Whoever quotes says more than a path.
fn truncated(line: &str) -> Option<&str> {
    let file = line.trim().strip_prefix('>')?.trim_start();
    (file.starts_with('/') && !file.contains(char::is_whitespace)).then_some(file)
}

/// Whether a line hands a program what it is to do between marks: `bash -c '…'`.
fn is_handed_on(line: &str) -> bool {
    let first: Vec<&str> = line.split_whitespace().take(HEAD).collect();
    let head = order(&Spoken::of(&first.join(" ")));
    let head = head.less(CARRIERS).unwrap_or(head);
    let program = head.words().next();
    program.is_some_and(|word| SHELLS.contains(word))
}

/// Words among which a program is named.
const HEAD: usize = 6;

// === impl Told ===

impl Told {
    fn line(&mut self, mut line: &str) {
        let handed_on = line.contains(['\'', '"']) && is_handed_on(line);
        while let Some((from, to)) = next(line) {
            let quoted = &line[from..to];
            let mark = quoted.chars().next().map_or(1, char::len_utf8);
            let inner = quoted.get(mark..).unwrap_or_default();
            let inner = inner.trim_end_matches(['"', '\u{201d}', '`', '\'']);
            self.own.push_str(&line[..from]);
            match handed_on && !quoted.starts_with('`') {
                true => self.own.push_str(&format!(", {inner},")),
                // A path says what is meant, between marks or not.
                false if leaf(inner).is_some() => self.own.push_str(inner),
                false => {
                    self.own.push_str(PLACE);
                    self.quoted.push(inner.to_owned());
                }
            }
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

    #[test]
    fn a_text_behind_a_colon_is_shown_where_something_is_wanted_of_it() {
        for lead in [
            "Summarize this runbook:\n\n1. ",
            "Please review this diff:\n-  ",
            "Write a commit message: ",
            "Translate into German: ",
        ] {
            let told = apart(&format!("{lead}delete it\n\n2. more"));
            assert!(!told.own.contains("delete"), "{told:?}");
            assert!(told.quoted.concat().contains("delete it"), "{told:?}");
        }
        let told = apart("Summarize this: it rains.\n\nNow delete it.");
        assert!(told.own.contains("Now delete it"), "{told:?}");
        let told = apart("Explain this: it rains. Now delete it.");
        assert!(told.own.contains("Now delete it") && told.quoted.concat().contains("rains"));
        for order in [
            "Fix the disk: delete it",
            "Your task: delete it",
            "at 10:30 delete it",
        ] {
            assert!(apart(order).own.contains("delete it"), "{order}");
        }
    }

    #[test]
    fn what_a_shell_is_handed_is_said() {
        let told = apart("ssh prod 'rm -rf /var/x'");
        assert_eq!(told.own, "ssh prod , rm -rf /var/x,");
        assert_eq!(apart("> /var/log/x\n").own, "truncate /var/log/x\n");
        assert!(apart("> delete it\n").quoted.concat().contains("delete"));
    }
}
