//! Lines of ours in a text of others, between two marks. Where one mark was lost, what is left of
//! the block is known by our own words next to the other.

pub struct Marks {
    pub begin: &'static str,
    pub end: &'static str,
    /// Whether we write such a line between them, or did so once.
    pub ours: fn(&str) -> bool,
}

// === impl Marks ===

impl Marks {
    /// What somebody else wrote between them, among lines of ours. Where none is ours, all of it is
    /// another program's.
    fn theirs<'t>(&self, block: &'t str) -> Vec<&'t str> {
        let marks = [self.begin, self.end];
        let lines = block.split_inclusive('\n');
        let said = lines.filter(|line| !line.trim().is_empty() && !marks.contains(&line.trim()));
        let (ours, theirs): (Vec<&str>, _) = said.partition(|line| (self.ours)(line.trim_end()));
        match ours.is_empty() {
            true => Vec::new(),
            false => theirs,
        }
    }
}

/// The text with these lines between the marks: where they stood before, else at the end. What
/// somebody wrote between them stands behind them then.
pub fn put(text: &str, marks: &Marks, lines: &str) -> String {
    let block = format!("{}\n{}\n{}\n", marks.begin, lines.trim_end(), marks.end);
    let at = find(text, marks).or_else(|| half(text, marks));
    let Some((from, to)) = at else {
        let text = match text {
            "" => String::new(),
            text if text.ends_with('\n') => format!("{text}\n"),
            text => format!("{text}\n\n"),
        };
        return text + &block;
    };
    // What else is left of blocks that were damaged goes.
    let (before, after) = (take(&text[..from], marks), take(&text[to..], marks));
    let theirs = marks.theirs(&text[from..to]).concat();
    [before, block, theirs, after].concat()
}

/// The text without the marks, what we wrote between them, and the empty line before.
pub fn take(text: &str, marks: &Marks) -> String {
    let Some((from, to)) = find(text, marks).or_else(|| half(text, marks)) else {
        return text.to_owned();
    };
    let before = take(&text[..from], marks);
    let theirs = marks.theirs(&text[from..to]).concat();
    let before = match before.strip_suffix("\n\n") {
        Some(rest) if theirs.is_empty() => format!("{rest}\n"),
        _ => before,
    };
    [before, theirs, take(&text[to..], marks)].concat()
}

/// With the block of another text in the place of this one's, and its end where it had none; nothing
/// where no block is here.
pub fn put_back(text: &str, before: &str, marks: &Marks) -> Option<String> {
    let (from, to) = find(text, marks).or_else(|| half(text, marks))?;
    let theirs = marks.theirs(&text[from..to]);
    let Some((begin, end)) = find(before, marks) else {
        let left = take(text, marks);
        let ended = theirs.is_empty() && to == text.len() && !before.ends_with('\n');
        let line = left.strip_suffix('\n').filter(|_| ended);
        return Some(line.map_or_else(|| left.clone(), str::to_owned));
    };
    let then = &before[begin..end];
    let theirs = theirs.into_iter().filter(|line| !then.contains(line));
    // Ours took its place, and left what was not ours behind it.
    let moved = marks.theirs(then).concat();
    let rest = text[to..].strip_prefix(&moved).unwrap_or(&text[to..]);
    Some([&text[..from], then, &theirs.collect::<String>(), rest].concat())
}

/// Whether somebody else wrote among our lines.
pub fn is_shared(text: &str, marks: &Marks) -> bool {
    find(text, marks).is_some_and(|(from, to)| !marks.theirs(&text[from..to]).is_empty())
}

/// What stands between the marks, where no line of it is ours.
pub fn foreign<'t>(text: &'t str, marks: &Marks) -> Option<&'t str> {
    let (from, to) = find(text, marks)?;
    let block = &text[from..to];
    let mut lines = block.lines().filter(|line| !line.trim().is_empty());
    (!lines.any(|line| (marks.ours)(line.trim_end()))).then_some(block)
}

