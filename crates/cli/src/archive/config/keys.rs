//! Every key there is: what may stand there, and what holds when nothing does.

use mneme_wire::Fault;
use serde_json::Value;

use super::bad;
use super::document::Node;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Text,
    Path,
    Switch,
    OneOf(&'static [&'static str]),
    Between(u64, u64),
    /// An amount of money, if any.
    Rate,
    /// A text, `env:NAME` or `file:PATH`.
    Secret,
    /// A URL whose user and password nobody sees.
    Url,
    /// A level, or an object of targets and their levels.
    Levels,
    /// A list of objects.
    Objects,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fallback {
    None,
    Text(&'static str),
    Number(u64),
    Switch(bool),
}

#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub path: &'static str,
    pub kind: Kind,
    pub fallback: Fallback,
}

const fn key(path: &'static str, kind: Kind, fallback: Fallback) -> Key {
    Key {
        path,
        kind,
        fallback,
    }
}

const NOTHING: Fallback = Fallback::Text("");
const EVER: u64 = u64::MAX;
const PORTS: Kind = Kind::Between(0, 65_535);
const SOME: Kind = Kind::Between(1, EVER);
const ANY: Kind = Kind::Between(0, EVER);
const STORAGE_TYPES: [&str; 4] = ["auto", "blob", "adls", "files"];
pub const LEVELS: [&str; 6] = ["trace", "debug", "info", "warn", "error", "off"];

use Fallback::{None as Unset, Number, Switch as Is, Text as Says};
use Kind::{Levels, Objects, OneOf, Path, Rate, Secret, Switch, Text, Url};

pub const KEYS: &[Key] = &[
    key("storage_path", Path, Says("~/memories")),
    key(
        "storage_mode",
        OneOf(&["local", "cloud_primary"]),
        Says("local"),
    ),
    key("redis_url", Url, NOTHING),
    key("retention.mode", OneOf(&["seed", "safe"]), Says("seed")),
    key("kafka_broker", Text, NOTHING),
    key("kafka_channel_capacity", SOME, Number(1_000)),
    key("ipc_socket_path", Path, Says("~/.memory-archive/ma.sock")),
    key("ipc_port", PORTS, Unset),
    key("ipc_bind_addr", Text, Says("0.0.0.0")),
    key("ma_core_addr", Text, NOTHING),
    key("ipc_server_fingerprint", Text, NOTHING),
    key("control_center_addr", Text, NOTHING),
    key("control_center_token", Secret, NOTHING),
    key("control_center_tls_ca", Path, NOTHING),
    key(
        "control_center_security",
        OneOf(&["auto", "strict", "legacy"]),
        Says("auto"),
    ),
    key("control_center_max_version", Text, NOTHING),
    key("control_center_allow_unsupported", Switch, Is(false)),
    key("the_eyes_addr", Text, NOTHING),
    key("the_eyes_token", Secret, NOTHING),
    key("the_eyes_timestamp_unit", Text, NOTHING),
    key("the_eyes_poll_interval_seconds", SOME, Number(10)),
    key("control_center_connect_seconds", SOME, Number(121)),
    key("drain_timeout_seconds", ANY, Number(30)),
    key("reconcile_interval_seconds", SOME, Number(60)),
    key("silence_timeout_seconds", SOME, Number(30)),
    key("idle_timeout_seconds", ANY, Number(0)),
    key("press_fetch_delay_ms", ANY, Number(1_000)),
    key("type_fetch_delay_ms", ANY, Number(1_000)),
    key("before_fetch_offset_ms", ANY, Number(1_000)),
    key("after_fetch_delay_ms", ANY, Number(1_000)),
    key("metadata_flush_interval", SOME, Number(10)),
    key("temp_session_dir", Path, NOTHING),
    key("sync_retry_max", ANY, Number(5)),
    key("annotator_mgmt_port", PORTS, Unset),
    key("annotator_id", Text, NOTHING),
    key("annotator_key", Secret, NOTHING),
    key("tenant_id", Text, NOTHING),
    key("remote_compile", Switch, Is(false)),
    key(
        "cloud.provider",
        OneOf(&["", "aws", "azure", "gcp"]),
        NOTHING,
    ),
    key("cloud.aws.bucket", Text, NOTHING),
    key("cloud.aws.region", Text, NOTHING),
    key("cloud.azure.account", Text, NOTHING),
    key("cloud.azure.container", Text, NOTHING),
    key(
        "cloud.azure.storage_type",
        OneOf(&STORAGE_TYPES),
        Says("auto"),
    ),
    key("cloud.gcp.bucket", Text, NOTHING),
    key("cloud.gcp.project", Text, NOTHING),
    key("cloud.backends", Objects, Unset),
    key("cloud.routing_rules", Objects, Unset),
    key("storage_backends", Objects, Unset),
    key("storage_routing_rules", Objects, Unset),
    key("model.provider", Text, NOTHING),
    key("model.endpoint", Text, NOTHING),
    key("model.api_key_ref", Secret, NOTHING),
    key("model.routing_policy", Text, Says("pinned")),
    key("model.providers", Objects, Unset),
    key("model.requests_per_minute", SOME, Number(60)),
    key("model.token_budget_per_hour", SOME, Number(1_000_000)),
    key("model.circuit_breaker_threshold", SOME, Number(5)),
    key("model.circuit_breaker_reset_seconds", SOME, Number(60)),
    key("model.max_retries", ANY, Number(3)),
    key("model.request_timeout_seconds", SOME, Number(30)),
    key("model.context_window_steps", ANY, Number(5)),
    key("model.cost_per_million_input_tokens", Rate, Unset),
    key("model.cost_per_million_output_tokens", Rate, Unset),
    key("observability.metrics_port", PORTS, Number(9_091)),
    key("observability.metrics_bind_addr", Text, Says("127.0.0.1")),
    key("observability.metrics_token", Secret, NOTHING),
    key("observability.log_level", Levels, Says("info")),
    key("observability.log_output", Text, Says("stdout")),
    key("observability.log_file_path", Path, NOTHING),
    key("observability.log_forward_url", Secret, NOTHING),
    key("observability.alert_webhook_url", Secret, NOTHING),
    key("observability.memory_warn_mb", ANY, Number(4_096)),
    key("observability.kafka_lag_warn", ANY, Number(10_000)),
    key("observability.upload_queue_warn", ANY, Number(1_000)),
    key("observability.ipc_push_queue_warn", ANY, Number(500)),
];

