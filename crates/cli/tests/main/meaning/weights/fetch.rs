//! Real files through `mneme model fetch --from`.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ASKED, MEANT, MINILM, models};
use crate::support::{Home, Ran, texts};

fn fetch(home: &Home, from: &Path) -> Ran {
    let to = home.path().join("models");
    let args = [
        "--models-dir",
        to.to_str().unwrap(),
        "model",
        "fetch",
        MINILM,
        "--from",
    ];
    home.run(&[&args[..], &[from.to_str().unwrap()]].concat())
}

/// The real files, one of them changed.
fn changed(home: &Home, name: &str, change: impl Fn(&mut Vec<u8>)) -> PathBuf {
    let from = home.path().join("from");
    fs::create_dir_all(&from).unwrap();
    for file in [
        "model.safetensors",
        "tokenizer.json",
        "config.json",
        "vocab.txt",
    ] {
        fs::copy(models().join(MINILM).join(file), from.join(file)).unwrap();
    }
    let mut bytes = fs::read(from.join(name)).unwrap();
    change(&mut bytes);
    fs::write(from.join(name), bytes).unwrap();
    from
}

fn assert_nothing_left(home: &Home) {
    let left = fs::read_dir(home.path().join("models")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "a half model was left");
}

#[test]
fn weights_with_another_checksum_are_refused_and_nothing_is_left() {
    let home = Home::new();
    let one_bit = |bytes: &mut Vec<u8>| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    };
    let from = changed(&home, "model.safetensors", one_bit);
    let told = fetch(&home, &from).refused(6, "[model_damaged]");
    assert!(told.err.contains("checksum"), "{told:?}");
    assert_nothing_left(&home);
    let from = changed(&home, "tokenizer.json", |bytes| bytes.push(b'\n'));
    fetch(&home, &from).refused(6, "[model_damaged]");
    assert_nothing_left(&home);
}

#[test]
fn weights_cut_short_are_refused_and_nothing_is_left() {
    let home = Home::new();
    let cut = |bytes: &mut Vec<u8>| bytes.truncate(bytes.len() - 1);
    let from = changed(&home, "model.safetensors", cut);
    fetch(&home, &from).refused(6, "[model_damaged]");
    assert_nothing_left(&home);
}

#[test]
fn fetched_weights_are_listed_and_used() {
    let home = Home::new();
    let said = fetch(&home, &models().join(MINILM)).ok();
    assert!(said.starts_with("fetched:"), "{said}");
    let to = home.path().join("models");
    let to = to.to_str().unwrap();
    let listed = home.json(&["--models-dir", to, "model", "list", "--json"]);
    assert_eq!(
        (&listed[0]["name"], listed[0]["present"] == true),
        (&MINILM.into(), true)
    );
    assert_eq!(
        fs::read_dir(to).unwrap().count(),
        1,
        "no leftovers beside it"
    );
    home.run(&["--models-dir", to, "remember", MEANT]).ok();
    let answer = home.json(&["--models-dir", to, "recall", ASKED, "--json"]);
    assert_eq!(texts(&answer), [MEANT]);
    let again = home
        .run(&["--models-dir", to, "model", "fetch", MINILM])
        .ok();
    assert!(again.starts_with("here:"), "{again}");
}
