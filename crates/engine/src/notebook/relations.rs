//! How notes hang together, as somebody said.

use mneme_access::Caller;
use mneme_model::Moment;
use mneme_notebook::ids;
use mneme_notebook::relation::Relation;
use mneme_store::View;
use mneme_store::seal::random;

use super::shelf::{self, Shelved};
use crate::{Engine, Error, Result, checks};

impl Shelved for Relation {
    const SHELF: &'static str = "relation";

    fn key(&self) -> String {
        self.id.clone()
    }

    fn words(&self) -> String {
        format!("{} {} {}", self.source_id, self.kind, self.target_id)
    }
}

impl Engine {
    pub async fn relate(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        mut relation: Relation,
    ) -> Result<Relation> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        checks::content(&self.settings.limits, &relation.words())?;
        let now = Moment::from_ms(self.store.now_ms());
        let chance = random::<{ ids::CHANCE }>().map_err(Error::Store)?;
        relation.id = ids::made("rel", now.ms, chance);
        relation.created_at = now.rfc3339();
        let act = self.mint_id()?;
        let related = self.journal.run(namespace, origin, &[], move |intake| {
            shelf::put(intake, act, &relation)
        });
        related.await
    }

    /// Relations, the oldest first.
    pub async fn relations(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<Vec<Relation>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        let read = move |view: &View<'_>| shelf::all::<Relation>(view, &namespace);
        let mut all = self.store.read(read).await?;
        all.sort_by(|a, b| {
            a.created_at
                .cmp(&b.created_at)
                .then_with(|| a.id.cmp(&b.id))
        });
        Ok(all)
    }
}
