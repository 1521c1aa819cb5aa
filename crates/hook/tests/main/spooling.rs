//! What nobody took waits in the spool, whole.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::process::Child;

use mneme_wire::shapes::EventRequest;

use crate::support::{Home, NOBODY, SPOOL, complaint, feed, tell};

fn event(session: &str, text: &str) -> Vec<u8> {
    let event = serde_json::json!({
        "hook_event_name": "PostToolUse", "session_id": session, "cwd": "/srv/x", "tool_name": "Bash",
        "timestamp": "2023-05-08T13:56:00Z", "agent": "Claude",
        "tool_input": { "command": text },
    });
    serde_json::to_vec_pretty(&event).unwrap()
}

#[test]
fn a_large_event_waits_whole_and_only_for_its_owner() {
    let home = Home::new();
    let text = "ä\n\"".repeat(25_000);
    assert_eq!(tell(&mut home.alone(NOBODY), &event("s", &text)), "");
    let spooled = home.spooled(SPOOL);
    let event: EventRequest = serde_json::from_value(spooled[0].clone()).unwrap();
    let input: serde_json::Value = serde_json::from_str(&event.text).unwrap();
    assert_eq!(input["command"], text);
    assert_eq!(
        event.occurred_at.as_deref(),
        Some("2023-05-08T13:56:00.000Z")
    );
    // 2023-05-08T13:56:00.000Z, as the first ten digits of an id have it.
    assert!(event.id.unwrap().starts_with("01GZXTBKC0"));
    assert_eq!(event.metadata.unwrap()["tool_name"], "Bash");
    assert_eq!(event.agent.as_deref(), Some("claude"));
    let mode = |path: std::path::PathBuf| path.metadata().unwrap().permissions().mode() & 0o777;
    let dir = home.data_dir().join("spool");
    assert_eq!((mode(dir.clone()), mode(dir.join(SPOOL))), (0o700, 0o600));
}

#[test]
fn no_secret_waits_in_the_spool() {
    let home = Home::new();
    // So long that it is cut, in the middle of what must not be kept.
    let padding = "x ".repeat(3_990);
    let output = format!("{padding}<private>Rosebud {padding}</private>");
    let input =
        serde_json::json!({ "command": "export DB_PASSWORD=Tr0ub4dor3", "authToken": "short" });
    let named = serde_json::json!({
        "hook_event_name": "PostToolUse", "session_id": "s", "cwd": "/srv/x", "tool_name": "Bash",
        "tool_input": input, "tool_response": output,
    });
    let named = serde_json::to_vec(&named).unwrap();
    let told = feed(home.alone(NOBODY).arg("claude-code"), &named);
    assert!(told.wait_with_output().unwrap().stderr.is_empty());
    let plain = event(
        "t",
        "curl -H 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz' x",
    );
    assert_eq!(tell(&mut home.alone(NOBODY), &plain), "");
    // Behind a colour, behind JSON in a text, encoded, and glued to a word.
    for before in ["\u{1b}[31m", "{\\\"out\\\":\\\"a\\\\n", "/cb?q%3D", "abc"] {
        let said = event("u", &format!("seen: {before}ghp_{}", "Wq8".repeat(12)));
        assert_eq!(tell(&mut home.alone(NOBODY), &said), "");
    }
    let mut files = std::fs::read_dir(home.data_dir().join("spool")).unwrap();
    let all: String = files
        .by_ref()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    assert!(
        all.contains("export DB_PASSWORD=[REDACTED_SECRET]"),
        "{all}"
    );
    for secret in ["Tr0ub4dor3", "\"short\"", "Rosebud", "abcdefghijkl", "Wq8"] {
        assert!(!all.contains(secret), "{secret} waits in the spool");
    }
}

#[test]
fn thirty_two_at_once_do_not_mix() {
    let home = Home::new();
    let text = "x".repeat(20_000);
    let one = |n: usize| feed(&mut home.alone(NOBODY), &event(&format!("s{n}"), &text));
    let running: Vec<Child> = (0..32).map(one).collect();
    for child in running {
        assert_eq!(complaint(&child.wait_with_output().unwrap()), "");
    }
    let spooled = home.spooled(SPOOL);
    let different = |name: &str| {
        spooled
            .iter()
            .map(|event| event[name].as_str().unwrap())
            .collect::<BTreeSet<_>>()
            .len()
    };
    assert_eq!(
        (spooled.len(), different("session"), different("id")),
        (32, 32, 32)
    );
}

#[test]
fn killed_in_the_middle_it_leaves_no_half_line_behind_a_whole_one() {
    let home = Home::new();
    for n in 0..20 {
        let mut child = feed(&mut home.alone(NOBODY), &event(&format!("killed{n}"), "x"));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(tell(&mut home.alone(NOBODY), &event("last", "x")), "");
    let spooled = home.spooled(SPOOL);
    assert_eq!(spooled.last().unwrap()["session"], "last");
}

#[test]
fn the_spool_goes_where_the_environment_says() {
    let home = Home::new();
    let elsewhere = home.data_dir().with_file_name("elsewhere");
    let mut command = home.alone(NOBODY);
    assert_eq!(
        tell(command.env("MNEME_SPOOL_DIR", &elsewhere), &event("s", "x")),
        ""
    );
    assert!(elsewhere.join(SPOOL).exists() && !home.data_dir().exists());
}

#[test]
fn the_settings_file_says_whose_directory_it_is() {
    let home = Home::new();
    let config = home.data_dir().with_file_name("config");
    std::fs::create_dir_all(config.join("mneme")).unwrap();
    let file = config.join("mneme").join("mneme.toml");
    std::fs::write(file, "data_dir = \"there\"\n[doors]\nhttp = \"off\"\n").unwrap();
    let mut command = home.alone(NOBODY);
    command.env("XDG_CONFIG_HOME", &config);
    command.env_remove("MNEME_DATA_DIR");
    assert_eq!(tell(&mut command, &event("s", "x")), "");
    let there = config.join("mneme").join("there").join("spool");
    assert!(there.join(SPOOL).exists() && !home.data_dir().exists());
}
