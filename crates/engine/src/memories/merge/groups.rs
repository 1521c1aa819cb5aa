//! Which memories say the same. Each group stands around its best one, so that no chain of small
//! differences joins two that have nothing in common.

use std::collections::{HashMap, HashSet};

use mneme_model::MemoryStatus;

use super::items::Item;
use super::{MergedGroup, Near};

#[derive(Clone, Debug)]
pub struct Group {
    pub kept: Item,
    /// The others, and how like it each is.
    pub others: Vec<(Item, f64)>,
}

/// Others that are looked at for one, and taken with it.
const CANDIDATES: usize = 500;
const TAKEN: usize = 32;

type Places = HashMap<String, Vec<usize>>;

/// Where words stand.
struct Words {
    /// Every text that has a word.
    all: Places,
    /// Texts by their rarest words: enough of them that no repetition is missed.
    rare: Places,
}

/// The groups, the largest first.
pub fn find(mut items: Vec<Item>, near: &Near) -> Vec<Group> {
    items.sort_by_cached_key(|item| std::cmp::Reverse(item.rank()));
    let words = Words::of(&items);
    let heads = items.iter().enumerate();
    let heads: HashMap<_, _> = heads.map(|(n, item)| (item.row.head_seq, n)).collect();
    let mut taken = vec![false; items.len()];
    let mut groups = Vec::new();
    for at in 0..items.len() {
        if std::mem::replace(&mut taken[at], true) {
            continue;
        }
        let like = like(&items, &words, near, &heads, at);
        let free = like.into_iter().filter(|(other, _)| !taken[*other]);
        let free: Vec<(usize, f64)> = free.take(TAKEN).collect();
        free.iter().for_each(|(other, _)| taken[*other] = true);
        if !free.is_empty() {
            let others = free.into_iter().map(|(n, like)| (items[n].clone(), like));
            groups.push(Group {
                kept: items[at].clone(),
                others: others.collect(),
            });
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.others.len()));
    groups
}

/// Those that say what one says, by words or by meaning, the best first.
fn like(
    items: &[Item],
    words: &Words,
    near: &Near,
    heads: &HashMap<i64, usize>,
    at: usize,
) -> Vec<(usize, f64)> {
    let (one, mut found) = (&items[at], HashMap::new());
    for other in words.around(items, at) {
        if one.said.repeats(&items[other].said) {
            found.insert(other, 1.0);
        }
    }
    for (seq, cosine) in near.get(&one.row.head_seq).into_iter().flatten() {
        let Some(other) = heads.get(seq).filter(|other| !found.contains_key(*other)) else {
            continue;
        };
        if one.said.says_the_same(&items[*other].said) {
            found.insert(*other, f64::from(*cosine).min(1.0));
        }
    }
    let kin = |(other, _): &(usize, f64)| one.is_of_a_kind_with(&items[*other]);
    let mut found: Vec<(usize, f64)> = found.into_iter().filter(kin).collect();
    found.sort_by_key(|(other, _)| *other);
    found
}

// === impl Words ===

impl Words {
    fn of(items: &[Item]) -> Self {
        let (mut all, mut rare) = (Places::new(), Places::new());
        for (n, item) in items.iter().enumerate() {
            for word in &item.said.set {
                all.entry(word.clone()).or_default().push(n);
            }
        }
        for (n, item) in items.iter().enumerate() {
            for word in rarest(&all, item) {
                rare.entry(word.clone()).or_default().push(n);
            }
        }
        Self { all, rare }
    }

    /// Whatever may repeat one: texts with its rarest word, and texts whose rarest it has.
    fn around(&self, items: &[Item], at: usize) -> HashSet<usize> {
        let item = &items[at];
        let rarest = rarest(&self.all, item).into_iter().take(1);
        let longer = rarest.filter_map(|word| self.all.get(word)).flatten();
        let shorter = item.said.set.iter().filter_map(|word| self.rare.get(word));
        let around = longer.chain(shorter.flatten()).copied();
        around
            .filter(|other| *other != at)
            .take(CANDIDATES)
            .collect()
    }
}

/// The words of a text that fewest others have.
fn rarest<'a>(all: &Places, item: &'a Item) -> Vec<&'a String> {
    let mut words: Vec<&String> = item.said.set.iter().collect();
    words.sort_by_key(|word| (all.get(*word).map_or(0, Vec::len), *word));
    words.truncate(item.said.prefix());
    words
}

// === impl Group ===

impl Group {
    pub fn all(&self) -> impl Iterator<Item = &Item> {
        std::iter::once(&self.kept).chain(self.others.iter().map(|(item, _)| item))
    }

    /// One for what is made, two for what becomes of each.
    pub fn ids_needed(&self) -> usize {
        1 + 2 * (1 + self.others.len())
    }

    pub fn active_before(&self) -> u64 {
        let active = |item: &&Item| item.row.status == MemoryStatus::Active;
        self.all().filter(active).count() as u64
    }

    pub fn active_after(&self) -> u64 {
        u64::from(self.kept.row.status == MemoryStatus::Active)
    }

    pub fn told(&self, derived: Option<(String, Vec<String>)>) -> MergedGroup {
        let like: f64 = self.others.iter().map(|(_, like)| like).sum();
        let (derived, sources) = match derived {
            Some((id, sources)) => (Some(id), sources),
            None => (None, self.all().map(|item| item.id.clone()).collect()),
        };
        MergedGroup {
            kept: self.kept.id.clone(),
            merged: self
                .others
                .iter()
                .map(|(item, _)| item.id.clone())
                .collect(),
            similarity: like / self.others.len().max(1) as f64,
            derived,
            sources,
        }
    }
}
