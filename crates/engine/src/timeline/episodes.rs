//! Episodes: what somebody set out to do, what was done for it, and how it went. Each of the
//! three is an event; the table of episodes is folded from them.

mod record;
mod similar;

pub use mneme_store::tables::episodes::Status as EpisodeStatus;
pub use record::{Action, ActionResult, Ending, EpisodeEnded, NewEpisode};
pub use similar::SimilarEpisode;

use mneme_model::Code;

use crate::{Engine, Error, Result};

#[derive(Clone, Debug, PartialEq)]
pub struct EpisodeSettings {
    pub enabled: bool,
    /// The outcome that teaches most: neither a matter of course nor hopeless.
    pub midpoint: f32,
    /// How many that ended are kept in a namespace.
    pub most: usize,
}

impl Default for EpisodeSettings {
    fn default() -> Self {
        Self {
            enabled: false,
            midpoint: 0.65,
            most: 1_000,
        }
    }
}

// === impl EpisodeSettings ===

impl EpisodeSettings {
    /// What an episode with this outcome is worth: the more the nearer it is to the midpoint.
    fn value(&self, outcome: f32) -> f32 {
        (1.0 - (outcome - self.midpoint).abs()).max(0.0)
    }
}

impl Engine {
    /// Whether anybody wants episodes to be kept.
    fn episodes(&self) -> Result<&EpisodeSettings> {
        let settings = &self.settings.timeline.episodes;
        match settings.enabled {
            true => Ok(settings),
            false => Err(Error::refused(
                Code::EpisodesOff,
                "Episodic memory is not enabled",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_midpoint_is_worth_most_and_nothing_less_than_nothing() {
        let settings = EpisodeSettings::default();
        assert_eq!(settings.value(0.65), 1.0);
        assert!((settings.value(0.0) - 0.35).abs() < 1e-6);
        assert!((settings.value(1.0) - 0.65).abs() < 1e-6);
        let far = EpisodeSettings {
            midpoint: 3.0,
            ..settings
        };
        assert_eq!(far.value(0.5), 0.0);
    }
}
