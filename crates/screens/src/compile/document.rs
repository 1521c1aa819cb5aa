//! The document on disk: made, kept, or put aside.

use std::path::Path;

use mneme_model::Moment;
use mneme_reasoning::compile::{Decision, MADE, decide, fingerprint, scaffold};

use crate::files::{self, DOCUMENT};
use crate::{Error, Options};

/// The name of the recording and the text to edit, which is on disk when this returns.
pub fn open(dir: &Path, options: &Options) -> Result<(String, String), Error> {
    let found = files::read(dir)?;
    let entries: Vec<_> = found.entries.into_values().collect();
    let fresh = scaffold(&found.record, &entries);
    let document = files::read_text(dir, DOCUMENT)?;
    let made = files::read_text(dir, MADE)?;
    let name = found.record.memory_name;
    match (
        decide(document.as_deref(), made.as_deref(), options.regenerate),
        document,
    ) {
        (Decision::Keep, Some(text)) => return Ok((name, text)),
        (Decision::SetAside, Some(old)) => put_aside(dir, &old, options.clock.now_ms())?,
        _ => {}
    }
    files::write(dir, DOCUMENT, fresh.as_bytes())?;
    files::write(dir, MADE, fingerprint(&fresh).as_bytes())?;
    Ok((name, fresh))
}

/// Keeps a text of the document beside it, under a name of its own.
pub fn put_aside(dir: &Path, old: &str, now_ms: i64) -> Result<(), Error> {
    let stamp = Moment::from_ms(now_ms).rfc3339();
    let digits: String = stamp
        .chars()
        .filter(char::is_ascii_digit)
        .take(14)
        .collect();
    let mut names = (1..).map(|n| match n {
        1 => format!("memory.{digits}.md"),
        n => format!("memory.{digits}-{n}.md"),
    });
    let free = names.find(|name| !dir.join(name).exists());
    files::write(dir, &free.unwrap_or_default(), old.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mneme_model::Clock;

    use super::*;

    struct Still;

    impl Clock for Still {
        fn now_ms(&self) -> i64 {
            1_700_000_000_000
        }
    }

    fn recording() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        let record = r#"{"memory_name":"m","session_id":"s","status":"complete","created_at":"",
            "steps":[{"step_id":1,"converted_command":"Press Enter"}]}"#;
        files::write(dir.path(), files::RECORD, record.as_bytes()).unwrap();
        dir
    }

    fn reason(dir: &Path, text: &str) {
        let line = format!("{{\"step_id\":1,\"reasoning\":\"{text}\"}}\n");
        files::write(dir, files::REASONING, line.as_bytes()).unwrap();
    }

    fn opened(dir: &Path, regenerate: bool) -> String {
        let options = Options {
            regenerate,
            ..Options::plain(Arc::new(Still))
        };
        open(dir, &options).unwrap().1
    }

    #[test]
    fn a_221_an_untouched_document_follows_the_reasoning_and_an_edited_one_stays() {
        let dir = recording();
        reason(dir.path(), "first");
        assert!(opened(dir.path(), false).contains("first"));
        reason(dir.path(), "second");
        assert!(opened(dir.path(), false).contains("second"));
        files::write(dir.path(), DOCUMENT, b"mine").unwrap();
        assert_eq!(opened(dir.path(), false), "mine");
    }

    #[test]
    fn a_221_on_demand_it_is_made_anew_and_the_old_one_kept_beside() {
        let dir = recording();
        files::write(dir.path(), DOCUMENT, b"mine").unwrap();
        assert!(opened(dir.path(), true).contains("# Memory: m"));
        let aside = files::read_text(dir.path(), "memory.20231114221320.md").unwrap();
        assert_eq!(aside.as_deref(), Some("mine"));
    }
}
