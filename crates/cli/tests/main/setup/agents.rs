//! Who gets what: by profile, and by what is installed.

use super::*;

const CLAUDE: [&str; 5] = [
    ".claude.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/memoryoss-guard.py",
    ".claude/statusline-command.sh",
];
const CODEX: [&str; 2] = [".codex/config.toml", "AGENTS.md"];
const CURSOR: [&str; 2] = [".cursor/mcp.json", ".cursor/rules/memoryoss.mdc"];

fn has(desk: &Desk, names: &[&str]) -> bool {
    let there = names.iter().filter(|name| desk.there(name)).count();
    assert!(there == 0 || there == names.len(), "{names:?}: {there}");
    there > 0
}

#[test]
fn g_022_every_profile_sets_up_what_loads_and_is_in_order() {
    for (profile, key, agents) in [
        ("auto", "auto", [true, true, true]),
        ("claude", "claude", [true, false, false]),
        ("codex", "codex", [false, true, false]),
        ("cursor", "cursor", [false, false, true]),
        ("team-node", "team_node", [true, true, true]),
    ] {
        let desk = Desk::with(&["claude", "codex", "cursor"]);
        let told = desk.setup(profile);
        assert!(
            told.contains(&format!("Selected profile: {key}\n")),
            "{told}"
        );
        assert!(told.contains("Setup done"), "{told}");
        assert!(told.contains("MEMORYOSS_SKIP_START"), "{told}");
        let written = [has(&desk, &CLAUDE), has(&desk, &CODEX), has(&desk, &CURSOR)];
        assert_eq!(written, agents, "{profile}");
        let doctor = desk.run(&["doctor"]);
        assert!(doctor.out.ends_with("Doctor OK\n"), "{profile}: {doctor:?}");
        assert!(
            doctor.out.contains(&format!("[ok] profile: {key}")),
            "{doctor:?}"
        );
    }
}

#[test]
fn g_023_auto_lets_in_only_what_is_found() {
    for (programs, dirs, agents) in [
        (&[][..], &[][..], [false, false, false]),
        (&["claude"], &[], [true, false, false]),
        (&[], &[".codex"], [false, true, false]),
        (&["cursor-agent"], &[".claude"], [true, false, true]),
    ] {
        let desk = Desk::with(programs);
        for dir in dirs {
            fs::create_dir(desk.at(dir)).unwrap();
        }
        let told = desk.run(&["setup"]).ok();
        let written = [has(&desk, &CLAUDE), has(&desk, &CODEX), has(&desk, &CURSOR)];
        assert_eq!(written, agents, "{programs:?} {dirs:?}: {told}");
    }
    // What a person's own `which` says counts.
    let desk = Desk::with(&["claude", "codex"]);
    desk.write("bin/which", "#!/bin/sh\n[ \"$1\" = codex ]\n");
    fs::set_permissions(desk.at("bin/which"), fs::Permissions::from_mode(0o755)).unwrap();
    desk.run(&["setup"]).ok();
    assert_eq!([has(&desk, &CLAUDE), has(&desk, &CODEX)], [false, true]);
}

#[test]
fn g_024_a_named_profile_leaves_other_agents_alone() {
    let desk = Desk::with(&["claude", "codex", "cursor"]);
    desk.setup("codex");
    assert!(!desk.there(".claude") && !desk.there(".claude.json") && !desk.there(".cursor"));
    // Where Codex has its files elsewhere, its table is there.
    let moved = Desk::with(&[]).says("CODEX_HOME", "/nowhere");
    let elsewhere = moved.at("own codex");
    let moved = moved.says("CODEX_HOME", elsewhere.to_str().unwrap());
    moved.setup("codex");
    assert!(moved.there("own codex/config.toml") && !moved.there(".codex"));
}

#[test]
fn g_025_claude_is_registered_twice_with_the_very_arguments() {
    let desk = Desk::with(&[]);
    desk.setup("claude");
    let user = &desk.json(".claude.json")["mcpServers"]["memoryoss"];
    let expected = json!({
        "type": "stdio",
        "command": desk.at("memoryoss"),
        "args": desk.args(),
        "env": {},
    });
    assert_eq!(*user, expected);
    let settings = desk.json(".claude/settings.json");
    assert_eq!(settings["mcpServers"]["memoryoss"], desk.entry());
    assert_eq!(settings["statusLine"]["type"], "command");
    assert!(
        desk.read(".claude/statusline-command.sh")
            .contains("memoryOSS health indicator")
    );
    assert_eq!(mode(&desk.at(".claude/statusline-command.sh")), 0o755);
}

#[test]
fn g_027_codex_gets_its_table_and_a_policy_beside_what_somebody_wrote() {
    let desk = Desk::with(&[]);
    let theirs = "# mine\nmodel = \"o3\" # kept\n\n[mcp_servers.other]\ncommand = \"x\"\n";
    desk.write(".codex/config.toml", theirs);
    desk.write("AGENTS.md", "# How I work\n\nAlways in tabs.\n");
    desk.setup("codex");
    let table = desk.toml(".codex/config.toml");
    assert_eq!(json!(table["mcp_servers"]["memoryoss"]), desk.entry());
    assert!(desk.read(".codex/config.toml").starts_with(theirs));
    let policy = desk.read("AGENTS.md");
    assert!(
        policy.starts_with("# How I work\n\nAlways in tabs.\n"),
        "{policy}"
    );
    let (_, block) = policy
        .split_once("<!-- MEMORYOSS_POLICY_BEGIN -->")
        .unwrap();
    let (block, rest) = block.split_once("<!-- MEMORYOSS_POLICY_END -->").unwrap();
    assert!(block.contains("memoryoss_recall") && block.contains("memoryoss_store"));
    assert_eq!(rest, "\n");
}

