//! Whose habits to keep: our own, or those of the system a client was written for.

use mneme_engine::{OnDuplicate, Ranking};
use mneme_surfaces::rest::BATCH_BYTES;
use mneme_wire::Fault;

use super::bad;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compat {
    #[default]
    Mneme,
    Memoryoss,
}

// === impl Compat ===

impl Compat {
    pub fn parse(text: Option<&str>) -> Result<Self, Fault> {
        match text {
            None | Some("mneme") => Ok(Self::Mneme),
            Some("memoryoss") => Ok(Self::Memoryoss),
            Some(other) => Err(bad(format!(
                "compat: '{other}' is neither mneme nor memoryoss"
            ))),
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Mneme => "mneme",
            Self::Memoryoss => "memoryoss",
        }
    }

    /// What the engine is told unless a setting says otherwise.
    pub fn engine(self) -> mneme_engine::Settings {
        let mut settings = mneme_engine::Settings::default();
        settings.answers.ttl_ms = 60_000;
        if self == Self::Memoryoss {
            settings.limits.content_bytes = 32_768;
            // Its clients know no pages of a list: who asks what is kept of them is told all.
            settings.limits.list_limit = usize::MAX;
            settings.on_duplicate = OnDuplicate::Refuse;
            settings.alike_from = Some(0.95);
            settings.writers_confirm = true;
            settings.ranking = Ranking::Memoryoss;
            settings.default_kinds = vec!["memory".into()];
            settings.answers.entries = 5_000;
            settings.index.questions.entries = 10_000;
            settings.index.questions.ttl_ms = 300_000;
        }
        settings
    }

    pub fn rate_limit_per_sec(self) -> u32 {
        match self {
            Self::Mneme => 10_000,
            Self::Memoryoss => 100,
        }
    }

    /// The largest batch, where the largest plain request is this.
    pub fn batch_bytes(self, body_bytes: usize) -> usize {
        match self {
            Self::Mneme => BATCH_BYTES.max(body_bytes),
            Self::Memoryoss => body_bytes,
        }
    }

    /// Whether the HTTP doors speak TLS, with a certificate of their own, when nothing is said.
    pub fn tls(self) -> bool {
        self == Self::Memoryoss
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_list_has_no_pages_unless_they_are_asked_for() {
        let most = |compat: Compat| compat.engine().limits.list_limit;
        assert_eq!(most(Compat::Memoryoss), usize::MAX);
        assert_eq!(most(Compat::Mneme), 10_000);
    }
}
