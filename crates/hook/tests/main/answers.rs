//! Whatever comes in, the agent goes on.

use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::time::Instant;

use crate::support::{ANSWER, BIN, Home, NOBODY, SPOOL, complaint, feed, tell};

#[test]
fn t_066_trouble_of_any_kind_never_stops_the_agent() {
    let home = Home::new();
    for (input, said) in [
        ("", "empty input"),
        (" \n", "empty input"),
        ("not json", "not JSON"),
        ("{\"hook_event_name\":", "not JSON"),
        ("{}", "hook_event_name is missing"),
        ("{\"hook_event_name\":\"Stop\"}", "session_id is missing"),
        ("[[[[", "not JSON"),
        (
            "{\"hook_event_name\":\"Odd\",\"session_id\":\"s\"}",
            "unknown hook 'Odd'",
        ),
        ("{\"hook_event_name\":\"Stop\",\"session_id\":\"s\"}", ""),
    ] {
        let started = Instant::now();
        let told = tell(&mut home.alone(NOBODY), input.as_bytes());
        println!("{:?} for {input:?}", started.elapsed());
        assert!(
            told.contains(said) && told.is_empty() == said.is_empty(),
            "{told}"
        );
    }
    let kinds = home.spooled(SPOOL);
    let kinds: Vec<&str> = kinds
        .iter()
        .map(|event| event["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["user_message", "session_end"]);
}

#[test]
fn a_client_nobody_knows_is_told_and_its_event_is_kept() {
    let home = Home::new();
    let event = b"{\"hook_event_name\":\"Stop\",\"session_id\":\"s\",\"message\":\"done\"}";
    let told = tell(home.alone(NOBODY).arg("bogus"), event);
    assert!(told.contains("there is no client 'bogus'"), "{told}");
    assert!(
        told.contains("claude-code, codex, cursor, copilot, gemini"),
        "{told}"
    );
    assert_eq!(home.spooled(SPOOL)[0]["text"], "done");
}

#[test]
fn bytes_that_are_no_text_and_endless_input_are_only_told() {
    let home = Home::new();
    let event =
        b"\xef\xbb\xbf{\"hook_event_name\":\"Stop\",\"session_id\":\"s\",\"message\":\"a\xffb\"}";
    assert_eq!(tell(&mut home.alone(NOBODY), event), "");
    assert_eq!(home.spooled(SPOOL)[0]["text"], "a\u{fffd}b");
    let endless = vec![b'['; 17 * 1024 * 1024];
    assert!(tell(&mut home.alone(NOBODY), &endless).contains("more than"));
    // Nobody reads an agent's standard error, so a trace of it stays, without its words.
    let lost = home.data_dir().join("spool").join("lost.log");
    let lost = std::fs::read_to_string(lost).unwrap();
    assert!(
        lost.ends_with("Z an event of more than 16777216 bytes\n"),
        "{lost}"
    );
    assert_eq!(lost.lines().count(), 1, "only for what is lost");
}

#[test]
fn standard_input_left_open_is_no_reason_to_wait() {
    let home = Home::new();
    let mut child = home.alone(NOBODY).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(
        &mut stdin,
        b"{\n\"hook_event_name\":\n\"Stop\",\"session_id\":\"s\"}\n",
    )
    .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(complaint(&output), "");
    drop(stdin);
    assert_eq!(home.spooled(SPOOL).len(), 1);
}

#[test]
fn a_dry_run_shows_and_sends_nothing() {
    let home = Home::new();
    let mut command = home.alone(NOBODY);
    let told = tell(
        command.env("MEMORY_INGEST_DRY_RUN", "1"),
        br#"{"hook_event_name":"Stop","session_id":"s","message":"bye"}"#,
    );
    assert!(told.contains("\"text\":\"bye\""), "{told}");
    assert!(!home.data_dir().exists());
}

#[test]
fn without_a_home_or_with_a_bad_address_it_says_so() {
    let home = Home::new();
    let input = br#"{"hook_event_name":"Stop","session_id":"s"}"#;
    let told = tell(&mut home.alone("https://example.org:1"), input);
    assert!(told.contains("not an address"), "{told}");
    assert_eq!(home.spooled("grpc-unknown.jsonl").len(), 1);
    let mut homeless = home.alone(NOBODY);
    let told = tell(
        homeless.env_remove("HOME").env_remove("MNEME_DATA_DIR"),
        input,
    );
    assert!(told.contains("lost"), "{told}");
}

#[test]
fn flags_answer_under_either_name() {
    let home = Home::new();
    let alias = home.data_dir().with_file_name("memory-ingest");
    symlink(BIN, &alias).unwrap();
    for (flag, words) in [
        ("--version", "memory-ingest 0."),
        ("--help", "Usage: memory-ingest"),
    ] {
        let mut command = home.command_of(&alias);
        let output = command.arg(flag).stdin(Stdio::null()).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains(words));
    }
    let mut command = home.command_of(&alias);
    let output = feed(command.env("MEMORY_ENDPOINT", NOBODY), b"{}")
        .wait_with_output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), ANSWER);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("memory-ingest: "));
}
