//! Every setting with its value and where that came from. Secrets are only said to be set.

mod elsewhere;
mod gateway;
mod timeline;

use serde::Serialize;

use super::auth::{AUDIT_VARIABLE, SECRET_VARIABLE};
use super::origin::{Loaded, Origin};
use super::{Settings, file};
use crate::args::Global;
use crate::logging::Format;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    pub key: String,
    pub value: String,
    pub origin: String,
    /// Why it does nothing, such as `not used yet`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub note: &'static str,
}

pub const SECRET: &str = "(set)";
pub const UNUSED: &str = "not used yet";

// === impl Row ===

impl Row {
    pub fn new(key: &str, value: impl ToString, origin: &Origin) -> Self {
        Self {
            key: key.to_owned(),
            value: value.to_string(),
            origin: origin.to_string(),
            note: "",
        }
    }

    pub fn noted(self, note: &'static str) -> Self {
        Self { note, ..self }
    }
}

/// What of a settings file is in force, by its names there.
pub fn rows(settings: &Settings, loaded: &Loaded, global: &Global) -> Vec<Row> {
    let everywhere = [
        ("data_dir", settings.data_dir.display().to_string()),
        (
            "embeddings.models_dir",
            settings.models_dir.display().to_string(),
        ),
        ("logging.level", settings.log.clone()),
        ("logging.format", format_name(settings.log_format).into()),
        (
            "auth.jwt_secret",
            set(settings.engine.access.jwt_secret.is_some()),
        ),
        (
            "auth.audit_hmac_secret",
            set(settings.engine.access.audit_secret.is_some()),
        ),
    ];
    let mut rows: Vec<Row> = everywhere
        .iter()
        .map(|(key, value)| Row::new(key, value, &told(key, loaded, global)))
        .collect();
    let values = [
        doors(settings),
        notebook(settings, &loaded.file.notebook),
        tls(settings, &loaded.file.tls),
        limits(settings),
        engine(settings),
        auth(settings, &loaded.file.auth),
        encryption(settings, &loaded.file.encryption),
        decompose(settings, &loaded.file.decompose),
        gateway::proxy(settings),
        gateway::gateway(settings),
        timeline::timeline(settings),
        timeline::repeats(settings),
        timeline::episodes(settings),
        timeline::summarizer(settings),
        timeline::scheduler(settings),
    ];
    let listed = values.into_iter().flatten();
    rows.extend(listed.map(|(key, value)| Row::new(key, value, &loaded.origin_of(key))));
    rows.push(timeline::key(settings, loaded));
    elsewhere::by_variables(&mut rows, settings, loaded);
    rows.sort_by(|a, b| a.key.cmp(&b.key));
    rows
}

/// Settings that flags and the environment have a word on too.
fn told(key: &str, loaded: &Loaded, global: &Global) -> Origin {
    let (id, variable, given) = match key {
        "data_dir" => ("data_dir", "MNEME_DATA_DIR", global.data_dir.is_some()),
        "embeddings.models_dir" => (
            "models_dir",
            "MNEME_MODELS_DIR",
            global.models_dir.is_some(),
        ),
        "logging.level" => ("log", "MNEME_LOG", global.log.is_some()),
        "logging.format" => ("log_format", "", global.log_format.is_some()),
        "auth.jwt_secret" => ("jwt_secret", SECRET_VARIABLE, told_by(SECRET_VARIABLE)),
        _ => ("audit_hmac_secret", AUDIT_VARIABLE, told_by(AUDIT_VARIABLE)),
    };
    match given {
        true if global.on_line.contains(id) => Origin::Flag,
        true => Origin::Env(variable.to_owned()),
        false => loaded.origin_of(key),
    }
}

