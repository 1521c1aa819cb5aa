//! `doctor`: each fault has a line of its own, nothing is changed unasked, and what agents have of
//! us is written again when asked.

use super::*;
use crate::support::sqlite;

/// A desk with everything set up, a store with something in it, and no model.
fn ready() -> Desk {
    set_up(Desk::with(&["claude", "codex", "cursor"]))
}

fn set_up(desk: Desk) -> Desk {
    desk.setup("auto");
    let data = desk.home.data();
    let text = desk
        .read("oss/memoryoss.toml")
        .replace("all-minilm-l6-v2", "off");
    let usual = desk.at(".memoryoss/data");
    let text = text.replace(usual.to_str().unwrap(), data.to_str().unwrap());
    desk.write("oss/memoryoss.toml", &text);
    desk.home
        .run(&["remember", "doctors look and do not touch"])
        .ok();
    desk
}

const NO_DATABASE: &[u8] = b"this is no database";

/// The line it must be told in, and how it is made.
type Plant = (&'static str, fn(&Desk));

/// The fault is told once, in its own line, as often as one looks, and nothing was changed by that.
fn tells(desk: &Desk, line: &str) {
    let before = desk.everything();
    let errors = errors(desk, line);
    assert_eq!(errors.len(), 1, "{line}: {errors:?}");
    assert!(errors[0].starts_with(line), "{line}: {errors:?}");
    assert_eq!(self::errors(desk, line), errors, "{line}");
    let store = |all: Vec<(PathBuf, Vec<u8>, u32)>| {
        let theirs = all.into_iter();
        theirs
            .filter(|(path, _, _)| !path.starts_with(desk.home.data()))
            .collect::<Vec<_>>()
    };
    assert_eq!(store(desk.everything()), store(before), "{line}");
}

/// What `doctor` calls wrong.
fn errors(desk: &Desk, line: &str) -> Vec<String> {
    let ran = desk.run(&["doctor"]);
    assert_ne!(ran.code, 0, "{line}: {ran:?}");
    let errors = ran.out.lines().filter(|line| line.starts_with("[error]"));
    let errors: Vec<String> = errors.map(str::to_owned).collect();
    let ends = format!("Doctor FAILED: {} issue(s)\n", errors.len());
    assert!(ran.out.ends_with(&ends), "{line}: {ran:?}");
    errors
}

#[test]
fn g_229_each_fault_has_its_own_line_and_nothing_is_changed() {
    let plants: [Plant; 10] = [
        ("[error] config:", |desk| {
            change(desk, "oss/memoryoss.toml", "port = 8000", "port = 99999");
        }),
        ("[error] auth: no admin API key configured", |desk| {
            change(desk, "oss/memoryoss.toml", "\"admin\"", "\"writer\"");
        }),
        ("[error] database:", |desk| {
            // Nothing may be left in the log that would make it whole again.
            sqlite(&desk.home, &[]);
            fs::write(desk.home.database(), NO_DATABASE).unwrap();
        }),
        ("[error] tables:", |desk| {
            sqlite(&desk.home, &["UPDATE memories SET evidence = 99"]);
        }),
        ("[error] claude mcp:", |desk| {
            change(desk, ".claude.json", "mcp-server", "other");
        }),
        ("[error] claude hooks:", |desk| {
            change(
                desk,
                ".claude/settings.local.json",
                "PreToolUse",
                "PostToolUse",
            );
        }),
        ("[error] codex mcp:", |desk| {
            fs::remove_file(desk.at(".codex/config.toml")).unwrap();
        }),
        ("[error] codex policy:", |desk| {
            change(desk, "AGENTS.md", "memoryoss_recall", "nothing");
        }),
        ("[error] cursor mcp:", |desk| {
            desk.write(".cursor/mcp.json", "no json");
        }),
        ("[error] cursor rules:", |desk| {
            fs::remove_file(desk.at(".cursor/rules/memoryoss.mdc")).unwrap();
        }),
    ];
    for (line, plant) in plants {
        let desk = ready();
        assert!(
            desk.run(&["doctor"]).ok().ends_with("Doctor OK\n"),
            "{line}"
        );
        plant(&desk);
        tells(&desk, line);
        if line == "[error] database:" {
            assert_eq!(fs::read(desk.home.database()).unwrap(), NO_DATABASE);
        }
    }
}

#[test]
fn a_directory_that_is_closed_is_told_with_what_helps() {
    for mode in [0o000, 0o500, 0o300] {
        let desk = ready();
        let set = |mode| {
            let mode = fs::Permissions::from_mode(mode);
            fs::set_permissions(desk.home.data(), mode).unwrap();
        };
        set(mode);
        let told = desk.run(&["doctor"]);
        set(0o700);
        assert_eq!(told.code, 1, "{told:?}");
        let line = format!(
            "(mode {mode:o}) [storage_read_only]\n       make the data directory writable for this user"
        );
        assert!(told.out.contains(&line), "{told:?}");
    }
}

#[test]
fn g_229_what_another_model_read_is_a_fault_until_it_is_read_anew() {
    let desk = ready();
    let file = "oss/memoryoss.toml";
    change(&desk, file, "model = \"off\"", "model = \"hash-384\"");
    desk.run(&["migrate-embeddings", "--model", "hash-384"])
        .ok();
    assert!(desk.run(&["doctor"]).ok().ends_with("Doctor OK\n"));
    change(&desk, file, "\"hash-384\"", "\"bge-base-en-v1.5\"");
    let line = "[error] embeddings: 1 stored embedding(s) do not match configured dimension 768 \
                (run `memoryoss migrate-embeddings --model bge-base-en-v1.5`";
    tells(&desk, line);
    let told = desk.run(&["doctor"]).out;
    let behind = |one: &str, other: &str| told.find(one).unwrap() < told.find(other).unwrap();
    assert!(
        behind("vector index:", line) && behind(line, "claude mcp:"),
        "{told}"
    );
    change(&desk, file, "\"bge-base-en-v1.5\"", "\"hash-384\"");
    assert!(desk.run(&["doctor"]).ok().ends_with("Doctor OK\n"));
}

fn change(desk: &Desk, name: &str, from: &str, to: &str) {
    let text = desk.read(name);
    assert!(text.contains(from), "{from} is not in {name}");
    desk.write(name, &text.replace(from, to));
}

#[test]
fn g_229_the_lines_scripts_look_for_are_there() {
    let desk = ready();
    let told = desk.run(&["doctor"]).ok();
    let lines = [
        "config:",
        "profile: auto",
        "embeddings:",
        "auth: 1 admin key(s) configured",
        "database:",
        "index:",
        "fts:",
        "vector index:",
        "claude mcp:",
        "claude hooks:",
        "codex mcp:",
        "codex policy:",
        "cursor mcp:",
        "cursor rules:",
    ];
    let mut from = 0;
    for line in lines {
        let at = told[from..].find(&format!("\n[ok] {line}"));
        let at = at.or_else(|| {
            told[from..]
                .starts_with(&format!("[ok] {line}"))
                .then_some(0)
        });
        from += at.unwrap_or_else(|| panic!("{line} is not behind the one before: {told}"));
    }
    let alone = Desk::with(&[]);
    alone.setup("cursor");
    let told = alone.run(&["doctor"]).ok();
    assert!(
        told.contains("[ok] claude integration: not detected"),
        "{told}"
    );
    assert!(
        told.contains("[ok] codex integration: not detected"),
        "{told}"
    );
}

#[test]
fn repair_writes_ours_again_and_leaves_what_is_theirs() {
    let desk = ready();
    desk.write("AGENTS.md", "# Only mine now\n");
    fs::remove_file(desk.at(".claude/settings.local.json")).unwrap();
    change(&desk, ".codex/config.toml", "mcp-server", "other");
    desk.write(
        ".codex/config.toml",
        &(desk.read(".codex/config.toml") + "\n[mcp_servers.memoryoss.env]\nMINE = \"1\"\n"),
    );
    fs::set_permissions(desk.config(), fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(desk.run(&["doctor"]).code, 1);
    let told = desk.run(&["doctor", "--repair"]).ok();
    for agent in ["claude", "codex", "cursor"] {
        let line = format!("[repair] {agent} integration refreshed\n");
        assert!(told.contains(&line), "{line} in {told}");
    }
    assert!(
        desk.read("AGENTS.md")
            .starts_with("# Only mine now\n\n<!-- MEMORYOSS_POLICY_BEGIN")
    );
    let entry = desk.toml(".codex/config.toml")["mcp_servers"]["memoryoss"].clone();
    assert_eq!(json!(entry["args"]), desk.args());
    assert_eq!(entry["env"]["MINE"].as_str(), Some("1"));
    assert_eq!(mode(&desk.config()), 0o600);
    assert!(desk.run(&["doctor"]).ok().ends_with("Doctor OK\n"));
    // One file that cannot be read keeps nobody else from being mended.
    desk.write(".cursor/mcp.json", "no json");
    fs::remove_file(desk.at("AGENTS.md")).unwrap();
    let told = desk.run(&["doctor", "--repair"]);
    assert_eq!(told.code, 1, "{told:?}");
    assert!(desk.there("AGENTS.md"));
    assert_eq!(desk.read(".cursor/mcp.json"), "no json");
}

#[test]
fn what_was_taken_out_of_a_shells_file_is_missed_and_written_again() {
    let desk = Desk::with(&["codex"]).says("OPENAI_API_KEY", "sk-proj-1");
    desk.write(".bashrc", "# mine\n");
    let desk = set_up(desk);
    let with = desk.read(".bashrc");
    assert!(with.contains(OPENAI_URL), "{with}");
    let told = desk.run(&["doctor"]).ok();
    assert!(told.contains("[ok] shell: ~/.bashrc\n"), "{told}");
    // Whoever looks may have another shell, and no key.
    let desk = desk.says("SHELL", "/bin/zsh").says("OPENAI_API_KEY", "");
    desk.write(".bashrc", "# mine\n");
    tells(&desk, "[error] shell: ~/.bashrc is not as setup wrote it");
    let told = desk.run(&["doctor", "--repair"]).ok();
    let line = "[repair] shell integration refreshed\n";
    assert!(told.contains(line), "{told}");
    assert_eq!(desk.read(".bashrc"), with);
    change(&desk, ".bashrc", "proxy/v1", "proxy/v2");
    tells(&desk, "[error] shell: ~/.bashrc is not as setup wrote it");
    desk.run(&["doctor", "--repair"]).ok();
    desk.run(&["setup", "--undo"]).ok();
    assert_eq!(desk.read(".bashrc"), "# mine\n");
    assert_doctor_is_silent(&desk);
}

/// Nothing was set up, as far as anybody can tell.
fn assert_doctor_is_silent(desk: &Desk) {
    // Setup's own settings changed since, so they are theirs now.
    let told = desk.run(&["doctor"]).ok();
    for word in ["shell", "not as setup wrote it", "[error]"] {
        assert!(!told.contains(word), "{word}: {told}");
    }
    assert!(told.contains("codex integration: not set up"), "{told}");
    let told = desk.home.run(&["doctor"]).ok();
    assert!(!told.contains("setup wrote"), "{told}");
}

#[test]
fn settings_that_are_gone_are_missed_until_setup_is_taken_back() {
    let desk = ready();
    fs::remove_file(desk.config()).unwrap();
    let told = desk.home.run(&["doctor"]);
    assert_eq!(told.code, 1, "{told:?}");
    assert!(told.out.contains("is gone, which setup wrote"), "{told:?}");
    desk.run(&["setup", "--undo"]).ok();
    desk.home.run(&["doctor"]).ok();
}

#[test]
fn the_program_that_agents_start_is_missed_and_put_back() {
    let desk = Desk::with(&["claude"]);
    fs::create_dir(desk.at("tools")).unwrap();
    symlink(&desk.home.line(&[])[0], desk.at("tools/mneme")).unwrap();
    let run = |args: &[&str]| {
        let mut command = desk.home.program(desk.at("tools/mneme"));
        command
            .env("PATH", desk.at("bin"))
            .env("SHELL", "/bin/bash")
            .env("MEMORYOSS_SKIP_START", "1")
            .arg("--data-dir")
            .arg(desk.home.data())
            .args(args);
        Ran::of(command.stdin(Stdio::null()))
    };
    run(&["setup", "--profile", "claude"]).ok();
    let link = desk.at(".memoryoss/bin/memoryoss");
    let entry = desk.json(".claude.json")["mcpServers"]["memoryoss"].clone();
    assert_eq!(entry["command"], json!(link), "it has no other name here");
    let line = "program: ~/.memoryoss/bin/memoryoss";
    let told = run(&["doctor"]);
    assert!(told.out.contains(&format!("[ok] {line}\n")), "{told:?}");
    // A link that still leads to what was here before an update.
    fs::remove_file(&link).unwrap();
    symlink("/bin/sh", &link).unwrap();
    let told = run(&["setup", "--profile", "claude"]).ok();
    let line_of_plan = "link    ~/.memoryoss/bin/memoryoss";
    assert!(told.contains(line_of_plan), "{told}");
    let told = run(&["setup", "--profile", "claude"]).ok();
    assert!(told.contains("nothing to write"), "{told}");
    let plants: [Put; 2] = [
        ("is missing", |_| {}),
        ("cannot be run", |link| {
            fs::write(link, "#!/bin/sh\n").unwrap()
        }),
    ];
    for (why, plant) in plants {
        fs::remove_file(&link).unwrap();
        plant(&link);
        let told = run(&["doctor"]);
        let error = format!("[error] {line}, which agents start, {why}\n");
        assert!(told.out.contains(&error), "{told:?}");
        assert_eq!(told.code, 1, "{told:?}");
        let told = run(&["doctor", "--repair"]);
        assert!(
            told.out.contains("[repair] program refreshed\n"),
            "{told:?}"
        );
        assert!(told.out.contains(&format!("[ok] {line}\n")), "{told:?}");
        assert_ne!(mode(&link) & 0o100, 0, "{why}");
    }
}

#[test]
fn setup_that_keeps_settings_says_what_is_not_in_order() {
    let desk = Desk::with(&["cursor"]);
    desk.setup("cursor");
    let kept = desk.run(&["setup", "--yes"]).ok();
    assert!(!kept.contains("Not in order"), "{kept}");
    fs::remove_file(desk.at(".cursor/mcp.json")).unwrap();
    let kept = desk.run(&["setup", "--yes"]).ok();
    let line = "Not in order: cursor mcp: ~/.cursor/mcp.json is not as setup wrote it. \
                `memoryoss doctor --repair` mends it.\n";
    assert!(kept.contains(line), "{kept}");
    let kept = desk.run(&["setup", "--yes", "--json"]).json();
    let wrong = "cursor mcp: ~/.cursor/mcp.json is not as setup wrote it";
    assert_eq!(kept["wrong"], json!([wrong]));
}
