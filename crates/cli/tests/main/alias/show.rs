//! `config show`: every setting, its value and where it came from.

use serde_json::Value;

use super::{ADMIN, Oss, PLAIN, WRITER, client, usual};
use crate::support::Home;

fn row<'a>(shown: &'a Value, key: &str) -> &'a Value {
    let rows = shown.as_array().unwrap();
    let found = rows.iter().find(|row| row["key"] == key);
    found.unwrap_or_else(|| panic!("no {key} in {shown}"))
}

fn assert_row(shown: &Value, key: &str, value: &str, origin: &str) {
    let row = row(shown, key);
    assert_eq!(row["value"], value, "{row}");
    assert_eq!(row["origin"], origin, "{row}");
}

#[test]
fn a_value_is_shown_with_its_origin() {
    let home = Home::with_settings("[limits]\nmax_tags = 7\n[tls]\nenabled = false\n");
    let file = format!("file {}", home.settings().display());
    let data = home.data().display().to_string();
    let shown = home.json(&["config", "show", "--json"]);
    assert_row(&shown, "limits.max_tags", "7", &file);
    assert_row(&shown, "limits.max_tag_length", "256", "default");
    assert_row(&shown, "tls.enabled", "false", &file);
    assert_row(&shown, "data_dir", &data, "flag");
    assert_row(&shown, "logging.level", "info", "default");
    assert_row(&shown, "compat", "mneme", "default");
    let mut bare = home.program(&home.line(&[])[0]);
    bare.env("MNEME_DATA_DIR", &data).env("MNEME_LOG", "warn");
    let output = bare
        .args(["config", "show", "--json", "--log", "error"])
        .output()
        .unwrap();
    let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_row(&shown, "data_dir", &data, "env MNEME_DATA_DIR");
    assert_row(&shown, "logging.level", "error", "flag");
    let people = home.run(&["config", "show"]).ok();
    assert!(
        people.contains("limits.max_tags") && people.contains(&file),
        "{people}"
    );
    assert!(!home.data().exists(), "showing makes nothing");
}

#[test]
fn memoryoss_shows_its_file_its_secrets_as_set_and_what_is_not_used() {
    let secret = "a signing secret of more than 32 characters";
    let more = format!(
        "{PLAIN}[limits]\nmax_tags = 9\n[decay]\nafter_days = 14\n[consolidation]\nmax_clusters = 9\n[auth]\njwt_secret = \"{secret}\"\n[decompose]\napi_key = \"sk-theirs\"\ntoken_budget = 9\n[proxy]\nprimitive_algebra = true\n[trust.ip_allowlists]\ndefault = [\"127.0.0.1\"]\n"
    );
    let oss = Oss::new(&usual(&more));
    let mut command = oss.command(&["config", "show", "--json"]);
    command.env("MEMORYOSS_AUDIT_HMAC_SECRET", secret);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        !text.contains(secret) && !text.contains(ADMIN) && !text.contains("sk-theirs"),
        "{text}"
    );
    let shown: Value = serde_json::from_str(&text).unwrap();
    assert_row(&shown, "limits.max_tags", "9", "memoryoss.toml");
    assert_row(&shown, "limits.rate_limit_per_sec", "100", "default");
    assert_row(&shown, "limits.max_content_bytes", "32768", "default");
    assert_row(&shown, "recall.ranking", "memoryoss", "default");
    assert_row(&shown, "compat", "memoryoss", "alias memoryoss");
    assert_row(&shown, "doors.metrics", "off", "alias memoryoss");
    assert_row(&shown, "doors.http", "127.0.0.1:0", "memoryoss.toml");
    assert_row(&shown, "auth.api_keys", "3 (set)", "memoryoss.toml");
    assert_row(&shown, "auth.jwt_secret", "(set)", "memoryoss.toml");
    assert_row(
        &shown,
        "auth.audit_hmac_secret",
        "(set)",
        "env MEMORYOSS_AUDIT_HMAC_SECRET",
    );
    assert_row(&shown, "decay.after_days", "14", "memoryoss.toml");
    assert_row(&shown, "decompose.api_key", "(set)", "memoryoss.toml");
    assert_row(
        &shown,
        "auth.ip_allowlists",
        "default: 127.0.0.1",
        "memoryoss.toml",
    );
    assert_row(&shown, "consolidation.max_clusters", "9", "memoryoss.toml");
    assert_row(&shown, "decompose.token_budget", "9", "memoryoss.toml");
    let algebra = row(&shown, "proxy.primitive_algebra");
    assert_eq!(algebra["note"], "not used yet");
    let dev = oss.run(&["-v", "config", "show", "--json"]).json();
    assert_row(&dev, "logging.level", "debug", "flag");
}

#[test]
fn g_248_status_shows_health_counts_workers_and_index() {
    let oss = Oss::new(&usual(PLAIN));
    let server = oss.serve(&["serve"]);
    client(&server, WRITER).remember("The ferry is red.");
    let told = oss.run(&["status"]).ok();
    for line in [
        "Namespaces:",
        "  default [healthy]: total=1 active=1 candidate=0 contested=0 stale=0 archived=0",
        "Workers:",
        "Index:",
        "  embeddings: model=off dimension=0",
    ] {
        assert!(told.lines().any(|said| said == line), "{line}: {told}");
    }
    assert!(told.contains("  decay: "), "{told}");
    oss.run(&["status", "--namespace", "nowhere"])
        .refused(3, "there is no namespace");
}
