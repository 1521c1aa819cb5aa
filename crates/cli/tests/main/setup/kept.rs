//! Files of people: what they wrote stays, running it again changes nothing, and all of it can be
//! taken back.

use super::*;

const CLAUDE: &str = "{\n    // mine\n    \"numStartups\": 7,\n    \"mcpServers\": {\n        \"other\": { \"command\": \"x\" },\n    },\n}\n";
const LOCAL: &str = "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"theirs\"}]}]},\"model\":\"m\"}";
const CODEX: &str = "# mine\nmodel = \"o3\"   # kept\n\n[mcp_servers.other]\ncommand = \"y\"\n";
const AGENTS: &str = "# Rules\n\n- tabs\n";
const RC: &str = "export OPENAI_API_KEY=sk-proj-1\nalias g=git";

/// A desk of somebody who has written in every file.
fn lived_in() -> Desk {
    let desk = Desk::with(&["claude", "codex", "cursor"]);
    desk.write(".claude.json", CLAUDE);
    desk.write(".claude/settings.local.json", LOCAL);
    desk.write(".codex/config.toml", CODEX);
    desk.write("AGENTS.md", AGENTS);
    desk.write(".bashrc", RC);
    desk.write(".cursor/mcp.json", "{}");
    fs::set_permissions(desk.at(".claude.json"), fs::Permissions::from_mode(0o640)).unwrap();
    desk
}

#[test]
fn what_somebody_wrote_stays_and_a_second_run_changes_nothing() {
    let desk = lived_in();
    desk.setup("auto");
    let claude = desk.read(".claude.json");
    let lines = [
        "    // mine\n    \"numStartups\": 7,",
        "        \"other\": { \"command\": \"x\" },",
    ];
    assert!(lines.iter().all(|line| claude.contains(line)), "{claude}");
    assert_eq!(mode(&desk.at(".claude.json")), 0o640);
    assert!(desk.read(".codex/config.toml").starts_with(CODEX));
    assert!(desk.read("AGENTS.md").starts_with(AGENTS));
    assert!(desk.read(".bashrc").starts_with(&format!("{RC}\n")));
    let local = desk.json(".claude/settings.local.json");
    assert_eq!(local["hooks"]["Stop"][0]["hooks"][0]["command"], "theirs");
    for secret in ["oss/memoryoss.toml", ".memoryoss/setup.json"] {
        assert_eq!(mode(&desk.at(secret)), 0o600, "{secret}");
    }
    let before = desk.everything();
    let told = desk.setup("auto");
    assert!(told.contains("nothing to write"), "{told}");
    assert_eq!(desk.everything(), before);
}

#[test]
fn undo_puts_every_byte_and_every_mode_back() {
    let desk = lived_in();
    let before = desk.everything();
    desk.setup("auto");
    desk.setup("claude");
    desk.setup("auto");
    let written = desk.everything();
    assert_ne!(written, before);
    let told = desk.run(&["setup", "--undo", "--dry-run"]).ok();
    assert!(told.contains("restored  ~/.claude.json"), "{told}");
    assert!(told.contains("this was a dry run"), "{told}");
    let told = desk.run(&["setup", "--undo", "--dry-run", "--json"]).json();
    assert_eq!(told["undone"], false, "{told}");
    assert_eq!(desk.everything(), written, "it was only shown");
    let told = desk.run(&["setup", "--undo"]).ok();
    assert!(told.contains("restored  ~/.claude.json"), "{told}");
    assert_eq!(desk.everything(), before);
    for made in [".memoryoss", "oss", ".cursor/rules"] {
        assert!(!desk.there(made), "{made} was made by setup");
    }
    let again = desk.run(&["setup", "--undo"]).ok();
    assert!(again.contains("nothing to undo"), "{again}");
}

