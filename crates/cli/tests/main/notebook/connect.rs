//! `mneme connect`: our entry in somebody else's settings.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::support::{Ran, files};

const CLAUDE: &str = "{\n  // mine\n  \"numStartups\": 7,\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n";
const HOOKS: &str = "{\n  \"hooks\": {\n    \"Stop\": [ { \"hooks\": [ { \"type\": \"command\", \"command\": \"theirs\" } ] } ]\n  },\n  \"model\": \"m\"\n}\n";

fn write(home: &Home, name: &str, text: &str) -> PathBuf {
    let path = home.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Without comments, which only one of the files has.
fn parsed(path: &Path) -> Value {
    serde_json::from_str(&read(path).replace("// mine", "")).unwrap()
}

/// How an agent starts us on the store of this home.
fn started(home: &Home) -> Value {
    json!(["--data-dir", home.data(), "mcp"])
}

fn backups(home: &Home) -> usize {
    let all = files(home.path()).into_iter();
    all.filter(|path| path.display().to_string().contains("before-mneme"))
        .count()
}

#[test]
fn n_091_a_dry_run_writes_nothing() {
    let home = Home::new();
    let claude = write(&home, ".claude.json", CLAUDE);
    let before = files(home.path());
    let shown = home
        .run(&["connect", "claude-code", "--with-hooks", "--dry-run"])
        .ok();
    assert!(
        shown.contains("\"mneme\"") && shown.contains("mneme-hook claude-code"),
        "{shown}"
    );
    assert_eq!(
        (read(&claude), files(home.path())),
        (CLAUDE.to_owned(), before)
    );
}

#[test]
fn n_091_a_dry_run_shows_what_changes_and_nothing_else() {
    let theirs = r#"{"mcpServers": {"other": {"command": "x", "env": {"WORD": "hush-hush-4711"}}}, "note": "mine alone"}"#;
    let spread = "{\n  \"note\": \"mine alone\",\n  \"mcpServers\": {\n    \"other\": { \"env\": { \"WORD\": \"hush-hush-4711\" } }\n  }\n}\n";
    for text in [theirs, spread] {
        let home = Home::new();
        write(&home, ".claude.json", text);
        let connect = ["connect", "claude-code", "--dry-run"];
        let shown = home.run(&connect).ok();
        assert!(shown.contains("\"mneme\""), "{shown}");
        for own in ["hush-hush-4711", "mine alone"] {
            assert!(!shown.contains(own), "{shown}");
        }
        home.run(&connect[..2]).ok();
        let shown = home.run(&["disconnect", "claude-code", "--dry-run"]).ok();
        assert!(shown.contains("  - ") && shown.contains("mneme"), "{shown}");
        assert!(!shown.contains("hush-hush-4711"), "{shown}");
    }
}

#[test]
fn n_091_what_others_wrote_stays_and_is_kept_beside() {
    let home = Home::new();
    let claude = write(&home, ".claude.json", CLAUDE);
    let settings = write(&home, ".claude/settings.json", HOOKS);
    home.run(&["connect", "claude-code", "--with-hooks"]).ok();
    assert!(read(&claude).contains("  // mine\n  \"numStartups\": 7,"));
    let told = parsed(&claude);
    assert_eq!(told["mcpServers"]["other"], json!({ "command": "x" }));
    assert_eq!(told["mcpServers"]["mneme"]["args"], started(&home));
    let hooks = parsed(&settings);
    assert_eq!(hooks["model"], "m");
    assert_eq!(hooks["hooks"]["Stop"][0]["hooks"][0]["command"], "theirs");
    assert_eq!(hooks["hooks"].as_object().unwrap().len(), 12);
    for (event, groups) in hooks["hooks"].as_object().unwrap() {
        let own = groups.as_array().unwrap().last().unwrap();
        let command = own["hooks"][0]["command"].as_str().unwrap();
        assert!(
            command.ends_with("mneme-hook claude-code"),
            "{event}: {command}"
        );
    }
    assert_eq!(backups(&home), 2);
    let (once, hooks) = (read(&claude), read(&settings));
    let again = home.run(&["connect", "claude-code", "--with-hooks"]).ok();
    assert!(again.contains("already"), "{again}");
    assert_eq!(
        (read(&claude), read(&settings), backups(&home)),
        (once, hooks, 2)
    );
    home.run(&["disconnect", "claude-code"]).ok();
    assert_eq!(read(&claude), CLAUDE);
    let left = parsed(&settings);
    assert_eq!(left, serde_json::from_str::<Value>(HOOKS).unwrap());
}

#[test]
fn n_091_every_client_gets_its_own_shape() {
    let home = Home::new();
    for client in [
        "codex",
        "cursor",
        "copilot",
        "vscode",
        "gemini",
        "antigravity",
        "kiro",
    ] {
        home.run(&["connect", client, "--with-hooks"]).ok();
        let again = home.run(&["connect", client, "--with-hooks"]).ok();
        assert!(again.contains("already"), "{client}: {again}");
    }
    assert_eq!(backups(&home), 0, "there was nothing to keep");
    let at = |name: &str| parsed(&home.path().join(name));
    let codex: toml::Table = read(&home.path().join(".codex/config.toml"))
        .parse()
        .unwrap();
    let args = &codex["mcp_servers"]["mneme"]["args"];
    assert_eq!(json!(args), started(&home));
    assert!(at(".codex/hooks.json")["hooks"]["Stop"][0]["hooks"][0]["command"].is_string());
    assert_eq!(at(".cursor/hooks.json")["version"], 1);
    assert!(at(".cursor/hooks.json")["hooks"]["postToolUse"][0]["command"].is_string());
    let copilot = at(".copilot/hooks/mneme.json");
    let command = copilot["hooks"]["sessionEnd"][0]["bash"].as_str().unwrap();
    assert!(
        command.ends_with("mneme-hook copilot sessionEnd"),
        "{command}"
    );
    assert_eq!(
        at(".copilot/mcp-config.json")["mcpServers"]["mneme"]["tools"],
        json!(["*"])
    );
    let gemini = at(".gemini/settings.json");
    assert_eq!(gemini["mcpServers"]["mneme"]["args"], started(&home));
    assert_eq!(
        gemini["hooks"]["AfterTool"][0]["hooks"][0]["timeout"],
        10_000
    );
    for (file, key) in [
        (".cursor/mcp.json", "mcpServers"),
        (".gemini/antigravity/mcp_config.json", "mcpServers"),
        (".kiro/settings/mcp.json", "mcpServers"),
        (".config/Code/User/mcp.json", "servers"),
    ] {
        assert_eq!(at(file)[key]["mneme"]["args"], started(&home), "{file}");
    }
    for client in ["codex", "gemini", "cursor"] {
        home.run(&["disconnect", client]).ok();
    }
    assert!(!read(&home.path().join(".gemini/settings.json")).contains("mneme"));
    assert!(!read(&home.path().join(".codex/config.toml")).contains("mneme"));
}

#[test]
fn what_cannot_be_read_or_is_somebody_elses_is_left_alone() {
    let home = Home::new();
    let broken = write(&home, ".cursor/mcp.json", "{ \"mcpServers\": ");
    home.run(&["connect", "cursor"]).refused(2, "bad_file");
    assert_eq!(read(&broken), "{ \"mcpServers\": ");
    let theirs = "{ \"mcpServers\": { \"mneme\": { \"command\": \"own\" } } }";
    let kiro = write(&home, ".kiro/settings/mcp.json", theirs);
    home.run(&["connect", "kiro"]).refused(2, "bad_file");
    assert_eq!(read(&kiro), theirs);
    home.run(&["connect", "kiro", "--force"]).ok();
    assert_eq!(parsed(&kiro)["mcpServers"]["mneme"]["args"], started(&home));
    assert_eq!(backups(&home), 1);
    home.run(&["connect", "nobody"]).refused(2, "bad_request");
    assert!(home.run(&["connect"]).ok().contains("claude-code"));
}

/// The program, told of no store on its command line.
fn bare(home: &Home, variables: &[(&str, &str)], args: &[&str]) -> Ran {
    let mut command = home.program(&home.line(&[])[0]);
    Ran::of(command.args(args).envs(variables.iter().copied()))
}

#[test]
fn n_091_what_is_written_starts_on_the_store_that_was_named() {
    let home = Home::new();
    let own = home.path().join("some where").join("data");
    let own = own.to_str().unwrap();
    // As a person does it: in the environment, and from where they are.
    bare(
        &home,
        &[("MNEME_DATA_DIR", "some where/data")],
        &["connect", "cursor"],
    )
    .ok();
    let entry = parsed(&home.path().join(".cursor/mcp.json"))["mcpServers"]["mneme"].clone();
    assert_eq!(entry["args"], json!(["--data-dir", own, "mcp"]));
    // As an agent does it: elsewhere, and without that.
    let mut command = home.program(entry["command"].as_str().unwrap());
    let args = entry["args"].as_array().unwrap().iter();
    command.args(args.map(|arg| arg.as_str().unwrap()));
    let away = home.path().join("away");
    fs::create_dir(&away).unwrap();
    let agent = mcp::Agent::starting({
        command.current_dir(&away);
        command
    });
    agent.call("remember", &json!({ "content": "The tide turns at four" }));
    drop(agent);
    let found = bare(&home, &[], &["--data-dir", own, "recall", "tide"]).ok();
    assert!(found.contains("turns at four"), "{found}");
    let usual = home.path().join("share");
    assert!(!usual.exists(), "nothing was kept where nobody looks");
}

#[test]
fn n_091_a_settings_file_is_named_to_agent_and_hooks_and_nothing_is_where_nothing_was_said() {
    let home = Home::new();
    let file = write(&home, "it's/mneme.toml", "data_dir = \"/nowhere\"\n");
    let named = ["--config", "it's/mneme.toml"];
    let line = [&named[..], &["connect", "claude-code", "--with-hooks"]].concat();
    bare(&home, &[], &line).ok();
    let told = parsed(&home.path().join(".claude.json"));
    assert_eq!(
        told["mcpServers"]["mneme"]["args"],
        json!(["--config", file, "mcp"])
    );
    let hooks = parsed(&home.path().join(".claude/settings.json"));
    let command = hooks["hooks"]["Stop"][0]["hooks"][0]["command"].as_str();
    let shell = command.unwrap().replace("env ", "printf '%s' ");
    let printed = Ran::of(home.program("sh").args(["-c", &shell])).ok();
    let expected = format!("MNEME_CONFIG={}", file.display());
    assert!(printed.starts_with(&expected), "{printed}");
    // Said otherwise later, hooks follow; the entry is somebody's, until they say so.
    let again = ["connect", "claude-code", "--with-hooks", "--force"];
    bare(&home, &[], &again).ok();
    let told = parsed(&home.path().join(".claude.json"));
    assert_eq!(told["mcpServers"]["mneme"]["args"], json!(["mcp"]));
    let hooks = parsed(&home.path().join(".claude/settings.json"));
    let stop = hooks["hooks"]["Stop"].as_array().unwrap();
    assert_eq!(stop.len(), 1, "{stop:?}");
    let command = stop[0]["hooks"][0]["command"].as_str().unwrap();
    assert!(!command.starts_with("env "), "{command}");
}
