//! Addresses somebody chose for their calls before us are kept, and where settings go is told.

use super::*;

const OPENAI: &str = "https://llm.corp.example/openai/v1";
const ANTHROPIC: &str = "https://llm.corp.example/anthropic";
const RC: &str = "# mine\nexport OPENAI_BASE_URL=\"https://llm.corp.example/openai/v1/\" # corp\nexport ANTHROPIC_BASE_URL=https://llm.corp.example/anthropic\n";

fn with_keys() -> Desk {
    Desk::with(&["claude", "codex"])
        .says("OPENAI_API_KEY", "sk-proj-1")
        .says("ANTHROPIC_API_KEY", "sk-ant-api03-1")
}

/// What a new shell of this home makes of a variable.
fn shell(desk: &Desk, name: &str) -> String {
    let line = format!(". ~/.bashrc; printf %s \"${name}\"");
    Ran::of(desk.home.program("bash").args(["-c", &line])).ok()
}

fn upstream(desk: &Desk, key: &str) -> Option<String> {
    let url = desk.toml("oss/memoryoss.toml")["proxy"].get(key)?.clone();
    url.as_str().map(str::to_owned)
}

#[test]
fn a_companys_address_is_where_the_gateway_passes_calls_on_to() {
    for by_rc in [true, false] {
        let mut desk = with_keys();
        if by_rc {
            desk.write(".bashrc", RC);
        } else {
            desk = desk.says("OPENAI_BASE_URL", OPENAI);
            desk = desk.says("ANTHROPIC_BASE_URL", ANTHROPIC);
        }
        let before = desk.everything();
        let told = desk.run(&["setup"]).ok();
        for url in [OPENAI, ANTHROPIC] {
            assert!(told.contains(&format!("_BASE_URL was {url} (")), "{told}");
        }
        assert_eq!(upstream(&desk, "upstream_url").as_deref(), Some(OPENAI));
        let messages = format!("{ANTHROPIC}/v1/messages");
        assert_eq!(upstream(&desk, "anthropic_upstream_url"), Some(messages));
        let gateway = "http://127.0.0.1:8000/proxy";
        assert_eq!(shell(&desk, "OPENAI_BASE_URL"), format!("{gateway}/v1"));
        let anthropic = shell(&desk, "ANTHROPIC_BASE_URL");
        assert_eq!(anthropic, format!("{gateway}/anthropic/v1"));
        let again = desk.setup("auto");
        assert!(again.contains("nothing to write"), "{again}");
        desk.run(&["setup", "--undo"]).ok();
        assert_eq!(desk.everything(), before);
        if by_rc {
            assert_eq!(shell(&desk, "ANTHROPIC_BASE_URL"), ANTHROPIC);
        }
    }
}

#[test]
fn an_address_that_settings_do_not_know_stays_until_they_are_written_anew() {
    let desk = with_keys();
    desk.setup("auto");
    let desk = desk.says("OPENAI_BASE_URL", OPENAI);
    let told = desk.setup("auto");
    let line = format!("OPENAI_BASE_URL is {OPENAI} (the environment): it stays");
    assert!(
        told.contains(&line) && told.contains("--reconfigure"),
        "{told}"
    );
    let rc = desk.read(".bashrc");
    assert!(
        !rc.contains(OPENAI_URL) && rc.contains(ANTHROPIC_URL),
        "{rc}"
    );
    desk.run(&["setup", "--reconfigure"]).ok();
    assert_eq!(upstream(&desk, "upstream_url").as_deref(), Some(OPENAI));
    assert!(desk.read(".bashrc").contains(OPENAI_URL));
}