#[test]
fn g_028_cursor_gets_its_entry_and_a_rule() {
    let desk = Desk::with(&[]);
    desk.write(
        ".cursor/mcp.json",
        "{ \"mcpServers\": { \"other\": {} } }\n",
    );
    desk.setup("cursor");
    let entries = &desk.json(".cursor/mcp.json")["mcpServers"];
    assert_eq!(entries["memoryoss"], desk.entry());
    assert_eq!(entries["other"], json!({}));
    let rule = desk.read(".cursor/rules/memoryoss.mdc");
    let begins = rule.find("MEMORYOSS_CURSOR_RULE_BEGIN").unwrap();
    assert!(begins < rule.find("MEMORYOSS_CURSOR_RULE_END").unwrap());
    assert!(
        rule.starts_with("---\n") && rule.contains("alwaysApply: true"),
        "{rule}"
    );
}

#[test]
fn g_029_a_team_node_sets_up_who_is_there_and_leaves_shells_alone() {
    let desk = Desk::with(&["claude", "cursor"]).says("OPENAI_API_KEY", "sk-1");
    let manifest = json!({
        "team_id": "harbour", "team_label": "The harbour",
        "catalog": { "catalog_id": "cat-1", "label": "x", "identities": [], "revocations": [] },
    });
    desk.write("team.json", &manifest.to_string());
    let line = [
        "setup",
        "--profile",
        "team-node",
        "--team-manifest",
        "team.json",
    ];
    desk.run(&line).ok();
    assert!(!desk.there(".bashrc") && !desk.there("AGENTS.md"));
    let receipt = desk.json(".memoryoss/team-bootstrap.json");
    assert_eq!(receipt["configured_clients"], json!(["claude", "cursor"]));
    assert_eq!(receipt["team_id"], "harbour");
    assert_eq!(receipt["catalog_id"], "cat-1");
    assert_eq!(receipt["profile"], "team_node");
    assert_eq!(receipt["manifest_path"], json!(desk.at("team.json")));
    assert!(receipt["applied_at"].is_string());
    let setup = &desk.toml("oss/memoryoss.toml")["setup"];
    assert_eq!(setup["team_catalog_id"].as_str(), Some("cat-1"));
    // Behind the store and before whoever was set up.
    let told = desk.run(&["doctor"]).ok();
    let at = |line: &str| told.find(line).unwrap_or_else(|| panic!("{line}: {told}"));
    assert!(at("] auth:") < at("] team:"), "{told}");
    assert!(at("] directory:") < at("] team:"), "{told}");
    assert!(at("] team:") < at("] claude mcp:"), "{told}");
    // The same again writes nothing; another profile has no manifest.
    let before = desk.everything();
    desk.run(&line).ok();
    assert_eq!(desk.everything(), before);
    let wrong = [
        "setup",
        "--profile",
        "claude",
        "--team-manifest",
        "team.json",
    ];
    desk.run(&wrong).refused(2, "bad_request");
    desk.write("team.json", "{}");
    desk.run(&line).refused(2, "bad_file");
}

#[test]
fn g_033_another_profile_takes_cursors_entry_and_rule_out_again() {
    let desk = Desk::with(&[]);
    desk.write(
        ".cursor/mcp.json",
        "{ \"mcpServers\": { \"other\": {} } }\n",
    );
    desk.setup("cursor");
    desk.setup("claude");
    assert_eq!(
        desk.json(".cursor/mcp.json"),
        json!({ "mcpServers": { "other": {} } })
    );
    assert!(!desk.there(".cursor/rules/memoryoss.mdc"));
    // What somebody wrote around a rule stays.
    desk.setup("cursor");
    let rule = desk.read(".cursor/rules/memoryoss.mdc") + "\nMy own rule.\n";
    desk.write(".cursor/rules/memoryoss.mdc", &rule);
    desk.setup("codex");
    let left = desk.read(".cursor/rules/memoryoss.mdc");
    assert!(
        left.contains("My own rule.") && !left.contains("MEMORYOSS"),
        "{left}"
    );
}

#[test]
fn g_047_the_profile_is_written_down() {
    let desk = Desk::with(&["claude"]);
    desk.run(&["setup"]).ok();
    let profile = || desk.toml("oss/memoryoss.toml")["setup"]["profile"].clone();
    assert_eq!(profile().as_str(), Some("auto"));
    for (profile_name, key) in [("codex", "codex"), ("team-node", "team_node")] {
        desk.setup(profile_name);
        assert_eq!(profile().as_str(), Some(key));
    }
    let shown = desk.run(&["config", "show"]);
    assert!(
        !shown.err.contains("setup.profile"),
        "it is used: {shown:?}"
    );
}
