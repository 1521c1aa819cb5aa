//! Forgetting with a receipt that anyone can check.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{dump, quick};
use crate::support::{Home, Ran, Server, rows};

fn told() -> (Home, Server, Value) {
    let (home, server) = quick("");
    let mut client = server.owner();
    let ids = [
        "The will is in the vault.",
        "The heir is Quibok.",
        "Aunt Morgruk knows.",
    ]
    .map(|text| client.remember(text));
    client.remember("The vault has a door.");
    let receipt = client
        .delete("/v1/forget/certified", &json!({ "ids": ids }))
        .ok();
    assert_eq!(receipt["certificate"]["deleted_ids"], json!(ids));
    (home, server, receipt)
}

fn verify(home: &Home, receipt: &Value, more: &[&str]) -> Ran {
    let path: PathBuf = home.path().join("receipt.json");
    std::fs::write(&path, receipt.to_string()).unwrap();
    home.run(&[&["receipt", "verify", path.to_str().unwrap()], more].concat())
}

#[test]
fn g_182_a_certificate_verifies_and_the_audit_has_a_row() {
    let (home, server, receipt) = told();
    let words = dump(&home);
    assert!(
        ["quibok", "morgruk"]
            .iter()
            .all(|word| !words.contains(word)),
        "purged before the answer"
    );
    let certificate = &receipt["certificate"];
    assert_eq!(
        (&certificate["type"], &certificate["version"]),
        (&json!("deletion_certificate"), &json!(1))
    );
    assert_eq!(
        (&certificate["namespace"], &certificate["deleted_count"]),
        (&json!("default"), &json!(3))
    );
    assert_eq!(certificate["leaf_hashes"].as_array().unwrap().len(), 3);
    let said = verify(&home, &receipt, &[]).ok();
    assert!(
        said.starts_with("valid: 3 records of namespace default"),
        "{said}"
    );
    let audit = home.json(&["audit", "--json"]);
    let rows = audit["entries"].as_array().unwrap();
    let forgets: Vec<&Value> = rows
        .iter()
        .filter(|row| row["action"] == "forget")
        .collect();
    assert_eq!(forgets.len(), 1, "{audit}");
    assert_eq!(
        (&forgets[0]["times"], &forgets[0]["subject"]),
        (&json!(3), &certificate["deleted_by"])
    );
    server.stop();
    assert_eq!(
        verify(&home, &receipt, &["--json"]).json()["valid"],
        true,
        "needs no store"
    );
}

#[test]
fn g_182_leaves_do_not_let_a_guess_be_tested() {
    let (home, _server, receipt) = told();
    let export = home.json(&["export"]);
    let plain = export["memories"][0]["content_hash"]
        .as_str()
        .unwrap()
        .to_owned();
    home.run(&["forget", "--all", "--yes", "--receipt", "last.json"])
        .ok();
    let last: Value =
        serde_json::from_str(&std::fs::read_to_string(home.path().join("last.json")).unwrap())
            .unwrap();
    let leaf = last["certificate"]["leaf_hashes"][0].as_str().unwrap();
    assert!(
        !leaf.is_empty() && !plain.contains(leaf),
        "keyed, not plain"
    );
    assert!(
        verify(&home, &last, &[])
            .ok()
            .starts_with("valid: 1 record ")
    );
    assert_eq!(last["public_key"], receipt["public_key"], "one key a store");
}

/// Every text and number of a receipt that is signed, by its path.
fn leaves(value: &Value, path: String, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, value)| leaves(value, format!("{path}/{name}"), all)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(n, value)| leaves(value, format!("{path}/{n}"), all)),
        _ => all.push(path),
    }
}

/// The same with one character changed, at the start, in the middle, at the end.
fn changed(value: &Value) -> Vec<Value> {
    let Some(text) = value.as_str() else {
        return vec![json!(value.as_u64().unwrap() + 1)];
    };
    let at = |n: usize| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[n] = if bytes[n] == b'0' { b'1' } else { b'0' };
        json!(String::from_utf8(bytes).unwrap())
    };
    [0, text.len() / 2, text.len() - 1].map(at).to_vec()
}