#[test]
fn what_the_gateway_cannot_stand_for_is_left_alone() {
    for odd in [
        "https://anna:hush@llm.corp.example/v1",
        "https://llm.corp.example/v1?api-version=3",
        "https://llm.corp.example/v1?api-key=hush",
    ] {
        let desk = with_keys().says("OPENAI_BASE_URL", odd);
        let told = desk.run(&["setup"]).ok();
        assert!(told.contains("calls go there as before"), "{told}");
        assert!(!told.contains("hush"), "{told}");
        let told = desk.run(&["setup", "--dry-run", "--json", "--profile", "auto"]);
        assert!(!told.ok().contains("hush"));
        let rc = desk.read(".bashrc");
        assert!(
            !rc.contains(OPENAI_URL) && rc.contains(ANTHROPIC_URL),
            "{rc}"
        );
    }
    // No shell has a say in what an agent has in its own settings.
    let desk = with_keys();
    let own = format!("{{\"env\": {{\"ANTHROPIC_BASE_URL\": \"{ANTHROPIC}\"}}}}");
    desk.write(".claude/settings.json", &own);
    desk.write(
        ".codex/config.toml",
        &format!("model_provider = \"corp\"\n[model_providers.corp]\nbase_url = \"{OPENAI}\"\n"),
    );
    let told = desk.run(&["setup"]).ok();
    assert_eq!(told.matches("own settings): it stays").count(), 2, "{told}");
    assert!(!desk.there(".bashrc"));
    // And a gateway of ours is nobody's own address.
    let desk = with_keys().says("OPENAI_BASE_URL", "http://127.0.0.1:8000/proxy/v1");
    desk.run(&["setup"]).ok();
    assert!(desk.read(".bashrc").contains(OPENAI_URL));
}

#[test]
fn a_key_for_a_companys_address_is_used_there_and_nowhere_else() {
    let with_a_login = |url: &str| {
        let desk = Desk::with(&["claude"])
            .says("ANTHROPIC_API_KEY", "sk-ant-api03-1")
            .says("ANTHROPIC_BASE_URL", url);
        desk.write(".claude/.credentials.json", OAUTH);
        desk.run(&["setup"]).ok();
        desk
    };
    let desk = with_a_login(ANTHROPIC);
    assert!(!desk.there(".bashrc"), "the login stays");
    let messages = format!("{ANTHROPIC}/v1/messages");
    assert_eq!(upstream(&desk, "anthropic_upstream_url"), Some(messages));
    assert_eq!(upstream(&desk, "memory_coprocessor"), None);
    // Where it cannot be written down, no model is asked with that key.
    let desk = with_a_login("https://anna:hush@llm.corp.example/anthropic");
    assert_eq!(upstream(&desk, "anthropic_upstream_url"), None);
    let rules = upstream(&desk, "memory_coprocessor");
    assert_eq!(rules.as_deref(), Some("local_heuristic"));
}

#[test]
fn settings_without_a_place_go_where_one_stands_and_that_is_told() {
    let desk = Desk::with(&[]);
    fs::create_dir(desk.at("work")).unwrap();
    let here = |args: &[&str]| {
        let mut command = desk.home.program(desk.at("memoryoss"));
        command.env("PATH", desk.at("bin"));
        command.env("MEMORYOSS_SKIP_START", "1");
        Ran::of(command.current_dir(desk.at("work")).args(args)).ok()
    };
    let told = here(&["setup", "--yes"]);
    let file = desk.at("work/memoryoss.toml");
    let line = format!("the settings go where you are, to {}", file.display());
    assert!(file.is_file() && told.contains(&line), "{told}");
    let named = here(&["-c", desk.config().to_str().unwrap(), "setup", "--yes"]);
    assert!(!named.contains("where you are"), "{named}");
}

#[test]
fn a_clients_key_may_write_and_no_more() {
    let desk = Desk::with(&[]);
    desk.setup("auto");
    let written = desk.toml("oss/memoryoss.toml");
    let keys = written["auth"]["api_keys"].as_array().unwrap();
    let roles: Vec<&str> = keys
        .iter()
        .map(|key| key["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["admin", "writer"]);
    let mapped = &written["proxy"]["key_mapping"][0]["proxy_key"];
    assert_eq!(mapped, &keys[1]["key"]);
    let told = desk.run(&["doctor"]).out;
    assert!(!told.contains("proxy key:"), "{told}");
    // As it was published.
    let (admin, client) = (keys[0]["key"].as_str().unwrap(), mapped.as_str().unwrap());
    let text = desk.read("oss/memoryoss.toml");
    let published = text.replace(
        &format!("proxy_key = \"{client}\""),
        &format!("proxy_key = \"{admin}\""),
    );
    desk.write("oss/memoryoss.toml", &published);
    let told = desk.run(&["doctor"]).out;
    assert!(
        told.contains("proxy key: a proxy_key is an admin key"),
        "{told}"
    );
    assert!(!told.contains(admin), "{told}");
}
