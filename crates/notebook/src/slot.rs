//! Pinned notes of a bounded size.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    pub label: String,
    #[serde(default)]
    pub content: String,
    #[serde(default = "usual_limit")]
    pub size_limit: usize,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub pinned: bool,
    #[serde(default)]
    pub read_only: bool,
    pub scope: Scope,
    /// Which project's, where it is one's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub project: String,
    #[serde(default)]
    pub created_at: String,
    #[serde(default)]
    pub updated_at: String,
}

/// Whose slot it is: one project's, or everybody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    Project,
    Global,
}

/// Why a text does not go into a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    pub size: usize,
    pub limit: usize,
}

pub const DEFAULT_LIMIT: usize = 2_000;
pub const MOST: usize = 20_000;

fn usual_limit() -> usize {
    DEFAULT_LIMIT
}

/// A slot every notebook has from its first day.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    pub label: &'static str,
    pub size_limit: usize,
    pub scope: Scope,
    pub pinned: bool,
    pub description: &'static str,
}

const fn standing(
    label: &'static str,
    size_limit: usize,
    scope: Scope,
    pinned: bool,
    description: &'static str,
) -> Standing {
    Standing {
        label,
        size_limit,
        scope,
        pinned,
        description,
    }
}

pub const STANDING: [Standing; 8] = [
    standing(
        "persona",
        1_000,
        Scope::Global,
        true,
        "Who the agent is and how it speaks",
    ),
    standing(
        "user_preferences",
        2_000,
        Scope::Global,
        true,
        "What the user likes and dislikes",
    ),
    standing(
        "tool_guidelines",
        1_500,
        Scope::Global,
        true,
        "How tools are to be used",
    ),
    standing(
        "project_context",
        3_000,
        Scope::Project,
        true,
        "What the project is and where it stands",
    ),
    standing(
        "guidance",
        1_500,
        Scope::Project,
        true,
        "What to mind in this project",
    ),
    standing(
        "pending_items",
        2_000,
        Scope::Project,
        true,
        "What is still to be done",
    ),
    standing(
        "session_patterns",
        1_500,
        Scope::Project,
        false,
        "What sessions have in common",
    ),
    standing(
        "self_notes",
        1_500,
        Scope::Project,
        false,
        "What the agent wants to remember itself",
    ),
];

/// A small letter, then small letters, digits and underscores.
pub fn is_label(label: &str) -> bool {
    let mut letters = label.bytes();
    let first = letters
        .next()
        .is_some_and(|first| first.is_ascii_lowercase());
    first && letters.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// Characters, as people count them.
pub fn size(content: &str) -> usize {
    content.chars().count()
}

// === impl Standing ===

impl Standing {
    /// The slot as nobody has written into it yet.
    pub fn empty(&self, project: &str) -> Slot {
        let own = self.scope == Scope::Project;
        Slot {
            label: self.label.to_owned(),
            content: String::new(),
            size_limit: self.size_limit,
            description: self.description.to_owned(),
            pinned: self.pinned,
            read_only: false,
            scope: self.scope,
            project: if own {
                project.to_owned()
            } else {
                String::new()
            },
            created_at: String::new(),
            updated_at: String::new(),
        }
    }
}

// === impl Slot ===

impl Slot {
    /// The content with another line, if it fits.
    pub fn appended(&self, text: &str) -> Result<String, TooLong> {
        let text = text.trim();
        let whole = match self.content.is_empty() {
            true => text.to_owned(),
            false => format!("{}\n{text}", self.content),
        };
        self.fits(&whole).map(|()| whole)
    }

    pub fn fits(&self, content: &str) -> Result<(), TooLong> {
        let (size, limit) = (size(content), self.size_limit);
        match size > limit {
            true => Err(TooLong { size, limit }),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_small_letters_digits_and_underscores() {
        for good in ["a", "persona", "a1_b"] {
            assert!(is_label(good), "{good}");
        }
        for bad in ["", "Bad Label", "1a", "_a", "a-b", "ä", "a b"] {
            assert!(!is_label(bad), "{bad}");
        }
        assert!(STANDING.iter().all(|slot| is_label(slot.label)));
    }

    #[test]
    fn what_does_not_fit_says_by_how_much() {
        let slot = Slot {
            label: "a".into(),
            content: "αβγ".into(),
            size_limit: 6,
            description: String::new(),
            pinned: true,
            read_only: false,
            scope: Scope::Project,
            project: String::new(),
            created_at: String::new(),
            updated_at: String::new(),
        };
        assert_eq!(slot.appended(" xy "), Ok(String::from("αβγ\nxy")));
        assert_eq!(slot.appended("xyz"), Err(TooLong { size: 7, limit: 6 }));
    }
}
