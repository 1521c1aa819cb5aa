//! Stored vectors that cannot be read.

use mneme_model::NsId;
use mneme_store::View;
use mneme_store::tables::vectors;

use crate::{Engine, Error, Result};

/// Blocks looked at in one go, so that no reader stays long.
const CHECKED: usize = 64;

impl Engine {
    /// Vectors that cannot be read: a sentence for each namespace and model.
    pub(crate) async fn damaged_vectors(&self) -> Result<Vec<String>> {
        let models = self
            .store
            .read(|view| Ok::<_, Error>(vectors::models(view)?));
        let mut told = Vec::new();
        for model in models.await? {
            for namespace in self.store.namespaces() {
                let bad = self.damaged_blocks(namespace.ns, model.clone()).await?;
                if bad > 0 {
                    let (name, of) = (&namespace.name, &model.name);
                    let blocks = if bad == 1 { "block" } else { "blocks" };
                    told.push(format!(
                        "vectors of {of} in {name}: {bad} {blocks} cannot be read"
                    ));
                }
            }
        }
        Ok(told)
    }

    async fn damaged_blocks(&self, ns: NsId, model: vectors::Model) -> Result<usize> {
        let (mut bad, mut after) = (0, Some(0));
        while let Some(from) = after {
            let model = model.clone();
            let read = move |view: &View<'_>| {
                Ok::<_, Error>(vectors::damaged(view, ns, &model, from, CHECKED)?)
            };
            let (more, next) = self.store.read(read).await?;
            bad += more;
            after = next;
        }
        Ok(bad)
    }
}
