//! Sealed values, and wrapped keys: what nobody sealed does not open.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, scratch, within, write};
use mneme_store::seal::{Custody, DataKey, Keyring, MasterKey, Place};

const PLACE: Place<'static> = Place {
    table: "journal",
    ns: 1,
    row: 7,
};
/// These bytes only say which key it was.
const KEY_ID: std::ops::Range<usize> = 1..5;

static RING: LazyLock<Keyring> = LazyLock::new(|| {
    let dir = scratch("envelope");
    write(&dir.join("master.key"), "17".repeat(32).as_bytes());
    let ring = Keyring::new(MasterKey::load(&dir, &Custody::default(), false).unwrap());
    ring.add(DataKey::derive(1, &[1; 32]).unwrap());
    ring
});
static MASTER: LazyLock<MasterKey> =
    LazyLock::new(|| MasterKey::load(&scratch("master"), &Custody::default(), true).unwrap());

fuzz_target!(|input: &[u8]| {
    let opened = within(room(input.len()), || RING.open(PLACE, input));
    assert!(opened.is_err(), "nobody sealed this");
    assert!(MASTER.unwrap(1, 1, input).is_err());
    let key = RING.get(1).unwrap();
    let mut sealed = key.seal(PLACE, input).unwrap();
    assert_eq!(RING.open(PLACE, &sealed).unwrap(), input);
    let at = input.iter().map(|b| usize::from(*b)).sum::<usize>() % sealed.len();
    sealed[at] ^= 1 + input.first().copied().unwrap_or(0) % 255;
    assert_eq!(key.open(PLACE, &sealed).is_ok(), KEY_ID.contains(&at));
    assert!(key.open(PLACE, &sealed[..at]).is_err(), "cut short");
});
