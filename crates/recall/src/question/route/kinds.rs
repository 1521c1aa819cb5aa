//! Kinds of things that are called by a name of their own.

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdKind {
    Path,
    Endpoint,
    EnvVar,
    BranchPattern,
    Commit,
    Contract,
    Policy,
}

struct Row {
    name: &'static str,
    /// Words a question asks for it with; of those with a space both must be said.
    asked: &'static [&'static str],
    /// What a text is worth that has one.
    worth: f64,
}

const METHODS: [&str; 5] = ["GET ", "POST ", "PUT ", "PATCH ", "DELETE "];
const BRANCHES: [&str; 7] = [
    "feature/", "feat/", "fix/", "hotfix/", "release/", "bugfix/", "chore/",
];
/// Words that make a sentence a rule.
const RULES: [&str; 7] = [
    "policy",
    "must",
    "never",
    "always",
    "required",
    "forbidden",
    "allowed",
];
/// A short name of a commit has at least so many digits, a whole one so many.
const COMMIT: std::ops::RangeInclusive<usize> = 7..=40;

// === impl IdKind ===

impl IdKind {
    pub const ALL: [IdKind; 7] = [
        IdKind::Path,
        IdKind::Endpoint,
        IdKind::EnvVar,
        IdKind::BranchPattern,
        IdKind::Commit,
        IdKind::Contract,
        IdKind::Policy,
    ];

    fn row(self) -> Row {
        let row = |name, asked, worth| Row { name, asked, worth };
        match self {
            IdKind::Path => row("path", &["path", "file", "directory", "folder"], 0.05),
            IdKind::Endpoint => row("endpoint", &["endpoint", "route", "url"], 0.07),
            IdKind::EnvVar => row(
                "env_var",
                &["env var", "environment variable", "envvar"],
                0.07,
            ),
            IdKind::BranchPattern => row("branch_pattern", &["branch", "branches"], 0.06),
            IdKind::Commit => row("commit", &["commit", "sha"], 0.06),
            IdKind::Contract => row("contract", &["contract", "schema"], 0.05),
            IdKind::Policy => row("policy", &["policy", "policies"], 0.04),
        }
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn worth(self) -> f64 {
        self.row().worth
    }

    /// The words of a question that ask for it.
    pub(super) fn asked_by(self, said: &[String]) -> Vec<String> {
        let mut by = Vec::new();
        for asked in self.row().asked {
            let parts: Vec<&str> = asked.split(' ').collect();
            if parts
                .iter()
                .all(|part| said.iter().any(|word| word == part))
            {
                by.extend(parts.into_iter().map(str::to_owned));
            }
        }
        by
    }

    /// Whether a text has one; `has` are its identifiers.
    pub(super) fn is_in(self, text: &str, has: &[String]) -> bool {
        match self {
            IdKind::Path => has.iter().any(|id| is_path(id)),
            IdKind::Endpoint => {
                METHODS.iter().any(|method| text.contains(method))
                    || has.iter().any(|id| is_address(id))
            }
            IdKind::EnvVar => pieces(text).any(is_variable),
            IdKind::BranchPattern => {
                let branch = |id: &String| BRANCHES.iter().any(|begin| id.starts_with(begin));
                has.iter().any(branch)
            }
            IdKind::Commit => pieces(text).any(is_commit),
            IdKind::Contract => {
                says(text, &["contract", "schema"]) || pieces(text).any(is_versioned)
            }
            IdKind::Policy => says(text, &RULES),
        }
    }
}

fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| c.is_alphanumeric() || "_./-".contains(c);
    let pieces = text.split(move |c| !inside(c));
    pieces.map(|piece| piece.trim_matches(['.', '-', '/']))
}

fn says(text: &str, words: &[&str]) -> bool {
    let text = text.to_lowercase();
    let mut said = text.split(|c: char| !c.is_alphanumeric());
    said.any(|word| words.contains(&word))
}

/// `src/lib.rs`, `/etc/hosts`, `C:\data`.
fn is_path(id: &str) -> bool {
    let split = id.contains('/') || id.contains('\\');
    split && !id.contains("://")
}

/// `https://…`, `/v1/messages`.
fn is_address(id: &str) -> bool {
    id.contains("://") || id.starts_with('/')
}

fn is_variable(piece: &str) -> bool {
    let letters = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
    piece.contains('_') && piece.len() > 3 && piece.bytes().all(letters)
}

/// Hexadecimal digits, and not a number only.
fn is_commit(piece: &str) -> bool {
    COMMIT.contains(&piece.len())
        && piece.bytes().all(|b| b.is_ascii_hexdigit())
        && piece.bytes().any(|b| b.is_ascii_digit())
        && piece.bytes().any(|b| b.is_ascii_alphabetic())
}

/// `memory.bundle.v1`.
fn is_versioned(piece: &str) -> bool {
    let version = |part: &str| {
        let digits = part.strip_prefix('v').unwrap_or_default();
        digits.starts_with(|c: char| c.is_ascii_digit())
    };
    piece
        .rsplit_once('.')
        .is_some_and(|(name, last)| name.contains('.') && version(last))
}

#[cfg(test)]
mod tests {
    use mneme_index::words::identifiers;

    use super::*;

    fn kinds_in(text: &str) -> Vec<&'static str> {
        let has = identifiers(text);
        let kinds = IdKind::ALL
            .into_iter()
            .filter(|kind| kind.is_in(text, &has));
        kinds.map(IdKind::name).collect()
    }

    #[test]
    fn each_kind_is_known_by_its_look() {
        for (text, kind) in [
            ("It lies in src/lib.rs now.", "path"),
            ("Ask POST /v1/messages for it.", "endpoint"),
            ("See https://example.org/api", "endpoint"),
            ("Set MNEME_DATA_DIR first.", "env_var"),
            ("Work goes to feature/login.", "branch_pattern"),
            ("Broken since 8a4f21c.", "commit"),
            ("It follows memory.bundle.v1alpha1.", "contract"),
            ("Nobody must deploy on Friday.", "policy"),
        ] {
            assert!(
                kinds_in(text).contains(&kind),
                "{text}: {:?}",
                kinds_in(text)
            );
        }
        assert!(kinds_in("We ate soup in 2023.").is_empty());
        assert!(kinds_in("The facade was decade old, 1234567 times.").is_empty());
    }

    #[test]
    fn a_kind_is_asked_for_by_its_name() {
        let by = |kind: IdKind, text: &str| {
            let said: Vec<String> = super::super::spoken(text).collect();
            kind.asked_by(&said)
        };
        assert_eq!(by(IdKind::Endpoint, "Which endpoint is it?"), ["endpoint"]);
        assert_eq!(
            by(IdKind::EnvVar, "which environment variable?"),
            ["environment", "variable"]
        );
        assert!(by(IdKind::EnvVar, "a clean environment").is_empty());
    }
}
