//! What is on disk of the indexes, before anybody opens them: what does not open is thrown away and
//! made again without a word, and whoever looks after a store wants to know.

use mneme_access::{Caller, Need};
use mneme_model::Seq;
use mneme_store::tables::journal;

use crate::{Engine, Error, Result};

impl Engine {
    /// A sentence for each index that is broken, and nothing is changed.
    pub async fn broken_indexes(&self, caller: &Caller) -> Result<Vec<String>> {
        self.scope(caller, Need::Administer, None)?;
        let (index, namespaces) = (self.index.clone(), self.store.namespaces());
        let looked = move |view: &mneme_store::View<'_>| {
            let head = journal::head(view)?;
            let broken = namespaces.into_iter().filter_map(|namespace| {
                let why = wrong(index.look(&namespace), head)?;
                Some(format!("index of {}: {why}", namespace.name))
            });
            Ok::<_, Error>(broken.collect())
        };
        self.store.read(looked).await
    }

    /// A sentence for each index that was broken when this process opened it; each is told once.
    pub(super) fn mended_indexes(&self) -> Vec<String> {
        let namespaces = self.store.namespaces().into_iter();
        let told = namespaces.filter_map(|namespace| {
            let what = self.index.take_mended(&namespace)?;
            let name = &namespace.name;
            Some(format!(
                "index of {name}: {what} and was made again from the journal"
            ))
        });
        told.collect()
    }
}

fn wrong(looked: mneme_index::Result<Option<Seq>>, head: Seq) -> Option<String> {
    match looked {
        Ok(Some(cursor)) if cursor > head => Some(format!(
            "it knows event {cursor}, and the journal ends at {head}"
        )),
        Ok(_) => None,
        Err(error) => Some(format!("it does not open: {error}")),
    }
}
