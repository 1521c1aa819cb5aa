//! Commits, and the sessions they were made in.

use serde::{Deserialize, Serialize};

/// A commit in the published shape; what nobody said is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Commit {
    pub sha: String,
    pub short_sha: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authored_at: Option<String>,
    pub files: Vec<String>,
    pub session_ids: Vec<String>,
    pub linked_at: String,
}

const SHORT: usize = 7;

// === impl Commit ===

impl Commit {
    /// Said again: what is new is added, what is said anew holds.
    pub fn over(self, older: Commit) -> Self {
        Self {
            branch: self.branch.or(older.branch),
            repo: self.repo.or(older.repo),
            message: self.message.or(older.message),
            author: self.author.or(older.author),
            authored_at: self.authored_at.or(older.authored_at),
            files: joined(older.files, self.files),
            session_ids: joined(older.session_ids, self.session_ids),
            ..self
        }
    }

    /// Its own short name.
    pub fn named(self) -> Self {
        let short_sha = self.sha.chars().take(SHORT).collect();
        Self { short_sha, ..self }
    }

    /// Whether it is called so: by its whole name, or by a beginning that is long enough.
    pub fn is_called(&self, sha: &str) -> bool {
        self.sha == sha || (sha.len() >= SHORT && self.sha.starts_with(sha))
    }
}

fn joined(mut one: Vec<String>, other: Vec<String>) -> Vec<String> {
    for new in other {
        if !one.contains(&new) {
            one.push(new);
        }
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_said_again_has_both_sessions() {
        let said = |session: &str, branch: Option<&str>| Commit {
            sha: String::from("0123456789abcdef"),
            branch: branch.map(str::to_owned),
            session_ids: vec![session.to_owned()],
            ..Commit::default()
        };
        let both = said("b", None).over(said("a", Some("main"))).named();
        assert_eq!(both.session_ids, ["a", "b"]);
        assert_eq!(both.branch.as_deref(), Some("main"));
        assert_eq!(both.short_sha, "0123456");
        assert!(both.is_called("01234567") && !both.is_called("012345"));
    }
}
