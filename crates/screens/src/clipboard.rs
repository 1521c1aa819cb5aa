//! Text from and to other programs.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;

use crate::Program;

/// A clipboard whose owner has hung must not hang us.
const PATIENCE_MS: u64 = 400;

/// The terminal is told as well: over a remote shell it alone knows the person's clipboard.
pub fn copy(program: Option<&Program>, text: &str) {
    let _ = execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text));
    if let Some(program) = program {
        let _ = hand_over(program, text);
    }
}

/// What other programs copied last, if there is a way to ask.
pub fn paste(program: Option<&Program>) -> Option<String> {
    let program = program?;
    let mut child = command(program).stdout(Stdio::piped()).spawn().ok()?;
    let mut out = child.stdout.take()?;
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let read = io::Read::read_to_end(&mut out, &mut text);
        let _ = sender.send(read.map(|_| text));
    });
    let text = receiver.recv_timeout(Duration::from_millis(PATIENCE_MS));
    let _ = child.kill();
    let ended = child.wait().ok()?;
    let text = String::from_utf8(text.ok()?.ok()?).ok()?;
    (!text.is_empty() && (ended.success() || ended.code().is_none())).then_some(text)
}

fn hand_over(program: &Program, text: &str) -> io::Result<()> {
    let mut child = command(program).stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    // Most of these fork at once; one that does not is left to itself.
    let until = Instant::now() + Duration::from_millis(PATIENCE_MS);
    while child.try_wait()?.is_none() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

fn command(program: &Program) -> Command {
    let mut command = Command::new(&program.path);
    command
        .args(&program.args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Program {
        Program {
            path: "/bin/sh".into(),
            args: vec!["-c".to_owned(), script.to_owned()],
        }
    }

    #[test]
    fn what_another_program_copied_is_pasted() {
        let program = shell("printf 'two\\nlines'");
        assert_eq!(paste(Some(&program)).as_deref(), Some("two\nlines"));
    }

    #[test]
    fn an_empty_or_hung_or_missing_clipboard_gives_nothing() {
        assert_eq!(paste(None), None);
        assert_eq!(paste(Some(&shell("exit 1"))), None);
        assert_eq!(paste(Some(&shell("exec sleep 600"))), None);
    }

    #[test]
    fn a_copied_text_reaches_the_other_program() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("copied");
        let program = shell(&format!("cat > '{}'", file.display()));
        hand_over(&program, "why").unwrap();
        while std::fs::read_to_string(&file).unwrap_or_default() != "why" {
            std::thread::yield_now();
        }
    }
}
