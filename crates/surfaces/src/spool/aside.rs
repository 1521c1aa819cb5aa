//! Lines that no server would take, or that a hook will bring by itself: nothing recalls them, but
//! they hold words, and whoever forgets means those too.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::file::open_locked;

// Where an event has its names, and a call of the notebook.
const ID: [&str; 2] = ["/id", "/body/id"];
const SESSION: [&str; 2] = ["/session", "/body/sessionId"];
const AGENT: [&str; 2] = ["/agent", "/body/agentId"];

/// What is to go, as far as a line can say that it is meant.
#[derive(Clone, Debug, Default)]
pub struct Named {
    pub ids: Vec<String>,
    pub session: Option<String>,
    pub agent: Option<String>,
    pub all: bool,
}

/// Where such lines of a spool's file are kept.
pub fn path(dir: &Path, name: &str) -> PathBuf {
    dir.join(format!("{name}.bad"))
}

/// How many lines are meant; with `now` the file is written anew without them.
pub fn look(path: &Path, named: &Named, now: bool) -> io::Result<usize> {
    // With the lock no hook writes to it: one that waits for it finds another file there.
    let Some(mut file) = open_locked(path)? else {
        return Ok(0);
    };
    let mut held = Vec::new();
    file.read_to_end(&mut held)?;
    let lines = held.split_inclusive(|byte| *byte == b'\n');
    let (meant, kept): (Vec<&[u8]>, Vec<&[u8]>) = lines.partition(|line| named.means(line));
    if now && !meant.is_empty() {
        replace(path, &kept.concat())?;
    }
    Ok(meant.len())
}

/// Whole or not at all; an empty file says nothing to anybody.
fn replace(path: &Path, held: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    if held.is_empty() {
        fs::remove_file(path)?;
    } else {
        let fresh = path.with_extension("fresh");
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(true).mode(0o600);
        let mut file = options.open(&fresh)?;
        file.write_all(held)?;
        file.sync_data()?;
        fs::rename(&fresh, path)?;
    }
    File::open(dir)?.sync_all()
}

// === impl Named ===

impl Named {
    /// A line that cannot be read is meant where it holds the name at all: nothing can be made of
    /// it any more, so nothing is lost with it.
    fn means(&self, line: &[u8]) -> bool {
        if self.all {
            return true;
        }
        let read = serde_json::from_slice::<Value>(line).ok();
        let says = |pointers: &[&str], name: &str| match &read {
            Some(line) => pointers
                .iter()
                .any(|field| line.pointer(field).and_then(Value::as_str) == Some(name)),
            None => String::from_utf8_lossy(line).contains(name),
        };
        if self.ids.iter().any(|id| says(&ID, id)) {
            return true;
        }
        let conditions = [(&SESSION, &self.session), (&AGENT, &self.agent)];
        let mut given = conditions
            .iter()
            .filter_map(|(fields, name)| Some((fields, name.as_deref()?)))
            .peekable();
        given.peek().is_some() && given.all(|(fields, name)| says(&fields[..], name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "control.jsonl";
    const LINES: &str = concat!(
        "{\"id\":\"a\",\"session\":\"s\",\"agent\":\"x\"}\n",
        "{\"id\":\"b\",\"session\":\"t\"}\n",
        "{\"id\":\"c\",\"session\":\"s\n",
        "{\"call\":\"observe\",\"body\":{\"sessionId\":\"s\"}}\n",
    );

    fn left(named: &Named) -> (usize, String) {
        let dir = tempfile::tempdir().unwrap();
        let file = path(dir.path(), NAME);
        fs::write(&file, LINES).unwrap();
        let seen = look(&file, named, false).unwrap();
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            LINES,
            "looking changes nothing"
        );
        assert_eq!(look(&file, named, true).unwrap(), seen);
        (seen, fs::read_to_string(&file).unwrap_or_default())
    }

    fn of_session(session: &str) -> Named {
        Named {
            session: Some(session.into()),
            ..Named::default()
        }
    }

    #[test]
    fn lines_of_a_session_go_and_others_stay() {
        let (gone, kept) = left(&of_session("s"));
        assert_eq!(
            (gone, kept.as_str()),
            (3, "{\"id\":\"b\",\"session\":\"t\"}\n")
        );
        assert_eq!(left(&of_session("u")), (0, LINES.into()));
    }

    #[test]
    fn all_conditions_of_a_filter_hold_and_an_id_is_enough() {
        let both = Named {
            agent: Some("x".into()),
            ..of_session("s")
        };
        assert_eq!(left(&both).0, 1);
        let ids = Named {
            ids: vec!["b".into()],
            ..Named::default()
        };
        assert_eq!(left(&ids).0, 1);
        assert_eq!(left(&Named::default()), (0, LINES.into()));
    }

    #[test]
    fn where_all_goes_the_file_goes() {
        let all = Named {
            all: true,
            ..Named::default()
        };
        assert_eq!(left(&all), (4, String::new()));
        let nowhere = tempfile::tempdir().unwrap();
        let file = path(nowhere.path(), NAME);
        assert_eq!(look(&file, &all, true).unwrap(), 0);
    }
}
