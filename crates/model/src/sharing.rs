//! What a namespace opens to others: spaces, and grants on them.

use serde::{Deserialize, Serialize};

use crate::Seq;

/// What an event says of a space: each of its kinds fills its own fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Shared {
    /// The space a later event belongs to: the seq of the event that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<Seq>,
    /// What a space that is made is called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook: Option<Webhook>,
    /// The grant that is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant: Option<Grant>,
    /// The grant that is taken back: the seq of the event that gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<Seq>,
}

/// Who is told when something is stored, and what the telling is signed with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Webhook {
    pub url: String,
    pub secret: String,
}

/// What another namespace may do with the memories of a space's owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    pub grantee: String,
    pub permission: GrantPermission,
    /// Only memories with one of these tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Few>,
    /// Only memories of one of these agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agents: Option<Few>,
    /// From then on it opens nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_ms: Option<i64>,
    /// The namespace that gave it, where that is not the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// Each may what those before it may. Numbers are written to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GrantPermission {
    Read = 1,
    /// Also store.
    Write = 2,
    /// Also give others what it has itself.
    Admin = 3,
}

/// One word or several, told again the way it was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Few {
    One(String),
    Many(Vec<String>),
}

// === impl GrantPermission ===

impl GrantPermission {
    pub const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Admin];

    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Admin => "admin",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == text)
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|one| *one as i64 == code)
    }
}

// === impl Few ===

impl Few {
    pub fn words(&self) -> &[String] {
        match self {
            Few::One(word) => std::slice::from_ref(word),
            Few::Many(words) => words,
        }
    }

    /// The words of a filter; none filters nothing.
    pub fn of(filter: Option<&Few>) -> Vec<String> {
        filter.map_or_else(Vec::new, |few| few.words().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_told_again_as_it_was_told() {
        for text in [r#""a""#, r#"["a"]"#, r#"["a","b"]"#] {
            let few: Few = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&few).unwrap(), text);
        }
        assert_eq!(GrantPermission::from_code(2), Some(GrantPermission::Write));
        assert_eq!(
            GrantPermission::parse("admin"),
            Some(GrantPermission::Admin)
        );
    }
}