/// A block that lost one of its marks: the other, and the lines next to it that are ours. A mark
/// beside words of somebody else is theirs.
fn half(text: &str, marks: &Marks) -> Option<(usize, usize)> {
    let mut ends = vec![0];
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    ends.extend(lines.iter().scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    let ours = |line: &&&str| (marks.ours)(line.trim_end());
    let empty = |line: &&&str| line.trim().is_empty();
    lines.iter().enumerate().find_map(|(at, line)| {
        let (from, to) = match line.trim() {
            mark if mark == marks.begin => {
                let below = &lines[at + 1..];
                let own = below.iter().take_while(ours).count();
                let gap = below[..own].iter().rev().take_while(empty).count();
                (at, at + 1 + own - gap)
            }
            mark if mark == marks.end => {
                let above = &lines[..at];
                let own = above.iter().rev().take_while(ours).count();
                let gap = above[at - own..].iter().take_while(empty).count();
                (at - own + gap, at + 1)
            }
            _ => return None,
        };
        (to - from > 1).then(|| (ends[from], ends[to]))
    })
}

/// From the line of the first mark to behind the line of the second. Of two first marks the one
/// next to the second counts: what stands before it is somebody else's, or half a block.
fn find(text: &str, Marks { begin, end, .. }: &Marks) -> Option<(usize, usize)> {
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

    const MARKS: &Marks = &Marks {
        begin: "# >>>",
        end: "# <<<",
        ours: |line| ["", "x", "y", "z"].contains(&line),
    };

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

    #[test]
    fn what_somebody_wrote_into_a_block_stays() {
        let shared = "above\n\n# >>>\nx\nmine\ny\n# <<<\nbelow\n";
        assert!(is_shared(shared, MARKS));
        assert_eq!(take(shared, MARKS), "above\n\nmine\nbelow\n");
        let anew = "above\n\n# >>>\nx\n# <<<\nmine\nbelow\n";
        assert_eq!(put(shared, MARKS, "x"), anew);
        assert_eq!(put(anew, MARKS, "x"), anew);
        assert!(!is_shared(anew, MARKS));
        let before = "# >>>\nz\n# <<<\n";
        let back = "above\n\n# >>>\nz\n# <<<\nmine\nbelow\n";
        assert_eq!(put_back(shared, before, MARKS), Some(back.to_owned()));
    }

    #[test]
    fn a_block_that_stood_there_before_comes_back() {
        let before = "a\n\n# >>>\nx\n# <<<\nb\n";
        let now = "A\n\n# >>>\ny\n# <<<\nb\n";
        let back = before.replace('a', "A");
        assert_eq!(put_back(now, before, MARKS), Some(back));
        assert_eq!(put_back(now, "a\n", MARKS), Some("A\nb\n".to_owned()));
        let ended = put_back("A\n\n# >>>\ny\n# <<<\n", "a", MARKS);
        assert_eq!(ended, Some("A".to_owned()), "it had no end");
        let mixed = "# >>>\nx\nmine\n# <<<\nb\n";
        let ours = put(mixed, MARKS, "y");
        assert_eq!(put_back(&ours, mixed, MARKS), Some(mixed.to_owned()));
        assert_eq!(put_back("a\n", before, MARKS), None);
    }

    #[test]
    fn a_block_that_lost_a_mark_is_known_by_what_stands_next_to_the_other() {
        for damaged in [
            "above\n\n# >>>\nx\n\ny\nbelow\n",
            "above\n\nx\n\ny\n# <<<\nbelow\n",
        ] {
            assert_eq!(take(damaged, MARKS), "above\nbelow\n", "{damaged}");
            let mended = put(damaged, MARKS, "z");
            assert_eq!(mended, "above\n\n# >>>\nz\n# <<<\nbelow\n", "{damaged}");
            // Also where somebody wrote a whole one behind it.
            let twice = format!("{damaged}\n# >>>\nx\n# <<<\n");
            assert_eq!(take(&twice, MARKS), "above\nbelow\n", "{twice}");
            let once = put(&twice, MARKS, "z");
            assert_eq!(once.matches("# >>>").count(), 1, "{once}");
            assert!(!once.contains('x') && !once.contains('y'), "{once}");
        }
    }
}
