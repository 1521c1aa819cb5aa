//! The timeline, its summaries and its jobs.

use super::{Row, SECRET, Values};
use crate::settings::Settings;
use crate::settings::origin::{Loaded, Origin};

pub fn timeline(settings: &Settings) -> Values {
    let contents = &settings.engine.timeline;
    let rules = &contents.rules;
    vec![
        ("timeline.zone", contents.zone.name().to_owned()),
        ("timeline.follow_ms", contents.follow_ms.to_string()),
        (
            "timeline.time_threshold_ms",
            rules.time_threshold_ms.to_string(),
        ),
        (
            "timeline.token_threshold",
            rules.token_threshold.to_string(),
        ),
        (
            "timeline.overlap_time_ms",
            rules.overlap_time_ms.to_string(),
        ),
        ("timeline.overlap_tokens", rules.overlap_tokens.to_string()),
        (
            "timeline.max_tool_result_chars",
            rules.max_tool_result_chars.to_string(),
        ),
        (
            "timeline.min_events_per_segment",
            rules.min_events_per_segment.to_string(),
        ),
        ("topics.enabled", contents.topics.enabled.to_string()),
    ]
}

/// What is done about events that say the same again.
pub fn repeats(settings: &Settings) -> Values {
    let dedup = &settings.engine.timeline.dedup;
    vec![
        ("dedup.enabled", dedup.enabled.to_string()),
        ("dedup.threshold", dedup.threshold.to_string()),
        ("dedup.timeout_ms", dedup.timeout_ms.to_string()),
        ("dedup.min_text_length", dedup.min_text_chars.to_string()),
        ("dedup.buffer_capacity", dedup.recent_events.to_string()),
    ]
}

/// Tasks that are remembered, and other stores that are asked too.
pub fn episodes(settings: &Settings) -> Values {
    let contents = &settings.engine.timeline;
    let episodes = &contents.episodes;
    let others = contents.projects.iter();
    let others: Vec<String> = others.map(|dir| dir.display().to_string()).collect();
    vec![
        ("episodic.enabled", episodes.enabled.to_string()),
        ("episodic.midpoint_target", episodes.midpoint.to_string()),
        ("episodic.max_episodes", episodes.most.to_string()),
        ("projects.registered", others.join(", ")),
    ]
}

pub fn summarizer(settings: &Settings) -> Values {
    let summarizer = &settings.summarizer;
    let variable = summarizer.api_key_env.clone();
    vec![
        ("summarizer.provider", summarizer.provider.name().to_owned()),
        ("summarizer.model", summarizer.model.clone()),
        ("summarizer.api_key_env", variable.unwrap_or_default()),
        ("summarizer.api_base_url", summarizer.api_base_url.clone()),
        (
            "summarizer.timeout_secs",
            summarizer.timeout_secs.to_string(),
        ),
        ("summarizer.budget_secs", summarizer.budget_secs.to_string()),
        (
            "summarizer.tokens_per_day",
            summarizer.tokens_per_day.to_string(),
        ),
    ]
}

/// A key may also come from a variable of the environment.
pub fn key(settings: &Settings, loaded: &Loaded) -> Row {
    const NAME: &str = "summarizer.api_key";
    let summarizer = &settings.summarizer;
    let env = |name: &str| std::env::var(name).ok();
    match (summarizer.key(env), &summarizer.api_key) {
        (Some(_), Some(_)) => Row::new(NAME, SECRET, &loaded.origin_of(NAME)),
        (Some(_), None) => {
            let variable = summarizer.variable().unwrap_or_default();
            Row::new(NAME, SECRET, &Origin::Env(variable.to_owned()))
        }
        (None, _) => Row::new(NAME, "", &Origin::Default),
    }
}

pub fn scheduler(settings: &Settings) -> Values {
    let jobs = &settings.jobs;
    let others = jobs.cron.iter().map(|(job, cron)| format!("{job}: {cron}"));
    vec![
        ("scheduler.enabled", jobs.enabled.to_string()),
        ("scheduler.default_timezone", jobs.zone.name().to_owned()),
        (
            "scheduler.shutdown_timeout_secs",
            settings.jobs_grace_secs.to_string(),
        ),
        ("scheduler.jobs", others.collect::<Vec<_>>().join(", ")),
    ]
}
