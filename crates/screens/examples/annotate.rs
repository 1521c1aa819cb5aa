//! Opens a recording's directory to try the screens on, with nobody listening.
//!
//! `annotate DIR` annotates and, if asked to, compiles; `annotate DIR compile` only compiles.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use mneme_model::Clock;
use mneme_screens::{Ended, Error, Opening, Options, Recorder, Then, annotate, compile};

struct Wall;

impl Clock for Wall {
    fn now_ms(&self) -> i64 {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

struct Nobody;

impl Recorder for Nobody {
    fn progress(&mut self, _annotated: u32, _skipped: u32) -> Result<(), String> {
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn complete(&mut self) -> Result<(), String> {
        Ok(())
    }

    fn finalize(&mut self) -> Result<(), String> {
        Ok(())
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match words.as_slice() {
        [dir] => annotating(dir.as_ref()),
        [dir, verb] if verb == "compile" => compiling(dir.as_ref()),
        _ => return say("usage: annotate DIR [compile]", ExitCode::from(2)),
    };
    match outcome {
        Ok(text) => say(&text, ExitCode::SUCCESS),
        Err(error) => say(&format!("{error}"), ExitCode::FAILURE),
    }
}

fn annotating(dir: &std::path::Path) -> Result<String, Error> {
    let ended = annotate(dir, Opening::default(), &mut Nobody, options())?;
    match ended {
        Ended::Completed { compile: Then::Now } => compiling(dir),
        ended => Ok(format!("{ended:?}")),
    }
}

fn compiling(dir: &std::path::Path) -> Result<String, Error> {
    let ended = compile(dir, &mut Nobody, options())?;
    Ok(format!("{ended:?}"))
}

fn options() -> Options {
    Options::from_env(Arc::new(Wall), |name| std::env::var(name).ok())
}

fn say(text: &str, code: ExitCode) -> ExitCode {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{text}");
    code
}
