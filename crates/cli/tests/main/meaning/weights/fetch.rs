//! Real files through `mneme model fetch --from`.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ASKED, MEANT, MINILM, changed, models, one_bit};
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

/// Files to fetch from, one of them changed.
fn offered(home: &Home, name: &str, change: impl Fn(&mut Vec<u8>)) -> PathBuf {
    let from = home.path().join("from");
    changed(&from, name, change);
    from
}

fn assert_nothing_left(home: &Home) {
    let left = fs::read_dir(home.path().join("models")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "a half model was left");
}

#[test]
fn weights_with_another_checksum_are_refused_and_nothing_is_left() {
    let home = Home::new();
    let from = offered(&home, "model.safetensors", |bytes| one_bit(bytes));
    let told = fetch(&home, &from).refused(6, "[model_damaged]");
    assert!(told.err.contains("checksum"), "{told:?}");
    assert_nothing_left(&home);
    let from = offered(&home, "tokenizer.json", |bytes| bytes.push(b'\n'));
    fetch(&home, &from).refused(6, "[model_damaged]");
    assert_nothing_left(&home);
}

#[test]
fn weights_cut_short_are_refused_and_nothing_is_left() {
    let home = Home::new();
    let cut = |bytes: &mut Vec<u8>| bytes.truncate(bytes.len() - 1);
    let from = offered(&home, "model.safetensors", cut);
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
