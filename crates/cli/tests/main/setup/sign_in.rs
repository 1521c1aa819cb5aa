//! Addresses of the gateway are exported only where nobody's login would break.

use super::*;

fn exports(desk: &Desk) -> (bool, bool) {
    let rc = desk.read(".bashrc");
    let (openai, anthropic) = (rc.contains(OPENAI_URL), rc.contains(ANTHROPIC_URL));
    assert_eq!(
        rc.matches("BASE_URL=").count(),
        usize::from(openai) + usize::from(anthropic)
    );
    (anthropic, openai)
}

/// A desk with both agents and these credentials.
fn desk(claude_oauth: bool, claude_key: bool, codex_oauth: bool, codex_key: bool) -> Desk {
    let mut desk = Desk::with(&["claude", "codex"]);
    if claude_oauth {
        desk.write(".claude/.credentials.json", OAUTH);
    }
    if codex_oauth {
        desk.write(".codex/auth.json", CODEX_OAUTH);
    }
    if claude_key {
        desk = desk.says("ANTHROPIC_API_KEY", "sk-ant-api03-1");
    }
    if codex_key {
        desk = desk.says("OPENAI_API_KEY", "sk-proj-1");
    }
    desk
}

#[test]
fn g_032_with_logins_only_the_tools_come_and_no_address() {
    let desk = desk(true, false, true, false);
    desk.write(".bashrc", "alias ll='ls -l'\n");
    let told = desk.run(&["setup"]).ok();
    assert_eq!(desk.read(".bashrc"), "alias ll='ls -l'\n");
    assert!(
        told.contains("Claude Code (login), Codex (login)"),
        "{told}"
    );
    assert!(desk.json(".claude.json")["mcpServers"]["memoryoss"].is_object());
    let proxy = &desk.toml("oss/memoryoss.toml")["proxy"];
    assert_eq!(proxy["extraction_enabled"].as_bool(), Some(false));
    assert_eq!(proxy["passthrough_auth"].as_bool(), Some(true));
}

