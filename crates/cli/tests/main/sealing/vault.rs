//! The master key kept by Vault: made there, opened there, and nothing instead of it.

mod stand_in;

use std::fs;

use serde_json::Value;

use super::*;
use stand_in::{TOKEN, Vault};

fn wrapped(home: &Home) -> Value {
    let file = home.data().join("keys").join("master.wrapped");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

fn refused_start(home: &Home) -> String {
    let args = ["serve", "--http", "127.0.0.1:0"];
    home.run_soon(&args).refused(5, "[key_service_failed]").err
}

#[test]
fn g_079_vault_makes_the_key_and_opens_it_at_every_start() {
    let vault = Vault::start();
    let home = Home::with_settings(&vault.settings(TOKEN));
    let server = Server::start(&home);
    assert_eq!(vault.asked(), ["datakey/plaintext"]);
    let id = server.owner().remember("The gate opens at seven.");
    assert!(!home.master_key().exists(), "no key of our own");
    assert!(
        wrapped(&home)["wrapped"]
            .as_str()
            .unwrap()
            .starts_with("vault:v1:")
    );
    server.kill();
    let server = Server::start(&home);
    assert_eq!(vault.asked(), ["decrypt"], "the wrapped key is read again");
    assert!(
        server.owner().inspect(&id)["content"]
            .as_str()
            .unwrap()
            .contains("gate")
    );
    let doctor = home.run(&["doctor"]).ok();
    assert!(
        doctor.contains("the Vault key transit/memoryoss"),
        "{doctor}"
    );
    let shown = home.run(&["config", "show"]).ok();
    assert!(shown.contains("encryption.vault_token"), "{shown}");
    for said in [doctor, shown, server.errors()] {
        assert!(!said.contains(TOKEN), "{said}");
    }
    assert!(crate::support::having(&home.data(), TOKEN).is_empty());
}

#[test]
fn g_079_a_rotation_has_vault_wrap_again_and_old_content_stays_readable() {
    let vault = Vault::start();
    let home = Home::with_settings(&vault.settings(TOKEN));
    let server = Server::start(&home);
    let mut owner = server.owner();
    let id = owner.remember("The gate opens at seven.");
    vault.rotate();
    let old = rotate(&mut owner);
    assert_eq!(retired(&mut owner), std::slice::from_ref(&old));
    assert!(
        wrapped(&home)["wrapped"]
            .as_str()
            .unwrap()
            .starts_with("vault:v2:")
    );
    // What Vault does not open any more is not needed any more.
    vault.forget_version(1);
    server.kill();
    let server = Server::start(&home);
    let mut owner = server.owner();
    assert!(
        owner.inspect(&id)["content"]
            .as_str()
            .unwrap()
            .contains("gate")
    );
    assert_eq!(retired(&mut owner), [old], "kept over the restart");
    vault.asked();
    vault.seal();
    let path = "/v1/admin/keys/rotate";
    let refused = owner
        .post(path, &json!({}))
        .refused(503, "key_service_failed");
    let refused = refused.to_string();
    assert!(
        !refused.contains(TOKEN) && refused.contains("Vault is sealed"),
        "{refused}"
    );
    assert_eq!(retired(&mut owner).len(), 1, "nothing was changed");
    // Who is open stays open: Vault is asked at the start and for a new key only.
    owner.remember("Still here.");
}

#[test]
fn g_079_without_vault_nothing_starts_and_no_key_is_made() {
    let vault = Vault::start();
    let home = Home::with_settings(&vault.settings("hvs.not-the-token"));
    let said = refused_start(&home);
    assert!(
        said.contains("permission denied") && said.contains("encryption.vault_token"),
        "{said}"
    );
    assert!(!said.contains("hvs.not-the-token"), "{said}");
    let keys = home.data().join("keys");
    assert!(files(&keys).is_empty(), "no key of any kind");
    vault.seal();
    home.set(&vault.settings(TOKEN));
    assert!(refused_start(&home).contains("Vault is sealed"));
    vault.unseal();
    home.run(&["remember", "The gate opens at seven."]).ok();
    let before = fs::read(keys.join("master.wrapped")).unwrap();
    home.set(&Vault::settings_of("http://127.0.0.1:1", TOKEN));
    assert!(refused_start(&home).contains("does not answer"));
    home.run_soon(&["list"]).refused(5, "[key_service_failed]");
    // Nor does a key of our own take its place, or Vault's that of ours.
    home.set("");
    home.run_soon(&["list"])
        .refused(1, "[key_provider_mismatch]");
    home.run_soon(&["serve", "--http", "127.0.0.1:0"])
        .refused(1, "[key_provider_mismatch]");
    assert!(!home.master_key().exists());
    assert_eq!(fs::read(keys.join("master.wrapped")).unwrap(), before);
    let ours = Home::new();
    ours.run(&["remember", "Something."]).ok();
    ours.set(&vault.settings(TOKEN));
    ours.run_soon(&["list"])
        .refused(1, "[key_provider_mismatch]");
    home.set(&vault.settings(TOKEN));
    assert_eq!(
        home.json(&["list", "--json"])["count"],
        1,
        "with Vault it opens again"
    );
}

#[test]
fn a_backup_of_a_store_that_vault_keeps_comes_back_with_vault_only() {
    let vault = Vault::start();
    let home = Home::with_settings(&vault.settings(TOKEN));
    home.run(&["remember", "The gate opens at seven."]).ok();
    home.run(&["key", "rotate"]).ok();
    let file = home.path().join("whole").to_str().unwrap().to_owned();
    let bare = home.path().join("bare").to_str().unwrap().to_owned();
    let advice = home.run(&["backup", "-o", &bare]).ok();
    assert!(advice.contains("a copy of keys/master.wrapped"), "{advice}");
    let alone = Home::with_settings(&vault.settings(TOKEN));
    let told = alone.run_soon(&["restore", &bare]);
    let told = told.refused(6, "[key_missing]").err;
    assert!(told.contains("keys/master.wrapped is not there"), "{told}");
    home.run(&["backup", "-o", &file, "--include-key"]).ok();
    let elsewhere = Home::new();
    elsewhere
        .run_soon(&["restore", &file])
        .refused(1, "[key_provider_mismatch]");
    elsewhere.set(&vault.settings(TOKEN));
    elsewhere.run(&["restore", &file]).ok();
    assert_eq!(elsewhere.json(&["list", "--json"])["count"], 1);
    assert_clean(&elsewhere);
}
