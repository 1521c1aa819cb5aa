//! What may be a secret in a line of somebody's file, hidden: a secret is not for whoever looks
//! over a shoulder.

use std::ops::Range;

use crate::output::plain;

const HIDDEN: &str = "(secret)";
const HIDDEN_VALUE: &str = "…";
/// A name with one of these in it has a secret behind it.
const TELLING: [&str; 4] = ["secret", "password", "api_key", "token"];
/// And so has a word of a command line with one of these.
const FLAGS: [&str; 9] = [
    "secret",
    "password",
    "passwd",
    "passphrase",
    "token",
    "api-key",
    "api_key",
    "apikey",
    "credential",
];
/// Words of a command line that are no more than that.
const WHOLE: [&str; 3] = ["--key", "--pass", "--pwd"];

/// The lines of one side of a change: a flag may stand on one, its value on the next.
#[derive(Debug, Default)]
pub struct Cover {
    awaits: bool,
}

// === impl Cover ===

impl Cover {
    pub fn line(&mut self, line: &str) -> String {
        named(&self.flags(line))
    }

    /// Without the values behind flags such as `--password`.
    fn flags(&mut self, line: &str) -> String {
        let (mut told, mut from) = (String::new(), 0);
        for word in words(line) {
            let hidden = self.hidden(&line[word.clone()]);
            if let Some(kept) = hidden {
                told.push_str(&line[from..word.start + kept]);
                told.push_str(HIDDEN);
                from = word.end;
            }
        }
        told.push_str(&line[from..]);
        told
    }

    /// From where on a word is hidden, if it is.
    fn hidden(&mut self, word: &str) -> Option<usize> {
        let awaited = std::mem::take(&mut self.awaits);
        let (name, value) = match word.find('=') {
            Some(at) => (&word[..at], Some(at + 1)),
            None => (word, None),
        };
        match is_flag(name) {
            true if value.is_some() => value,
            true => {
                self.awaits = true;
                None
            }
            false if awaited => Some(0),
            false => asked(word),
        }
    }
}

/// A line that goes out of somebody's file: what it names. What that is may be a secret under any name.
pub fn name_alone(line: &str) -> String {
    let bare = |text: &str| text.chars().all(|sign| " \t,:{}[]()\"'".contains(sign));
    let heads = line.trim_start().starts_with('[') && line.trim_end().ends_with(']');
    if bare(line) || heads && !line.contains(['"', '=']) {
        return plain(line);
    }
    let from = line.len() - line.trim_start().len();
    let (name, value) = match line.find(['=', ':']) {
        Some(at) => line.split_at(at + 1),
        None => line.split_at(from),
    };
    match bare(value) || is_plain(value) {
        true => plain(line),
        false if value.starts_with(' ') => format!("{} {HIDDEN_VALUE}", plain(name)),
        false => format!("{}{HIDDEN_VALUE}", plain(name)),
    }
}

/// A number, yes or no.
fn is_plain(value: &str) -> bool {
    let value = value.trim().trim_end_matches(',');
    matches!(value, "true" | "false" | "null") || value.parse::<u16>().is_ok()
}

fn is_flag(word: &str) -> bool {
    let word = word.to_lowercase();
    let long = word.starts_with('-');
    long && (WHOLE.contains(&&*word)
        || word.ends_with("-key")
        || FLAGS.iter().any(|flag| word.contains(flag)))
}

/// Where in an address stands who asks, or what for.
fn asked(word: &str) -> Option<usize> {
    let from = word.find("//")? + 2;
    let place = &word[from..];
    let query = || place.find(['?', '#']).map(|at| from + at + 1);
    let at = if place.contains('@') {
        Some(from)
    } else {
        query()
    };
    at.filter(|at| *at < word.len())
}

