//! A list of memories with how many there are beyond it.

use mneme_access::Caller;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories;

use super::{Notes, PASSING, listed};
use crate::notebook::Memory;
use crate::{Engine, Result};

impl Engine {
    /// Memories, the latest first, as many as are wanted, and how many there are.
    pub async fn counted_notes(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wanted: Notes,
    ) -> Result<(Vec<Memory>, usize)> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok((Vec::new(), 0));
        };
        let counted = move |view: &View<'_>| {
            let found = listed(view, &namespace, &wanted)?;
            let total = match found.len() < wanted.limit {
                true => found.len(),
                false => total(view, &namespace, wanted)?,
            };
            Ok((found, total))
        };
        self.store.read(counted).await
    }
}

/// Without a filter they need not be opened.
fn total(view: &View<'_>, namespace: &Namespace, wanted: Notes) -> Result<usize> {
    let filtered = wanted.project.is_some() || wanted.kind.is_some() || wanted.agent.is_some();
    if wanted.latest && !filtered && namespace.only.is_none() {
        return Ok(memories::count_believed(view, namespace.ns, PASSING)?);
    }
    let all = Notes {
        limit: usize::MAX,
        ..wanted
    };
    Ok(listed(view, namespace, &all)?.len())
}
