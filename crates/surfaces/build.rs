//! Lists the files of `viewer/`, so that the page is in the binary and needs nothing beside it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// What a browser asks for. Tests and documents stay outside.
const SERVED: [&str; 4] = ["html", "css", "js", "svg"];

fn main() -> Outcome {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join(VIEWER);
    let root = root.canonicalize()?;
    let mut files = Vec::new();
    gather(&root, &root, &mut files)?;
    files.sort();
    let mut list = String::from("pub const ASSETS: &[Asset] = &[\n");
    let mut all = BASIS;
    for file in &files {
        let bytes = fs::read(file)?;
        all = mixed(all, &bytes);
        let name = file.strip_prefix(&root)?.display().to_string();
        let tag = mixed(BASIS, &bytes);
        // Where this clone is, not where the one was that ran this first.
        let path = format!("/{VIEWER}/{name}");
        writeln!(
            list,
            "Asset {{ name: {name:?}, tag: \"\\\"{tag:016x}\\\"\", \
             bytes: include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?})) }},"
        )?;
    }
    writeln!(list, "];\npub const BUILD: &str = \"{all:016x}\";")?;
    fs::write(
        PathBuf::from(std::env::var("OUT_DIR")?).join("viewer.rs"),
        list,
    )?;
    Ok(())
}

/// From here, as cargo reads it: two clones may share what was built, and each watches its own files.
const VIEWER: &str = "../../viewer";

/// Every folder is watched, so that a file that comes or goes is seen.
fn gather(root: &Path, dir: &Path, files: &mut Vec<PathBuf>) -> Outcome {
    watch(root, dir)?;
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("tests") {
            gather(root, &path, files)?;
        } else if path
            .extension()
            .is_some_and(|kind| SERVED.iter().any(|served| kind == *served))
        {
            watch(root, &path)?;
            files.push(path);
        }
    }
    Ok(())
}

fn watch(root: &Path, path: &Path) -> Outcome {
    let here = Path::new(VIEWER).join(path.strip_prefix(root)?);
    println!("cargo:rerun-if-changed={}", here.display());
    Ok(())
}

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: tells builds apart, keeps no secret.
fn mixed(from: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(from, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}
