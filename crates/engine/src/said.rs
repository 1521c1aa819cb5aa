//! Whether something was said already, or said and forgotten.
//!
//! What a text says is looked up, not how it was handed over. What was written before that was told
//! apart has the fingerprint of its very bytes, so both are looked for.

use mneme_model::MemoryStatus;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::{former, journal, tombstones};

use crate::Result;
use crate::memories::succession::superseding;
use crate::notebook::{is_shelved, whose};

/// The memory that says this, if one does that whoever asks may see.
pub(crate) fn known(
    view: &View<'_>,
    namespace: &Namespace,
    text: &str,
) -> Result<Option<MemoryRow>> {
    for value in namespace.key.values(text) {
        for row in memories::by_fingerprint(view, namespace.ns, &value)? {
            if is_meant(view, namespace, &row)? {
                return Ok(Some(row));
            }
        }
    }
    Ok(None)
}

/// The memory that said this until somebody gave it other words or put another one in its place, where
/// none says it now: a machine that brings it has nothing new.
pub(crate) fn corrected(
    view: &View<'_>,
    namespace: &Namespace,
    text: &str,
) -> Result<Option<MemoryRow>> {
    for value in namespace.key.values(text) {
        for row in memories::ended_saying(view, namespace.ns, &value)? {
            // What was only put away may be told again by anybody.
            let superseded = row.status == MemoryStatus::Superseded;
            let ended = superseded || superseding(view, &row)?.is_some();
            if ended && is_meant(view, namespace, &row)? {
                return Ok(Some(row));
            }
        }
        for memory in former::saying(view, namespace.ns, &value)? {
            let row = memories::get(view, memory)?;
            if let Some(row) = row
                && is_meant(view, namespace, &row)?
            {
                return Ok(Some(row));
            }
        }
    }
    Ok(None)
}

/// What stands on a shelf says what that is for, and may say something else tomorrow: who tells the
/// same for itself wants it kept. What is another's is not there.
fn is_meant(view: &View<'_>, namespace: &Namespace, row: &MemoryRow) -> Result<bool> {
    // Words that are lost may be told again.
    let Some(head) = journal::load(&view.forgiving(), row.head_seq)? else {
        return Ok(false);
    };
    Ok(!is_shelved(&head) && whose::is_seen(view, namespace, &head)?)
}

/// Whether it was forgotten, and not told again since. Telling it again lifts the tombstone of what
/// it says; an older one, of its bytes, stays behind and is then of no account.
pub(crate) fn is_forgotten(view: &View<'_>, namespace: &Namespace, text: &str) -> Result<bool> {
    let ns = namespace.ns;
    let values = namespace.key.values(text);
    let Some((value, older)) = values.split_first() else {
        return Ok(false);
    };
    if tombstones::is_set(view, ns, value)? {
        return Ok(true);
    }
    for older in older {
        if tombstones::is_set(view, ns, older)? {
            return Ok(memories::by_fingerprint(view, ns, value)?.is_empty());
        }
    }
    Ok(false)
}
