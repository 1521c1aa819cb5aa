//! The entries of an archive, each with its whole name.
//!
//! A name of more than a hundred bytes stands in an entry of its own. The library would read
//! that one into memory however long it is; here a name has a limit.

use std::io::{self, Read};

use tar::{Archive, Entry};

/// As long as a path may be for the system.
const MAX_NAME_BYTES: u64 = 4_096;

pub struct Named<'a, R: Read> {
    pub path: Vec<u8>,
    pub entry: Entry<'a, R>,
}

pub struct Entries<'a, R: Read>(tar::Entries<'a, R>);

pub fn entries<R: Read>(archive: &mut Archive<R>) -> io::Result<Entries<'_, R>> {
    Ok(Entries(archive.entries()?.raw(true)))
}

// === impl Entries ===

impl<'a, R: Read> Iterator for Entries<'a, R> {
    type Item = io::Result<Named<'a, R>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.named().transpose()
    }
}

impl<'a, R: Read> Entries<'a, R> {
    fn named(&mut self) -> io::Result<Option<Named<'a, R>>> {
        let Some(first) = self.0.next().transpose()? else {
            return Ok(None);
        };
        if !first.header().entry_type().is_gnu_longname() {
            let path = first.path_bytes().into_owned();
            return Ok(Some(Named { path, entry: first }));
        }
        let path = name(first)?;
        match self.0.next().transpose()? {
            Some(entry) => Ok(Some(Named { path, entry })),
            None => Err(io::Error::other("it ends behind the name of an entry")),
        }
    }
}

fn name(entry: impl Read) -> io::Result<Vec<u8>> {
    let mut name = Vec::new();
    entry.take(MAX_NAME_BYTES + 1).read_to_end(&mut name)?;
    if name.len() as u64 > MAX_NAME_BYTES {
        return Err(io::Error::other("the name of an entry is too long"));
    }
    // It is written with a zero behind it.
    if name.last() == Some(&0) {
        name.pop();
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use tar::{Builder, EntryType, Header};

    use super::*;

    fn header(kind: EntryType, bytes: u64) -> Header {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(bytes);
        header.set_cksum();
        header
    }

    fn names(tar: &[u8]) -> io::Result<Vec<String>> {
        let mut archive = Archive::new(tar);
        let all = entries(&mut archive)?;
        all.map(|named| Ok(String::from_utf8_lossy(&named?.path).into_owned()))
            .collect()
    }

    #[test]
    fn long_names_come_back_whole() {
        let (long, short) = (format!("data/{}", "x".repeat(300)), "data/y");
        let mut tar = Builder::new(Vec::new());
        for path in [&long, short] {
            let mut header = header(EntryType::Regular, 2);
            tar.append_data(&mut header, path, &b"hi"[..]).unwrap();
        }
        assert_eq!(names(&tar.into_inner().unwrap()).unwrap(), [&long, short]);
    }

    #[test]
    fn a_name_without_end_is_refused_before_it_fills_the_memory() {
        let mut tar = Builder::new(Vec::new());
        let bytes = 64 << 30;
        let endless = io::repeat(b'x').take(1 << 16);
        tar.append(&header(EntryType::GNULongName, bytes), endless)
            .unwrap();
        let refused = names(&tar.into_inner().unwrap()).unwrap_err();
        assert!(refused.to_string().contains("too long"), "{refused}");
    }

    #[test]
    fn a_name_without_an_entry_is_refused() {
        let name = header(EntryType::GNULongName, 1);
        let mut tar = Builder::new(Vec::new());
        tar.append(&name, &b"a"[..]).unwrap();
        assert!(names(&tar.into_inner().unwrap()).is_err());
    }
}
