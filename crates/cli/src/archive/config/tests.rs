use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use clap::{CommandFactory, Parser};
use mneme_capture::sessions::Retention;
use tempfile::TempDir;

use super::change::{Answer, change, changes};
use super::keys::{Fallback, KEYS};
use super::kinds::Kind;
use super::*;

mod kept;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: ConfigFlags,
}

/// A home, and an environment that names it.
struct House {
    dir: TempDir,
    env: BTreeMap<String, String>,
}

impl House {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().to_str().unwrap().to_owned();
        let env = BTreeMap::from([("HOME".to_owned(), home)]);
        Self { dir, env }
    }

    fn set(&mut self, name: &str, value: &str) {
        self.env.insert(name.into(), value.into());
    }

    fn file(&self) -> PathBuf {
        self.dir.path().join(".memory-archive/config.json")
    }

    fn put(&self, text: &str) {
        fs::create_dir_all(self.file().parent().unwrap()).unwrap();
        fs::write(self.file(), text).unwrap();
    }

    fn written(&self) -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(self.file()).unwrap()).unwrap()
    }

    fn run(&self, flags: &[&str]) -> Result<Answer, Fault> {
        let line = Line::try_parse_from([&["config"], flags].concat()).unwrap();
        change(&line.args, &|name| self.env.get(name).cloned())
    }

    fn load(&self) -> Result<Config, Fault> {
        Config::find(&|name| self.env.get(name).cloned())
    }

    fn found(&self, secret: &SecretRef) -> Result<Option<String>, Fault> {
        let env = |name: &str| self.env.get(name).cloned();
        let place = Place::find(&env).unwrap();
        let found = secret.find(&env, &place)?;
        Ok(found.map(|secret| secret.0))
    }
}

const FINGERPRINT: &str = "AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99";

/// Each flag, a value for it, and the key it sets.
const FLAGS: [(&str, &str, &str); 31] = [
    ("--storage-path", "~/rec", "storage_path"),
    ("--storage-mode", "cloud_primary", "storage_mode"),
    ("--redis-url", "redis://:pw@h:1/15", "redis_url"),
    ("--kafka-broker", "k:9092", "kafka_broker"),
    ("--ipc-port", "9443", "ipc_port"),
    ("--ipc-bind-addr", "127.0.0.1", "ipc_bind_addr"),
    ("--control-center-addr", "cc:50051", "control_center_addr"),
    ("--control-center-token", "jwt-1", "control_center_token"),
    (
        "--control-center-tls-ca",
        "/ca.pem",
        "control_center_tls_ca",
    ),
    (
        "--control-center-security",
        "strict",
        "control_center_security",
    ),
    (
        "--control-center-max-version",
        "1.4.0",
        "control_center_max_version",
    ),
    (
        "--control-center-allow-unsupported",
        "",
        "control_center_allow_unsupported",
    ),
    (
        "--no-control-center-allow-unsupported",
        "",
        "control_center_allow_unsupported",
    ),
    ("--the-eyes-addr", "http://eyes:1", "the_eyes_addr"),
    (
        "--the-eyes-poll-interval",
        "11",
        "the_eyes_poll_interval_seconds",
    ),
    ("--silence-timeout", "31", "silence_timeout_seconds"),
    ("--cloud", "azure", "cloud.provider"),
    ("--aws-bucket", "b", "cloud.aws.bucket"),
    ("--aws-region", "eu-1", "cloud.aws.region"),
    ("--azure-account", "acc", "cloud.azure.account"),
    ("--azure-container", "con", "cloud.azure.container"),
    ("--azure-storage-type", "adls", "cloud.azure.storage_type"),
    ("--gcp-bucket", "gb", "cloud.gcp.bucket"),
    ("--gcp-project", "gp", "cloud.gcp.project"),
    ("--ma-core-addr", "core:1", "ma_core_addr"),
    (
        "--ipc-server-fingerprint",
        FINGERPRINT,
        "ipc_server_fingerprint",
    ),
    ("--annotator-id", "alice", "annotator_id"),
    ("--annotator-key", "key-1", "annotator_key"),
    ("--tenant-id", "eu-7", "tenant_id"),
    ("--metadata-flush-interval", "12", "metadata_flush_interval"),
    ("--temp-session-dir", "/var/t", "temp_session_dir"),
];