#[test]
fn g_048_an_address_is_exported_only_where_it_is_safe() {
    for (have, answers, expected) in [
        ([false, false, false, false], "", (false, false)),
        ([false, true, false, true], "", (true, true)),
        ([true, true, false, true], "", (false, true)),
        ([true, true, true, true], "", (false, false)),
        // Claude first, then Codex.
        ([true, true, true, true], "2\n1\n", (true, false)),
        ([true, true, true, true], "1\n2\n", (false, true)),
        ([true, false, true, true], "2\n", (false, true)),
    ] {
        let desk = desk(have[0], have[1], have[2], have[3]);
        let told = desk.answer(&["setup"], answers).ok();
        assert_eq!(exports(&desk), expected, "{have:?} {answers:?}: {told}");
    }
    let whole = || desk(false, true, false, true);
    for (profile, expected) in [
        ("claude", (true, false)),
        ("codex", (false, true)),
        ("cursor", (false, false)),
        ("team-node", (false, false)),
    ] {
        let desk = whole();
        desk.setup(profile);
        assert_eq!(exports(&desk), expected, "{profile}");
    }
    // Keys are found where people keep them, and zsh has a file of its own.
    let desk = Desk::with(&["codex"]).says("SHELL", "/usr/bin/zsh");
    desk.write(".codex/auth.json", r#"{"OPENAI_API_KEY": "sk-proj-1"}"#);
    desk.write(".zshrc", "export ANTHROPIC_API_KEY=\"sk-ant-api03-1\"\n");
    let desk = desk.says("MEMORYOSS_PORT", "8123");
    desk.run(&["setup"]).ok();
    let rc = desk.read(".zshrc");
    assert!(rc.contains("http://127.0.0.1:8123/proxy/v1\n"), "{rc}");
    assert!(
        rc.contains("http://127.0.0.1:8123/proxy/anthropic/v1\n"),
        "{rc}"
    );
    assert!(!desk.there(".bashrc"));
    let server = &desk.toml("oss/memoryoss.toml")["server"];
    assert_eq!(server["core_port"].as_integer(), Some(8124));
}

#[test]
fn a_key_that_the_server_has_not_reads_nothing_and_that_is_said() {
    let desk = Desk::with(&["codex"]);
    desk.write(".codex/auth.json", r#"{"OPENAI_API_KEY": "sk-proj-1"}"#);
    let told = desk.run(&["setup"]).ok();
    assert!(told.contains("only a few rules of our own read"), "{told}");
    assert!(told.contains("set proxy.extract_api_key"), "{told}");
    let proxy = desk.toml("oss/memoryoss.toml")["proxy"].clone();
    assert_eq!(proxy["extraction_enabled"].as_bool(), Some(true));
    let rules = proxy["memory_coprocessor"].as_str();
    assert_eq!(rules, Some("local_heuristic"));
    let (usual, data) = (desk.at(".memoryoss/data"), desk.home.data());
    let text = desk.read("oss/memoryoss.toml");
    let text = text.replace("all-minilm-l6-v2", "off");
    let text = text.replace(usual.to_str().unwrap(), data.to_str().unwrap());
    desk.write("oss/memoryoss.toml", &text);
    desk.home.run(&["remember", "somebody was here"]).ok();
    for command in ["doctor", "status"] {
        let told = desk.run(&[command]).ok();
        assert!(told.contains("only a few rules of our own read"), "{told}");
        assert!(!told.contains("does set"), "two sentences: {told}");
    }
    // Whoever gives the server a key is read by a model, and told nothing.
    let given = "memory_coprocessor = \"off\"\nextract_api_key = \"sk-proj-1\"";
    let text = text.replace("memory_coprocessor = \"local_heuristic\"", given);
    desk.write("oss/memoryoss.toml", &text);
    let told = desk.run(&["doctor"]).ok();
    assert!(!told.contains("learning"), "{told}");
    // So is whoever has it where the server looks.
    for name in [
        "OPENAI_API_KEY",
        "MEMORYOSS_PROXY_UPSTREAM_KEY",
        "MEMORYOSS_OPENAI_REAL_KEY",
    ] {
        let desk = Desk::with(&["codex"]).says(name, "sk-proj-1");
        desk.write(".codex/auth.json", r#"{"OPENAI_API_KEY": "sk-proj-1"}"#);
        desk.run(&["setup"]).ok();
        let proxy = desk.toml("oss/memoryoss.toml")["proxy"].clone();
        let rules = proxy.get("memory_coprocessor");
        assert!(rules.is_none(), "{name}: {proxy:?}");
    }
}

#[test]
fn g_048_a_gateway_that_is_off_or_speaks_tls_is_nobodys_address() {
    for closed in [
        "[proxy]\nenabled = false\n[tls]\nenabled = false\n",
        "[proxy]\nenabled = true\n",
    ] {
        let desk = desk(false, true, false, true);
        let key = "[[auth.api_keys]]\nkey = \"ek_x\"\nrole = \"admin\"\n";
        desk.write("oss/memoryoss.toml", &format!("{closed}{key}"));
        let told = desk.setup("auto");
        assert_eq!(exports(&desk), (false, false), "{closed}");
        assert!(told.contains("no *_BASE_URL is exported"), "{told}");
    }
}

#[test]
fn g_034_a_fresh_setup_is_full_and_memories_that_are_there_are_asked_about() {
    let mode = |desk: &Desk| {
        let mode = desk.toml("oss/memoryoss.toml")["proxy"]["default_memory_mode"].clone();
        mode.as_str().unwrap().to_owned()
    };
    let fresh = Desk::with(&[]);
    let told = fresh.run(&["setup"]).ok();
    assert!(!told.contains("Existing memories"), "{told}");
    assert_eq!(mode(&fresh), "full");
    for (file, answer, expected) in [
        ("memoryoss.redb", "", "full"),
        ("mneme.db", "\n", "full"),
        ("memoryoss.redb", "2\n", "readonly"),
        ("memoryoss.redb", "3\n", "off"),
    ] {
        let desk = Desk::with(&[]);
        desk.write(&format!(".memoryoss/data/{file}"), "junk");
        let told = desk.answer(&["setup"], answer).ok();
        assert!(told.contains("Existing memories detected"), "{told}");
        assert_eq!(mode(&desk), expected, "{answer:?}");
    }
    let desk = Desk::with(&[]);
    desk.write(".memoryoss/data/mneme.db", "junk");
    desk.run(&["setup", "--yes", "--mode", "readonly"]).ok();
    assert_eq!(mode(&desk), "readonly");
}

/// The lines of the settings that no setup may change.
fn secrets(desk: &Desk) -> Vec<String> {
    let text = desk.read("oss/memoryoss.toml");
    let lines = text.lines().filter(|line| !line.starts_with("profile"));
    lines.map(str::to_owned).collect()
}

#[test]
fn g_035_a_login_that_became_a_key_gets_the_address() {
    let desk = desk(false, false, true, false);
    desk.setup("codex");
    assert_eq!(exports(&desk), (false, false));
    desk.write(".codex/auth.json", r#"{"OPENAI_API_KEY": "sk-proj-1"}"#);
    // Without a profile nothing is looked at again.
    let kept = desk.run(&["setup"]).ok();
    assert!(kept.contains("Keeping existing config."), "{kept}");
    assert_eq!(exports(&desk), (false, false));
    let told = desk.setup("codex");
    assert!(told.contains("Keeping existing config."), "{told}");
    assert_eq!(exports(&desk), (false, true));
}

#[test]
fn g_226_a_key_that_became_a_login_loses_the_address_and_nothing_else() {
    let desk = desk(false, false, false, false);
    desk.write(".bashrc", "# mine\nexport EDITOR=vi\n");
    desk.write(".codex/auth.json", r#"{"OPENAI_API_KEY": "sk-proj-1"}"#);
    desk.setup("codex");
    let (with, kept) = (desk.read(".bashrc"), secrets(&desk));
    assert!(with.starts_with("# mine\nexport EDITOR=vi\n") && with.contains(OPENAI_URL));
    let table = desk.read(".codex/config.toml");
    desk.write(".codex/auth.json", CODEX_OAUTH);
    desk.setup("codex");
    assert_eq!(desk.read(".bashrc"), "# mine\nexport EDITOR=vi\n");
    assert_eq!(desk.read(".codex/config.toml"), table);
    assert_eq!(secrets(&desk), kept, "secrets, keys and place of the data");
    desk.write(".codex/auth.json", r#"{"OPENAI_API_KEY": "sk-proj-1"}"#);
    desk.setup("codex");
    assert_eq!(desk.read(".bashrc"), with);
}

#[test]
fn an_answer_holds_until_another_is_given_or_the_sign_in_changes() {
    let desk = desk(false, false, true, true);
    desk.run(&["setup", "--yes", "--auth", "key"]).ok();
    assert_eq!(exports(&desk), (false, true));
    desk.run(&["setup", "--profile", "auto", "--yes"]).ok();
    assert_eq!(exports(&desk), (false, true), "nothing changed");
    desk.run(&["setup", "--reconfigure", "--yes"]).ok();
    assert_eq!(exports(&desk), (false, true));
    desk.run(&["setup", "--yes", "--auth", "oauth"]).ok();
    assert_eq!(exports(&desk), (false, false), "another answer");
    desk.setup("auto");
    assert_eq!(exports(&desk), (false, false));
    desk.run(&["setup", "--yes", "--auth", "key"]).ok();
    assert_eq!(exports(&desk), (false, true));
    let desk = desk.says("OPENAI_API_KEY", "");
    desk.setup("auto");
    assert_eq!(exports(&desk), (false, false), "the key is gone");
    let desk = desk.says("OPENAI_API_KEY", "sk-proj-2");
    desk.setup("auto");
    assert_eq!(exports(&desk), (false, false), "it is another sign-in");
}
