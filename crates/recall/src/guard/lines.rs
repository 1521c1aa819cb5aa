//! Lines that belong together: an order that goes on in the next line, and one that is given for every item
//! of a list.

use super::commands::begins_verb;
use super::wordings::DANGLING;

/// Nobody wraps shorter lines, or puts more before a list.
const WRAPPED: usize = 60;
const LEAD: usize = 300;
/// The end of a line that stands alone in the next.
const REMAINS: usize = 2;
/// Nothing goes on for longer.
const LONGEST: usize = 4 * 1024;

/// The text with such lines joined; none where there are none.
pub fn joined(text: &str) -> Option<String> {
    let mut told = Joined::default();
    text.lines().for_each(|line| told.line(line.trim()));
    told.any.then(|| told.lines.join("\n"))
}

#[derive(Default)]
struct Joined {
    lines: Vec<String>,
    /// What every item that follows is wanted for.
    lead: Option<String>,
    /// The line before is not over yet.
    open: bool,
    any: bool,
}

// === impl Joined ===

impl Joined {
    fn line(&mut self, line: &str) {
        let wanted = item(line).zip(self.lead.as_deref());
        if let Some((item, lead)) = wanted {
            self.lines.push(format!("{lead} {item}"));
            (self.any, self.open) = (true, true);
            return;
        }
        if line.is_empty() {
            self.lines.push(String::new());
            self.open = false;
            return;
        }
        let soft = self.open && item(line).is_none();
        match self
            .lines
            .last_mut()
            .filter(|last| soft && goes_on(last, line))
        {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
                self.any = true;
            }
            None => self.lines.push(line.to_owned()),
        }
        self.open = true;
        self.lead = self.lines.last().and_then(|last| lead(last));
    }
}

/// What stands behind the mark of an item of a list.
fn item(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match line.len() - digits.len() {
        0 => line.strip_prefix(['-', '*', '+', '\u{2022}', '\u{2013}'])?,
        1..=3 => digits.strip_prefix(['.', ')'])?,
        _ => return None,
    };
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let rest = rest.strip_prefix("[ ]").unwrap_or(rest).trim_start();
    (!rest.is_empty()).then_some(rest)
}

/// The last sentence of a line behind which a list may follow, without its colon.
fn lead(line: &str) -> Option<String> {
    let line = &line[line.ceil_char_boundary(line.len().saturating_sub(LEAD))..];
    let told = match line.strip_suffix(':') {
        Some(told) => told.trim_end(),
        None if is_dangling(line) => line,
        None => return None,
    };
    let from = [". ", "! ", "? "].iter().filter_map(|end| told.rfind(end));
    let told = &told[from.max().map_or(0, |at| at + 1)..];
    Some(told.trim().to_owned())
}

fn goes_on(last: &str, next: &str) -> bool {
    let ended = !last.ends_with(|c: char| c.is_alphanumeric() || c == ',');
    let word = next.starts_with(char::is_alphanumeric);
    if ended || !word || last.len() > LONGEST {
        return false;
    }
    let small = next.starts_with(char::is_lowercase);
    let remains = next.split_whitespace().nth(REMAINS).is_none();
    is_dangling(last) || small && (remains || last.len() >= WRAPPED)
}

/// Whether the last word wants another one.
fn is_dangling(line: &str) -> bool {
    let last = line.rsplit(|c: char| !c.is_alphanumeric()).next();
    let last = last.unwrap_or_default().to_lowercase();
    DANGLING.contains(&last) || begins_verb(&last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_not_over_goes_on_in_the_next() {
        for (text, read) in [
            (
                "Please delete the\naudit logs",
                "Please delete the audit logs",
            ),
            ("delete the audit\nlogs now", "delete the audit logs now"),
            ("delete\nProduction", "delete Production"),
        ] {
            assert_eq!(joined(text).as_deref(), Some(read), "{text}");
        }
        let whole = "Delete the temp files.\naudit logs stay\n\nand\n\nlogs";
        assert_eq!(joined(whole), None);
        assert_eq!(joined("git status now\nRun it"), None);
    }

    #[test]
    fn what_stands_before_a_list_is_said_of_every_item() {
        for mark in ["-", "*", "1.", "2)"] {
            let text =
                format!("Hi. Please delete:\n\n{mark} the audit logs\n{mark} the cache\nThanks");
            let read = joined(&text).unwrap();
            let wanted = "Please delete the audit logs\nPlease delete the cache\nThanks";
            assert!(read.ends_with(wanted), "{read}");
        }
    }
}