#[test]
fn what_was_agreed_to_is_written_though_nobody_reads_what_is_said() {
    let desk = lived_in();
    let (unread, said) = std::io::pipe().unwrap();
    drop(unread);
    let mut command = desk.command(&["setup", "--yes"]);
    let ended = command.stdin(Stdio::null()).stdout(said).status().unwrap();
    assert!(ended.success());
    assert!(desk.there(".memoryoss/setup.json"));
    assert_eq!(desk.setup("auto").matches("nothing to write").count(), 1);
}

#[test]
fn undo_takes_only_ours_where_somebody_wrote_since() {
    let desk = lived_in();
    desk.setup("auto");
    let also = |name: &str, from: &str, to: &str| {
        let text = desk.read(name);
        assert!(text.contains(from), "{name}");
        desk.write(name, &text.replace(from, to));
    };
    also(".claude.json", "\"numStartups\": 7", "\"numStartups\": 8");
    also("AGENTS.md", "- tabs", "- spaces");
    also(".bashrc", "alias g=git", "alias g=got");
    also(".codex/config.toml", "\"o3\"", "\"o4\"");
    also("oss/memoryoss.toml", "[decay]", "# my remark\n[decay]");
    let config = desk.read("oss/memoryoss.toml");
    // Also where setup ran again in between.
    desk.setup("auto");
    desk.run(&["setup", "--undo", "--json"]).json();
    let claude = desk.read(".claude.json");
    assert_eq!(claude, CLAUDE.replace('7', "8"));
    assert_eq!(desk.read("AGENTS.md"), AGENTS.replace("tabs", "spaces"));
    assert_eq!(desk.read(".bashrc").trim_end(), RC.replace("git", "got"));
    assert_eq!(desk.read(".codex/config.toml"), CODEX.replace("o3", "o4"));
    assert_eq!(desk.read("oss/memoryoss.toml"), config, "theirs by now");
    assert!(!desk.there(".claude/memoryoss-guard.py"));
}

#[test]
fn settings_that_stay_after_undo_are_their_owners_alone() {
    for repaired in [true, false] {
        let desk = Desk::with(&["cursor"]);
        desk.setup("auto");
        let text = desk.read("oss/memoryoss.toml");
        desk.write("oss/memoryoss.toml", &format!("{text}# mine\n"));
        let open = fs::Permissions::from_mode(0o644);
        fs::set_permissions(desk.config(), open).unwrap();
        if repaired {
            desk.run(&["doctor", "--repair"]);
            assert_eq!(mode(&desk.config()), 0o600);
        }
        desk.run(&["setup", "--undo", "--yes"]).ok();
        assert!(desk.read("oss/memoryoss.toml").ends_with("# mine\n"));
        assert_eq!(mode(&desk.config()), 0o600, "secrets stand in it");
    }
}

#[test]
fn a_dry_run_writes_nothing_and_a_file_that_cannot_be_read_stops_everything() {
    let desk = lived_in();
    let before = desk.everything();
    let told = desk.run(&["setup", "--dry-run"]).ok();
    assert!(
        told.contains("this was a dry run") && told.contains("~/.claude.json"),
        "{told}"
    );
    assert_eq!(desk.everything(), before);
    let told = desk.run(&["setup", "--dry-run", "--json"]).json();
    assert_eq!(
        (&told["written"], &told["profile"]),
        (&json!(false), &json!("auto"))
    );
    assert_eq!(told["clients"], json!(["claude", "codex", "cursor"]));
    assert_eq!(desk.everything(), before);
    desk.write(".cursor/mcp.json", "{ \"mcpServers\": ");
    let broken = desk.everything();
    let ran = desk.run(&["setup"]).refused(2, "bad_file");
    assert!(ran.err.contains(".cursor/mcp.json"), "{ran:?}");
    assert_eq!(desk.everything(), broken);
}

