//! The settings a setup writes: the file loads as it was published, and each of its keys counts.

mod door;
mod proxy;

use std::collections::BTreeSet;
use std::net::TcpListener;

use serde_json::json;
use toml::{Table, Value};

use super::{ADMIN, Oss, client};
use crate::support::{Server, eventually};

const FILE: &str = r#"
[server]
host = "127.0.0.1"
port = 8000
hybrid_mode = true
core_port = 8001

[tls]
enabled = false
auto_generate = false

[auth]
jwt_secret = "a token secret of these tests, long enough"
audit_hmac_secret = "an audit secret of these tests, long enough"

[[auth.api_keys]]
key = "ek_admin_of_these_tests"
role = "admin"
namespace = "default"

[storage]
data_dir = "data"

[embeddings]
model = "all-minilm-l6-v2"

[proxy]
enabled = true
passthrough_auth = true
passthrough_local_only = true
upstream_url = "https://api.openai.com/v1"
default_memory_mode = "full"
extraction_enabled = false
extract_provider = "openai"
extract_model = "gpt-4o-mini"
allow_client_memory_control = true
max_memory_pct = 0.10
min_recall_score = 0.40
min_channel_score = 0.15
diversity_factor = 0.3
identifier_first_routing = true
memory_coprocessor = "off"

[[proxy.key_mapping]]
proxy_key = "ek_of_a_client"
namespace = "default"

[logging]
level = "info"

[decay]
enabled = true
strategy = "age"
after_days = 14

[sharing]
allow_private_webhooks = false
"#;

/// Which test changes a key and sees that something is different.
const PROVEN: &[(&str, fn())] = &[
    (
        "server.host",
        g_063_address_and_directory_are_those_of_the_file,
    ),
    (
        "server.port",
        g_063_address_and_directory_are_those_of_the_file,
    ),
    (
        "server.hybrid_mode",
        door::g_063_one_process_or_two_as_the_file_says,
    ),
    (
        "server.core_port",
        door::g_063_one_process_or_two_as_the_file_says,
    ),
    ("tls.enabled", door::g_063_tls_follows_the_file),
    ("tls.auto_generate", door::g_063_tls_follows_the_file),
    (
        "auth.jwt_secret",
        g_063_a_token_holds_as_long_as_its_secret_stands_in_the_file,
    ),
    (
        "auth.audit_hmac_secret",
        door::g_063_receipts_are_signed_with_the_secret_of_the_file,
    ),
    (
        "auth.api_keys.key",
        door::g_063_a_key_opens_what_its_line_says,
    ),
    (
        "auth.api_keys.role",
        door::g_063_a_key_opens_what_its_line_says,
    ),
    (
        "auth.api_keys.namespace",
        door::g_063_a_key_opens_what_its_line_says,
    ),
    (
        "storage.data_dir",
        g_063_address_and_directory_are_those_of_the_file,
    ),
    (
        "embeddings.model",
        g_064_the_published_status_names_each_of_four_models_and_its_dimension,
    ),
    (
        "proxy.enabled",
        proxy::g_063_the_proxy_is_there_where_it_is_switched_on,
    ),
    (
        "proxy.passthrough_auth",
        proxy::g_063_keys_of_others_pass_as_far_as_the_file_lets_them,
    ),
    (
        "proxy.passthrough_local_only",
        proxy::g_063_keys_of_others_pass_as_far_as_the_file_lets_them,
    ),
    (
        "proxy.upstream_url",
        proxy::g_063_a_call_goes_where_the_file_says,
    ),
    (
        "proxy.default_memory_mode",
        proxy::g_063_the_mode_of_the_file_holds_and_clients_may_choose_another_if_it_says_so,
    ),
    (
        "proxy.extraction_enabled",
        proxy::g_063_who_reads_along_follows_the_file,
    ),
    (
        "proxy.extract_provider",
        proxy::g_063_who_reads_along_follows_the_file,
    ),
    (
        "proxy.extract_model",
        proxy::g_063_who_reads_along_follows_the_file,
    ),
    (
        "proxy.allow_client_memory_control",
        proxy::g_063_the_mode_of_the_file_holds_and_clients_may_choose_another_if_it_says_so,
    ),
    (
        "proxy.max_memory_pct",
        proxy::g_063_what_is_told_follows_share_score_and_channel,
    ),
    (
        "proxy.min_recall_score",
        proxy::g_063_what_is_told_follows_share_score_and_channel,
    ),
    (
        "proxy.min_channel_score",
        proxy::g_063_what_is_told_follows_share_score_and_channel,
    ),
    (
        "proxy.diversity_factor",
        proxy::g_063_the_more_diversity_the_more_agents_are_heard,
    ),
    (
        "proxy.identifier_first_routing",
        proxy::g_063_identifiers_come_first_where_the_file_says_so,
    ),
    (
        "proxy.memory_coprocessor",
        proxy::g_063_rules_of_our_own_learn_where_the_file_says_so,
    ),
    (
        "proxy.key_mapping.proxy_key",
        proxy::g_063_a_mapped_key_opens_its_namespace_alone,
    ),
    (
        "proxy.key_mapping.namespace",
        proxy::g_063_a_mapped_key_opens_its_namespace_alone,
    ),
    ("logging.level", g_063_the_log_says_as_much_as_its_level),
    ("decay.enabled", g_063_decay_follows_the_file),
    ("decay.strategy", g_063_decay_follows_the_file),
    ("decay.after_days", g_063_decay_follows_the_file),
    (
        "sharing.allow_private_webhooks",
        g_063_private_webhooks_follow_the_file,
    ),
];