pub fn find(path: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.path == path)
}

/// Refuses what cannot stand where it does; the paths nobody here knows are the answer.
pub fn check(document: &Node) -> Result<Vec<String>, Fault> {
    let mut unknown = Vec::new();
    walk("", document, &mut unknown)?;
    Ok(unknown)
}

fn walk(above: &str, node: &Node, unknown: &mut Vec<String>) -> Result<(), Fault> {
    let Node::Object(entries) = node else {
        return Err(bad(format!("{above} must be an object")));
    };
    for (name, node) in entries {
        let path = match above {
            "" => name.clone(),
            _ => format!("{above}.{name}"),
        };
        match find(&path) {
            _ if *node == Node::Leaf(Value::Null) => (),
            Some(key) => key.check(node)?,
            None if has_below(&path) => walk(&path, node, unknown)?,
            None => unknown.push(path),
        }
    }
    Ok(())
}

fn has_below(path: &str) -> bool {
    let mut below = KEYS.iter().filter_map(|key| key.path.strip_prefix(path));
    below.any(|rest| rest.starts_with('.'))
}

// === impl Key ===

impl Key {
    pub fn check(&self, node: &Node) -> Result<(), Fault> {
        let (fits, must) = self.kind.fits(node);
        match fits {
            true => Ok(()),
            false => Err(bad(format!("{} must be {must}", self.path))),
        }
    }
}

// === impl Kind ===

impl Kind {
    /// Whether it may stand there, and what may.
    fn fits(self, node: &Node) -> (bool, String) {
        let text = match node {
            Node::Leaf(Value::String(text)) => Some(text.as_str()),
            _ => None,
        };
        match self {
            Kind::Text | Kind::Path => (text.is_some(), "a text".into()),
            Kind::Secret => (text.is_some(), "a text, env:NAME or file:PATH".into()),
            Kind::Url => (text.is_some_and(is_redis), REDIS.into()),
            Kind::Switch => (
                matches!(node, Node::Leaf(Value::Bool(_))),
                "true or false".into(),
            ),
            Kind::OneOf(names) => (
                text.is_some_and(|text| names.contains(&text)),
                format!("one of {}", quoted(names)),
            ),
            Kind::Between(least, most) => {
                let fits = whole(node).is_some_and(|n| (least..=most).contains(&n));
                (fits, numbers(least, most))
            }
            Kind::Rate => (is_rate(node), "a number, 0 or more".into()),
            Kind::Levels => (
                is_levels(node),
                format!(
                    "a level ({}) or an object of targets and levels",
                    LEVELS.join(", ")
                ),
            ),
            Kind::Objects => (is_objects(node), "a list of objects".into()),
        }
    }
}

const REDIS: &str =
    "a URL that begins with redis:// or rediss://, or empty for the built-in registry";

fn is_redis(url: &str) -> bool {
    url.is_empty() || url.starts_with("redis://") || url.starts_with("rediss://")
}

fn quoted(names: &[&str]) -> String {
    let named = names.iter().filter(|name| !name.is_empty());
    named.copied().collect::<Vec<_>>().join(", ")
}

fn numbers(least: u64, most: u64) -> String {
    match most {
        EVER => format!("a whole number, {least} or more"),
        _ => format!("a whole number from {least} to {most}"),
    }
}

fn whole(node: &Node) -> Option<u64> {
    match node {
        Node::Leaf(value) => value.as_u64(),
        _ => None,
    }
}

fn is_rate(node: &Node) -> bool {
    matches!(node, Node::Leaf(Value::Number(n)) if n.as_f64().is_some_and(|n| n >= 0.0))
}

fn is_levels(node: &Node) -> bool {
    let is_level = |node: &Node| match node {
        Node::Leaf(Value::String(text)) => LEVELS.contains(&text.to_lowercase().as_str()),
        _ => false,
    };
    match node {
        Node::Object(entries) => entries.iter().all(|(_, node)| is_level(node)),
        node => is_level(node),
    }
}

fn is_objects(node: &Node) -> bool {
    match node {
        Node::List(items) => items.iter().all(|item| matches!(item, Node::Object(_))),
        _ => false,
    }
}