#[test]
fn settings_written_anew_keep_secrets_and_what_somebody_added() {
    let desk = Desk::with(&[]);
    desk.setup("auto");
    let text = desk.read("oss/memoryoss.toml");
    let mine =
        text.replace("after_days = 14", "after_days = 99 # mine") + "\n[limits]\nmax_tags = 7\n";
    desk.write("oss/memoryoss.toml", &mine);
    let told = desk.answer(&["setup"], "2\n").ok();
    let way = "reconfigure: the profile, the gateway and who reads conversations are settled anew";
    assert!(told.contains(way), "{told}");
    let anew = desk.read("oss/memoryoss.toml");
    assert_eq!(anew, mine);
    assert_eq!(desk.read("oss/memoryoss.toml").matches("ek_").count(), 3);
}

#[test]
fn g_223_the_example_counts_as_a_fresh_start() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../memoryoss.toml.example");
    let desk = Desk::with(&["codex"]);
    desk.write("oss/memoryoss.toml", &fs::read_to_string(example).unwrap());
    let told = desk.run(&["setup"]).ok();
    assert!(!told.contains("Keeping"), "{told}");
    assert!(told.contains("Setup done"), "{told}");
    let written = desk.toml("oss/memoryoss.toml");
    let key = written["auth"]["api_keys"][0]["key"].as_str().unwrap();
    assert!(key.starts_with("ek_") && key.len() == 67, "{key}");
    assert!(desk.run(&["doctor"]).ok().ends_with("Doctor OK\n"));
    assert_eq!(mode(&desk.config()), 0o600);
}

#[test]
fn no_secret_is_shown() {
    let desk = lived_in();
    let told = desk.setup("auto");
    let written = desk.toml("oss/memoryoss.toml");
    let key = written["auth"]["api_keys"][0]["key"].as_str().unwrap();
    let jwt = written["auth"]["jwt_secret"].as_str().unwrap();
    assert!(
        !told.contains(key) && !told.contains(jwt) && !told.contains("sk-proj-1"),
        "{told}"
    );
}

#[test]
fn of_a_file_that_is_one_line_only_what_changes_is_shown() {
    let desk = Desk::with(&["claude", "codex", "cursor"]);
    let one_line = |name: &str| {
        let text = format!(
            "{{\"env\":{{\"A\":\"hush {name}\"}},\"mcpServers\":{{\"other\":{{\"env\":{{\"B\":\"hush, too\"}}}}}}}}"
        );
        desk.write(name, &text);
    };
    one_line(".claude.json");
    one_line(".claude/settings.json");
    one_line(".cursor/mcp.json");
    desk.write(".claude/settings.local.json", LOCAL);
    desk.write(
        ".codex/config.toml",
        "mcp_servers = { other = { command = \"y\", env = { C = \"hush\" } } }\n",
    );
    let before = desk.everything();
    for args in [&["setup", "--dry-run"][..], &["setup", "--profile", "auto"]] {
        let told = desk.run(args).ok();
        assert!(!told.contains("hush"), "{told}");
        assert!(!told.contains("theirs"), "{told}");
        assert_eq!(told.matches("\"memoryoss\": {").count(), 3, "{told}");
    }
    desk.run(&["setup", "--undo"]).ok();
    assert_eq!(desk.everything(), before);
}

#[test]
fn an_answer_that_comes_by_a_pipe_counts() {
    let desk = lived_in();
    let before = desk.everything();
    let told = desk.answer(&["setup", "--profile", "cursor"], "n\n").ok();
    assert!(told.contains("Nothing was written"), "{told}");
    assert_eq!(desk.everything(), before);
    let told = desk.answer(&["setup", "--profile", "cursor"], "y\n").ok();
    assert!(told.contains("Setup done"), "{told}");
    assert_ne!(desk.everything(), before);
}

