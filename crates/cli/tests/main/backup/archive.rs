//! Looking into backups, and making such as nobody should.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use tar::{Archive, Builder, EntryType, Header};

/// An entry of an archive, good or bad.
#[derive(Clone)]
pub struct Packed {
    pub path: String,
    pub kind: EntryType,
    pub bytes: Vec<u8>,
}

impl Packed {
    pub fn file(path: &str, bytes: &[u8]) -> Self {
        Self {
            path: path.into(),
            kind: EntryType::Regular,
            bytes: bytes.into(),
        }
    }
}

/// Every entry of a backup, in its order.
pub fn entries(backup: &Path) -> Vec<Packed> {
    let mut archive = Archive::new(zstd::Decoder::new(File::open(backup).unwrap()).unwrap());
    let read = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut entry = entry.unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        Packed {
            path: entry.path().unwrap().to_str().unwrap().to_owned(),
            kind: entry.header().entry_type(),
            bytes,
        }
    };
    archive.entries().unwrap().map(read).collect()
}

pub fn pack(entries: &[Packed], file: &Path) {
    let mut tar = Builder::new(Vec::new());
    for entry in entries {
        let mut header = Header::new_gnu();
        // Not through `set_path`: it refuses what this is for.
        header.as_old_mut().name[..entry.path.len()].copy_from_slice(entry.path.as_bytes());
        header.set_entry_type(entry.kind);
        header.set_size(entry.bytes.len() as u64);
        header.set_mode(0o600);
        if entry.kind == EntryType::Symlink || entry.kind == EntryType::Link {
            header.set_link_name("data/mneme.db").unwrap();
        }
        header.set_cksum();
        tar.append(&header, entry.bytes.as_slice()).unwrap();
    }
    let tar = tar.into_inner().unwrap();
    fs::write(file, zstd::encode_all(tar.as_slice(), 1).unwrap()).unwrap();
}