type Values = Vec<(&'static str, String)>;

fn doors(settings: &Settings) -> Values {
    let doors = &settings.doors;
    let shown = |door: Option<std::net::SocketAddr>| match door {
        Some(address) => address.to_string(),
        None => String::from("off"),
    };
    vec![
        ("doors.http", shown(doors.http)),
        ("doors.notebook", shown(doors.notebook)),
        ("doors.metrics", shown(doors.metrics)),
        ("doors.grpc", several(&doors.grpc)),
        ("doors.grpc_namespace", settings.grpc.namespace.clone()),
        (
            "doors.grpc_message_bytes",
            settings.grpc.message_bytes.to_string(),
        ),
        ("doors.grpc_key", key_of(settings.grpc.key_required).into()),
        ("doors.ipc", doors.ipc.shown()),
        ("notebook.namespace", settings.notebook.namespace.clone()),
        (
            "notebook.token_budget",
            settings.notebook.budget.to_string(),
        ),
        (
            "notebook.max_observations",
            settings.notebook.cap.to_string(),
        ),
        ("notebook.second_brain", second_brain(settings)),
        (
            "notebook.image_bytes",
            settings.engine.image_bytes.to_string(),
        ),
        (
            "notebook.agent",
            settings.notebook.agent.clone().unwrap_or_default(),
        ),
        ("notebook.isolated", settings.notebook.isolated.to_string()),
        ("compat", settings.compat.name().into()),
    ]
}

/// What the doors are since somebody chose them, and who that was.
pub fn doors_again(settings: &mut Settings, by: &str) {
    let values = doors(settings);
    for row in &mut settings.shown {
        let now = values.iter().find(|(key, _)| *key == row.key);
        if let Some((_, value)) = now.filter(|(_, value)| *value != row.value) {
            row.value.clone_from(value);
            row.origin = by.to_owned();
        }
    }
}

fn second_brain(settings: &Settings) -> String {
    let dir = settings.notebook.places.second_brain.as_ref();
    dir.map_or_else(String::new, |dir| dir.display().to_string())
}

fn notebook(settings: &Settings, section: &file::NotebookSection) -> Values {
    let holds = &settings.engine.notebook;
    let secret = section.secret_file.as_ref();
    let secret = secret.map_or_else(String::new, |file| file.display().to_string());
    vec![
        ("notebook.secret_file", secret),
        ("notebook.auto_compress", holds.compress.to_string()),
        ("notebook.graph_extraction", holds.extract.to_string()),
        ("notebook.consolidation", holds.consolidate.to_string()),
        ("notebook.auto_forget", holds.forget.to_string()),
    ]
}

fn key_of(required: bool) -> &'static str {
    match required {
        true => "required",
        false => "optional",
    }
}

