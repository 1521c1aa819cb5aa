//! What an agent's hook tells in passing. `mneme hook` is `mneme-hook` inside of the program.

use std::io::Write;
use std::process::Stdio;

use serde_json::json;

use super::{Door, Fact, Kept, Stage};
use crate::support::Ran;

pub struct Hook;

const SESSION: &str = "hooked";

impl Door for Hook {
    fn tell(&mut self, stage: &Stage, fact: &Fact) -> Kept {
        let home = &stage.studio.home;
        let mut command = home.program(&home.line(&[])[0]);
        command
            .args(["hook", "claude-code"])
            .env("MNEME_DATA_DIR", home.data())
            // As patient as a busy machine may need.
            .env("MNEME_HOOK_WAIT_MS", "60000");
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
        let told = json!({
            "hook_event_name": "UserPromptSubmit", "session_id": SESSION,
            "cwd": home.path(), "prompt": fact.says,
        });
        let mut input = child.stdin.take().unwrap();
        input.write_all(told.to_string().as_bytes()).unwrap();
        drop(input);
        let ran = Ran::ended(child);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        Kept::Session(SESSION.into())
    }
}
