//! A restored store forgets again what was forgotten since its backup was made.

use std::collections::BTreeSet;
use std::sync::Arc;

use mneme_access::{Caller, Need};
use mneme_model::{Event, Kind, KindGroup, Seq};
use mneme_store::View;
use mneme_store::backup::Forgotten;
use mneme_store::names::Namespace;
use mneme_store::tables::journal;

use super::erase;
use super::traces::Traces;
use crate::{Engine, Error, Result};

/// Events read in one go.
const STRIDE: usize = 1_000;

impl Engine {
    /// Forgets every record of a namespace that says one of these values, but for those that
    /// outlived that, or has one of these names, and sets the tombstones. How many records went.
    pub async fn forget_again(&self, caller: &Caller, forgotten: Forgotten) -> Result<u64> {
        self.scope(caller, Need::Administer, None)?;
        let Some(namespace) = self.store.known_namespace(&forgotten.namespace) else {
            return Ok(0);
        };
        let (values, ids) = (forgotten.fingerprints, forgotten.ids);
        let mut roots = self.saying(&namespace, &values, forgotten.kept).await?;
        roots.extend(self.named(&namespace, ids).await?);
        roots.sort_unstable();
        roots.dedup();
        let ext_id = self.mint_id()?;
        let origin = mneme_journal::Origin {
            door: caller.door,
            actor: caller.subject.clone(),
            agent: None,
        };
        let gone = self
            .journal
            .run(namespace, origin, &[], move |intake| {
                let traces = Traces::saying(intake, &values)?;
                let gone = erase(intake, ext_id.clone(), &roots, &values, None)?.records;
                traces.clear(intake, &ext_id)?;
                Ok::<_, Error>(gone.len() as u64)
            })
            .await?;
        self.purge(caller).await?;
        Ok(gone)
    }

    /// Where records begin that say one of these values, in any of their versions, and are not
    /// among those that are kept.
    async fn saying(
        &self,
        namespace: &Namespace,
        values: &[String],
        kept: BTreeSet<String>,
    ) -> Result<Vec<(Seq, String)>> {
        let mut values = values.to_vec();
        values.sort_unstable();
        let (mut roots, mut at, kept) = (Vec::new(), Some(0), Arc::new(kept));
        while let Some(after) = at {
            let (ns, values, kept) = (namespace.clone(), values.clone(), kept.clone());
            let page = move |view: &View<'_>| page(view, &ns, after, (&values, &kept));
            let (found, next) = self.store.read(page).await?;
            roots.extend(found);
            at = next;
        }
        Ok(roots)
    }

    /// Where records begin that have one of these names.
    async fn named(&self, namespace: &Namespace, ids: Vec<String>) -> Result<Vec<(Seq, String)>> {
        let mut roots = Vec::new();
        for ids in ids.chunks(STRIDE) {
            let (ns, ids) = (namespace.ns, ids.to_vec());
            let find = move |view: &View<'_>| {
                let mut found = Vec::new();
                for id in &ids {
                    let seq = journal::find(view, ns, id)?;
                    let event = seq
                        .map(|seq| journal::load(&view.exact(), seq))
                        .transpose()?;
                    found.extend(event.flatten().as_ref().and_then(root));
                }
                Ok::<_, Error>(found)
            };
            roots.extend(self.store.read(find).await?);
        }
        Ok(roots)
    }
}

type Page = (Vec<(Seq, String)>, Option<Seq>);

fn page(
    view: &View<'_>,
    namespace: &Namespace,
    after: Seq,
    (values, kept): (&[String], &BTreeSet<String>),
) -> Result<Page> {
    let events = journal::after(&view.exact(), Some(namespace.ns), after, STRIDE)?;
    let next = events.last().map(|event| event.seq);
    let says = |event: &&Event| {
        let forms = namespace.key.values(&event.body.text);
        let mut forms = forms.iter();
        forms.any(|form| values.binary_search(form).is_ok()) && !kept.contains(&event.ext_id)
    };
    let roots = events.iter().filter(says).filter_map(root);
    Ok((roots.collect(), next))
}

/// Where the record begins that an event belongs to.
fn root(event: &Event) -> Option<(Seq, String)> {
    match event.kind {
        Kind::MemoryUpdated => event.body.memory.map(|seq| (seq, String::new())),
        kind if kind.group() == KindGroup::Bookkeeping => None,
        _ => Some((event.seq, String::new())),
    }
}
