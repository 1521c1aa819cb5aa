//! Files of a model: opened and read with a limit, because nobody vouches for them.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use serde::de::DeserializeOwned;

use super::Error;

/// Far above any settings file or vocabulary we know (the largest have a few MB).
const TEXT_LIMIT_BYTES: u64 = 32 << 20;

/// Opens an ordinary file and tells its length. A pipe would wait for ever, so it is refused
/// before it is opened.
pub fn open(path: &Path) -> Result<(File, u64), Error> {
    let metadata = fs::metadata(path).map_err(|error| failed(path, &error))?;
    if !metadata.is_file() {
        return Err(Error::damaged(path, "it is not an ordinary file"));
    }
    let file = File::open(path).map_err(|error| failed(path, &error))?;
    Ok((file, metadata.len()))
}

pub fn text(path: &Path) -> Result<String, Error> {
    let (file, length) = open(path)?;
    if length > TEXT_LIMIT_BYTES {
        let why = format!("it has {length} bytes; the limit is {TEXT_LIMIT_BYTES}");
        return Err(Error::damaged(path, why));
    }
    let mut text = String::new();
    let read = file.take(TEXT_LIMIT_BYTES).read_to_string(&mut text);
    read.map_err(|error| failed(path, &error))?;
    Ok(text)
}

pub fn json<T: DeserializeOwned>(path: &Path) -> Result<T, Error> {
    serde_json::from_str(&text(path)?).map_err(|error| Error::damaged(path, error.to_string()))
}

/// A file that may be absent: the default then.
pub fn optional_json<T: DeserializeOwned + Default>(path: &Path) -> Result<T, Error> {
    match json(path) {
        Err(Error::Missing { .. }) => Ok(T::default()),
        other => other,
    }
}

pub fn failed(path: &Path, error: &io::Error) -> Error {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Error::Missing {
            path: path.to_owned(),
        },
        ErrorKind::UnexpectedEof => Error::damaged(path, "it ends too early"),
        _ => Error::damaged(path, error.to_string()),
    }
}
