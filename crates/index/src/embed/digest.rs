//! Checksums of a model's files, where we know them. Weights with a bit turned over still
//! load, and give wrong vectors for ever; nothing but a checksum sees it.

use std::io::Read;
use std::path::Path;

use ring::digest::{Context, SHA256};

use super::catalogue::{Known, Package};
use super::{Error, files};

const CHUNK_BYTES: usize = 1 << 20;

/// Compares the files that are there with what they should be. One that is not there is told
/// by whoever needs it.
pub fn check(known: &Known, folder: &Path) -> Result<(), Error> {
    let digests = known
        .package
        .iter()
        .flat_map(|Package { digests, .. }| *digests);
    for (name, wanted) in digests {
        let path = folder.join(name);
        match sha256(&path) {
            Ok(found) if found == *wanted => {}
            Ok(found) => {
                let why = format!("its checksum is {found} instead of {wanted}");
                return Err(Error::damaged(&path, why));
            }
            Err(Error::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn sha256(path: &Path) -> Result<String, Error> {
    let (mut file, _) = files::open(path)?;
    let mut context = Context::new(&SHA256);
    let mut buffer = vec![0; CHUNK_BYTES];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(n) => context.update(&buffer[..n]),
            Err(error) => return Err(files::failed(path, &error)),
        }
    }
    let digest = context.finish();
    Ok(mneme_model::hex::encode(digest))
}
