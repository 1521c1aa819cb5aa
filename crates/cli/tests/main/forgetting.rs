//! Forgetting: what is gone is gone from every answer, table, dictionary, cache and file, stays
//! gone, and nothing else goes with it.

mod acts;
mod audit;
mod busy;
mod cascade;
mod certified;
mod corrected;
mod doors;
mod export;
mod import;
mod kill;
mod load;
mod neighbours;
mod newer;
mod owed;
mod requests;
mod returns;
mod sealed;
mod spooled;
mod supersede;
mod words;

use crate::support::{Home, Server, eventually};

/// Everything the store holds, unsealed, in small letters.
fn dump(home: &Home) -> String {
    home.run(&["debug", "dump", "--plain"]).ok().to_lowercase()
}

/// The lines of a dump that have a word, of one sort (`event`, `term`, `question`, `table`).
fn lines<'a>(dump: &'a str, sort: &str, word: &str) -> Vec<&'a str> {
    let of = |line: &&str| line.starts_with(&format!("{sort} ")) && line.contains(word);
    dump.lines().filter(of).collect()
}

/// Waits until no trace of these words is left anywhere, without asking for it.
fn assert_purged(home: &Home, words: &[&str]) {
    eventually(&format!("{words:?} to be purged"), || {
        let dump = dump(home);
        let left = words.iter().any(|word| dump.contains(word));
        (!left).then_some(())
    });
}

fn assert_clean(home: &Home) {
    let found = home.json(&["verify", "--json"]);
    assert_eq!(found["clean"], true, "{found}");
}

/// A server whose purge does not keep a test waiting.
fn quick(more: &str) -> (Home, Server) {
    let home = Home::with_settings(&format!("[storage]\npurge_ms = 20\n{more}"));
    let server = Server::start(&home);
    (home, server)
}
