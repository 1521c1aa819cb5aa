//! Receipts: one that was changed does not hold.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::receipt_holds;
use mneme_access::receipts::{Receipts, content_hash, merkle_root};
use mneme_fuzz::{room, within};
use mneme_wire::shapes::{Certificate, Receipt};

static STORE: LazyLock<Receipts> = LazyLock::new(|| Receipts::new(&[7; 32], None).unwrap());

/// A receipt as a store gives it, for records with these ids.
fn signed(ids: &str) -> Receipt {
    let deleted_ids: Vec<String> = ids.lines().map(str::to_owned).collect();
    let leaf_hashes: Vec<String> = deleted_ids.iter().map(|id| content_hash(id)).collect();
    let certificate = Certificate {
        kind: Certificate::KIND.into(),
        version: 1,
        namespace: "default".into(),
        deleted_count: deleted_ids.len(),
        merkle_root: merkle_root(&leaf_hashes),
        deleted_ids,
        leaf_hashes,
        deleted_at: "2026-01-30T12:00:00Z".into(),
        deleted_by: "local".into(),
    };
    let proofs = STORE.sign(&certificate.text());
    Receipt {
        deleted: certificate.deleted_count,
        certificate,
        signature: proofs.signature,
        proof: proofs.proof,
        public_key: proofs.public_key,
    }
}

fuzz_target!(|input: &[u8]| {
    if let Ok(receipt) = within(room(input.len()), || {
        serde_json::from_slice::<Receipt>(input)
    }) {
        let holds = receipt_holds(&receipt);
        let again: Receipt =
            serde_json::from_slice(&serde_json::to_vec(&receipt).unwrap()).unwrap();
        assert_eq!(receipt_holds(&again), holds);
    }
    let [at, byte, ids @ ..] = input else {
        return;
    };
    let receipt = signed(&String::from_utf8_lossy(ids));
    assert!(receipt_holds(&receipt));
    let mut json = serde_json::to_vec(&receipt).unwrap();
    let at = usize::from(*at) * json.len() / 256;
    json[at] = *byte;
    if let Ok(changed) = serde_json::from_slice::<Receipt>(&json) {
        assert!(!receipt_holds(&changed) || changed.certificate == receipt.certificate);
    }
});
