//! Every key of the file of Agent Memory.

use crate::settings::foreign::Fate::{As, NotYet, Translated};
use crate::settings::foreign::Kind::*;
use crate::settings::foreign::{Keys, key};

const MODES: &[&str] = &["separate", "unified"];

pub const KEYS: Keys = Keys(&[
    key("db_path", Path, As("data_dir")),
    key("grpc_port", Between(0, 65_535), Translated),
    key("grpc_host", Text, Translated),
    key("log_level", Text, As("logging.level")),
    key("search_index_path", Path, NotYet),
    key("vector_index_path", Path, NotYet),
    key("multi_agent_mode", OneOf(MODES), NotYet),
    key("agent_id", Text, NotYet),
    key("summarizer.provider", Text, As("summarizer.provider")),
    key("summarizer.model", Text, As("summarizer.model")),
    key("summarizer.api_key", Secret, As("summarizer.api_key")),
    key("summarizer.api_key_env", Text, As("summarizer.api_key_env")),
    key(
        "summarizer.api_base_url",
        Text,
        As("summarizer.api_base_url"),
    ),
    key(
        "toc.segmentation.time_threshold_ms",
        From(1),
        As("timeline.time_threshold_ms"),
    ),
    key(
        "toc.segmentation.token_threshold",
        From(1),
        As("timeline.token_threshold"),
    ),
    key(
        "toc.segmentation.overlap_time_ms",
        From(0),
        As("timeline.overlap_time_ms"),
    ),
    key(
        "toc.segmentation.overlap_tokens",
        From(0),
        As("timeline.overlap_tokens"),
    ),
    key(
        "toc.segmentation.max_tool_result_chars",
        From(0),
        As("timeline.max_tool_result_chars"),
    ),
    key(
        "toc.min_events_per_segment",
        From(0),
        As("timeline.min_events_per_segment"),
    ),
    key("scheduler.enabled", Switch, As("scheduler.enabled")),
    key(
        "scheduler.default_timezone",
        Text,
        As("scheduler.default_timezone"),
    ),
    key(
        "scheduler.shutdown_timeout_secs",
        From(0),
        As("scheduler.shutdown_timeout_secs"),
    ),
    key("scheduler.jobs", Texts, As("scheduler.jobs")),
    key("dedup.enabled", Switch, As("dedup.enabled")),
    key("dedup.threshold", Share, As("dedup.threshold")),
    key("dedup.timeout_ms", From(0), As("dedup.timeout_ms")),
    key(
        "dedup.min_text_length",
        From(0),
        As("dedup.min_text_length"),
    ),
    key(
        "dedup.buffer_capacity",
        From(0),
        As("dedup.buffer_capacity"),
    ),
    key("novelty.enabled", Switch, As("dedup.enabled")),
    key("novelty.threshold", Share, As("dedup.threshold")),
    key("novelty.timeout_ms", From(0), As("dedup.timeout_ms")),
    key(
        "novelty.min_text_length",
        From(0),
        As("dedup.min_text_length"),
    ),
    key(
        "novelty.buffer_capacity",
        From(0),
        As("dedup.buffer_capacity"),
    ),
    key("staleness.enabled", Switch, NotYet),
    key("staleness.half_life_days", Number, NotYet),
    key("staleness.max_penalty", Share, NotYet),
    key("staleness.supersession_penalty", Share, NotYet),
    key("staleness.supersession_threshold", Share, NotYet),
    key("salience.enabled", Switch, NotYet),
    key("salience.length_density_weight", Number, NotYet),
    key("salience.kind_boost", Number, NotYet),
    key("salience.pinned_boost", Number, NotYet),
    key("usage.enabled", Switch, NotYet),
    key("usage.decay_factor", Number, NotYet),
    key("usage.flush_interval_secs", From(0), NotYet),
    key("usage.prefetch_interval_secs", From(0), NotYet),
    key("usage.cache_size", From(0), NotYet),
    key("lifecycle.vector.enabled", Switch, NotYet),
    key("lifecycle.vector.segment_retention_days", From(0), NotYet),
    key("lifecycle.vector.grip_retention_days", From(0), NotYet),
    key("lifecycle.vector.day_retention_days", From(0), NotYet),
    key("lifecycle.vector.week_retention_days", From(0), NotYet),
    key("lifecycle.bm25.enabled", Switch, NotYet),
    key("lifecycle.bm25.segment_retention_days", From(0), NotYet),
    key("lifecycle.bm25.grip_retention_days", From(0), NotYet),
    key("lifecycle.bm25.day_retention_days", From(0), NotYet),
    key("lifecycle.bm25.week_retention_days", From(0), NotYet),
    key("lifecycle.bm25.min_level_after_rollup", Text, NotYet),
    key("topics.enabled", Switch, As("topics.enabled")),
    key("topics.min_cluster_size", From(0), NotYet),
    key("topics.similarity_threshold", Share, NotYet),
    key("topics.half_life_days", Number, NotYet),
    key("topics.recency_boost", Number, NotYet),
    key("episodic.enabled", Switch, As("episodic.enabled")),
    key("episodic.value_threshold", Share, NotYet),
    key(
        "episodic.midpoint_target",
        Share,
        As("episodic.midpoint_target"),
    ),
    key(
        "episodic.max_episodes",
        From(0),
        As("episodic.max_episodes"),
    ),
    key("projects.registered", Paths, As("projects.registered")),
]);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::settings::agent_memory::environment::variable;

    #[test]
    fn no_two_keys_share_a_variable() {
        let names: BTreeSet<String> = KEYS.0.iter().map(|key| variable(key.name)).collect();
        assert_eq!(names.len(), KEYS.0.len());
    }
}
