//! Whether there is room for more, and what is written finds its place.

use mneme_model::Code;
use mneme_wire::shapes::StorageStats;

use super::{Finding, from_fault, good};
use crate::output::bytes;

/// Little room is a note: nothing is broken yet.
pub fn check(storage: &StorageStats) -> Finding {
    let free = storage
        .free_bytes
        .map(|free| format!("{} free", bytes(free)));
    match &storage.trouble {
        None => good("disk", free.unwrap_or_else(|| "writes succeed".into())),
        Some(trouble) => Finding {
            ok: trouble.known_code() == Code::StorageLow,
            note: true,
            ..from_fault("disk", trouble.clone())
        },
    }
}
