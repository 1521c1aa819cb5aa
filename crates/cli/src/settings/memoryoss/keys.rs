//! Every key of `memoryoss.toml`: what it may say, and what becomes of it here.

pub struct Key {
    pub name: &'static str,
    pub kind: Kind,
    pub fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    OneOf(&'static [&'static str]),
    Switch,
    /// A whole number from here on, or up to there too.
    From(u64),
    Between(u64, u64),
    /// From 0 to 1.
    Share,
    Path,
    Secret,
    /// A secret others sign or check with: 32 characters at least.
    SigningSecret,
    Day,
    /// Lists of addresses by namespace.
    Addresses,
    /// Numbers by name.
    Sizes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Is this setting of ours.
    As(&'static str),
    /// Becomes a part of something else; see the translation.
    Translated,
    /// Is kept in [`super::Carried`] for the part of the product that will read it.
    Carried,
    NotYet,
}

use Fate::{As, Carried, NotYet, Translated};
use Kind::*;

const U32: u64 = u32::MAX as u64;

pub fn find(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// Whether known keys stand below this name.
pub fn has_below(name: &str) -> bool {
    let below = |key: &Key| {
        let rest = key.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(['.', '[']))
    };
    KEYS.iter().any(below)
}

const fn key(name: &'static str, kind: Kind, fate: Fate) -> Key {
    Key { name, kind, fate }
}

const MODES: &[&str] = &["full", "readonly", "after", "off"];
const PROVIDERS: &[&str] = &["openai", "claude", "ollama"];
const PROFILES: &[&str] = &["auto", "claude", "codex", "cursor", "team_node"];

static KEYS: [Key; 89] = [
    key("server.host", Text, Translated),
    key("server.port", Between(0, 65_535), Translated),
    key("server.hybrid_mode", Switch, NotYet),
    key("server.core_port", Between(1, 65_535), NotYet),
    key("tls.enabled", Switch, As("tls.enabled")),
    key("tls.auto_generate", Switch, As("tls.auto_generate")),
    key("tls.cert_path", Path, As("tls.cert_path")),
    key("tls.key_path", Path, As("tls.key_path")),
    key("tls.client_ca_path", Path, As("tls.client_ca_path")),
    key("auth.jwt_secret", SigningSecret, As("auth.jwt_secret")),
    key("auth.jwt_expiry_secs", From(1), As("auth.jwt_expiry_secs")),
    key("auth.audit_hmac_secret", SigningSecret, Carried),
    key("auth.api_keys[].key", Secret, Translated),
    key(
        "auth.api_keys[].role",
        OneOf(&["reader", "writer", "admin"]),
        Translated,
    ),
    key("auth.api_keys[].namespace", Text, Translated),
    key("storage.data_dir", Path, As("data_dir")),
    key("embeddings.model", Text, As("embeddings.model")),
    key("logging.level", Text, As("logging.level")),
    key("logging.json", Switch, Translated),
    key(
        "limits.max_content_bytes",
        From(1),
        As("limits.max_content_bytes"),
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
    key("limits.embedding_cache_ttl_secs", From(0), NotYet),
    key("limits.embedding_cache_max_size", From(0), NotYet),
    key("limits.group_commit_batch_size", From(1), NotYet),
    key("limits.group_commit_flush_ms", From(0), NotYet),
    key("limits.intent_cache_ttl_secs", From(0), NotYet),
    key("limits.intent_cache_max_entries", From(0), NotYet),
    key(
        "encryption.provider",
        OneOf(&["local", "vault", "aws_kms"]),
        Translated,
    ),
    key("encryption.key_id", Text, NotYet),
    key("encryption.region", Text, NotYet),
    key("encryption.vault_address", Text, NotYet),
    key("encryption.vault_token", Secret, NotYet),
    key("encryption.vault_mount", Text, NotYet),
    key("encryption.vault_key_name", Text, NotYet),
    key("encryption.grace_period_secs", From(0), NotYet),
    key("trust.threshold", Share, NotYet),
    key("trust.semantic_dedup_threshold", Share, NotYet),
    key("trust.ip_allowlists", Addresses, As("auth.ip_allowlists")),
    key("decay.enabled", Switch, NotYet),
    key("decay.strategy", Text, NotYet),
    key("decay.after_days", From(0), NotYet),
    key("consolidation.enabled", Switch, NotYet),
    key("consolidation.interval_minutes", From(0), NotYet),
    key("consolidation.threshold", Share, NotYet),
    key("consolidation.max_clusters", From(0), NotYet),
    key("decompose.provider", Text, NotYet),
    key("decompose.api_key", Secret, NotYet),
    key("decompose.model", Text, NotYet),
    key("decompose.endpoint", Text, NotYet),
    key("decompose.token_budget", From(0), NotYet),
    key("sharing.enabled", Switch, NotYet),
    key("sharing.allow_private_webhooks", Switch, NotYet),
    key("sharing.max_grants", From(0), NotYet),
    key("sharing.max_shared_namespaces", From(0), NotYet),
    key("setup.profile", OneOf(PROFILES), NotYet),
    key("setup.team_id", Text, NotYet),
    key("setup.team_label", Text, NotYet),
    key("setup.team_catalog_id", Text, NotYet),
    key("setup.team_manifest_path", Path, NotYet),
    key("proxy.enabled", Switch, NotYet),
    key("proxy.upstream_url", Text, NotYet),
    key("proxy.upstream_api_key", Secret, NotYet),
    key("proxy.anthropic_upstream_url", Text, NotYet),
    key("proxy.anthropic_api_key", Secret, NotYet),
    key("proxy.extract_provider", OneOf(PROVIDERS), NotYet),
    key("proxy.extract_model", Text, NotYet),
    key("proxy.extract_api_key", Secret, NotYet),
    key("proxy.extraction_enabled", Switch, NotYet),
    key("proxy.max_memory_pct", Share, NotYet),
    key("proxy.min_recall_score", Share, NotYet),
    key("proxy.min_channel_score", Share, NotYet),
    key("proxy.diversity_factor", Share, NotYet),
    key("proxy.confidence_gate", Switch, NotYet),
    key("proxy.identifier_first_routing", Switch, NotYet),
    key("proxy.primitive_algebra", Switch, NotYet),
    key(
        "proxy.memory_coprocessor",
        OneOf(&["off", "local_heuristic"]),
        NotYet,
    ),
    key("proxy.default_memory_mode", OneOf(MODES), NotYet),
    key("proxy.memory_after_date", Day, NotYet),
    key("proxy.allow_client_memory_control", Switch, NotYet),
    key("proxy.passthrough_auth", Switch, NotYet),
    key("proxy.passthrough_local_only", Switch, NotYet),
    key("proxy.privacy_mode", Switch, NotYet),
    key("proxy.model_context_sizes", Sizes, NotYet),
    key("proxy.key_mapping[].proxy_key", Secret, NotYet),
    key("proxy.key_mapping[].upstream_key", Secret, NotYet),
    key("proxy.key_mapping[].namespace", Text, NotYet),
];
