//! Which parts of a text are prose, and which are code, tables, logs or traces.

use super::clean::is_unspaced;

/// A run of lines that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub start: usize,
    pub end: usize,
    pub prose: bool,
}

/// The blocks of `text`, in order. List items and headings stand alone, wrapped lines of a
/// paragraph are one block, and marks of lists and headings are left out.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut joins = false;
    for (at, line) in lines(text) {
        let bare = line.trim();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| bare.starts_with(mark));
        if mark.is_some() && (fence.is_none() || fence == mark) {
            fence = if fence.is_some() { None } else { mark };
            joins = false;
            continue;
        }
        if bare.is_empty() {
            joins = false;
            continue;
        }
        let (body, item) = body(line);
        let start = at + (line.len() - line.trim_start().len()) + (bare.len() - body.len());
        let prose = fence.is_none() && !is_bulk(line, body);
        let block = Block {
            start,
            end: start + body.len(),
            prose,
        };
        match found.last_mut() {
            Some(last) if joins && !item && prose && last.prose => last.end = block.end,
            _ if !body.is_empty() => found.push(block),
            _ => {}
        }
        joins = prose && !bare.starts_with('#');
    }
    found
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    })
}

/// A line without its mark, and whether it had one.
fn body(line: &str) -> (&str, bool) {
    let bare = line.trim();
    let quoted = bare.trim_start_matches(['>', ' ']);
    let plain = quoted.trim_start_matches('#').trim_start();
    for mark in ["- [ ] ", "- [x] ", "- ", "* ", "+ ", "• ", "・", "– "] {
        if let Some(rest) = plain.strip_prefix(mark) {
            return (rest.trim_start(), true);
        }
    }
    let digits = plain.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = (1..=2).contains(&digits) && plain[digits..].starts_with([')', '.']);
    match plain
        .get(digits + 1..)
        .and_then(|rest| rest.strip_prefix(' '))
    {
        Some(rest) if numbered => (rest.trim_start(), true),
        _ => (plain, plain.len() < quoted.len()),
    }
}

fn is_bulk(line: &str, body: &str) -> bool {
    let indented = (line.starts_with("    ") || line.starts_with('\t')) && !ends_as_said(body);
    let wordless = !body.contains(char::is_alphabetic);
    wordless || indented || is_table(body) || is_trace(body) || is_log(body) || is_code(body)
}

fn ends_as_said(body: &str) -> bool {
    body.ends_with(['.', '!', '?', '。', '！', '？', ':', '…'])
}

fn is_table(body: &str) -> bool {
    body.starts_with('|') || body.matches(" | ").count() >= 2
}

/// A line of a stack trace or of a compiler's report.
fn is_trace(body: &str) -> bool {
    let called = body
        .strip_prefix("at ")
        .is_some_and(|rest| rest.contains([':', '(']));
    let python = body.starts_with("File \"") || body.starts_with("Traceback");
    let rust =
        body.starts_with("--> ") || body.starts_with("thread '") || body.starts_with("note: ");
    called || python || rust || body.starts_with("goroutine ")
}

fn is_log(body: &str) -> bool {
    const LEVELS: [&str; 8] = [
        "[INFO", "[WARN", "[ERROR", "[DEBUG", "INFO ", "WARN ", "DEBUG ", "TRACE ",
    ];
    const RUNS: [&str; 8] = [
        "test ",
        "Compiling ",
        "Running ",
        "Finished ",
        "running ",
        "warning: ",
        "error: ",
        "error[",
    ];
    let dated = body.len() > 19
        && body.bytes().take(4).all(|b| b.is_ascii_digit())
        && body.as_bytes()[4] == b'-';
    let clock = body.len() > 8
        && body
            .trim_start_matches('[')
            .as_bytes()
            .get(..8)
            .is_some_and(is_clock);
    let levels = LEVELS
        .iter()
        .chain(&RUNS)
        .any(|level| body.starts_with(level));
    dated || clock || (levels && !body.ends_with('.'))
}

fn is_clock(text: &[u8]) -> bool {
    text[2] == b':' && text[5] == b':' && text[0].is_ascii_digit() && text[7].is_ascii_digit()
}

fn is_code(body: &str) -> bool {
    const OPENERS: [&str; 18] = [
        "$ ", "fn ", "pub ", "let ", "const ", "var ", "def ", "class ", "import ", "#include",
        "SELECT ", "</", "<", "{", "}", "//", "/*", "@@ ",
    ];
    let opens = OPENERS.iter().any(|opener| body.starts_with(opener)) && !ends_as_said(body);
    let closes = body.ends_with(['{', '}', ';']) || body.ends_with("=>") || body.ends_with("):");
    opens || closes || is_mostly_marks(body) || is_path(body)
}

/// Prose is letters and spaces; the rest of a line should be a fifth of it, not a third.
fn is_mostly_marks(body: &str) -> bool {
    let (mut marks, mut all) = (0, 0);
    for c in body.chars().take(400) {
        all += 1;
        let plain = c.is_alphanumeric() || c.is_whitespace() || is_unspaced(c) || !c.is_ascii();
        marks += usize::from(!plain && !matches!(c, ',' | '.' | '\'' | '!' | '?' | '`' | '-'));
    }
    all >= 8 && marks * 4 > all
}

fn is_path(body: &str) -> bool {
    let one = !body.contains(char::is_whitespace);
    one && (body.contains('/') || body.contains("::")) && body.len() > 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prose(text: &str) -> Vec<&str> {
        let blocks = blocks(text);
        let kept = blocks.iter().filter(|block| block.prose);
        kept.map(|block| &text[block.start..block.end]).collect()
    }

    #[test]
    fn code_tables_traces_and_logs_are_no_prose() {
        let text = "It fails:\n```rust\nfn main() {}\n```\nSee below.\n\n| a | b |\n|---|---|\n\
            2026-01-30T10:00:00Z started\nat run (main.js:3:4)\n    x = 1\n\nThat is all.\n";
        assert_eq!(prose(text), ["It fails:", "See below.", "That is all."]);
    }

    #[test]
    fn items_stand_alone_and_wrapped_lines_go_on() {
        let text =
            "## Plan\nOne line\nand its end.\n- first thing\n2. second thing\n> quoted words\n";
        let expected = [
            "Plan",
            "One line\nand its end.",
            "first thing",
            "second thing\n> quoted words",
        ];
        assert_eq!(prose(text), expected);
    }

    #[test]
    fn an_open_fence_hides_the_rest_and_nothing_breaks_on_odd_lines() {
        assert_eq!(prose("a word\n```\nrest is code"), ["a word"]);
        assert!(prose("1.\n-\n#\n>\n|\n").is_empty());
        assert_eq!(prose("12. é ü 日本"), ["é ü 日本"]);
    }
}
