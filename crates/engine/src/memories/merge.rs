//! Several memories that say the same become one. They stay as its sources, put away: what was
//! made of them goes with any of them, and whoever is left is believed anew. What is corrected, there
//! or at a source, stays so.

mod fuse;
mod groups;
mod items;
mod one;
mod orphans;
mod withdraw;

use std::collections::{HashMap, HashSet};

use mneme_access::{Caller, Need};
use mneme_model::{Code, Seq};
use mneme_store::names::Namespace;

use crate::{Engine, Error, Result, signals};
use groups::Group;
use items::Item;

pub(crate) use fuse::fuse;
pub(crate) use orphans::Orphans;
pub(crate) use withdraw::withdraw;

/// Whether and how it is done by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MergeSettings {
    pub enabled: bool,
    /// 0 is as often as there is something to look at.
    pub interval_minutes: u64,
    pub threshold: f64,
    pub most: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Merge {
    /// From which likeness in meaning on, 0 to 1, other words say the same.
    pub threshold: f64,
    /// So many groups at most.
    pub most: usize,
    pub dry_run: bool,
}

/// Memories that say the same.
#[derive(Clone, Debug, Default)]
pub struct MergedGroup {
    /// The one the others are most like.
    pub kept: String,
    pub merged: Vec<String>,
    pub similarity: f64,
    /// What was made of them; none where nothing was.
    pub derived: Option<String>,
    /// What that is made of in the end.
    pub sources: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Merged {
    pub groups: Vec<MergedGroup>,
    pub looked_at: usize,
    /// Memories that say what another one says, before and after.
    pub repeats_before: usize,
    pub repeats_after: usize,
    pub active_before: u64,
    pub active_after: u64,
}

/// Memories looked at in one go, the latest: what is older had its turn.
const MOST: usize = 20_000;
/// Neighbours in meaning that are looked at, and lookups in one read.
const NEAR: usize = 16;
const STRIDE: usize = 200;

type Near = HashMap<Seq, Vec<(Seq, f32)>>;

impl Default for MergeSettings {
    fn default() -> Self {
        Self {
            enabled: false,
            interval_minutes: 60,
            threshold: 0.9,
            most: 25,
        }
    }
}

// === impl Merge ===

impl Merge {
    fn check(&self) -> Result<()> {
        if !(0.0..=1.0).contains(&self.threshold) {
            let message = format!("threshold is from 0 to 1, not {}", self.threshold);
            return Err(Error::refused(Code::BadLimit, message));
        }
        match self.most {
            0 => Err(Error::refused(
                Code::BadLimit,
                "max_clusters is 1 or more, not 0",
            )),
            _ => Ok(()),
        }
    }
}

impl Engine {
    /// Makes one memory of each group that says the same, or only says of which it would.
    pub async fn merge(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        wish: Merge,
    ) -> Result<Merged> {
        self.scope(caller, Need::Administer, namespace)?;
        wish.check()?;
        let Some(space) = self.reading(caller, namespace)? else {
            return Ok(Merged::default());
        };
        self.catch_up(caller).await?;
        let items = self.all_items(&space).await?;
        let near = self.all_near(&space, &items, wish.threshold).await?;
        let (looked_at, found) = (items.len(), groups::find(items, &near));
        let repeats = |groups: &[Group]| groups.iter().map(|group| group.others.len()).sum();
        let mut told = Merged {
            looked_at,
            repeats_before: repeats(&found),
            active_before: self.standing(space.ns).await?.active,
            ..Merged::default()
        };
        let (now, later) = found.split_at(wish.most.min(found.len()));
        told.repeats_after = repeats(later);
        told.active_after = told.active_before;
        for group in now {
            let done = match wish.dry_run {
                true => Some(group.told(None)),
                false => self.merge_one(caller, namespace, group.clone()).await?,
            };
            let Some(done) = done else { continue };
            told.active_after = (told.active_after + group.active_after()) - group.active_before();
            told.groups.push(done);
        }
        Ok(told)
    }

    async fn merge_one(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        group: Group,
    ) -> Result<Option<MergedGroup>> {
        let (namespace, origin) = self.writing(caller, namespace).await?;
        let ids = (0..group.ids_needed()).map(|_| self.mint_id());
        let ids = ids.collect::<Result<Vec<_>>>()?;
        let draft = one::draft(&self.settings.limits, &namespace, &group)?;
        let done = self
            .journal
            .run(namespace, origin, &[], move |intake| {
                one::write(intake, &group, draft, ids)
            })
            .await?;
        signals::MERGED.add(u64::from(done.is_some()));
        Ok(done)
    }

    async fn all_items(&self, space: &Namespace) -> Result<Vec<Item>> {
        let (mut all, mut before) = (Vec::new(), Some(Seq::MAX));
        while let Some(at) = before.filter(|_| all.len() < MOST) {
            let seen = space.clone();
            let page = self.store.read(move |view| items::page(view, &seen, at));
            let (items, next) = page.await?;
            all.extend(items);
            before = next;
        }
        all.truncate(MOST);
        Ok(all)
    }

    /// Whatever is near enough to each in meaning, where a model has read them.
    async fn all_near(&self, space: &Namespace, items: &[Item], threshold: f64) -> Result<Near> {
        self.index.ready(space).await?;
        let heads: HashSet<Seq> = items.iter().map(|item| item.row.head_seq).collect();
        let heads = std::sync::Arc::new(heads);
        let mut near = Near::new();
        for chunk in items.chunks(STRIDE) {
            let seqs: Vec<Seq> = chunk.iter().map(|item| item.row.head_seq).collect();
            let (index, space, heads) = (self.index.clone(), space.clone(), heads.clone());
            let look = move |_: &mneme_store::View<'_>| {
                let admits = |seq: Seq| heads.contains(&seq);
                let like = |seq| -> Vec<(Seq, f32)> {
                    let hits = index.like(&space, seq, threshold as f32, NEAR, admits);
                    hits.into_iter().map(|hit| (hit.seq, hit.score)).collect()
                };
                Ok::<Near, Error>(seqs.into_iter().map(|seq| (seq, like(seq))).collect())
            };
            near.extend(self.store.read(look).await?);
        }
        Ok(near)
    }
}
