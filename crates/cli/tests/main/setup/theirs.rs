//! What somebody wrote in our place since is theirs: undo leaves it, and says so.

use super::*;

const STAYS: &str = "is not what setup wrote";

/// A file, what of ours is replaced in it, and by what.
type Edited = (&'static str, &'static str, &'static str);

const EDITED: [Edited; 5] = [
    (".claude.json", "\"env\": {}", "\"env\": {\"TOKEN\": \"s\"}"),
    (".claude.json", "\"mcp-server\"", "\"mine\""),
    (".cursor/mcp.json", "\"mcp-server\"", "\"mine\""),
    (
        ".codex/config.toml",
        "\"mcp-server\"]\n",
        "\"mcp-server\"]\nenabled = false\n",
    ),
    (
        ".codex/config.toml",
        "\"mcp-server\"]\n",
        "\"mcp-server\"]\n\n[mcp_servers.memoryoss.env]\nTOKEN = \"s\"\n",
    ),
];

#[test]
fn an_entry_that_somebody_changed_since_stays_as_it_is() {
    for (name, ours, theirs) in EDITED {
        let desk = Desk::with(&["claude", "codex", "cursor"]);
        desk.setup("auto");
        let edited = desk.read(name).replace(ours, theirs);
        assert!(edited.contains(theirs), "{name}: {edited}");
        desk.write(name, &edited);
        let told = desk.run(&["setup", "--undo", "--dry-run", "--json"]).json();
        let files = told["files"].as_array().unwrap();
        let path = desk.at(name);
        let file = files.iter().find(|file| file["path"] == json!(path));
        assert_eq!(file.unwrap()["became"], "left", "{told}");
        assert!(!file.unwrap()["kept"][0].is_null(), "{told}");
        let told = desk.run(&["setup", "--undo"]).ok();
        assert!(told.contains(STAYS), "{told}");
        assert_eq!(desk.read(name), edited, "{told}");
        assert!(!desk.there(".memoryoss/setup.json"));
    }
}

#[test]
fn an_entry_that_somebody_wrote_in_our_place_stays_and_the_earlier_one_is_kept_aside() {
    let own = "{\"mcpServers\":{\"memoryoss\":{\"command\":\"mine\"}}}";
    let earlier = own.replace("mine", "of before");
    for again in [false, true] {
        let desk = Desk::with(&["claude"]);
        desk.write(".claude.json", &earlier);
        desk.setup("auto");
        desk.write(".claude.json", own);
        desk.write(".claude/memoryoss-guard.py", "# mine\n");
        if again {
            // What setup writes over comes back.
            desk.setup("auto");
        }
        let told = desk.run(&["setup", "--undo"]).ok();
        assert_eq!(desk.read(".claude.json"), own, "{told}");
        assert_eq!(desk.read(".claude/memoryoss-guard.py"), "# mine\n");
        let aside = desk.read(".memoryoss/setup.json.undone");
        assert_eq!(aside.contains("of before"), !again, "{told}");
        assert_eq!(told.contains("setup.json.undone"), !again, "{told}");
        assert!(
            desk.run(&["setup", "--undo"])
                .ok()
                .contains("nothing to undo")
        );
    }
}

#[test]
fn an_entry_of_an_agent_that_setup_put_out_comes_back() {
    let own = "{\"n\":1,\"mcpServers\":{\"memoryoss\":{\"command\":\"mine\"}}}";
    for changed in [false, true] {
        let desk = Desk::with(&["claude", "cursor"]);
        desk.write(".cursor/mcp.json", own);
        desk.setup("auto");
        desk.setup("claude");
        let with = desk.read(".cursor/mcp.json");
        assert!(!with.contains("memoryoss"), "{with}");
        if changed {
            desk.write(".cursor/mcp.json", &with.replace("\"n\":1", "\"n\":2"));
        }
        desk.run(&["setup", "--undo"]).ok();
        let entry = desk.json(".cursor/mcp.json")["mcpServers"]["memoryoss"].clone();
        assert_eq!(entry["command"], "mine", "{changed}");
    }
}

#[test]
fn what_a_killed_setup_did_not_write_yet_is_not_taken_for_ours() {
    let own = "{\"mcpServers\":{\"memoryoss\":{\"command\":\"mine\"}}}";
    let codex = "[mcp_servers.memoryoss]\ncommand = \"mine\"\n";
    for again in [false, true] {
        let desk = Desk::with(&["codex", "cursor"]);
        let write = |more: &str| {
            desk.write(
                ".cursor/mcp.json",
                &own.replace("}}}", &format!("}}}}{more}}}")),
            );
            desk.write(
                ".codex/config.toml",
                &format!("{codex}{}", more.replace(",\"a\":", "a = ")),
            );
        };
        write("");
        desk.setup("auto");
        // As far as the record of it; then somebody wrote on.
        write(",\"a\":1");
        let before = [
            desk.read(".cursor/mcp.json"),
            desk.read(".codex/config.toml"),
        ];
        if again {
            desk.setup("auto");
        }
        let told = desk.run(&["setup", "--undo"]).ok();
        let left = [
            desk.read(".cursor/mcp.json"),
            desk.read(".codex/config.toml"),
        ];
        assert_eq!(left, before, "{told}");
    }
}

#[test]
fn an_agent_that_only_writes_its_file_in_another_way_changed_nothing_of_ours() {
    let desk = Desk::with(&["claude", "cursor"]);
    desk.setup("auto");
    for name in [".claude.json", ".cursor/mcp.json"] {
        let mut said = desk.json(name);
        said["numStartups"] = json!(2);
        desk.write(name, &said.to_string());
    }
    let told = desk.run(&["setup", "--undo"]).ok();
    assert!(!told.contains(STAYS), "{told}");
    for name in [".claude.json", ".cursor/mcp.json"] {
        assert_eq!(desk.json(name), json!({ "numStartups": 2 }), "{name}");
    }
}

#[test]
fn a_hook_of_somebody_in_our_group_stays() {
    let desk = Desk::with(&["claude"]);
    desk.setup("claude");
    let name = ".claude/settings.local.json";
    let mut said = desk.json(name);
    let mine = json!({ "type": "command", "command": "mine" });
    let hooks = said["hooks"]["Stop"][0]["hooks"].as_array_mut().unwrap();
    hooks.push(mine.clone());
    said["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = json!(3);
    desk.write(name, &format!("{said:#}"));
    desk.run(&["doctor", "--repair"]);
    assert_eq!(desk.read(name).matches("\"mine\"").count(), 1);
    desk.run(&["setup", "--undo"]).ok();
    let left = json!({ "hooks": { "Stop": [{ "matcher": "*", "hooks": [mine] }] } });
    assert_eq!(desk.json(name), left, "what runs our guard goes with it");
}

#[test]
fn a_line_of_somebody_in_our_block_stays() {
    let blocks = [
        ("AGENTS.md", "<!-- MEMORYOSS_POLICY_END -->", "- mine\n"),
        (".bashrc", "# <<< memoryoss <<<", "export MINE=1\n"),
        (
            ".cursor/rules/memoryoss.mdc",
            "<!-- MEMORYOSS_CURSOR_RULE_END -->",
            "- mine\n",
        ),
    ];
    for (name, end, mine) in blocks {
        for repaired in [false, true] {
            let desk = Desk::with(&["codex", "cursor"]).says("OPENAI_API_KEY", "sk-proj-1");
            desk.write("AGENTS.md", "# Rules\n");
            desk.write(".bashrc", "alias g=git\n");
            let before = desk.read(name);
            desk.setup("auto");
            let with = desk.read(name);
            desk.write(name, &with.replace(end, &format!("{mine}{end}")));
            if repaired {
                desk.run(&["doctor", "--repair"]);
                assert_eq!(desk.read(name), with.clone() + mine, "behind the block");
                assert!(desk.run(&["doctor"]).out.contains("Doctor OK"), "{name}");
            }
            let told = desk.run(&["setup", "--undo"]).ok();
            let left = desk.read(name);
            assert!(left.starts_with(&before) && left.ends_with(mine), "{left}");
            for ours in ["emoryoss", "127.0.0.1", "MEMORYOSS"] {
                assert!(!left.contains(ours), "{told}{left}");
            }
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_keeps_the_record_until_it_is_mended() {
    let desk = Desk::with(&["claude"]);
    let mine = "{\"mcpServers\":{\"memoryoss\":{\"command\":\"mine\"}}}\n";
    desk.write(".claude.json", mine);
    desk.setup("claude");
    let ours = desk.read(".claude.json");
    desk.write(".claude.json", &format!("{ours},"));
    let refused = desk.run(&["setup", "--undo", "--yes"]);
    assert_ne!(refused.code, 0, "{refused:?}");
    assert!(refused.err.contains(".claude.json"), "{refused:?}");
    desk.write(".claude.json", &ours);
    desk.run(&["setup", "--undo", "--yes"]).ok();
    assert_eq!(desk.read(".claude.json"), mine);
}
