//! A server of the data directory hears it; one that does not answer is not waited for.

use std::process::Command;

use crate::server::serve;
use crate::support::{Home, tell};

const PROMPT: &[u8] =
    br#"{"hook_event_name":"UserPromptSubmit","session_id":"s1","message":"hello","cwd":"/srv/x"}"#;

/// A hook that waits as long as a busy machine may need.
fn patient(home: &Home) -> Command {
    waiting(home, "60000")
}

fn waiting(home: &Home, wait_ms: &str) -> Command {
    let mut command = home.command();
    command.env("MNEME_HOOK_WAIT_MS", wait_ms);
    command
}

#[test]
fn the_server_of_the_directory_is_told() {
    let home = Home::new();
    let server = serve(&home, "{\"progress\":[0,1]}\n{\"ok\":{\"accepted\":[]}}\n");
    assert_eq!(tell(&mut patient(&home), PROMPT), "");
    let events = server.join().unwrap();
    let event = &events[0];
    assert_eq!(
        (events.len(), event.session.as_str(), event.text.as_str()),
        (1, "s1", "hello")
    );
    assert_eq!(event.kind.as_deref(), Some("user_message"));
    assert_eq!(event.role.as_deref(), Some("user"));
    assert_eq!(event.metadata.as_ref().unwrap()["cwd"], "/srv/x");
    assert_eq!(event.id.as_ref().unwrap().len(), 26);
    assert!(!home.data_dir().join("spool").exists());
}

#[test]
fn a_large_event_reaches_it() {
    let home = Home::new();
    let server = serve(&home, "{\"ok\":{}}\n");
    let text = "y".repeat(100 * 1024);
    let input = format!(r#"{{"hook_event_name":"Stop","session_id":"s","message":"{text}"}}"#);
    assert_eq!(tell(&mut patient(&home), input.as_bytes()), "");
    assert_eq!(server.join().unwrap()[0].text, text);
}

#[test]
fn a_refusal_is_told_and_not_kept() {
    let home = Home::new();
    let server = serve(
        &home,
        "{\"fault\":{\"error\":\"session too\\nlong\",\"code\":\"bad_name\"}}\n",
    );
    let told = tell(&mut patient(&home), PROMPT);
    assert!(told.contains("refused: session too long"), "{told}");
    server.join().unwrap();
    let spool = home.data_dir().join("spool").read_dir().unwrap();
    let left: Vec<_> = spool.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(left, ["lost.log"], "that it was lost is noted");
}

#[test]
fn what_is_not_acknowledged_is_spooled_with_the_id_that_was_sent() {
    for reply in [
        "",
        "{\"ok\"",
        "nonsense\n",
        "{\"fault\":{\"error\":\"full\",\"code\":\"storage_full\"}}\n",
    ] {
        let home = Home::new();
        let server = serve(&home, reply);
        assert_eq!(tell(&mut waiting(&home, "1000"), PROMPT), "");
        let sent = server.join().unwrap();
        let spooled = home.spooled("control.jsonl");
        assert_eq!(spooled.len(), 1, "{reply}");
        assert_eq!(spooled[0]["id"].as_str(), sent[0].id.as_deref());
    }
}
