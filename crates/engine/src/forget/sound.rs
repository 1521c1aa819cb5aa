//! What a wish may say at all.

use super::Forget;
use crate::{Result, checks};

impl Forget {
    /// An empty id, and a kind nobody can have given, are slips of the pen: whoever makes one is not
    /// told that there was nothing to forget.
    pub(super) fn can_be_meant(&self) -> Result<()> {
        if self.ids.iter().any(String::is_empty) {
            return Err(mneme_journal::Error::BadId.into());
        }
        // One without a name is refused with the filter.
        let mut kinds = self.kinds.iter().filter(|kind| !kind.is_empty());
        kinds.try_for_each(|kind| checks::kind(kind))
    }
}