/// The paths of all values in a document.
fn paths(above: &str, value: &serde_json::Value) -> Vec<String> {
    let Some(map) = value.as_object() else {
        return vec![above.to_owned()];
    };
    let below = map.iter().map(|(name, value)| match above {
        "" => paths(name, value),
        _ => paths(&format!("{above}.{name}"), value),
    });
    below.flatten().collect()
}

fn given<'a>(flag: &'a str, value: &'a str) -> Vec<&'a str> {
    let mut line = vec![flag];
    line.extend(Some(value).filter(|value| !value.is_empty()));
    line
}

#[test]
fn a_234_each_flag_sets_exactly_its_key() {
    for (flag, value, key) in FLAGS {
        let house = House::new();
        house.run(&given(flag, value)).unwrap();
        assert_eq!(paths("", &house.written()), [key], "{flag}");
        let at = house
            .written()
            .pointer(&format!("/{}", key.replace('.', "/")))
            .cloned();
        let at = at.unwrap();
        match value {
            "" => assert_eq!(at, !flag.starts_with("--no-")),
            _ => assert_eq!(at.to_string().trim_matches('"'), value),
        }
    }
    let command = Line::command();
    let mut named: Vec<_> = command
        .get_arguments()
        .filter_map(|arg| arg.get_long())
        .collect();
    named.retain(|name| !["help", "show"].contains(name));
    let mut tested: Vec<_> = FLAGS
        .iter()
        .map(|row| row.0.trim_start_matches("--"))
        .collect();
    named.sort_unstable();
    tested.sort_unstable();
    assert_eq!(named, tested);
    for file_only in [
        "model.",
        "observability.",
        "annotator_mgmt_port",
        "storage_backends",
    ] {
        assert!(!FLAGS.iter().any(|row| row.2.starts_with(file_only)));
    }
}

#[test]
fn a_186_every_flag_round_trips_and_nothing_else_changes() {
    let house = House::new();
    let before = r#"{"zeta": {"b": 1, "a": [1, {"y": 2, "x": null}]}, "cloud": {"later": true, "aws": {"acl": "x"}},
        "observability": {"metrics_port": 9999, "log_level": {"ma_core::capture": "debug"}},
        "annotator_mgmt_port": 9002, "press_fetch_delay_ms": 5, "alpha": 1.5}"#;
    house.put(before);
    let flags: Vec<_> = FLAGS
        .iter()
        .filter(|row| !row.0.starts_with("--no-"))
        .collect();
    let line: Vec<_> = flags.iter().flat_map(|row| given(row.0, row.1)).collect();
    house.run(&line).unwrap();
    let text = fs::read_to_string(house.file()).unwrap();
    let order: Vec<_> = [
        "zeta",
        "cloud",
        "later",
        "acl",
        "observability",
        "press_fetch_delay_ms",
        "alpha",
        "storage_path",
    ]
    .map(|name| text.find(&format!("\"{name}\"")).unwrap())
    .into();
    assert!(order.is_sorted(), "{text}");
    let (old, new): (serde_json::Value, _) =
        (serde_json::from_str(before).unwrap(), house.written());
    for path in [
        "/zeta",
        "/cloud/later",
        "/cloud/aws/acl",
        "/observability",
        "/annotator_mgmt_port",
        "/press_fetch_delay_ms",
        "/alpha",
    ] {
        assert_eq!(old.pointer(path), new.pointer(path), "{path}");
    }
    let config = house.load().unwrap();
    assert_eq!(config.storage_path, house.dir.path().join("rec"));
    assert_eq!(config.storage_mode, StorageMode::CloudPrimary);
    assert_eq!(
        (config.ipc_port, config.silence_timeout_s),
        (Some(9443), 31)
    );
    assert!(config.control_center.allow_unsupported);
    assert_eq!(
        house.found(&config.control_center.token).unwrap().unwrap(),
        "jwt-1"
    );
}

