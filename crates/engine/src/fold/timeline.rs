//! The table of contents is made by a follower; but what is erased must be gone from it at once.

use mneme_journal::Fold;
use mneme_model::{Event, KindGroup};
use mneme_store::{Result, Tx};

use crate::timeline::erase_from_toc;

pub struct Timeline;

impl Fold for Timeline {
    fn fold(&self, _: &Tx<'_>, _: &Event) -> Result<()> {
        Ok(())
    }

    fn unfold(&self, tx: &Tx<'_>, event: &Event) -> Result<()> {
        match event.session {
            Some(session) if event.kind.group() == KindGroup::Event => {
                erase_from_toc(tx, session, event)
            }
            _ => Ok(()),
        }
    }
}
