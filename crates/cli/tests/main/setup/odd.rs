//! Files nobody expects: in another encoding, no files at all, protected ones, and a record of
//! ours that is broken.

use super::*;

const BASHRC: &[u8] = b"export OPENAI_API_KEY=sk-proj-1\n# caf\xe9 \xff\nalias g=git\n";
const INLINE: &str =
    "model = \"o3\"\nmcp_servers = { other = { command = \"y\", env = { A = \"1\" } } } # mine\n";

#[test]
fn a_file_in_another_encoding_keeps_every_byte() {
    let desk = Desk::with(&["codex"]);
    fs::write(desk.at(".bashrc"), BASHRC).unwrap();
    desk.setup("auto");
    let written = fs::read(desk.at(".bashrc")).unwrap();
    assert!(written.starts_with(BASHRC), "{written:?}");
    let block = String::from_utf8(written[BASHRC.len()..].to_vec()).unwrap();
    assert!(
        block.contains(OPENAI_URL),
        "the key in it was seen: {block}"
    );
    let told = desk.setup("auto");
    assert!(told.contains("nothing to write"), "{told}");
    let told = desk.run(&["doctor"]).out;
    assert!(told.contains("[ok] shell: ~/.bashrc"), "{told}");
    desk.run(&["setup", "--undo"]).ok();
    assert_eq!(fs::read(desk.at(".bashrc")).unwrap(), BASHRC);
    // Also where somebody wrote in it since.
    desk.setup("auto");
    let mine = [&written[..], b"# \xe9 again\n"].concat();
    fs::write(desk.at(".bashrc"), mine).unwrap();
    desk.run(&["setup", "--undo"]).ok();
    let left = fs::read(desk.at(".bashrc")).unwrap();
    assert_eq!(left, [BASHRC, b"# \xe9 again\n"].concat());
}

#[test]
fn what_is_no_file_is_told_and_nobody_waits_for_it() {
    let plants: [Put; 3] = [
        ("a named pipe", |at| {
            Ran::of(Command::new("mkfifo").arg(at)).ok();
        }),
        ("a directory", |at| fs::create_dir(at).unwrap()),
        ("a device", |at| symlink("/dev/zero", at).unwrap()),
    ];
    for (what, plant) in plants {
        for name in [".bashrc", ".codex/config.toml", ".claude.json"] {
            let desk = Desk::with(&["claude", "codex"]);
            let at = desk.at(name);
            fs::create_dir_all(at.parent().unwrap()).unwrap();
            plant(&at);
            let ran = Ran::soon(desk.command(&["setup", "--profile", "auto"]));
            let ran = ran.refused(2, "bad_file");
            let told = format!("{name}: this is {what}, where a file is expected");
            assert!(ran.err.contains(&told), "{ran:?}");
            assert!(!desk.there("oss") && !desk.there(".memoryoss"), "{told}");
        }
    }
    let desk = Desk::with(&["claude"]);
    desk.setup("claude");
    fs::remove_file(desk.at(".claude.json")).unwrap();
    Ran::of(Command::new("mkfifo").arg(desk.at(".claude.json"))).ok();
    let ran = Ran::soon(desk.command(&["doctor"]));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("this is a named pipe"), "{ran:?}");
}

#[test]
fn servers_of_codex_within_braces_get_ours_among_them() {
    let desk = Desk::with(&["codex"]);
    desk.write(".codex/config.toml", INLINE);
    desk.setup("codex");
    let servers = desk.toml(".codex/config.toml")["mcp_servers"].clone();
    assert_eq!(servers["other"]["env"]["A"].as_str(), Some("1"));
    assert_eq!(json!(servers["memoryoss"]), desk.entry());
    let text = desk.read(".codex/config.toml");
    assert!(text.ends_with("} # mine\n"), "{text}");
    let told = desk.setup("codex");
    assert!(told.contains("nothing to write"), "{told}");
    // Something in our entry is put right where it stands.
    desk.write(".codex/config.toml", &text.replace("mcp-server", "other"));
    assert!(desk.run(&["doctor"]).out.contains("[error] codex mcp:"));
    desk.run(&["doctor", "--repair"]);
    assert_eq!(desk.read(".codex/config.toml"), text);
    desk.write(".codex/config.toml", &text.replace("o3", "o4"));
    desk.run(&["setup", "--undo"]).ok();
    let left = desk.read(".codex/config.toml");
    assert_eq!(left, INLINE.replace("o3", "o4"));
}

