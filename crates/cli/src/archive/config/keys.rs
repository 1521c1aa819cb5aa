//! Every key there is: what may stand there, and what holds when nothing does.

use mneme_wire::Fault;
use serde_json::Value;

use super::bad;
use super::document::Node;
use super::kinds::Kind;
use super::shapes;

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
const PORTS: Kind = Kind::Between(0, 65_535);
const SOME: Kind = Kind::Between(1, u64::MAX);
const ANY: Kind = Kind::Between(0, u64::MAX);
/// Up to a week, in seconds.
const SECONDS: Kind = Kind::Between(1, 604_800);
const SECONDS_OR_NONE: Kind = Kind::Between(0, 604_800);
/// Up to ten minutes, in milliseconds: a picture later than that shows something else.
const DELAY: Kind = Kind::Between(0, 600_000);
const STORAGE_TYPES: [&str; 4] = ["auto", "blob", "adls", "files"];

use Fallback::{None as Unset, Number, Switch as Is, Text as Says};
use Kind::{Dir, Levels, Like, Objects, OneOf, Path, Rate, Secret, Switch, Text, Url};

pub const KEYS: &[Key] = &[
    key("storage_path", Dir, Says("~/memories")),
    key(
        "storage_mode",
        OneOf(&["local", "cloud_primary"]),
        Says("local"),
    ),
    key("redis_url", Url, NOTHING),
    key("retention.mode", OneOf(&["seed", "safe"]), Says("seed")),
    key("kafka_broker", Like(shapes::BROKERS), NOTHING),
    key(
        "kafka_channel_capacity",
        Kind::Between(1, 1_000_000),
        Number(1_000),
    ),
    key("ipc_socket_path", Path, Says("~/.memory-archive/ma.sock")),
    key("ipc_port", PORTS, Unset),
    key("ipc_bind_addr", Like(shapes::LOCAL), Says("0.0.0.0")),
    key("ma_core_addr", Like(shapes::PEER), NOTHING),
    key("ipc_server_fingerprint", Like(shapes::FINGERPRINT), NOTHING),
    key("control_center_addr", Like(shapes::PEER_OR_URL), NOTHING),
    key("control_center_token", Secret, NOTHING),
    key("control_center_tls_ca", Path, NOTHING),
    key(
        "control_center_security",
        OneOf(&["auto", "strict", "legacy"]),
        Says("auto"),
    ),
    key("control_center_max_version", Like(shapes::VERSION), NOTHING),
    key("control_center_allow_unsupported", Switch, Is(false)),
    key("the_eyes_addr", Like(shapes::WEB), NOTHING),
    key("the_eyes_token", Secret, NOTHING),
    key(
        "the_eyes_timestamp_unit",
        OneOf(&["", "auto", "s", "ms"]),
        NOTHING,
    ),
    key("the_eyes_poll_interval_seconds", SECONDS, Number(10)),
    key("control_center_connect_seconds", SECONDS, Number(121)),
    key("drain_timeout_seconds", SECONDS_OR_NONE, Number(30)),
    key("reconcile_interval_seconds", SECONDS, Number(60)),
    key("silence_timeout_seconds", SECONDS, Number(30)),
    key("idle_timeout_seconds", SECONDS_OR_NONE, Number(0)),
    key("press_fetch_delay_ms", DELAY, Number(1_000)),
    key("type_fetch_delay_ms", DELAY, Number(1_000)),
    key("before_fetch_offset_ms", DELAY, Number(1_000)),
    key("after_fetch_delay_ms", DELAY, Number(1_000)),
    key(
        "metadata_flush_interval",
        Kind::Between(1, 1_000_000),
        Number(10),
    ),
    key("temp_session_dir", Path, NOTHING),
    key("sync_retry_max", Kind::Between(0, 1_000), Number(5)),
    key("annotator_mgmt_port", PORTS, Unset),
    key("annotator_id", Like(shapes::ANNOTATOR), NOTHING),
    key("annotator_key", Secret, NOTHING),
    key("tenant_id", Like(shapes::TENANT), NOTHING),
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
    key("model.endpoint", Like(shapes::WEB), NOTHING),
    key("model.api_key_ref", Secret, NOTHING),
    key(
        "model.routing_policy",
        OneOf(&["pinned", "fallback", "load_balance"]),
        Says("pinned"),
    ),
    key("model.providers", Objects, Unset),
    key(
        "model.requests_per_minute",
        Kind::Between(1, 1_000_000),
        Number(60),
    ),
    key("model.token_budget_per_hour", SOME, Number(1_000_000)),
    key(
        "model.circuit_breaker_threshold",
        Kind::Between(1, 1_000),
        Number(5),
    ),
    key("model.circuit_breaker_reset_seconds", SECONDS, Number(60)),
    key("model.max_retries", Kind::Between(0, 100), Number(3)),
    key("model.request_timeout_seconds", SECONDS, Number(30)),
    key(
        "model.context_window_steps",
        Kind::Between(0, 50),
        Number(5),
    ),
    key("model.cost_per_million_input_tokens", Rate, Unset),
    key("model.cost_per_million_output_tokens", Rate, Unset),
    key("observability.metrics_port", PORTS, Number(9_091)),
    key(
        "observability.metrics_bind_addr",
        Like(shapes::LOCAL),
        Says("127.0.0.1"),
    ),
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
