use mneme_model::Zone;

use crate::Cron;

/// A job as somebody decided it should be.
#[derive(Clone, Debug)]
pub struct Spec {
    pub name: &'static str,
    /// Other names it answers to.
    pub aliases: &'static [&'static str],
    pub cron: Cron,
    pub zone: Zone,
    pub overlap: Overlap,
    /// A scheduled run waits up to this long, so that not everything starts on the minute.
    pub jitter_ms: u64,
    /// A run that takes longer has failed. 0 means that it may take as long as it likes.
    pub timeout_ms: u64,
}

/// What happens to a tick while an earlier run goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlap {
    #[default]
    Skip,
    Concurrent,
}

// === impl Spec ===

impl Spec {
    pub(crate) fn answers_to(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}
