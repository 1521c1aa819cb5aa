//! Pages an agent keeps for itself, taken in as memories.

use mneme_access::Caller;
use mneme_notebook::page::{self, Page};

use super::{Strategy, Taken};
use crate::{Engine, Result};

impl Engine {
    /// Each part of a page is a memory: known ones change nothing, changed ones have their next
    /// version.
    pub async fn bring_pages(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        pages: Vec<Page>,
        agent: &str,
    ) -> Result<Taken> {
        let agent = caller.only.as_deref().unwrap_or(agent);
        let export = page::export(&pages, agent);
        self.take_notebook(caller, namespace, export, Strategy::Merge)
            .await
    }
}
