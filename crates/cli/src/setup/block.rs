//! Lines of ours in a text of others, between two marks.

/// The text with these lines between the marks: where they stood before, else at the end.
pub fn put(text: &str, marks: (&str, &str), lines: &str) -> String {
    let block = format!("{}\n{}\n{}\n", marks.0, lines.trim_end(), marks.1);
    if let Some((from, to)) = find(text, marks) {
        return [&text[..from], &block, &text[to..]].concat();
    }
    let text = match text {
        "" => String::new(),
        text if text.ends_with('\n') => format!("{text}\n"),
        text => format!("{text}\n\n"),
    };
    text + &block
}

/// The text without the marks, what is between them, and the empty line before.
pub fn take(text: &str, marks: (&str, &str)) -> String {
    let Some((from, to)) = find(text, marks) else {
        return text.to_owned();
    };
    let (before, after) = (&text[..from], &text[to..]);
    let before = match before.strip_suffix("\n\n") {
        Some(rest) => format!("{rest}\n"),
        None => before.to_owned(),
    };
    before + after
}

/// From the line of the first mark to behind the line of the second; half a block is not ours. Of
/// two first marks the one next to the second counts: what stands before it is somebody else's.
fn find(text: &str, (begin, end): (&str, &str)) -> Option<(usize, usize)> {
    let mut from = line_of(text, begin, 0)?;
    let last = line_of(text, end, from)?;
    while let Some(next) = line_of(text, begin, from + begin.len()).filter(|next| *next < last) {
        from = next;
    }
    let rest = text.get(last..)?;
    Some((from, last + rest.find('\n').map_or(rest.len(), |at| at + 1)))
}

fn line_of(text: &str, mark: &str, from: usize) -> Option<usize> {
    let mut at = from;
    for line in text.get(from..)?.split_inclusive('\n') {
        if line.trim() == mark {
            return Some(at);
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: (&str, &str) = ("# >>>", "# <<<");

    #[test]
    fn a_block_comes_changes_and_goes_and_nothing_else_moves() {
        for theirs in ["", "mine\n", "a\n\nb\n\n"] {
            let put_in = put(theirs, MARKS, "x\n");
            assert!(put_in.starts_with(theirs), "{put_in}");
            assert_eq!(put(&put_in, MARKS, "x"), put_in);
            assert_eq!(take(&put_in, MARKS), theirs);
            let changed = put(&put_in, MARKS, "y\nz");
            assert!(changed.contains("# >>>\ny\nz\n# <<<\n") && !changed.contains('x'));
        }
        let between = "above\n\n# >>>\nx\n# <<<\nbelow\n";
        assert_eq!(take(between, MARKS), "above\nbelow\n");
        assert_eq!(
            put(between, MARKS, "y"),
            "above\n\n# >>>\ny\n# <<<\nbelow\n"
        );
        let half = "# >>>\nmine\n";
        assert_eq!(take(half, MARKS), half);
        let both = put(half, MARKS, "x");
        assert!(put(&both, MARKS, "y").starts_with(half), "mine stays");
        assert_eq!(take(&both, MARKS), half);
    }
}
