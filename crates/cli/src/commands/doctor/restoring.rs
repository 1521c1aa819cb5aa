//! What a restore leaves behind that did not come to its end.

use std::path::Path;

use mneme_engine::Error;
use mneme_store::backup::{clear_left_behind, left_behind};
use mneme_surfaces::desk::fault;

use super::{Finding, from_fault, good};

/// The store itself is whole, the old one or the new one; what is beside it may still hold the other.
pub fn check(data_dir: &Path, repair: bool) -> Option<Finding> {
    let left = left_behind(data_dir)?;
    let shown = left.display();
    if !repair {
        return Some(Finding {
            note: true,
            hint: format!(
                "`mneme doctor --repair` takes it away, and so does the next `mneme restore`; or, once no restore runs, rm -r {shown}"
            ),
            ..good(
                "restore",
                format!(
                    "{shown} is of a restore that runs, or was killed: half of a store, or the one that was replaced, with all it knew"
                ),
            )
        });
    }
    Some(match clear_left_behind(data_dir) {
        Ok(()) => Finding {
            repaired: true,
            ..good(
                "restore",
                format!("took {shown} away, which a killed one left"),
            )
        },
        Err(error) => from_fault("restore", fault(&Error::Store(error))),
    })
}