#[test]
fn a_186_the_file_is_its_owners_alone_and_secrets_are_not_shown() {
    let house = House::new();
    house.put(r#"{"ipc_token": "old-token", "model": {"providers": [{"name": "p", "api_key_ref": "env:P"}]},
        "observability": {"metrics_token": "metric-1", "alert_webhook_url": "https://h/hook-1"}}"#);
    fs::set_permissions(
        house.file().parent().unwrap(),
        fs::Permissions::from_mode(0o755),
    )
    .unwrap();
    house
        .run(&[
            "--control-center-token",
            "jwt-1",
            "--annotator-key",
            "key-1",
        ])
        .unwrap();
    house
        .run(&["--redis-url", "redis://me:pass-1@host:1/15"])
        .unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&house.file()), 0o600);
    assert_eq!(mode(house.file().parent().unwrap()), 0o700);
    assert_eq!(
        fs::read_dir(house.file().parent().unwrap())
            .unwrap()
            .count(),
        1
    );
    for flags in [&["--show"][..], &[]] {
        let shown = house.run(flags).unwrap().lines.join("\n");
        for secret in [
            "old-token",
            "env:P",
            "metric-1",
            "hook-1",
            "jwt-1",
            "key-1",
            "pass-1",
        ] {
            assert!(!shown.contains(secret), "{secret} in {shown}");
        }
        let line = |key: &str| {
            let found = shown
                .lines()
                .find(|line| line.split_whitespace().next() == Some(key));
            found
                .unwrap()
                .split_whitespace()
                .nth(1)
                .unwrap_or("")
                .to_owned()
        };
        assert_eq!(line("control_center_token"), "(set)");
        assert_eq!(line("ipc_token"), "(set)");
        assert_eq!(line("redis_url"), "redis://host:1/15");
        assert_eq!(line("silence_timeout_seconds"), "30");
        assert_eq!(line("the_eyes_token"), "");
    }
    assert!(!format!("{:?}", house.load().unwrap().control_center).contains("jwt-1"));
}

