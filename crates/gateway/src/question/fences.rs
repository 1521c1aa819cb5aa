//! Code between fences.

/// A fence has at least so many marks.
const LEAST: usize = 3;

/// The text without code between fences. A fence that nobody closes is none.
pub fn without(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let (mut open, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        let fence = Fence::read(line);
        match (&open, fence) {
            (None, Some(fence)) => open = Some((fence, at)),
            (None, None) => left.push_str(line),
            (Some((opened, _)), Some(fence)) if fence.closes(opened) => open = None,
            (Some(_), _) => {}
        }
        at += line.len();
    }
    if let Some((_, from)) = open {
        left.push_str(&text[from..]);
    }
    left
}

#[derive(Clone, Copy)]
struct Fence {
    mark: char,
    marks: usize,
    /// Something stands behind the marks: a language, a file.
    named: bool,
}

// === impl Fence ===

impl Fence {
    fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let rest = line.trim_start_matches(mark);
        let marks = line.len() - rest.len();
        // Words between marks are a word of a sentence.
        (marks >= LEAST && !rest.contains(mark)).then_some(Self {
            mark,
            marks,
            named: !rest.trim().is_empty(),
        })
    }

    fn closes(&self, opened: &Self) -> bool {
        self.mark == opened.mark && self.marks >= opened.marks && !self.named
    }
}
