//! What hooks left in the spool: each line is taken in or set aside, and none is lost.

#![no_main]

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{scratch, write};
use mneme_surfaces::spool::drain;
use tokio::runtime::Runtime;

const NAME: &str = "hook.jsonl";

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("spool"));
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut threads = tokio::runtime::Builder::new_current_thread();
    threads.max_blocking_threads(1).build().unwrap()
});

fuzz_target!(|input: &[u8]| {
    for entry in fs::read_dir(&*DIR).unwrap().flatten() {
        fs::remove_file(entry.path()).unwrap();
    }
    write(&DIR.join(NAME), input);
    let taken = Cell::new(0);
    let drained = RUNTIME.block_on(drain(&DIR, &[NAME], |events| {
        taken.set(taken.get() + events.len());
        async { Ok(()) }
    }));
    let drained = drained.unwrap();
    let lines = input.split(|byte| *byte == b'\n');
    let lines = lines.filter(|line| !line.trim_ascii().is_empty()).count();
    assert_eq!((drained.events, drained.unfinished), (taken.get(), false));
    assert_eq!(drained.events + drained.bad, lines);
    assert!(!DIR.join(NAME).exists());
    assert_eq!(DIR.join(format!("{NAME}.bad")).exists(), drained.bad > 0);
});