/// The published text with some lines otherwise.
fn changed(changes: &[(&str, &str)]) -> String {
    let mut text = FILE.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

/// The same on a port of its own and in one process, without its proxy.
fn with(changes: &[(&str, &str)]) -> Oss {
    let usual = [
        ("port = 8000", "port = 0"),
        (
            "hybrid_mode = true\ncore_port = 8001",
            "hybrid_mode = false",
        ),
        ("model = \"all-minilm-l6-v2\"", "model = \"off\""),
        ("[proxy]\nenabled = true", "[proxy]\nenabled = false"),
    ];
    Oss::new(&changed(&[&usual, changes].concat()))
}

fn served(changes: &[(&str, &str)]) -> (Oss, Server) {
    let oss = with(changes);
    let server = oss.serve(&["serve"]);
    (oss, server)
}

/// Names of keys, whichever entry of a list they are in.
fn named(above: &str, table: &Table) -> Vec<String> {
    let named_in = |(name, value): (&String, &Value)| {
        let path = match above {
            "" => name.clone(),
            _ => format!("{above}.{name}"),
        };
        match value {
            Value::Table(inner) => named(&path, inner),
            Value::Array(list) => list
                .iter()
                .filter_map(Value::as_table)
                .flat_map(|entry| named(&path, entry))
                .collect(),
            _ => vec![path],
        }
    };
    table.iter().flat_map(named_in).collect()
}

#[test]
fn g_063_no_published_key_is_without_its_test() {
    let table: Table = toml::from_str(FILE).unwrap();
    let published: BTreeSet<String> = named("", &table).into_iter().collect();
    let proven = PROVEN.iter().map(|(key, _)| (*key).to_owned());
    assert_eq!(published, proven.collect());
}

#[test]
fn g_063_the_published_settings_load_as_they_stand() {
    let oss = Oss::new(FILE);
    let ran = oss.run(&["config", "show", "--json"]);
    assert!(!ran.err.contains("nobody knows"), "{}", ran.err);
    let rows = ran.json();
    let shown = rows.to_string();
    for secret in ["ek_admin", "ek_of_a_client", "of these tests"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    let value = |key: &str| {
        let mut rows = rows.as_array().unwrap().iter();
        let row = rows.find(|row| row["key"] == key);
        row.unwrap_or_else(|| panic!("{key}: {shown}"))["value"].clone()
    };
    for (key, wanted) in [
        ("doors.http", "127.0.0.1:8000"),
        ("tls.enabled", "false"),
        ("embeddings.model", "all-minilm-l6-v2"),
        ("logging.level", "info"),
        ("decay.after_days", "14"),
        ("sharing.allow_private_webhooks", "false"),
    ] {
        assert_eq!(value(key), wanted, "{key}");
    }
}

#[test]
fn g_063_address_and_directory_are_those_of_the_file() {
    let port = free_port();
    let (oss, server) = served(&[
        ("port = 0", &format!("port = {port}")),
        ("data_dir = \"data\"", "data_dir = \"kept here\""),
    ]);
    assert_eq!(server.http().port(), port);
    client(&server, ADMIN).remember("The ferry is red.");
    assert!(oss.home.path().join("kept here/mneme.db").exists());
    server.stop();
    let refused = with(&[("host = \"127.0.0.1\"", "host = \"no such host\"")]).run(&["serve"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(refused.err.contains("server.host"), "{}", refused.err);
}

#[test]
fn g_063_a_token_holds_as_long_as_its_secret_stands_in_the_file() {
    let (oss, server) = served(&[]);
    let traded = server
        .stranger()
        .post("/v1/auth/token", &json!({ "api_key": ADMIN }))
        .ok();
    let token = traded["token"].as_str().unwrap();
    client(&server, token).remember("The ferry is red.");
    server.stop();
    let again = oss.serve(&["serve"]);
    assert_eq!(client(&again, token).ask("ferry"), ["The ferry is red."]);
    again.stop();
    let file = oss.home.path().join("memoryoss.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("a token secret", "another secret")).unwrap();
    let other = oss.serve(&["serve"]);
    client(&other, token)
        .get("/v1/memories")
        .refused(401, "bad_token");
    // A secret that is too short ends it.
    let short = with(&[("a token secret of these tests, long enough", "short")]);
    assert_eq!(short.run(&["serve"]).code, 2);
}

fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}

#[test]
fn g_064_the_published_status_names_each_of_four_models_and_its_dimension() {
    for (model, dimension) in [
        ("all-minilm-l6-v2", 384),
        ("bge-small-en-v1.5", 384),
        ("bge-base-en-v1.5", 768),
        ("bge-large-en-v1.5", 1_024),
    ] {
        let oss = with(&[("model = \"off\"", &format!("model = \"{model}\""))]);
        oss.home.run(&["remember", "The ferry is red."]).ok();
        let told = oss.run(&["status"]).ok();
        let line = format!("  embeddings: model={model} dimension={dimension}");
        assert!(told.lines().any(|said| said == line), "{line}: {told}");
    }
}

#[test]
fn g_063_the_log_says_as_much_as_its_level() {
    let lines = |level: &str| {
        let (_oss, server) = served(&[("level = \"info\"", &format!("level = \"{level}\""))]);
        client(&server, ADMIN).remember("The ferry is red.");
        let told = server.errors();
        server.stop();
        told.lines().count()
    };
    let (quiet, usual, loud) = (lines("error"), lines("info"), lines("trace"));
    assert!(quiet < usual && usual < loud, "{quiet} {usual} {loud}");
}

const DECAY: &str = "enabled = true\nstrategy = \"age\"\nafter_days = 14";

/// A memory nobody had a use for since 2020, under these settings of decay. No server has seen it yet.
fn idle(decay: &str) -> Oss {
    let oss = with(&[(DECAY, decay)]);
    let line = json!({ "id": "idle", "content": "The old ferry left at nine.", "version": 1,
        "tags": [], "memory_type": "semantic", "status": "active", "evidence_count": 1,
        "created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z" });
    let line = line.to_string();
    oss.home.run_with(&["import", "-"], line.as_bytes()).ok();
    oss
}

#[test]
fn g_063_decay_follows_the_file() {
    let oss = idle("enabled = true\nstrategy = \"age\"\nafter_days = 0");
    let at_once = oss.serve(&["serve"]);
    let mut admin = client(&at_once, ADMIN);
    eventually("the idle memory to be put away", || {
        (admin.inspect("idle")["archived"] == true).then_some(())
    });
    let oss = idle("enabled = false\nstrategy = \"age\"\nafter_days = 0");
    let off = oss.serve(&["serve"]);
    let told = oss.run(&["status"]).ok();
    assert!(told.contains("  decay: "), "{told}");
    assert_eq!(client(&off, ADMIN).inspect("idle")["status"], "active");
    let oss = idle(DECAY);
    let ten_years = oss
        .run(&["decay", "--dry-run", "--after-days", "3650"])
        .ok();
    assert!(!ten_years.contains("Would mark stale idle"), "{ten_years}");
    let of_the_file = oss.run(&["decay", "--dry-run"]).ok();
    assert!(of_the_file.contains("Would mark stale"), "{of_the_file}");
    let unknown = with(&[("strategy = \"age\"", "strategy = \"mood\"")]);
    let refused = unknown.run(&["status"]);
    assert!(refused.err.contains("decay.strategy"), "{}", refused.err);
}

#[test]
fn g_063_private_webhooks_follow_the_file() {
    let hooked = json!({ "name": "team", "webhook_url": "http://127.0.0.1:9/" });
    let (_oss, closed) = served(&[]);
    client(&closed, ADMIN)
        .post("/v1/admin/sharing/create", &hooked)
        .refused(400, "bad_webhook");
    let allowed = "allow_private_webhooks = true";
    let (_oss, open) = served(&[("allow_private_webhooks = false", allowed)]);
    let made = client(&open, ADMIN).post("/v1/admin/sharing/create", &hooked);
    assert_eq!(made.ok()["name"], "team");
}