#[test]
fn g_182_a_changed_byte_makes_a_receipt_invalid() {
    let (home, _server, receipt) = told();
    let mut all = Vec::new();
    leaves(&receipt, String::new(), &mut all);
    assert!(all.len() > 12, "{all:?}");
    for path in all {
        for other in changed(&receipt.pointer(&path).unwrap().clone()) {
            let mut forged = receipt.clone();
            *forged.pointer_mut(&path).unwrap() = other;
            let ran = verify(&home, &forged, &[]);
            assert_eq!(ran.code, 1, "{path}: {ran:?}");
            assert!(ran.out.contains("not valid"), "{path}: {ran:?}");
        }
    }
    let mut fewer = receipt.clone();
    fewer["certificate"]["deleted_ids"]
        .as_array_mut()
        .unwrap()
        .pop();
    assert_eq!(verify(&home, &fewer, &[]).code, 1);
}

#[test]
fn g_182_a_receipt_of_another_store_fails_under_this_key() {
    let (home, _server, receipt) = told();
    let (_other_home, _other_server, other) = told();
    let key = receipt["public_key"].as_str().unwrap();
    let strange = other["public_key"].as_str().unwrap();
    verify(&home, &receipt, &["--key", key]).ok();
    assert_eq!(verify(&home, &receipt, &["--key", strange]).code, 1);
    assert_eq!(verify(&home, &other, &["--key", key]).code, 1);
    for none in ["zz", "", &key[2..], &format!("{key}00"), &"g".repeat(64)] {
        let refused = verify(&home, &receipt, &["--key", none]).refused(2, "[bad_request]");
        assert!(refused.err.contains("64 hex digits"), "{refused:?}");
    }
    let broken = home.path().join("broken.json");
    std::fs::write(&broken, "{}").unwrap();
    home.run(&["receipt", "verify", broken.to_str().unwrap()])
        .refused(2, "bad_file");
    home.run(&["receipt", "verify", "nowhere.json"])
        .refused(2, "bad_file");
}

/// What anyone can check is the public half; the other needs the store, and says so.
#[test]
fn g_182_the_keyed_signature_is_checked_where_the_store_is() {
    let (home, _server, receipt) = told();
    let said = verify(&home, &receipt, &[]).ok();
    assert!(said.contains("is that of this store"), "{said}");
    let mut forged = receipt.clone();
    forged["signature"] = changed(&receipt["signature"])[1].clone();
    let ran = verify(&home, &forged, &[]);
    assert!(
        ran.code == 1 && ran.out.contains("keyed signature is not"),
        "{ran:?}"
    );
    let elsewhere = Home::new();
    let said = verify(&elsewhere, &forged, &[]).ok();
    assert!(said.contains("was not checked: only the store"), "{said}");
    let json = verify(&elsewhere, &receipt, &["--json"]).json();
    assert_eq!(
        (&json["valid"], &json["signature"]),
        (&json!(true), &json!("not_checked"))
    );
    assert!(
        !elsewhere.path().join("data/mneme.db").exists(),
        "no store is made for it"
    );
    let (other, _served) = quick("");
    let json = verify(&other, &receipt, &["--json"]).json();
    assert_eq!(json["signature"], "not_checked", "another store cannot say");
}

#[test]
fn a_receipt_that_cannot_be_written_forgets_nothing() {
    let (home, server) = quick("");
    server.owner().remember("Still here.");
    let ran = home.run(&[
        "forget",
        "--all",
        "--yes",
        "--receipt",
        "no/such/place.json",
    ]);
    ran.refused(2, "bad_file");
    assert_eq!(server.owner().ask("still"), ["Still here."]);
    assert_eq!(rows(&home, "SELECT count(*) FROM tombstones"), ["0"]);
}
