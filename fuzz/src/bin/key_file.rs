//! Files that hold a secret as hexadecimal digits.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, scratch, within, write};
use mneme_model::hex;
use mneme_store::seal::master::renewable_secret;
use mneme_store::seal::{Custody, MasterKey};

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("key_file"));

fuzz_target!(|input: &[u8]| {
    let file = DIR.join("master.key");
    write(&file, input);
    let loaded = within(room(input.len()), || {
        MasterKey::load(&DIR, &Custody::default(), true)
    });
    let whole = std::str::from_utf8(input)
        .is_ok_and(|text| hex::decode(text.trim()).is_some_and(|bytes| bytes.len() == 32));
    assert_eq!(loaded.is_ok(), whole, "a damaged key is never replaced");
    assert_eq!(std::fs::read(&file).unwrap(), input, "nor written over");
    if whole {
        assert_eq!(renewable_secret(&file).unwrap().len(), 32);
    }
});
