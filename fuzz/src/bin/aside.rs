//! Lines of the spool that nobody would take: whoever forgets takes out what is meant, and nothing else.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{parts, room, scratch, within, write};
use mneme_surfaces::spool::aside::{Named, look, path};

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("aside"));

/// A name that was given; nothing is none.
fn name(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    Some(text.to_owned()).filter(|name| !name.is_empty())
}

fuzz_target!(|input: &[u8]| {
    let [id, session, agent, held] = parts(input);
    let named = Named {
        ids: name(id).into_iter().collect(),
        session: name(session),
        agent: name(agent),
        all: false,
    };
    let file = path(&DIR, "control.jsonl");
    write(&file, held);
    let seen = within(room(held.len()), || look(&file, &named, false)).unwrap();
    assert_eq!(fs::read(&file).unwrap(), held, "looking changes nothing");
    assert_eq!(look(&file, &named, true).unwrap(), seen);
    assert_eq!(look(&file, &named, true).unwrap(), 0, "they are gone");
    let left = fs::read(&file).unwrap_or_default();
    assert!(is_rest(&left, held, seen), "the others are there, in order");
    if named.ids.is_empty() && named.session.is_none() && named.agent.is_none() {
        assert_eq!(seen, 0, "nothing named is nothing forgotten");
    }
    let all = Named { all: true, ..named };
    assert_eq!(look(&file, &all, true).unwrap(), lines(&left).count());
    assert!(
        left.is_empty() || !file.exists(),
        "an empty file says nothing"
    );
});

/// Whether a file is another one without so many of its lines.
fn is_rest(left: &[u8], held: &[u8], gone: usize) -> bool {
    let mut of_old = lines(held);
    let in_order = lines(left).all(|line| of_old.any(|old| old == line));
    in_order && lines(left).count() + gone == lines(held).count()
}

fn lines(held: &[u8]) -> impl Iterator<Item = &[u8]> {
    held.split_inclusive(|byte| *byte == b'\n')
}
