//! With real weights. They are looked for in `$MNEME_TEST_MODELS`, then where the product
//! keeps them; a machine without them fails these tests and says how to get them.

mod appear;
mod calibration;
mod command;
mod damaged;
mod distractors;
mod fetch;
mod migrate;
mod paraphrases;
mod status;

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::Home;

const MINILM: &str = "all-minilm-l6-v2";

/// A question and a memory that mean the same in other words.
pub const ASKED: &str = "who has to sign off before we ship to prod?";
pub const MEANT: &str = "Production deploys need staging approval from Priya.";

/// The directory that holds the weights.
fn models() -> PathBuf {
    let given = std::env::var_os("MNEME_TEST_MODELS").map(PathBuf::from);
    let usual = || PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cache/mneme/models");
    let dir = given.unwrap_or_else(usual);
    assert!(
        dir.join(MINILM).join("model.safetensors").exists(),
        "the weights of {MINILM} are not in {}: run `make test`, which fetches them, or name \
         their directory in MNEME_TEST_MODELS",
        dir.display()
    );
    dir
}

/// Settings that read with the real model.
fn settings() -> String {
    let dir = models();
    format!("[embeddings]\nmodel = \"{MINILM}\"\nmodels_dir = {dir:?}\n")
}

pub fn home() -> Home {
    Home::with_settings(&settings())
}

/// The real files in a directory, one of them changed.
fn changed(dir: &Path, name: &str, change: impl Fn(&mut Vec<u8>)) {
    fs::create_dir_all(dir).unwrap();
    for file in [
        "model.safetensors",
        "tokenizer.json",
        "config.json",
        "vocab.txt",
    ] {
        fs::copy(models().join(MINILM).join(file), dir.join(file)).unwrap();
    }
    let mut bytes = fs::read(dir.join(name)).unwrap();
    change(&mut bytes);
    fs::write(dir.join(name), bytes).unwrap();
}

/// Turns one bit in the middle over.
fn one_bit(bytes: &mut [u8]) {
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
}
