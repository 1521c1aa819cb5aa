//! Files of this machine the notebook reads and writes: transcripts, and notes in markdown.

pub mod antigravity;
pub mod brain;
pub mod claude;
pub mod walk;

use std::path::{Component, Path, PathBuf};

use mneme_model::Code;

use crate::rest::Refusal;

/// Where the notebook looks when nobody says where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Whose machine it is.
    pub home: Option<PathBuf>,
    /// Notes in markdown.
    pub second_brain: Option<PathBuf>,
}

/// Names that hold secrets more often than talks.
const SECRET_NAMES: [&str; 14] = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".env",
    ".netrc",
    ".pgpass",
    ".npmrc",
    ".hmac",
    "id_rsa",
    "id_ed25519",
    "keys",
];
const SECRET_WORDS: [&str; 4] = ["secret", "credential", "password", "private_key"];

/// Runs what waits for the disk where waiting is allowed.
pub async fn on_disk<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Refusal::new(Code::Internal, "internal server error"))?
}

/// Whether a path looks as if secrets lay there.
pub fn is_secret(path: &Path) -> bool {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().to_lowercase()),
        _ => None,
    });
    names.into_iter().any(|name| {
        SECRET_NAMES.contains(&name.as_str()) || SECRET_WORDS.iter().any(|word| name.contains(word))
    })
}

/// The sentence says it all: the code's own hint is about addresses.
pub fn bad(why: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadPath, why).hinting("")
}

pub fn unread(path: &Path, error: &std::io::Error) -> Refusal {
    let hint = "the server reads its own machine: check that the path is there, and that it may";
    bad(format!("{} cannot be read: {error}", path.display())).hinting(hint)
}

// === impl Places ===

impl Places {
    /// Where transcripts of Claude Code are: a path somebody gave, or where it writes them.
    pub fn transcripts(&self, given: Option<&str>) -> Result<PathBuf, Refusal> {
        match given.map(str::trim).filter(|given| !given.is_empty()) {
            None => self.at_home(".claude/projects"),
            Some("~") => self.at_home(""),
            Some(given) => match given.strip_prefix("~/") {
                Some(rest) => self.at_home(rest),
                None => Ok(PathBuf::from(given)),
            },
        }
    }

    /// Where Antigravity keeps its talks.
    pub fn antigravity(&self) -> Result<PathBuf, Refusal> {
        self.at_home(".gemini/antigravity/brain")
    }

    fn at_home(&self, rest: &str) -> Result<PathBuf, Refusal> {
        let home = self.home.as_ref();
        let home = home.ok_or_else(|| bad("this server has no home directory; give a path"))?;
        Ok(home.join(rest))
    }
}
