//! The files of a recording, as somebody may have left them: looked at, never trusted.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_capture::files::{self, fsck, metadata, tables};
use mneme_fuzz::{parts, room, scratch, within, write};
use mneme_reasoning::entries;

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("archive_files"));

fuzz_target!(|input: &[u8]| {
    let [record, table, told, replays, reasoning] = parts::<5>(input);
    let named = [
        (files::METADATA, record),
        (files::RAW_TABLE, table),
        (files::CONVERTED_TABLE, table),
        (files::ACTUATION, told),
        (files::REPLAYS, replays),
        (files::REASONING, reasoning),
    ];
    for (name, bytes) in named {
        write(&DIR.join(name), bytes);
    }
    within(room(2 * input.len()), || fsck::check(&DIR));
    if let Ok(read) = metadata::read(&DIR) {
        metadata::write(&DIR, &read).unwrap();
        assert_eq!(metadata::read(&DIR).unwrap(), read);
    }
    let text = String::from_utf8_lossy(table);
    let rows = within(room(text.len()), || tables::read(&text));
    assert!(rows.len() <= text.lines().count());
    let text = String::from_utf8_lossy(reasoning);
    let (read, _) = within(room(text.len()), || entries::read(&text));
    assert!(read.is_sorted_by_key(|entry| entry.step_id));
    let (again, wrong) = entries::read(&entries::write(&read));
    assert!(again == read && wrong.is_empty());
});
