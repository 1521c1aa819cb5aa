//! Every key of `memoryoss.toml`.

use crate::settings::foreign::Fate::{As, Elsewhere, Idle, NotYet, Translated};
use crate::settings::foreign::Kind::*;
use crate::settings::foreign::{Keys, key};

const U32: u64 = u32::MAX as u64;

const MODES: &[&str] = &["full", "readonly", "after", "off"];
const PROVIDERS: &[&str] = &["openai", "claude", "ollama"];
const PROFILES: &[&str] = &["auto", "claude", "codex", "cursor", "team_node"];

const ALWAYS_THERE: &str = "the endpoints are always there, and nothing is shared without a grant";
const NO_WAIT: &str = "a write waits for no other; what comes during a commit shares the next";

pub const KEYS: Keys = Keys(&[
    key("server.host", Text, Translated),
    key("server.port", Between(0, 65_535), Translated),
    key("server.hybrid_mode", Switch, As("gateway.hybrid")),
    key(
        "server.core_port",
        Between(1, 65_535),
        As("gateway.core_port"),
    ),
    key("tls.enabled", Switch, As("tls.enabled")),
    key("tls.auto_generate", Switch, As("tls.auto_generate")),
    key("tls.cert_path", Path, As("tls.cert_path")),
    key("tls.key_path", Path, As("tls.key_path")),
    key("tls.client_ca_path", Path, As("tls.client_ca_path")),
    key("auth.jwt_secret", SigningSecret, As("auth.jwt_secret")),
    key("auth.jwt_expiry_secs", From(1), As("auth.jwt_expiry_secs")),
    key(
        "auth.audit_hmac_secret",
        SigningSecret,
        As("auth.audit_hmac_secret"),
    ),
    key("auth.api_keys[].key", Secret, Translated),
    key(
        "auth.api_keys[].role",
        OneOf(&["reader", "writer", "admin"]),
        Translated,
    ),
    key("auth.api_keys[].namespace", Text, Translated),
    key("storage.data_dir", Path, As("data_dir")),
    key("embeddings.model", Text, As("embeddings.model")),
    key("embeddings.models_dir", Path, As("embeddings.models_dir")),
    key("logging.level", Text, As("logging.level")),
    key("logging.json", Switch, Translated),
    key(
        "limits.max_content_bytes",
        From(1),
        As("limits.max_content_bytes"),
    ),
    key(
        "limits.max_body_bytes",
        From(1),
        As("limits.max_body_bytes"),
    ),
    key("limits.max_tags", From(0), As("limits.max_tags")),
    key(
        "limits.max_tag_length",
        From(0),
        As("limits.max_tag_length"),
    ),
    key(
        "limits.rate_limit_per_sec",
        Between(1, U32),
        As("limits.rate_limit_per_sec"),
    ),
    key(
        "limits.max_namespace_length",
        From(1),
        As("limits.max_namespace_length"),
    ),
    key(
        "limits.embedding_cache_ttl_secs",
        From(0),
        As("recall.question_cache_ttl_secs"),
    ),
    key(
        "limits.embedding_cache_max_size",
        From(0),
        As("recall.question_cache_max_entries"),
    ),
    key(
        "limits.group_commit_batch_size",
        From(1),
        As("storage.group_commit_ops"),
    ),
    key("limits.group_commit_flush_ms", From(0), Idle(NO_WAIT)),
    key(
        "limits.intent_cache_ttl_secs",
        From(0),
        As("recall.intent_cache_ttl_secs"),
    ),
    key(
        "limits.intent_cache_max_entries",
        From(0),
        As("recall.intent_cache_max_entries"),
    ),
    key(
        "encryption.provider",
        OneOf(&["local", "vault", "aws_kms"]),
        As("encryption.provider"),
    ),
    key("encryption.key_id", Text, As("encryption.key_id")),
    key("encryption.region", Text, As("encryption.region")),
    key(
        "encryption.vault_address",
        Text,
        As("encryption.vault_address"),
    ),
    key(
        "encryption.vault_token",
        Secret,
        As("encryption.vault_token"),
    ),
    key("encryption.vault_mount", Text, As("encryption.vault_mount")),
    key(
        "encryption.vault_key_name",
        Text,
        As("encryption.vault_key_name"),
    ),
    key(
        "encryption.grace_period_secs",
        From(0),
        As("encryption.grace_period_secs"),
    ),
    key("trust.threshold", Share, As("trust.threshold")),
    key(
        "trust.semantic_dedup_threshold",
        Share,
        As("trust.semantic_dedup_threshold"),
    ),
    key("trust.ip_allowlists", Addresses, As("auth.ip_allowlists")),
    key("decay.enabled", Switch, As("decay.enabled")),
    key("decay.strategy", Text, As("decay.strategy")),
    key("decay.after_days", From(0), As("decay.after_days")),
    key("consolidation.enabled", Switch, As("consolidation.enabled")),
    key(
        "consolidation.interval_minutes",
        From(0),
        As("consolidation.interval_minutes"),
    ),
    key(
        "consolidation.threshold",
        Share,
        As("consolidation.threshold"),
    ),
    key(
        "consolidation.max_clusters",
        From(0),
        As("consolidation.max_clusters"),
    ),
    key("decompose.provider", Text, As("decompose.provider")),
    key("decompose.api_key", Secret, As("decompose.api_key")),
    key("decompose.model", Text, As("decompose.model")),
    key("decompose.endpoint", Text, As("decompose.endpoint")),
    key(
        "decompose.token_budget",
        From(0),
        As("decompose.token_budget"),
    ),
    key("sharing.enabled", Switch, Idle(ALWAYS_THERE)),
    key(
        "sharing.allow_private_webhooks",
        Switch,
        As("sharing.allow_private_webhooks"),
    ),
    key("sharing.max_grants", From(0), As("sharing.max_grants")),
    key(
        "sharing.max_shared_namespaces",
        From(0),
        As("sharing.max_shared_namespaces"),
    ),
    key("setup.profile", OneOf(PROFILES), Elsewhere),
    key("setup.team_id", Text, Elsewhere),
    key("setup.team_label", Text, Elsewhere),
    key("setup.team_catalog_id", Text, Elsewhere),
    key("setup.team_manifest_path", Path, Elsewhere),
    key("proxy.enabled", Switch, As("proxy.enabled")),
    key("proxy.upstream_url", Text, As("proxy.upstream_url")),
    key(
        "proxy.upstream_api_key",
        Secret,
        As("proxy.upstream_api_key"),
    ),
    key(
        "proxy.anthropic_upstream_url",
        Text,
        As("proxy.anthropic_upstream_url"),
    ),
    key(
        "proxy.anthropic_api_key",
        Secret,
        As("proxy.anthropic_api_key"),
    ),
    key(
        "proxy.extract_provider",
        OneOf(PROVIDERS),
        As("proxy.extract_provider"),
    ),
    key("proxy.extract_model", Text, As("proxy.extract_model")),
    key("proxy.extract_api_key", Secret, As("proxy.extract_api_key")),
    key(
        "proxy.extraction_enabled",
        Switch,
        As("proxy.extraction_enabled"),
    ),
    key("proxy.max_memory_pct", Share, As("proxy.max_memory_pct")),
    key(
        "proxy.min_recall_score",
        Share,
        As("proxy.min_recall_score"),
    ),
    key(
        "proxy.min_channel_score",
        Share,
        As("proxy.min_channel_score"),
    ),
    key(
        "proxy.diversity_factor",
        Share,
        As("proxy.diversity_factor"),
    ),
    key("proxy.confidence_gate", Switch, As("proxy.confidence_gate")),
    key(
        "proxy.identifier_first_routing",
        Switch,
        As("recall.identifiers_first"),
    ),
    key("proxy.primitive_algebra", Switch, NotYet),
    key(
        "proxy.memory_coprocessor",
        OneOf(&["off", "local_heuristic"]),
        As("proxy.memory_coprocessor"),
    ),
    key(
        "proxy.default_memory_mode",
        OneOf(MODES),
        As("proxy.default_memory_mode"),
    ),
    key(
        "proxy.memory_after_date",
        Day,
        As("proxy.memory_after_date"),
    ),
    key(
        "proxy.allow_client_memory_control",
        Switch,
        As("proxy.allow_client_memory_control"),
    ),
    key(
        "proxy.passthrough_auth",
        Switch,
        As("proxy.passthrough_auth"),
    ),
    key(
        "proxy.passthrough_local_only",
        Switch,
        As("proxy.passthrough_local_only"),
    ),
    key("proxy.privacy_mode", Switch, As("proxy.privacy_mode")),
    key(
        "proxy.max_request_bytes",
        From(1),
        As("gateway.max_request_bytes"),
    ),
    key(
        "proxy.max_response_bytes",
        From(1),
        As("gateway.max_reply_bytes"),
    ),
    key(
        "proxy.model_context_sizes",
        Sizes,
        As("proxy.model_context_sizes"),
    ),
    key("proxy.key_mapping[].proxy_key", Secret, Translated),
    key("proxy.key_mapping[].upstream_key", Secret, Translated),
    key("proxy.key_mapping[].namespace", Text, Translated),
]);
