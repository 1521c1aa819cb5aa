//! When memories that say the same are made one.

use mneme_engine::jobs::{JobSettings, MERGE};
use mneme_engine::memories::MergeSettings;
use mneme_wire::Fault;

use super::bad;
use super::file::ConsolidationSection;

pub fn read(section: &ConsolidationSection) -> Result<MergeSettings, Fault> {
    let usual = MergeSettings::default();
    let threshold = section.threshold.unwrap_or(usual.threshold);
    if !(0.0..=1.0).contains(&threshold) {
        return Err(bad("consolidation.threshold must be between 0 and 1"));
    }
    if section.max_clusters == Some(0) {
        return Err(bad(
            "consolidation.max_clusters must be 1 or more; consolidation.enabled = false switches it off",
        ));
    }
    Ok(MergeSettings {
        enabled: section.enabled.unwrap_or(usual.enabled),
        interval_minutes: section.interval_minutes.unwrap_or(usual.interval_minutes),
        threshold,
        most: section.max_clusters.unwrap_or(usual.most),
    })
}

/// When it is looked for, unless somebody said so.
pub fn schedule(merge: MergeSettings, jobs: &mut JobSettings) {
    if merge.enabled {
        let cron = jobs.cron.entry(MERGE.to_owned());
        cron.or_insert_with(|| every(merge.interval_minutes));
    }
}

/// A schedule of so many minutes; of a number no schedule has, each minute: the work itself looks
/// whether it is time.
fn every(minutes: u64) -> String {
    match minutes {
        0 => String::from("* * * * * *"),
        n if n < 60 && 60 % n == 0 => format!("0 */{n} * * * *"),
        60 => String::from("0 0 * * * *"),
        n if n % 60 == 0 && n < 1_440 && 24 % (n / 60) == 0 => format!("0 0 */{} * * *", n / 60),
        1_440 => String::from("0 0 0 * * *"),
        _ => String::from("0 * * * * *"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_become_a_schedule_where_there_is_one() {
        assert_eq!(every(0), "* * * * * *");
        assert_eq!(every(15), "0 */15 * * * *");
        assert_eq!(every(60), "0 0 * * * *");
        assert_eq!(every(120), "0 0 */2 * * *");
        assert_eq!(every(45), "0 * * * * *");
    }
}
