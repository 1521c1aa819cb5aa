//! Files for decoders that read files: in the directory for temporary ones, which `scripts/fuzz`
//! puts into memory where it can and takes away afterwards.

use std::fs;
use std::path::{Path, PathBuf};

/// A directory of this process's own, empty.
pub fn scratch(name: &str) -> PathBuf {
    let own = format!("mneme-fuzz-{}-{name}", std::process::id());
    let dir = std::env::temp_dir().join(own);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("a directory for the target");
    dir
}

pub fn write(path: &Path, bytes: &[u8]) {
    if let Some(dir) = path.parent().filter(|dir| !dir.exists()) {
        fs::create_dir_all(dir).expect("a directory for the file");
    }
    fs::write(path, bytes).expect("a file for the decoder");
}

/// One input for several files: pieces between lines of three dashes, the last with the rest.
pub fn parts<const N: usize>(input: &[u8]) -> [&[u8]; N] {
    const LINE: &[u8] = b"\n---\n";
    let (mut found, mut rest) = ([&[][..]; N], input);
    for (n, part) in found.iter_mut().enumerate() {
        let end = rest.windows(LINE.len()).position(|at| at == LINE);
        match end.filter(|_| n + 1 < N) {
            Some(end) => (*part, rest) = (&rest[..end], &rest[end + LINE.len()..]),
            None => (*part, rest) = (rest, &[]),
        }
    }
    found
}
