//! What the store is sealed under, and what is not sealed.

use mneme_wire::Port;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{DataKeysReply, DataKeysRequest, SealedNamespace};

use super::{Finding, from_fault, good};
use crate::commands::key::sealed_sentence;

const READABLE: &str = "names, ids, times, kinds, sizes and counts stay readable on disk, and fingerprints as keyed hashes; what was said, with its tags, is sealed";

pub async fn check(port: &dyn Port) -> Vec<Finding> {
    match ask(port, &DataKeysRequest::default()).await {
        Ok(told) => [vec![whole(&told)], open(&told), vec![readable()]].concat(),
        Err(fault) => vec![from_fault("sealing", fault)],
    }
}

fn whole(told: &DataKeysReply) -> Finding {
    let keys = told.namespaces.iter();
    let keys: Vec<String> = keys
        .map(|sealed| format!("{} {}", sealed.namespace, sealed.key_id))
        .collect();
    let retired = told.retired_keys.len();
    let (keeper, keys) = (&told.keeper, keys.join(", "));
    good(
        "sealing",
        format!("keys are wrapped by {keeper}; in use: {keys}; retired and kept: {retired}"),
    )
}

/// Namespaces of which something is still under an older key.
fn open(told: &DataKeysReply) -> Vec<Finding> {
    let open = told
        .namespaces
        .iter()
        .filter(|sealed| sealed.sealed_percent < 100);
    open.map(again).collect()
}

fn again(sealed: &SealedNamespace) -> Finding {
    let message = format!(
        "sealed under {} in {}",
        sealed.key_id,
        sealed_sentence(sealed)
    );
    let hint = match sealed.damaged {
        0 => "it goes on by itself while a server runs",
        _ => "the older keys are kept; `mneme verify` names what does not open",
    };
    Finding {
        ok: sealed.damaged == 0,
        note: true,
        hint: hint.to_owned(),
        ..good("sealing", message)
    }
}

fn readable() -> Finding {
    good("readable", READABLE.to_owned())
}