#[test]
fn a_186_what_cannot_be_is_refused_by_its_key_and_the_file_stays() {
    for (text, key) in [
        (
            r#"{"silence_timeout_seconds": "soon"}"#,
            "silence_timeout_seconds",
        ),
        (
            r#"{"silence_timeout_seconds": 0}"#,
            "silence_timeout_seconds",
        ),
        (r#"{"ipc_port": 65536}"#, "ipc_port"),
        (r#"{"storage_mode": "tape"}"#, "storage_mode"),
        (r#"{"redis_url": "http://x"}"#, "redis_url"),
        (r#"{"cloud": "aws"}"#, "cloud"),
        (r#"{"storage_backends": [1]}"#, "storage_backends"),
        (
            r#"{"observability": {"log_level": {"ma_core": "loud"}}}"#,
            "observability.log_level",
        ),
        (r#"{"retention": {"mode": "never"}}"#, "retention.mode"),
        (
            r#"{"control_center_allow_unsupported": "yes"}"#,
            "control_center_allow_unsupported",
        ),
        (
            r#"{"control_center_addr": "no port"}"#,
            "control_center_addr",
        ),
        (r#"{"the_eyes_addr": "ftp://eyes"}"#, "the_eyes_addr"),
        (
            r#"{"the_eyes_timestamp_unit": "minutes"}"#,
            "the_eyes_timestamp_unit",
        ),
        (
            r#"{"control_center_max_version": "new"}"#,
            "control_center_max_version",
        ),
        (r#"{"tenant_id": "a b"}"#, "tenant_id"),
        (r#"{"annotator_id": "a:b"}"#, "annotator_id"),
        (r#"{"ipc_bind_addr": "everywhere"}"#, "ipc_bind_addr"),
        (
            r#"{"ipc_server_fingerprint": "AA:BB"}"#,
            "ipc_server_fingerprint",
        ),
        (r#"{"kafka_broker": "k"}"#, "kafka_broker"),
        (r#"{"ma_core_addr": "http://core"}"#, "ma_core_addr"),
        (r#"{"storage_path": " "}"#, "storage_path"),
        (r#"{"storage_path": "a\nb"}"#, "storage_path"),
        (r#"{"redis_url": "redis://"}"#, "redis_url"),
        (
            r#"{"press_fetch_delay_ms": 600001}"#,
            "press_fetch_delay_ms",
        ),
        (
            r#"{"silence_timeout_seconds": 604801}"#,
            "silence_timeout_seconds",
        ),
        (
            r#"{"silence_timeout_seconds": 1.5}"#,
            "silence_timeout_seconds",
        ),
        (
            r#"{"model": {"routing_policy": "any"}}"#,
            "model.routing_policy",
        ),
        (
            r#"{"observability": {"metrics_bind_addr": "x y"}}"#,
            "observability.metrics_bind_addr",
        ),
        ("[]", "object"),
        ("{", "line 1"),
    ] {
        let house = House::new();
        house.put(text);
        let refused = house.run(&["--tenant-id", "t"]).unwrap_err();
        assert!(refused.error.contains(key), "{text}: {}", refused.error);
        assert!(refused.error.contains("config.json"));
        assert!(refused.hint.contains("config.json"), "{}", refused.hint);
        assert_eq!(fs::read_to_string(house.file()).unwrap(), text);
    }
    let house = House::new();
    let refused = house.run(&["--storage-mode", "tape"]).unwrap_err();
    assert!(
        refused
            .error
            .contains("storage_mode must be one of local, cloud_primary")
    );
    assert!(!house.file().exists());
}

#[test]
fn a_187_the_environment_names_another_file() {
    let mut house = House::new();
    house.put(r#"{"tenant_id": "usual"}"#);
    assert_eq!(house.load().unwrap().tenant_id, "usual");
    house.set("MEMORY_ARCHIVE_CONFIG", "~/else/where.json");
    assert_eq!(house.load().unwrap().tenant_id, "");
    house.run(&["--tenant-id", "other"]).unwrap();
    let other = house.dir.path().join("else/where.json");
    assert!(fs::read_to_string(&other).unwrap().contains("other"));
    assert_eq!(house.load().unwrap().tenant_id, "other");
    assert_eq!(house.load().unwrap().path, other);
    assert_eq!(house.written()["tenant_id"], "usual");
    let nowhere = Place::find(&|_| None).unwrap_err();
    assert!(nowhere.error.contains("MEMORY_ARCHIVE_CONFIG"));
}

#[test]
fn a_202_the_tenant_of_the_file_is_the_usual_one_and_the_flag_wins() {
    let house = House::new();
    assert_eq!(house.load().unwrap().tenant_id, "");
    house.run(&["--tenant-id", "eu-7"]).unwrap();
    let config = house.load().unwrap();
    assert_eq!(config.tenant_id, "eu-7");
}

#[test]
fn a_path_leads_to_one_place_wherever_the_recorder_is_started() {
    let house = House::new();
    house.put(r#"{"storage_path": "recordings"}"#);
    let beside = house.file().with_file_name("recordings");
    assert_eq!(house.load().unwrap().storage_path, beside);
    house.run(&["--storage-path", "here"]).unwrap();
    let here = std::env::current_dir().unwrap().join("here");
    assert_eq!(house.load().unwrap().storage_path, here);
    house.run(&["--storage-path", "~/there"]).unwrap();
    assert_eq!(house.written()["storage_path"], "~/there");
}

#[test]
fn prices_of_a_thousand_tokens_are_told_to_be_ignored() {
    let house = House::new();
    house.put(r#"{"model": {"cost_per_1k_input_tokens": 0.003}}"#);
    let told = house.run(&["--show"]).unwrap().warnings.join("\n");
    assert!(
        told.contains("cost_per_1k_input_tokens") && told.contains("ignored"),
        "{told}"
    );
}
