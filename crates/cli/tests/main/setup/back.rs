//! What stood in the place of ours comes back, and nothing that was killed is left behind.

use super::*;

const OLD: &str = "{\"command\":\"/opt/memoryoss\",\"args\":[\"-c\",\"/srv/m.toml\",\"mcp-server\"],\"env\":{\"TOKEN\":\"s3cret\"}}";
const CODEX: &str = "model = \"o3\"\n\n[mcp_servers.memoryoss]\ncommand = \"/opt/memoryoss\" # mine\nargs = [\"serve\"]\n\n[mcp_servers.memoryoss.env]\nTOKEN = \"s3cret\"\n\n[other]\na = 1\n";
const HOOKS: &str = "{\"n\":1,\"hooks\":{\"Stop\":[{\"hooks\":[{\"command\":\"python3 ~/.claude/memoryoss-guard.py --old\"}]},{\"hooks\":[{\"command\":\"theirs\"}]}]}}";
const RULES: &str =
    "- tabs\n\n<!-- MEMORYOSS_POLICY_BEGIN -->\nof before\n<!-- MEMORYOSS_POLICY_END -->\n";

/// A desk of somebody who had a memory of that name before.
fn earlier() -> Desk {
    let desk = Desk::with(&["claude", "codex", "cursor"]);
    let claude = format!("{{\"numStartups\":1,\"mcpServers\":{{\"memoryoss\":{OLD}}}}}");
    desk.write(".claude.json", &claude);
    desk.write(".claude/memoryoss-guard.py", "# of before\n");
    desk.write(".claude/settings.local.json", HOOKS);
    desk.write(".cursor/mcp.json", &claude);
    desk.write(".codex/config.toml", CODEX);
    desk.write("AGENTS.md", RULES);
    desk
}

#[test]
fn what_stood_in_the_place_of_ours_comes_back_though_the_file_was_changed_since() {
    for again in [false, true] {
        let desk = earlier();
        let names = [
            ".claude.json",
            ".claude/settings.local.json",
            ".cursor/mcp.json",
            ".codex/config.toml",
            "AGENTS.md",
        ];
        let changed = |text: &str| {
            let text = text
                .replace("Startups\":1", "Startups\":2")
                .replace("\"n\":1", "\"n\":2")
                .replace("o3", "o4");
            text.replace("tabs", "spaces")
        };
        let before = names.map(|name| changed(&desk.read(name)));
        desk.setup("auto");
        for name in names {
            let with = desk.read(name);
            assert_ne!(with, changed(&with), "{name}");
            desk.write(name, &changed(&with));
        }
        if again {
            desk.setup("auto");
        }
        desk.run(&["setup", "--undo"]).ok();
        assert_eq!(names.map(|name| desk.read(name)), before);
        assert_eq!(desk.read(".claude/memoryoss-guard.py"), "# of before\n");
    }
}

#[test]
fn undo_leaves_what_was_protected_since_and_a_mode_that_was_chosen_since() {
    let desk = Desk::with(&["cursor"]);
    desk.write(".cursor/mcp.json", "{}");
    desk.setup("cursor");
    let file = desk.at(".cursor/mcp.json");
    let set = |mode| fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
    set(0o444);
    let with = desk.read(".cursor/mcp.json");
    let told = desk.run(&["setup", "--undo", "--yes"]);
    let told = told.refused(2, "protected against writing (mode 444)");
    assert!(told.err.contains("chmod u+w"), "{told:?}");
    assert_eq!((desk.read(".cursor/mcp.json"), mode(&file)), (with, 0o444));
    set(0o600);
    desk.run(&["setup", "--undo", "--yes"]).ok();
    assert_eq!(desk.read(".cursor/mcp.json"), "{}");
    assert_eq!(mode(&file), 0o600, "chosen since");
}

#[test]
fn what_a_killed_setup_left_half_written_goes() {
    let dead = {
        let mut child = Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        child.id()
    };
    let lives = std::process::id();
    let desk = Desk::with(&["cursor"]);
    let leave = |name: &str| {
        desk.write(&format!("{name}.{dead}.new"), "secret");
        desk.write(
            &format!("{name}.{lives}.new"),
            "of somebody who still writes",
        );
        desk.write(&format!("{name}.mine.new"), "mine");
    };
    let check = |name: &str| {
        assert!(!desk.there(&format!("{name}.{dead}.new")), "{name}");
        assert!(desk.there(&format!("{name}.{lives}.new")), "{name}");
        assert!(desk.there(&format!("{name}.mine.new")), "{name}");
    };
    let names = [
        ".cursor/mcp.json",
        "oss/memoryoss.toml",
        ".memoryoss/setup.json",
    ];
    names.iter().for_each(|name| leave(name));
    desk.setup("cursor");
    names.iter().for_each(|name| check(name));
    names.iter().for_each(|name| leave(name));
    desk.run(&["setup", "--undo", "--yes"]).ok();
    names.iter().for_each(|name| check(name));
    // With nothing but the record of it, which is as far as somebody got.
    leave(names[2]);
    desk.run(&["setup", "--undo", "--yes"]).ok();
    check(names[2]);
}
