//! What became of events that nobody keeps: when, and why, a line each; never what they said.
//! `mneme status` and `mneme doctor` show it (`crates/cli/src/leftovers.rs`).

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::moment;

/// In the directory of the spool; no reader takes it for events.
const NAME: &str = "lost.log";
/// Somebody who looks has seen enough by then.
const MAX_BYTES: u64 = 64 * 1024;

/// Leaves a line behind. Nobody waits for it, and where it cannot be written standard error has
/// said the same.
pub fn note(dir: Option<&Path>, at_ms: i64, why: &str) {
    let Some(dir) = dir else { return };
    let line = format!("{} {why}\n", moment::rfc3339(at_ms));
    let _ = super::make(dir).and_then(|()| append(&dir.join(NAME), &line));
}

fn append(path: &Path, line: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.append(true).create(true).mode(0o600).open(path)?;
    match file.metadata()?.len() < MAX_BYTES {
        true => file.write_all(line.as_bytes()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_added_until_it_is_enough() {
        let home = tempfile::tempdir().unwrap();
        let dir = home.path().join("spool");
        note(Some(&dir), 1_683_554_160_250, "too long");
        note(Some(&dir), 0, "again");
        let path = dir.join(NAME);
        let text = std::fs::read_to_string(&path).unwrap();
        let first = "2023-05-08T13:56:00.250Z too long\n";
        assert!(
            text.starts_with(first) && text.lines().count() == 2,
            "{text}"
        );
        std::fs::write(&path, vec![b'\n'; MAX_BYTES as usize]).unwrap();
        note(Some(&dir), 0, "one more");
        assert_eq!(std::fs::metadata(&path).unwrap().len(), MAX_BYTES);
        note(None, 0, "nowhere");
        note(Some(Path::new("/proc/none")), 0, "nowhere to write");
    }
}
