//! The timeline: its door, its segments, its jobs.

use mneme_engine::jobs::JobSettings;
use mneme_engine::timeline;
use mneme_model::{Zone, ids};
use mneme_surfaces::{desk, grpc};
use mneme_timeline::segment::Rules;
use mneme_wire::Fault;

use super::bad;
use super::file::{DedupSection, DoorsSection, EpisodicSection, File, SchedulerSection};

/// How long jobs may go on after the server was told to stop.
const GRACE_SECS: u64 = 30;

pub fn door(section: &DoorsSection) -> Result<grpc::Settings, Fault> {
    let default = grpc::Settings::default();
    let namespace = section.grpc_namespace.clone();
    let namespace = namespace.unwrap_or(default.namespace);
    if !ids::is_namespace(&namespace) {
        return Err(bad(format!(
            "doors.grpc_namespace: '{namespace}' is not a namespace (letters, digits, '-' and '_')"
        )));
    }
    let message_bytes = section.grpc_message_bytes;
    Ok(grpc::Settings {
        namespace,
        message_bytes: message_bytes.unwrap_or(default.message_bytes),
        key_required: key_required(section)?,
    })
}

fn key_required(section: &DoorsSection) -> Result<bool, Fault> {
    match section.grpc_key.as_deref() {
        None | Some("optional") => Ok(false),
        Some("required") => Ok(true),
        Some(other) => Err(bad(format!(
            "doors.grpc_key is optional or required, not '{other}'"
        ))),
    }
}

pub fn contents(file: &File) -> Result<timeline::Settings, Fault> {
    let section = &file.timeline;
    let default = timeline::Settings::default();
    let rules = default.rules;
    let ms = |told: Option<u64>, default: i64| match told {
        Some(told) => i64::try_from(told).unwrap_or(i64::MAX),
        None => default,
    };
    let rules = Rules {
        time_threshold_ms: ms(section.time_threshold_ms, rules.time_threshold_ms),
        token_threshold: section.token_threshold.unwrap_or(rules.token_threshold),
        overlap_time_ms: ms(section.overlap_time_ms, rules.overlap_time_ms),
        overlap_tokens: section.overlap_tokens.unwrap_or(rules.overlap_tokens),
        max_tool_result_chars: section
            .max_tool_result_chars
            .unwrap_or(rules.max_tool_result_chars),
        min_events_per_segment: section
            .min_events_per_segment
            .unwrap_or(rules.min_events_per_segment),
    };
    if rules.time_threshold_ms == 0 || rules.token_threshold == 0 {
        return Err(bad(
            "timeline.time_threshold_ms and timeline.token_threshold must be more than 0",
        ));
    }
    Ok(timeline::Settings {
        zone: zone("timeline.zone", section.zone.as_deref())?,
        rules,
        follow_ms: section.follow_ms.unwrap_or(default.follow_ms),
        topics: timeline::TopicSettings {
            enabled: file.topics.enabled.unwrap_or(default.topics.enabled),
        },
        dedup: dedup(&file.dedup, default.dedup)?,
        episodes: episodes(&file.episodic, default.episodes)?,
        projects: file.projects.registered.clone(),
        summariser: None,
    })
}

fn dedup(
    section: &DedupSection,
    default: timeline::DedupSettings,
) -> Result<timeline::DedupSettings, Fault> {
    let threshold = section.threshold.unwrap_or(default.threshold);
    if !(0.0..=1.0).contains(&threshold) {
        return Err(bad("dedup.threshold lies between 0 and 1"));
    }
    let chars = section.min_text_length;
    let recent = section.buffer_capacity;
    Ok(timeline::DedupSettings {
        enabled: section.enabled.unwrap_or(default.enabled),
        threshold,
        timeout_ms: section.timeout_ms.unwrap_or(default.timeout_ms),
        min_text_chars: chars.unwrap_or(default.min_text_chars),
        recent_events: recent.unwrap_or(default.recent_events),
    })
}

fn episodes(
    section: &EpisodicSection,
    default: timeline::EpisodeSettings,
) -> Result<timeline::EpisodeSettings, Fault> {
    let midpoint = section.midpoint_target.unwrap_or(default.midpoint);
    if !(0.0..=1.0).contains(&midpoint) {
        return Err(bad("episodic.midpoint_target lies between 0 and 1"));
    }
    Ok(timeline::EpisodeSettings {
        enabled: section.enabled.unwrap_or(default.enabled),
        midpoint,
        most: section.max_episodes.unwrap_or(default.most),
    })
}

/// When jobs run, and how many seconds they have at the end.
pub fn jobs(section: &SchedulerSection) -> Result<(JobSettings, u64), Fault> {
    let zone = section.default_timezone.as_deref();
    let jobs = JobSettings {
        enabled: section.enabled.unwrap_or(true),
        zone: self::zone("scheduler.default_timezone", zone)?,
        cron: section.jobs.clone(),
    };
    let wrong = |error| bad(format!("scheduler.jobs: {}", desk::fault(&error).error));
    jobs.check().map_err(wrong)?;
    let grace = section.shutdown_timeout_secs.unwrap_or(GRACE_SECS);
    Ok((jobs, grace))
}

fn zone(setting: &str, name: Option<&str>) -> Result<Zone, Fault> {
    let Some(name) = name else {
        return Ok(Zone::utc());
    };
    name.parse()
        .map_err(|error: mneme_model::NoSuchZone| bad(format!("{setting}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_or_zone_nobody_knows_is_named() {
        let with = |name: &str, cron: &str| SchedulerSection {
            jobs: [(name.to_owned(), cron.to_owned())].into(),
            ..SchedulerSection::default()
        };
        let told = |section: &SchedulerSection| jobs(section).unwrap_err().error;
        assert!(told(&with("hourly-rollup", "* * *")).contains("* * *"));
        assert!(told(&with("nope", "0 * * * *")).contains("nope"));
        assert!(jobs(&with("hourly-rollup", "0 3 * * *")).is_ok());
        let mars = SchedulerSection {
            default_timezone: Some("Mars/Base".into()),
            ..SchedulerSection::default()
        };
        assert!(told(&mars).contains("Mars/Base"));
        let mut mars = File::default();
        mars.timeline.zone = Some("Mars/Base".into());
        assert!(contents(&mars).unwrap_err().error.contains("Mars/Base"));
    }
}
