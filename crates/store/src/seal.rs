//! Content is sealed before it touches the disk: AES-256-GCM under a random data key per
//! namespace, each data key wrapped by the master key in `keys/master.key`, or by one that a
//! service keeps for us. A namespace may have had several keys; what each sealed names it.
//!
//! An envelope is `fmt (1) ‖ key id (4, little endian) ‖ nonce (12) ‖ ciphertext ‖ tag (16)`.
//! The associated data names table, namespace and row, so that an envelope moved elsewhere
//! does not open. Nothing in this layout may change without a new `fmt`.

mod current;
mod keyring;
pub mod master;
mod service;

pub use current::NamespaceKey;
pub use keyring::{DataKey, Keyring};
pub use master::MasterKey;
pub use service::{Custody, KeyService};

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};

use crate::{Error, Result};

const FMT: u8 = 1;
const HEAD: usize = 1 + 4 + NONCE_LEN;

/// Where a sealed value lives; opening it anywhere else fails.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub table: &'a str,
    pub ns: i64,
    pub row: i64,
}

impl Place<'_> {
    fn aad(&self) -> Vec<u8> {
        let mut aad = Vec::with_capacity(self.table.len() + 17);
        aad.extend_from_slice(self.table.as_bytes());
        aad.push(0);
        aad.extend_from_slice(&self.ns.to_le_bytes());
        aad.extend_from_slice(&self.row.to_le_bytes());
        aad
    }
}

/// Random bytes from the operating system.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| Error::Unseal("the system gave no randomness"))?;
    Ok(bytes)
}

pub(crate) fn aead_key(bytes: &[u8]) -> Result<LessSafeKey> {
    UnboundKey::new(&AES_256_GCM, bytes)
        .map(LessSafeKey::new)
        .map_err(|_| Error::Unseal("a key has the wrong length"))
}

pub(crate) fn seal_with(
    key: &LessSafeKey,
    key_id: u32,
    place: Place<'_>,
    plain: &[u8],
) -> Result<Vec<u8>> {
    let nonce = random::<NONCE_LEN>()?;
    let mut out = Vec::with_capacity(HEAD + plain.len() + AES_256_GCM.tag_len());
    out.push(FMT);
    out.extend_from_slice(&key_id.to_le_bytes());
    out.extend_from_slice(&nonce);
    let mut body = plain.to_vec();
    key.seal_in_place_append_tag(
        Nonce::assume_unique_for_key(nonce),
        Aad::from(place.aad()),
        &mut body,
    )
    .map_err(|_| Error::Unseal("sealing failed"))?;
    out.extend_from_slice(&body);
    Ok(out)
}

/// The id of the key an envelope was sealed with.
pub fn key_id_of(envelope: &[u8]) -> Result<u32> {
    match envelope {
        [FMT, a, b, c, d, ..] => Ok(u32::from_le_bytes([*a, *b, *c, *d])),
        _ => Err(Error::Unseal("unknown envelope format")),
    }
}

pub(crate) fn open_with(key: &LessSafeKey, place: Place<'_>, envelope: &[u8]) -> Result<Vec<u8>> {
    key_id_of(envelope)?;
    let nonce = envelope
        .get(5..HEAD)
        .ok_or(Error::Unseal("the envelope is cut short"))?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| Error::Unseal("bad nonce"))?;
    let mut body = envelope[HEAD..].to_vec();
    let len = key
        .open_in_place(nonce, Aad::from(place.aad()), &mut body)
        .map_err(|_| Error::Unseal("wrong key, wrong place or changed bytes"))?
        .len();
    body.truncate(len);
    Ok(body)
}

#[cfg(test)]
mod tests;