fn protect(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn whoever_must_not_be_written_is_left_out_whole_and_the_others_are_set_up() {
    let plants = [
        (".codex/config.toml", 0o444, 0o600),
        (".codex", 0o555, 0o755),
    ];
    for (closed, shut, open) in plants {
        let desk = Desk::with(&["claude", "codex", "cursor"]);
        desk.write(".codex/config.toml", "model = \"o3\"\n");
        desk.write("AGENTS.md", "# Rules\n");
        let before = desk.everything();
        protect(&desk.at(closed), shut);
        let ran = desk.run(&["setup", "--profile", "auto"]);
        let ran = ran.refused(2, "codex was left out");
        let way = format!("chmod u+w {}", desk.at(closed).display());
        assert!(ran.err.contains(&way), "{ran:?}");
        assert_eq!(desk.read(".codex/config.toml"), "model = \"o3\"\n");
        assert_eq!(desk.read("AGENTS.md"), "# Rules\n", "not half of it");
        for there in [".claude.json", ".cursor/mcp.json", "oss/memoryoss.toml"] {
            assert!(desk.read(there).contains("memoryoss"), "{there}");
        }
        let told = desk.run(&["doctor", "--repair"]);
        assert!(told.out.contains("[error] codex integration:"), "{told:?}");
        protect(&desk.at(closed), open);
        // Run again as the hint says, it adds what was left out, and then nothing more.
        let told = desk.run(&["setup"]).ok();
        assert!(told.contains("Selected profile: auto"), "{told}");
        assert!(desk.read("AGENTS.md").contains("MEMORYOSS_POLICY_BEGIN"));
        let told = desk.run(&["setup"]).ok();
        assert!(!told.contains("Selected profile"), "{told}");
        desk.run(&["setup", "--undo"]).ok();
        let contents = |all: Vec<(PathBuf, Vec<u8>, u32)>| {
            let all = all.into_iter().map(|(path, bytes, _)| (path, bytes));
            all.collect::<Vec<_>>()
        };
        assert_eq!(contents(desk.everything()), contents(before), "{closed}");
    }
}

#[test]
fn a_settings_file_that_must_not_be_written_stops_everything() {
    let desk = Desk::with(&["codex"]);
    desk.setup("codex");
    protect(&desk.config(), 0o400);
    let before = desk.everything();
    let ran = desk.run(&["setup", "--profile", "auto"]);
    let ran = ran.refused(2, "protected against writing");
    assert!(ran.err.contains("chmod u+w"), "{ran:?}");
    assert_eq!(desk.everything(), before);
}

#[test]
fn a_broken_record_of_ours_is_told_and_there_is_a_way_on() {
    let desk = Desk::with(&["claude", "codex"]).says("OPENAI_API_KEY", "sk-proj-1");
    let claude = "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n";
    desk.write(".claude.json", claude);
    desk.write(".bashrc", "alias g=git\n");
    desk.setup("auto");
    desk.write(".memoryoss/setup.json", "{\"version\": 1, \"fil");
    let before = desk.everything();
    let ran = desk.run(&["setup", "--profile", "auto"]);
    let ran = ran.refused(2, "setup.json");
    assert!(ran.err.contains("setup --undo"), "it says the way: {ran:?}");
    assert_eq!(desk.everything(), before);
    let told = desk.run(&["doctor"]);
    assert_eq!(told.code, 1, "{told:?}");
    assert!(told.out.contains("record of what setup wrote is broken"));
    desk.run(&["setup", "--undo"]).ok();
    assert_eq!(desk.read(".claude.json"), claude);
    assert_eq!(desk.read(".bashrc"), "alias g=git\n");
    assert!(!desk.there(".claude/memoryoss-guard.py"));
    assert!(!desk.read(".codex/config.toml").contains("memoryoss"));
    assert!(desk.there(".memoryoss/setup.json.broken"));
    desk.setup("auto");
    assert!(desk.read(".claude.json").contains("memoryoss"));
    desk.run(&["setup", "--undo"]).ok();
    assert_eq!(desk.read(".claude.json"), claude);
}

#[test]
fn what_is_ours_is_known_and_goes_where_the_record_of_it_is_gone() {
    let desk = Desk::with(&["claude", "codex"]).says("OPENAI_API_KEY", "sk-proj-1");
    let claude = "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n";
    desk.write(".claude.json", claude);
    desk.write(".bashrc", "alias g=git\n");
    desk.setup("auto");
    fs::remove_file(desk.at(".memoryoss/setup.json")).unwrap();
    let told = desk.run(&["doctor"]);
    assert_eq!(told.code, 1, "{told:?}");
    let line = "[error] setup: ~/.memoryoss/setup.json, the record of what setup wrote, is gone";
    assert!(told.out.contains(line), "{told:?}");
    assert!(told.out.contains("setup --undo"), "{told:?}");
    let told = desk.run(&["setup", "--undo"]).ok();
    assert!(told.contains("The record of what setup wrote is gone: only what is ours can go"));
    assert_eq!(desk.read(".claude.json"), claude);
    assert_eq!(desk.read(".bashrc"), "alias g=git\n");
    assert!(!desk.there(".claude/memoryoss-guard.py"));
    assert!(!desk.read(".codex/config.toml").contains("memoryoss"));
    // A server of somebody's own may have our name.
    let own = "{\"mcpServers\":{\"memoryoss\":{\"command\":\"mine\"}}}";
    desk.write(".claude.json", own);
    let told = desk.run(&["setup", "--undo"]).ok();
    assert!(told.contains("nothing to undo"), "{told}");
    assert_eq!(desk.read(".claude.json"), own);
    let told = desk.run(&["doctor"]).out;
    assert!(!told.contains("is gone"), "{told}");
}

#[test]
fn servers_of_codex_in_a_list_are_refused_before_anything_is_written() {
    let desk = Desk::with(&["codex"]);
    let theirs = "[[mcp_servers]]\nname = \"other\"\n";
    desk.write(".codex/config.toml", theirs);
    let before = desk.everything();
    let ran = desk.run(&["setup", "--profile", "codex"]);
    let ran = ran.refused(2, "not of the shape it should have");
    assert!(ran.err.contains(".codex/config.toml"), "{ran:?}");
    assert_eq!(desk.everything(), before);
}

#[test]
fn a_server_that_is_started_has_no_address_and_stays_switched_off() {
    let desk = Desk::with(&["codex", "cursor"]);
    let codex = "[mcp_servers.memoryoss]\nurl = \"http://127.0.0.1:8000/mcp\"\nbearer_token_env_var = \"T\"\nhttp_headers = { A = \"1\" }\nenabled = false\n";
    let cursor = "{\"mcpServers\":{\"memoryoss\":{\"type\":\"http\",\"url\":\"http://127.0.0.1:8000/mcp\"}}}";
    desk.write(".codex/config.toml", codex);
    desk.write(".cursor/mcp.json", cursor);
    let told = desk.setup("auto");
    assert!(told.contains("switched off in Codex"), "{told}");
    let entry = desk.toml(".codex/config.toml")["mcp_servers"]["memoryoss"].clone();
    let mut expected = desk.entry();
    expected["enabled"] = json!(false);
    assert_eq!(json!(entry), expected);
    let entry = desk.json(".cursor/mcp.json")["mcpServers"]["memoryoss"].clone();
    assert_eq!(entry, desk.entry());
    let told = desk.run(&["doctor"]).ok();
    assert!(told.contains("switched off in Codex"), "{told}");
    desk.run(&["setup", "--undo"]).ok();
    assert_eq!(desk.read(".codex/config.toml"), codex);
    assert_eq!(desk.read(".cursor/mcp.json"), cursor);
}

#[test]
fn a_link_that_leads_nowhere_yet_is_written_through_and_stays() {
    let desk = Desk::with(&["codex"]);
    fs::create_dir(desk.at("dotfiles")).unwrap();
    symlink("dotfiles/agents.md", desk.at("AGENTS.md")).unwrap();
    desk.setup("codex");
    let written = desk.read("dotfiles/agents.md");
    assert!(written.contains("MEMORYOSS_POLICY_BEGIN"), "{written}");
    assert!(desk.at("AGENTS.md").is_symlink());
    let told = desk.setup("codex");
    assert!(told.contains("nothing to write"), "{told}");
    desk.run(&["setup", "--undo"]).ok();
    assert!(desk.at("AGENTS.md").is_symlink(), "the link is theirs");
    assert!(!desk.there("dotfiles/agents.md"));
}
