//! When memories nobody has a use for are put away.

use mneme_engine::jobs::{DECAY, JobSettings};
use mneme_engine::memories::DecaySettings;
use mneme_wire::Fault;

use super::bad;
use super::file::DecaySection;

/// The only way there is.
pub const STRATEGY: &str = "age";
/// Nobody who waits no day at all wants to wait a quarter of an hour.
const AT_ONCE: &str = "* * * * * *";

pub fn read(section: &DecaySection) -> Result<DecaySettings, Fault> {
    let usual = DecaySettings::default();
    if let Some(other) = section.strategy.as_deref().filter(|name| *name != STRATEGY) {
        return Err(bad(format!("decay.strategy is {STRATEGY}, not '{other}'")));
    }
    Ok(DecaySettings {
        enabled: section.enabled.unwrap_or(usual.enabled),
        after_days: section.after_days.unwrap_or(usual.after_days),
    })
}

/// When it is looked for, unless somebody said so.
pub fn schedule(decay: DecaySettings, jobs: &mut JobSettings) {
    if decay.enabled && decay.after_days == 0 {
        let cron = jobs.cron.entry(DECAY.to_owned());
        cron.or_insert_with(|| AT_ONCE.to_owned());
    }
}
