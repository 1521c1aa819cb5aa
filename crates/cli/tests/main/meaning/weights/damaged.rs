//! Weights that were good when they came and are not now.

use std::fs;

use super::{ASKED, MEANT, MINILM, changed, models, one_bit};
use crate::meaning::{stats, vectors};
use crate::support::{Home, Server};

/// A home whose model has been changed on the disk.
fn home(change: impl Fn(&mut Vec<u8>)) -> Home {
    let home = Home::new();
    let dir = home.path().join("models");
    changed(&dir.join(MINILM), "model.safetensors", change);
    home.set(&format!(
        "[embeddings]\nmodel = \"{MINILM}\"\nmodels_dir = {dir:?}\n"
    ));
    home
}

/// Every command that has to do with the model says what is wrong and what to do.
fn assert_told(home: &Home, why: &str) {
    let told = stats(home);
    assert_eq!(told["state"], "damaged", "{told}");
    assert!(told["detail"].as_str().unwrap().contains(why), "{told}");
    let shown = home.run(&["status"]).ok();
    assert!(shown.contains("mneme model fetch --force"), "{shown}");
    let listed = home.json(&["model", "list", "--json"]);
    assert!(
        listed[0]["damaged"].as_str().unwrap().contains(why),
        "{listed}"
    );
    assert!(home.run(&["model", "list"]).ok().contains("damaged:"));
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(doctor.out.contains("[error] model:"), "{doctor:?}");
    assert!(doctor.out.contains("[model_damaged]"), "{doctor:?}");
    let fault = home.run_soon(&["migrate-embeddings", "--json"]);
    let fault = fault.refused(6, "model_damaged").fault();
    let hint = fault["hint"].as_str().unwrap();
    assert!(hint.contains("mneme model fetch --force"), "{fault}");
}

#[test]
fn one_turned_bit_is_told_and_never_used() {
    let home = home(|bytes| one_bit(bytes));
    home.run(&["remember", MEANT]).ok();
    assert_told(&home, "checksum");
    let server = Server::start(&home);
    assert_eq!(server.owner().ask(ASKED), Vec::<String>::new(), "by words");
    assert_eq!(server.owner().ask("staging approval"), [MEANT]);
    assert_told(&home, "checksum");
    let health = server.health();
    let told = ["status", "code"].map(|name| &health[name]);
    assert_eq!(told, ["degraded", "model_damaged"], "{health}");
    let where_it_is = home.path().to_str().unwrap();
    assert!(!health.to_string().contains(where_it_is), "{health}");
    assert_eq!(vectors(&home, MINILM), 0);
    assert!(!server.errors().contains("panicked"));
    server.stop();
    let good = models().join(MINILM).join("model.safetensors");
    let bad = home.path().join("models").join(MINILM);
    fs::copy(good, bad.join("model.safetensors")).unwrap();
    home.run(&["migrate-embeddings"]).ok();
    assert_eq!(Server::start(&home).owner().ask(ASKED), [MEANT]);
    let doctor = home.run(&["doctor"]).ok();
    let ready = format!("[ok] model: {MINILM} is ready");
    assert!(doctor.contains(&ready), "{doctor}");
}

#[test]
fn weights_cut_short_are_told_though_nobody_opened_them() {
    let home = home(|bytes| bytes.truncate(bytes.len() / 2));
    home.run(&["remember", MEANT]).ok();
    assert_told(&home, "too early");
}
