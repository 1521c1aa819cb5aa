//! A backup: nothing in it is believed, and nothing of it lands outside its directory.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{AT_ONCE, room, scratch, within, write};
use mneme_store::fuzzing::unpack_backup;
use ring::digest::{SHA256, digest};
use serde_json::json;
use tar::{Builder, EntryType, Header};

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("backup"));
const BLOCK: usize = 512;

fuzz_target!(|input: &[u8]| {
    let [form, rest @ ..] = input else {
        return;
    };
    let archive = match form % 3 {
        0 => rest.to_vec(),
        1 => packed(&mended(rest)),
        _ => packed(&told(rest)),
    };
    let (file, inside) = (DIR.join("file"), DIR.join("house/data"));
    write(&file, &archive);
    let _ = fs::remove_dir_all(&inside);
    fs::create_dir_all(&inside).unwrap();
    let _ = within(8 * AT_ONCE + room(input.len()), || {
        unpack_backup(&file, &inside)
    });
    assert_eq!(names(&DIR), ["file", "house"], "nothing lands outside");
    assert_eq!(names(&DIR.join("house")), ["data"]);
});

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn packed(tar: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(tar, 1).unwrap()
}

/// A tar whose checksums are right, so that the fuzzer need not learn to add.
fn mended(tar: &[u8]) -> Vec<u8> {
    let mut tar = tar.to_vec();
    let mut at = 0;
    while let Some(block) = tar.get_mut(at..at + BLOCK) {
        let mut header = Header::new_old();
        header.as_mut_bytes().copy_from_slice(block);
        header.set_cksum();
        block.copy_from_slice(header.as_bytes());
        let size = header.entry_size().unwrap_or(0).min(tar.len() as u64) as usize;
        at += BLOCK + size.next_multiple_of(BLOCK);
    }
    tar
}

/// A tar with a true description: each line is a type, a path, and what the file says.
fn told(input: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(input);
    let entries: Vec<(u8, &str, &str)> = text.lines().filter_map(entry).collect();
    let listed = |(_, path, said): &(u8, &str, &str)| {
        let sum: String = digest(&SHA256, said.as_bytes())
            .as_ref()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        json!({ "path": path, "bytes": said.len(), "sha256": sum })
    };
    let meta = json!({
        "version": "0", "created_at": "", "data_dir": "", "key_included": false, "format": 1,
        "files": entries.iter().map(listed).collect::<Vec<_>>(),
    });
    let mut tar = Builder::new(Vec::new());
    add(&mut tar, b'0', "backup-meta.json", &meta.to_string());
    for (kind, path, said) in entries {
        add(&mut tar, kind, path, said);
    }
    tar.into_inner().unwrap()
}

fn entry(line: &str) -> Option<(u8, &str, &str)> {
    let (kind, rest) = line.split_at_checked(1)?;
    let (path, said) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((kind.as_bytes()[0], path, said))
}

/// The name goes in as it is: the library would refuse the ones that climb.
fn add(tar: &mut Builder<Vec<u8>>, kind: u8, path: &str, said: &str) {
    let mut header = Header::new_gnu();
    let room = &mut header.as_old_mut().name;
    let fits = path.len().min(room.len());
    room[..fits].copy_from_slice(&path.as_bytes()[..fits]);
    header.set_entry_type(EntryType::new(kind));
    header.set_size(said.len() as u64);
    header.set_cksum();
    tar.append(&header, said.as_bytes()).unwrap();
}