fn several(addresses: &[std::net::SocketAddr]) -> String {
    match addresses {
        [] => String::from("off"),
        some => some
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn tls(settings: &Settings, section: &file::TlsSection) -> Values {
    let tls = settings.tls.as_ref();
    let generate = section.auto_generate.unwrap_or(settings.compat.tls());
    let path = |path: Option<&std::path::PathBuf>| {
        path.map_or_else(String::new, |path| path.display().to_string())
    };
    vec![
        ("tls.enabled", tls.is_some().to_string()),
        ("tls.auto_generate", generate.to_string()),
        ("tls.cert_path", path(tls.map(|tls| &tls.cert))),
        ("tls.key_path", path(tls.map(|tls| &tls.key))),
        (
            "tls.client_ca_path",
            path(tls.and_then(|tls| tls.client_ca.as_ref())),
        ),
    ]
}

fn limits(settings: &Settings) -> Values {
    let limits = &settings.engine.limits;
    vec![
        (
            "limits.rate_limit_per_sec",
            settings.rate_limit_per_sec.to_string(),
        ),
        ("limits.max_body_bytes", settings.body_bytes.to_string()),
        ("limits.max_content_bytes", limits.content_bytes.to_string()),
        ("limits.max_event_bytes", limits.event_bytes.to_string()),
        ("limits.max_tags", limits.tags.to_string()),
        ("limits.max_tag_length", limits.tag_bytes.to_string()),
        (
            "limits.max_namespace_length",
            limits.namespace_bytes.to_string(),
        ),
        ("storage.max_bytes", settings.store.max_bytes.to_string()),
        (
            "storage.group_commit_ops",
            settings.store.group_ops.to_string(),
        ),
        ("storage.purge_ms", settings.engine.purge_ms.to_string()),
        (
            "storage.purge_wait_ms",
            settings.engine.purge_wait_ms.to_string(),
        ),
    ]
}

fn engine(settings: &Settings) -> Values {
    let index = &settings.engine.index;
    let embeddings = index.embeddings.as_ref();
    let precision = embeddings
        .map(|wanted| wanted.precision)
        .unwrap_or_default();
    vec![
        (
            "embeddings.model",
            settings.reads_with().unwrap_or("off").to_owned(),
        ),
        ("embeddings.base_url", elsewhere::base(settings)),
        ("embeddings.timeout_ms", elsewhere::timeout_ms(settings)),
        ("embeddings.precision", precision_name(precision).into()),
        ("index.follow_ms", index.follow_ms.to_string()),
        ("index.small_namespace", index.small_namespace.to_string()),
        ("index.batch_events", index.batch_events.to_string()),
        ("recall.ranking", settings.engine.ranking.name().into()),
        (
            "recall.identifiers_first",
            settings.engine.identifiers_first.to_string(),
        ),
        (
            "recall.intent_cache_max_entries",
            settings.engine.answers.entries.to_string(),
        ),
        (
            "recall.intent_cache_ttl_secs",
            (settings.engine.answers.ttl_ms / 1_000).to_string(),
        ),
        (
            "recall.question_cache_max_entries",
            index.questions.entries.to_string(),
        ),
        (
            "recall.question_cache_ttl_secs",
            (index.questions.ttl_ms / 1_000).to_string(),
        ),
        ("decay.enabled", settings.engine.decay.enabled.to_string()),
        ("decay.strategy", super::decay::STRATEGY.into()),
        (
            "decay.after_days",
            settings.engine.decay.after_days.to_string(),
        ),
        (
            "sharing.allow_private_webhooks",
            settings.engine.sharing.private_webhooks.to_string(),
        ),
        (
            "sharing.max_grants",
            settings.engine.sharing.grants.to_string(),
        ),
        (
            "sharing.max_shared_namespaces",
            settings.engine.sharing.spaces.to_string(),
        ),
        (
            "consolidation.enabled",
            settings.engine.merge.enabled.to_string(),
        ),
        (
            "consolidation.interval_minutes",
            settings.engine.merge.interval_minutes.to_string(),
        ),
        (
            "consolidation.threshold",
            settings.engine.merge.threshold.to_string(),
        ),
        (
            "consolidation.max_clusters",
            settings.engine.merge.most.to_string(),
        ),
        (
            "trust.threshold",
            settings.engine.trust_threshold.to_string(),
        ),
        (
            "trust.semantic_dedup_threshold",
            settings
                .engine
                .alike_from
                .map_or_else(String::new, |from| from.to_string()),
        ),
    ]
}

fn auth(settings: &Settings, section: &file::AuthSection) -> Values {
    let lists = section.ip_allowlists.iter();
    let lists: Vec<String> = lists
        .map(|(namespace, list)| format!("{namespace}: {}", list.join(" ")))
        .collect();
    let life = settings.engine.access.jwt_expiry_secs;
    vec![
        ("auth.jwt_expiry_secs", life.to_string()),
        ("auth.ip_allowlists", lists.join(", ")),
    ]
}

fn encryption(settings: &Settings, section: &file::EncryptionSection) -> Values {
    use super::encryption::{KEY_NAME, MOUNT, PROVIDERS};
    let (vault, or) = (settings.store.custody.0.is_some(), |usual: &'static str| {
        move |text: &Option<String>| text.clone().unwrap_or_else(|| usual.to_owned())
    });
    let said = or("");
    vec![
        ("encryption.provider", or(PROVIDERS[0])(&section.provider)),
        ("encryption.key_id", said(&section.key_id)),
        ("encryption.region", said(&section.region)),
        ("encryption.vault_address", said(&section.vault_address)),
        ("encryption.vault_token", set(vault)),
        ("encryption.vault_mount", or(MOUNT)(&section.vault_mount)),
        (
            "encryption.vault_key_name",
            or(KEY_NAME)(&section.vault_key_name),
        ),
        (
            "encryption.grace_period_secs",
            settings.engine.key_grace_secs.to_string(),
        ),
    ]
}

fn decompose(settings: &Settings, section: &file::DecomposeSection) -> Values {
    use super::decompose::{PROVIDER, TOKENS};
    let asked = settings.engine.parts.as_ref().map(|parts| &parts.chat);
    let said = |text: Option<&String>| text.cloned().unwrap_or_default();
    let provider = section.provider.clone();
    vec![
        (
            "decompose.provider",
            provider.unwrap_or_else(|| PROVIDER.to_owned()),
        ),
        (
            "decompose.api_key",
            set(asked.map_or(section.api_key.is_some(), |chat| !chat.api_key.0.is_empty())),
        ),
        (
            "decompose.model",
            said(asked.map(|chat| &chat.model).or(section.model.as_ref())),
        ),
        ("decompose.endpoint", said(section.endpoint.as_ref())),
        (
            "decompose.token_budget",
            section.token_budget.unwrap_or(TOKENS).to_string(),
        ),
    ]
}

fn set(is: bool) -> String {
    String::from(if is { SECRET } else { "" })
}

fn told_by(variable: &str) -> bool {
    std::env::var_os(variable).is_some()
}

fn precision_name(precision: mneme_index::embed::Precision) -> &'static str {
    match precision {
        mneme_index::embed::Precision::Int8 => "int8",
        mneme_index::embed::Precision::Exact => "f32",
    }
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::Text => "text",
        Format::Json => "json",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What a refusal of an unknown key lists as known.
    fn known(toml: &str) -> Vec<String> {
        let refusal = toml::from_str::<file::File>(toml)
            .err()
            .unwrap()
            .to_string();
        let (_, list) = refusal.split_once("expected ").unwrap();
        let names = list.split('`').skip(1).step_by(2);
        names.map(str::to_owned).collect()
    }

    #[test]
    fn nothing_a_settings_file_may_say_is_left_out() {
        let global = Global {
            data_dir: Some("/d".into()),
            models_dir: Some("/m".into()),
            ..Global::default()
        };
        let settings = Settings::assemble(&global, Loaded::default()).unwrap();
        let shown: BTreeSet<_> = settings.shown.into_iter().map(|row| row.key).collect();
        for name in known("zzz = 1\n") {
            let inner = toml::from_str::<file::File>(&format!("[{name}]\nzzz = 1\n"));
            if inner.is_err_and(|error| error.to_string().contains("unknown field")) {
                for key in known(&format!("[{name}]\nzzz = 1\n")) {
                    assert!(shown.contains(&format!("{name}.{key}")), "{name}.{key}");
                }
            }
        }
        assert!(shown.contains("compat") && shown.contains("data_dir"));
    }
}
