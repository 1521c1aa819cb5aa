//! Pages in markdown that an agent keeps for itself: each part of one is a memory.

use crate::export::Export;
use crate::memory::{Kept, Memory};
use crate::{cut, ids, redact};

/// A page, and where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The same page has the same name the next time.
    pub name: String,
    pub project: String,
    pub text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Part {
    title: String,
    lines: Vec<String>,
}

const TITLE: usize = 80;
/// No part is longer; what is, is no note.
const MOST_CHARS: usize = 20_000;

/// Pages as memories whose names are made of where they stand: said otherwise, a part has its
/// next version.
pub fn export(pages: &[Page], agent: &str) -> Export {
    let memories = pages.iter().flat_map(|page| of(page, agent));
    Export {
        memories: memories.collect(),
        ..Export::default()
    }
}

fn of(page: &Page, agent: &str) -> Vec<Memory> {
    let parts = parts(&page.text);
    let mut memories = Vec::with_capacity(parts.len());
    for (n, part) in parts.iter().enumerate() {
        let same = parts[..n].iter().filter(|other| other.title == part.title);
        let place = format!("{}\n{}\n{}", page.name, part.title, same.count());
        let content = redact::text(&cut::head(&part.content(), MOST_CHARS));
        memories.push(Memory {
            id: ids::derived("mem", &place),
            is_latest: true,
            agent_id: Some(agent.to_owned()),
            kept: Kept {
                title: cut::head(&redact::text(&part.shown()), TITLE),
                project: Some(redact::text(&page.project)),
                ..Kept::default()
            },
            content,
            ..Memory::default()
        });
    }
    memories
}

/// A heading begins a part, unless it stands in a block of code. What says nothing is none.
fn parts(text: &str) -> Vec<Part> {
    let (mut parts, mut code) = (vec![Part::default()], false);
    for line in body(text).lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        }
        let title = line.trim_start_matches('#');
        if !code && title.len() < line.len() && title.starts_with(' ') {
            parts.push(Part {
                title: title.trim().to_owned(),
                lines: Vec::new(),
            });
        } else if let Some(part) = parts.last_mut() {
            part.lines.push(line.to_owned());
        }
    }
    parts.retain(|part| part.lines.iter().any(|line| !line.trim().is_empty()));
    parts
}

/// Without what stands between two lines of dashes on top: it is about the page.
fn body(text: &str) -> &str {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let Some(rest) = text.strip_prefix("---\n") else {
        return text;
    };
    rest.split_once("\n---").map_or(text, |(_, rest)| rest)
}

// === impl Part ===

impl Part {
    fn content(&self) -> String {
        let said = self.lines.join("\n");
        match self.title.as_str() {
            "" => said.trim().to_owned(),
            title => format!("{title}\n{}", said.trim()),
        }
    }

    fn shown(&self) -> String {
        let mut first = self.lines.iter().map(|line| line.trim());
        match self.title.as_str() {
            "" => first
                .find(|line| !line.is_empty())
                .unwrap_or_default()
                .to_owned(),
            title => title.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "---\nname: x\n---\nA word first.\n# Build\n- make it\n```\n# no heading\n```\n## Empty\n\n# Build\nagain\n#tag is no heading\n";

    #[test]
    fn each_heading_is_a_memory_and_a_change_is_its_next_version() {
        let page = |text: &str| Page {
            name: String::from("p/MEMORY.md"),
            project: String::from("/code/app"),
            text: text.to_owned(),
        };
        let read = |text: &str| export(&[page(text)], "claude").memories;
        let memories = read(TEXT);
        let titles: Vec<&str> = memories.iter().map(|m| m.kept.title.as_str()).collect();
        assert_eq!(titles, ["A word first.", "Build", "Build"]);
        assert_eq!(
            memories[1].content,
            "Build\n- make it\n```\n# no heading\n```"
        );
        assert_ne!(memories[1].id, memories[2].id);
        let changed = read(&TEXT.replace("make it", "make it twice"));
        assert_eq!(changed[1].id, memories[1].id);
        assert_ne!(changed[1].content, memories[1].content);
        let token = format!("# Key\nghp_{}\n", "Ab1".repeat(12));
        assert_eq!(read(&token)[0].content, "Key\n[REDACTED_SECRET]");
        assert_eq!(read(" \n# Nothing\n"), []);
    }
}