/// Each word of a line, without its quotes.
fn words(line: &str) -> Vec<Range<usize>> {
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(sign) = line[at..].chars().next() {
        let from = at;
        match sign {
            '"' | '\'' => {
                let end = quoted(&line[at + 1..], sign);
                words.push(at + 1..at + 1 + end);
                // Also behind the quote, where there is one.
                at = (at + 2 + end).min(line.len());
            }
            sign if parts(sign) => at += sign.len_utf8(),
            _ => {
                let rest = &line[at..];
                at += rest.find(|c| parts(c) || c == '"').unwrap_or(rest.len());
                words.push(from..at);
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn parts(sign: char) -> bool {
    sign.is_whitespace() || ",:[]{}()".contains(sign)
}

/// How long a text is until its own quote, which a backslash hides.
fn quoted(text: &str, quote: char) -> usize {
    let mut hidden = false;
    let end = text.char_indices().find(|(_, sign)| {
        let ends = *sign == quote && !hidden;
        hidden = *sign == '\\' && !hidden;
        ends
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// Without the value of a name that tells of a secret.
fn named(line: &str) -> String {
    let Some(at) = line.find(['=', ':']) else {
        return plain(line);
    };
    let (before, _) = line.split_at(at);
    let name = before.trim().trim_matches('"');
    let lower = name.to_lowercase();
    let secret =
        ["key", "proxy_key"].contains(&name) || TELLING.iter().any(|word| lower.contains(word));
    match secret {
        true if line[at..].starts_with(':') => format!("{}: {HIDDEN}", plain(before)),
        true => format!("{}= {HIDDEN}", plain(before)),
        false => plain(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(line: &str) -> String {
        Cover::default().line(line)
    }

    #[test]
    fn secrets_are_covered() {
        assert_eq!(covered("key = \"ek_1\""), "key = (secret)");
        assert_eq!(covered("jwt_secret = \"x\""), "jwt_secret = (secret)");
        assert_eq!(
            covered("export OPENAI_API_KEY=sk-1"),
            "export OPENAI_API_KEY= (secret)"
        );
        assert_eq!(
            covered("  \"OPENAI_API_KEY\": \"sk-1\","),
            "  \"OPENAI_API_KEY\": (secret)"
        );
        assert_eq!(covered("API_SECRET = \"x\""), "API_SECRET = (secret)");
        assert_eq!(covered("port = 8000"), "port = 8000");
    }

    #[test]
    fn of_what_goes_from_somebodys_file_only_names_are_told() {
        for (line, told) in [
            (
                "http_headers = { Authorization = \"Bearer S\" }",
                "http_headers = …",
            ),
            ("    \"args\": [\"-e\", \"PGPASS=S\"],", "    \"args\": …"),
            ("      \"X-API-Key: S\",", "      \"X-API-Key: …"),
            ("      \"ghp_S\"", "      …"),
            ("command = \"env TOKEN=S npx x\"", "command = …"),
            ("export TOKEN=S", "export TOKEN=…"),
            ("[mcp_servers.memoryoss]", "[mcp_servers.memoryoss]"),
            ("[\"S\"]", "…"),
            ("  \"env\": {", "  \"env\": {"),
            ("  },", "  },"),
            ("timeout = 10", "timeout = 10"),
            ("\"disabled\": false,", "\"disabled\": false,"),
        ] {
            assert_eq!(name_alone(line), told);
        }
    }

    #[test]
    fn what_stands_behind_a_flag_that_tells_of_a_secret_is_covered() {
        for (line, told) in [
            (
                "\"args\": [\"--password\",\"hunter2\"]",
                "\"args\": [\"--password\",\"(secret)\"]",
            ),
            (
                "args = [\"--api-key\", \"it's \\\"mine\\\"\", \"x\"]",
                "args = [\"--api-key\", \"(secret)\", \"x\"]",
            ),
            (
                "run --token hunter2 --port 1",
                "run --token (secret) --port 1",
            ),
            ("[\"--key=hunter2\", \"é\"]", "[\"--key=(secret)\", \"é\"]"),
            (
                "[\"--private-key\", \"-é\"",
                "[\"--private-key\", \"(secret)\"",
            ),
            (
                "url = \"https://a/mcp?api-key=9f8e\"",
                "url = \"https://a/mcp?(secret)\"",
            ),
            ("\"https://u:p@a/mcp\"", "\"https://(secret)\""),
            ("[\"-c\", \"x.toml\"]", "[\"-c\", \"x.toml\"]"),
            ("# don't --keep it", "# don't --keep it"),
        ] {
            assert_eq!(covered(line), told);
        }
        let mut cover = Cover::default();
        assert_eq!(cover.line("    \"--secret\","), "    \"--secret\",");
        assert_eq!(cover.line("    \"hunter2\","), "    \"(secret)\",");
        assert_eq!(cover.line("    \"more\""), "    \"more\"");
    }
}
