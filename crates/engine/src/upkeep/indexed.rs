//! Whether the index holds what the journal says, no less and no more.

use std::collections::BTreeSet;

use mneme_index::document::is_findable;
use mneme_model::Seq;
use mneme_store::names::Namespace;
use mneme_store::tables::journal;

use crate::{Engine, Error, Result};

/// Rows read in one go.
const STRIDE: usize = 1_000;

/// What the indexes hold.
#[derive(Default)]
pub(super) struct Held {
    pub records: u64,
    /// Of these, such as are forgotten and not purged yet.
    pub unpurged: u64,
    /// What is wrong with that, a sentence for each namespace.
    pub told: Vec<String>,
}

/// Positions on one side only.
#[derive(Default)]
struct Difference {
    missing: BTreeSet<Seq>,
    superfluous: BTreeSet<Seq>,
}

impl Engine {
    /// How many records the indexes hold, and what is wrong with that.
    pub(super) async fn index_differences(&self) -> Result<Held> {
        let mut all = Held::default();
        for namespace in self.store.namespaces() {
            self.index.ready(&namespace).await?;
            let (held, mut difference) = self.compare(&namespace).await?;
            if !difference.is_empty() {
                // Journal and index were not read at one moment: only what differs twice does.
                difference.keep(&self.compare(&namespace).await?.1);
            }
            all.records += held.records;
            all.unpurged += held.unpurged;
            all.told.extend(difference.told(&namespace.name));
        }
        Ok(all)
    }

    async fn compare(&self, namespace: &Namespace) -> Result<(Held, Difference)> {
        let wanted = self.findable(namespace).await?;
        let waiting = self.purge.waiting_in(namespace.ns).await?;
        let damaged = self
            .store
            .read(|view| Ok::<_, Error>(journal::damaged(view)?));
        // Nobody can say whether it has words: what the index knew of it may stay.
        let damaged: BTreeSet<Seq> = damaged.await?.iter().map(|one| one.seq).collect();
        let mut held = BTreeSet::new();
        let mut difference = Difference::default();
        for seq in self.index.seqs(namespace)? {
            let once = held.insert(seq);
            let due = wanted.contains(&seq) || waiting.contains(&seq) || damaged.contains(&seq);
            if !once || !due {
                difference.superfluous.insert(seq);
            }
        }
        difference.missing = wanted.difference(&held).copied().collect();
        let unpurged = held
            .intersection(&waiting)
            .filter(|seq| !wanted.contains(*seq));
        let held = Held {
            records: held.len() as u64,
            unpurged: unpurged.count() as u64,
            told: Vec::new(),
        };
        Ok((held, difference))
    }

    /// Positions of everything that has words.
    async fn findable(&self, namespace: &Namespace) -> Result<BTreeSet<Seq>> {
        let (mut found, mut at) = (BTreeSet::new(), Some(0));
        while let Some(after) = at {
            let ns = namespace.ns;
            let page = self
                .store
                .read(move |view| Ok::<_, Error>(journal::after(view, Some(ns), after, STRIDE)?));
            let page = page.await?;
            at = page.last().map(|event| event.seq);
            let words = page.iter().filter(|event| is_findable(event));
            found.extend(words.map(|event| event.seq));
        }
        Ok(found)
    }
}

// === impl Difference ===

impl Difference {
    fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.superfluous.is_empty()
    }

    fn keep(&mut self, other: &Self) {
        self.missing.retain(|seq| other.missing.contains(seq));
        self.superfluous
            .retain(|seq| other.superfluous.contains(seq));
    }

    fn told(&self, namespace: &str) -> Option<String> {
        let one = |what: &str, seqs: &BTreeSet<Seq>| {
            let first = seqs.first()?;
            Some(format!("{what} {} (the first is {first})", seqs.len()))
        };
        let lacks = one("lacks", &self.missing);
        let told: Vec<String> = lacks
            .into_iter()
            .chain(one("wrongly has", &self.superfluous))
            .collect();
        let told = told.join(" and ");
        (!told.is_empty()).then(|| format!("index of {namespace}: {told}"))
    }
}
