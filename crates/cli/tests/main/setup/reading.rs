//! Who reads conversations, and with whose key: said before it is so, and as it is.

use super::serving::{free, without_a_model};
use super::*;

const WILL: &str = "conversations will be read for facts by OpenAI (gpt-4o-mini) with OPENAI_API_KEY of this environment; --no-extraction leaves that out";

fn with_a_key() -> Desk {
    Desk::with(&["codex"]).says("OPENAI_API_KEY", "sk-proj-1")
}

fn extracts(desk: &Desk) -> bool {
    let proxy = desk.toml("oss/memoryoss.toml")["proxy"].clone();
    proxy["extraction_enabled"].as_bool().unwrap()
}

#[test]
fn a_key_that_lies_in_the_environment_is_spent_only_where_that_was_said() {
    let desk = with_a_key();
    let told = desk.run(&["setup", "--dry-run"]).ok();
    assert!(told.contains(WILL), "{told}");
    let told = desk.run(&["setup", "--no-extraction"]).ok();
    assert!(!told.contains("will be read"), "{told}");
    assert!(
        told.contains("nobody reads conversations that pass"),
        "{told}"
    );
    assert!(!extracts(&desk));
    // Also of settings that are kept.
    let desk = with_a_key();
    desk.run(&["setup"]).ok();
    let before = desk.read("oss/memoryoss.toml");
    assert!(extracts(&desk));
    desk.run(&["setup", "--yes", "--no-extraction"]).ok();
    let off = before.replace("extraction_enabled = true", "extraction_enabled = false");
    assert_eq!(desk.read("oss/memoryoss.toml"), off, "and nothing else");
    // A key of another provider reads nothing of what this one is asked.
    let desk = with_a_key();
    desk.run(&["setup"]).ok();
    let text = desk.read("oss/memoryoss.toml");
    let text = text.replace("provider = \"openai\"", "provider = \"claude\"");
    desk.write("oss/memoryoss.toml", &text);
    let told = desk.setup("codex");
    assert!(!told.contains("will be read"), "{told}");
    assert!(told.contains("nobody reads conversations unless"), "{told}");
}

#[test]
fn who_said_that_no_model_reads_is_not_asked_again() {
    let desk = with_a_key();
    desk.run(&["setup", "--no-extraction"]).ok();
    let anew = ["setup", "--reconfigure", "--yes"];
    for _ in 0..2 {
        let told = desk.run(&anew).ok();
        assert!(!told.contains("will be read"), "{told}");
        assert!(!extracts(&desk), "it was answered");
    }
    // Until there is another answer, in whichever settings.
    let told = desk.run(&["setup", "--extraction", "--yes"]).ok();
    assert!(told.contains(WILL) && extracts(&desk), "{told}");
    desk.run(&anew).ok();
    assert!(extracts(&desk));
    // By hand is said as well.
    let text = desk.read("oss/memoryoss.toml");
    let off = text.replace("extraction_enabled = true", "extraction_enabled = false");
    desk.write("oss/memoryoss.toml", &off);
    desk.run(&anew).ok();
    assert!(!extracts(&desk));
    let told = desk.run(&[&anew[..], &["--extraction"]].concat()).ok();
    assert!(told.contains(WILL) && extracts(&desk), "{told}");
    // Where only a key was missing, nobody said no.
    let desk = Desk::with(&["codex"]);
    desk.run(&["setup"]).ok();
    assert!(!extracts(&desk));
    let told = desk.says("OPENAI_API_KEY", "sk-proj-1").run(&anew).ok();
    assert!(told.contains(WILL), "{told}");
}

#[test]
fn doctor_and_status_say_what_the_server_has() {
    for key in [true, false] {
        let desk = match key {
            true => with_a_key(),
            false => Desk::with(&["codex"]),
        };
        let desk = desk
            .says("MEMORYOSS_DISABLE_SYSTEMD", "1")
            .says("MEMORYOSS_PORT", &free().to_string());
        desk.run(&["setup"]).ok();
        without_a_model(&desk, "oss/memoryoss.toml");
        let text = desk.read("oss/memoryoss.toml");
        let on = text.replace("extraction_enabled = false", "extraction_enabled = true");
        desk.write("oss/memoryoss.toml", &on);
        let desk = desk.says("MEMORYOSS_SKIP_START", "0");
        desk.setup("codex");
        // Whatever whoever asks has in their own environment.
        let desk = match key {
            true => desk.says("OPENAI_API_KEY", ""),
            false => desk.says("OPENAI_API_KEY", "sk-proj-1"),
        };
        let expected = match key {
            true => {
                "conversations are read for facts by OpenAI (gpt-4o-mini), with a key of the server's environment"
            }
            false => "nobody reads conversations: the server has no provider's key",
        };
        for command in ["doctor", "status"] {
            let told = desk.run(&[command]).ok();
            assert!(told.contains(expected), "{command}: {told}");
        }
        desk.run(&["setup", "--undo", "--yes"]).ok();
    }
}
