//! What is known about files before a tool touches them: a few tags, never cut in the middle.

use crate::context::escaped;
use crate::cut;

/// Characters of everything together.
const MOST: usize = 4_000;
/// Characters of a line.
const LINE: usize = 300;

/// A tag with its lines; as many of them as fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub tag: &'static str,
    pub lines: Vec<String>,
}

// === impl Block ===

impl Block {
    pub fn new(tag: &'static str) -> Self {
        let lines = Vec::new();
        Self { tag, lines }
    }

    /// A heading, or a line that is told under it: one line, fit to stand between tags.
    pub fn tell(&mut self, text: &str) {
        let line = cut::ellipsis(&cut::collapsed(text), LINE);
        self.lines.push(escaped(&line));
    }

    fn told(&self, lines: usize) -> String {
        let lines = self.lines.iter().take(lines).map(String::as_str);
        let lines: Vec<&str> = lines.collect();
        format!("<{0}>\n{1}\n</{0}>", self.tag, lines.join("\n"))
    }
}

/// The blocks with all the lines that fit.
pub fn packed(blocks: &[Block]) -> String {
    let mut told = String::new();
    for block in blocks.iter().filter(|block| !block.lines.is_empty()) {
        let room = MOST.saturating_sub(told.chars().count() + 1);
        let fits = |lines: &usize| block.told(*lines).chars().count() <= room;
        let Some(lines) = (1..=block.lines.len()).rev().find(fits) else {
            continue;
        };
        if !told.is_empty() {
            told.push('\n');
        }
        told.push_str(&block.told(lines));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_left_out_by_lines() {
        let mut long = Block::new("agentmemory-file-context");
        (0..40).for_each(|n| long.tell(&format!("{n} <b>&amp; {}", "word ".repeat(60))));
        let mut short = Block::new("agentmemory-past-errors");
        short.tell("a bug");
        let told = packed(&[long.clone(), Block::new("empty"), short]);
        assert!(told.chars().count() <= MOST);
        assert!(told.starts_with("<agentmemory-file-context>\n0 &lt;b&gt;"));
        assert_eq!(told.matches("</agentmemory-file-context>").count(), 1);
        assert!(!told.contains("<empty>"));
        assert_eq!(packed(&[]), "");
    }
}
