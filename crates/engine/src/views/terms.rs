//! Which words memories use, and in how many of them.

use std::collections::{HashMap, HashSet};

use mneme_access::{Caller, Need};
use mneme_index::words::each_word;

use crate::memories::ListMemories;
use crate::{Engine, Result};

#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    pub word: String,
    /// Memories that say it.
    pub count: u64,
    /// How telling it is.
    pub idf: f64,
}

/// Counted when asked for, so that it never drifts from what is stored.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub documents: u64,
    pub unique: usize,
    pub common: Vec<Term>,
    pub rare: Vec<Term>,
}

/// Shown from either end.
const SHOWN: usize = 10;

impl Engine {
    /// The words of memories that can be found now.
    pub async fn terms(&self, caller: &Caller, namespace: Option<&str>) -> Result<Terms> {
        self.scope(caller, Need::Administer, namespace)?;
        let (mut counts, mut documents) = (HashMap::<String, u64>::new(), 0);
        let mut after = Some(0);
        while let Some(from) = after {
            let list = ListMemories {
                after: from,
                ..ListMemories::default()
            };
            let page = self.list_memories(caller, namespace, list).await?;
            for record in page.memories.iter().filter(|r| r.status.is_found()) {
                documents += 1;
                count(&record.text, &mut counts);
            }
            after = page.next;
        }
        Ok(Terms::of(documents, counts))
    }
}

fn count(text: &str, counts: &mut HashMap<String, u64>) {
    let mut said = HashSet::new();
    each_word(text, |word| {
        if !said.contains(word) {
            said.insert(word.to_owned());
        }
    });
    for word in said {
        *counts.entry(word).or_default() += 1;
    }
}

// === impl Terms ===

impl Terms {
    fn of(documents: u64, counts: HashMap<String, u64>) -> Self {
        let unique = counts.len();
        let mut all: Vec<(String, u64)> = counts.into_iter().collect();
        all.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
        let term = |(word, count): &(String, u64)| Term {
            word: word.clone(),
            count: *count,
            idf: ((documents as f64 + 1.0) / (*count as f64 + 1.0)).ln() + 1.0,
        };
        Self {
            documents,
            unique,
            common: all.iter().take(SHOWN).map(term).collect(),
            rare: all.iter().rev().take(SHOWN).map(term).collect(),
        }
    }
}
