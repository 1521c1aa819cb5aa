//! Receipts of forgetting: signed with a key that is this store's own, verifiable by anyone
//! who knows its public half.

use mneme_model::hex;
use ring::digest::{SHA256, digest};
use ring::hmac;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use crate::{Error, Result, Secret};

/// What a store signs receipts with.
pub struct Receipts {
    pair: Ed25519KeyPair,
    /// Made of the store's own seed.
    own: hmac::Key,
    /// Made of the secret it was told, if it was told one.
    shared: Option<hmac::Key>,
}

/// Set apart from whatever else the secret is used for.
const LABEL: &[u8] = b"memoryoss deletion certificate";

/// Two proofs of the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Checked by whoever knows the store's secret, as the memory API has it.
    pub signature: String,
    /// Checked by anyone, with the public key.
    pub proof: String,
    pub public_key: String,
}

// === impl Receipts ===

impl Receipts {
    pub fn new(seed: &[u8; 32], secret: Option<&Secret>) -> Result<Self> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| Error::BadCredential)?;
        Ok(Self {
            pair,
            own: keyed(seed),
            shared: secret.map(|secret| keyed(secret.0.as_bytes())),
        })
    }

    pub fn public_key(&self) -> String {
        hex::encode(self.pair.public_key())
    }

    pub fn sign(&self, text: &str) -> Signed {
        Signed {
            signature: hex::encode(hmac::sign(
                self.shared.as_ref().unwrap_or(&self.own),
                text.as_bytes(),
            )),
            proof: hex::encode(self.pair.sign(text.as_bytes())),
            public_key: self.public_key(),
        }
    }

    /// Whether a signature was made with a secret of this store; how far it fits is not told.
    /// What it signed before it was told one is still its own.
    pub fn has_signed(&self, text: &str, signature: &str) -> bool {
        let Some(tag) = hex::decode(signature) else {
            return false;
        };
        let fits = |key: &hmac::Key| hmac::verify(key, text.as_bytes(), &tag).is_ok();
        let shared = self.shared.as_ref().is_some_and(fits);
        shared | fits(&self.own)
    }
}

fn keyed(secret: &[u8]) -> hmac::Key {
    let secret = digest(&SHA256, &[secret, LABEL].concat());
    hmac::Key::new(hmac::HMAC_SHA256, secret.as_ref())
}

/// Whether the holder of a public key signed this text.
pub fn is_signed(text: &str, proof: &str, public_key: &str) -> bool {
    let (Some(proof), Some(key)) = (hex::decode(proof), hex::decode(public_key)) else {
        return false;
    };
    let key = UnparsedPublicKey::new(&ED25519, key);
    key.verify(text.as_bytes(), &proof).is_ok()
}

/// The plain hash of a text, for those who hold the text.
pub fn content_hash(text: &str) -> String {
    hex::encode(digest(&SHA256, text.as_bytes()))
}

/// One hash over many: each pair of neighbours is hashed into one until one is left; the last
/// of an odd number is its own neighbour.
pub fn merkle_root(leaves: &[String]) -> String {
    let mut level = leaves.to_vec();
    while level.len() > 1 {
        let pairs = level.chunks(2);
        level = pairs
            .map(|pair| {
                let (left, right) = (&pair[0], pair.last().unwrap_or(&pair[0]));
                content_hash(&format!("{left}{right}"))
            })
            .collect();
    }
    level.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_holds_for_its_text_and_key_alone() {
        let receipts = Receipts::new(&[7; 32], None).unwrap();
        let signed = receipts.sign("gone");
        assert!(is_signed("gone", &signed.proof, &signed.public_key));
        assert!(!is_signed("gone!", &signed.proof, &signed.public_key));
        let other = Receipts::new(&[8; 32], None).unwrap();
        assert!(!is_signed("gone", &signed.proof, &other.public_key()));
        assert!(!is_signed("gone", "zz", "00"));
        assert!(receipts.has_signed("gone", &signed.signature));
        for (text, by) in [("gone!", &receipts), ("gone", &other)] {
            assert!(!by.has_signed(text, &signed.signature));
        }
        assert!(!receipts.has_signed("gone", "zz"));
        assert_ne!(signed.signature, other.sign("gone").signature);
    }

    #[test]
    fn whoever_knows_the_secret_can_check_it_and_older_receipts_hold() {
        let secret = Secret(String::from("told to the auditor"));
        let (own, told) = (
            Receipts::new(&[7; 32], None).unwrap(),
            Receipts::new(&[7; 32], Some(&secret)).unwrap(),
        );
        let (before, signed) = (own.sign("gone"), told.sign("gone"));
        assert_ne!(before.signature, signed.signature);
        assert_eq!(before.proof, signed.proof, "the store is the same");
        let by_hand = hmac::sign(&keyed(secret.0.as_bytes()), b"gone");
        assert_eq!(signed.signature, hex::encode(by_hand));
        assert!(told.has_signed("gone", &before.signature));
        assert!(told.has_signed("gone", &signed.signature));
        assert!(!own.has_signed("gone", &signed.signature));
    }

    #[test]
    fn the_root_depends_on_every_leaf_and_their_order() {
        let leaves = |texts: &[&str]| texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
        let root = |texts: &[&str]| merkle_root(&leaves(texts));
        assert_eq!(root(&["aa"]), "aa");
        assert_eq!(root(&[]), "");
        let by_hand = |a: &str, b: &str| content_hash(&format!("{a}{b}"));
        assert_eq!(root(&["a", "b"]), by_hand("a", "b"));
        let (left, right) = (by_hand("a", "b"), by_hand("c", "c"));
        assert_eq!(root(&["a", "b", "c"]), by_hand(&left, &right));
        assert_ne!(root(&["a", "b"]), root(&["b", "a"]));
    }
}