#[test]
fn what_is_no_answer_writes_nothing() {
    let desk = lived_in();
    let before = desk.everything();
    for answer in ["quit", "1"] {
        let ran = desk.answer(&["setup", "--profile", "cursor"], &format!("{answer}\n"));
        let told = format!("'{answer}' is no answer to \"Write this?\"");
        ran.refused(2, &told);
        assert_eq!(desk.everything(), before);
    }
    desk.setup("cursor");
    let before = desk.everything();
    // The first question is which settings to keep.
    for answer in ["n", "3", "quit"] {
        let ran = desk.answer(&["setup"], &format!("{answer}\n"));
        ran.refused(
            2,
            &format!("'{answer}' is no answer to \"There is a config"),
        );
        assert_eq!(desk.everything(), before);
    }
    let undo = ["setup", "--undo"];
    let ran = desk.answer(&undo, "garbage\n");
    ran.refused(2, "'garbage' is no answer to \"Put them back?\"");
    assert_eq!(desk.everything(), before);
    desk.answer(&undo, "").ok();
    assert_ne!(desk.everything(), before, "silence is consent");
}

#[test]
fn a_value_behind_a_flag_that_tells_of_a_secret_is_not_shown() {
    let args = "[\"--password\",\"hunter2hunter2\",\"--token=hunter2\"]";
    let entry = format!("{{\"command\":\"x\",\"args\":{args}}}");
    let one_line = format!("{{\"mcpServers\":{{\"memoryoss\":{entry}}}}}");
    let lines = one_line.replace(',', ",\n  ");
    let headers = "http_headers = { Authorization = \"Bearer hunter2\" }\n";
    let toml = format!("[mcp_servers.memoryoss]\ncommand = \"x\"\nargs = {args}\n{headers}");
    for (name, text) in [
        (".cursor/mcp.json", &one_line),
        (".cursor/mcp.json", &lines),
        (".codex/config.toml", &toml),
    ] {
        let desk = Desk::with(&["codex", "cursor"]);
        desk.write(name, text);
        let told = desk.run(&["setup", "--dry-run"]).ok();
        assert!(told.contains("(secret)"), "{told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
}

/// Without the one line that says this.
fn lose(desk: &Desk, name: &str, mark: &str) {
    let text = desk.read(name);
    let kept = text
        .split_inclusive('\n')
        .filter(|line| !line.contains(mark));
    let kept: String = kept.collect();
    assert_ne!(kept, text, "{mark} is not in {name}");
    desk.write(name, &kept);
}

#[test]
fn a_block_that_lost_a_mark_is_mended_in_its_place_and_taken_out_whole() {
    for repaired in [false, true] {
        let desk = lived_in();
        desk.setup("auto");
        let with = (desk.read(".bashrc"), desk.read("AGENTS.md"));
        lose(&desk, ".bashrc", "<<< memoryoss");
        lose(&desk, "AGENTS.md", "MEMORYOSS_POLICY_BEGIN");
        if repaired {
            desk.run(&["doctor", "--repair"]);
            assert_eq!((desk.read(".bashrc"), desk.read("AGENTS.md")), with);
        }
        desk.run(&["setup", "--undo"]).ok();
        assert_eq!(desk.read(".bashrc").trim_end(), RC, "{repaired}");
        assert_eq!(desk.read("AGENTS.md"), AGENTS, "{repaired}");
    }
}

#[test]
fn undo_leaves_nothing_of_ours_where_entries_were_edited_and_repaired() {
    let desk = Desk::with(&["claude", "codex", "cursor"]);
    desk.write(".claude.json", "{\"x\":1}");
    let before = desk.everything();
    desk.setup("auto");
    for (name, ours) in [
        (".claude.json", "mcp-server"),
        (".claude/settings.local.json", "\"timeout\": 10"),
        (".codex/config.toml", "mcp-server"),
        (".cursor/mcp.json", "mcp-server"),
    ] {
        let text = desk.read(name);
        assert!(text.contains(ours), "{name}: {text}");
        let other = ours.replace("mcp-server", "other").replace("10", "11");
        desk.write(name, &text.replace(ours, &other));
    }
    desk.run(&["doctor", "--repair"]);
    desk.run(&["setup", "--undo"]).ok();
    assert_eq!(desk.everything(), before);
}
