//! What a killed restore left beside the data directory. Words in it may have been forgotten since.

use std::path::Path;

use mneme_store::backup::{clear_left_behind, left_behind};

/// Takes it away, once the store's lock is ours. Whoever restores at this moment keeps it, and so
/// does what is not mneme's.
pub fn clear(data_dir: &Path) {
    let Some(left) = left_behind(data_dir) else {
        return;
    };
    let dir = left.display();
    match clear_left_behind(data_dir) {
        Ok(()) => tracing::warn!(%dir, "took away what a killed restore left"),
        Err(error) => tracing::warn!(%dir, %error, "what a restore left is still there"),
    }
}
