//! Memories of an export: they keep their ids and what is known of them.

use std::collections::{HashMap, HashSet};
use std::mem::take;

use mneme_model::similar::Said;
use mneme_model::{Clock, Moment};
use mneme_wire::operations::ask;
use mneme_wire::shapes::{ImportRequest, ImportedMemory, StoreReply};
use mneme_wire::{Fault, Port};

use super::Imported;
use super::order::in_order;
use super::refusals::each;
use super::whole::{as_json, pages};
use crate::clock::WallClock;

/// A memory, by the name it has in the file.
type Named = (String, ImportedMemory);

/// What a memory was made of, and its words if they may have been changed since.
struct Made {
    of: Vec<String>,
    words: Option<String>,
}

pub struct Kept<'a> {
    port: &'a dyn Port,
    namespace: Option<String>,
    /// Memories that were here already under another id.
    elsewhere: HashMap<String, String>,
    /// What is here by now, by its id in the file; and what was forgotten here.
    here: HashSet<String>,
    gone: HashSet<String>,
    /// Made of others, which go first.
    made: Vec<Named>,
    /// Gave way to what had not gone yet.
    unfollowed: Vec<Named>,
}

// === impl Kept ===

impl<'a> Kept<'a> {
    pub fn new(port: &'a dyn Port, namespace: Option<String>) -> Self {
        Self {
            port,
            namespace,
            elsewhere: HashMap::new(),
            here: HashSet::new(),
            gone: HashSet::new(),
            made: Vec::new(),
            unfollowed: Vec::new(),
        }
    }

    /// In any order, and best with those that took the place of others in an earlier call.
    pub async fn send(
        &mut self,
        memories: Vec<Named>,
        imported: &mut Imported,
    ) -> Result<(), Fault> {
        let is_made = |(_, memory): &Named| !memory.derived_from.is_empty();
        let (made, ready) = memories.into_iter().partition(is_made);
        self.made.extend::<Vec<Named>>(made);
        self.go(ready, imported).await
    }

    /// What had to wait: first what was made of others, then who took whose place.
    pub async fn finish(&mut self, imported: &mut Imported) -> Result<(), Fault> {
        let made = in_order(take(&mut self.made), sources);
        let sources = uncorrected(&made);
        for page in pages(made, size) {
            self.go(page, imported).await?;
        }
        let waiting = take(&mut self.unfollowed).into_iter();
        let settled =
            waiting.filter_map(|(what, memory)| Some((what, self.settled(memory, &sources)?)));
        let settled: Vec<Named> = settled.collect();
        // They were counted when they came.
        let mut again = Imported::default();
        for page in pages(settled, size) {
            self.go(page, &mut again).await?;
        }
        Ok(())
    }

    /// With its successor, which is here by now; or believed anew, where that was made of it and was
    /// left out as forgotten.
    fn settled(
        &self,
        memory: ImportedMemory,
        made: &HashMap<String, Made>,
    ) -> Option<ImportedMemory> {
        if self.is_followed(&memory) {
            return Some(memory);
        }
        let by = memory
            .superseded_by
            .as_ref()
            .filter(|by| self.gone.contains(*by))?;
        let made = made.get(by)?;
        made.is_undone_to(&memory).then(|| ImportedMemory {
            version: memory.version.saturating_add(1),
            status: String::from("active"),
            state: String::new(),
            archived: false,
            superseded_by: None,
            updated_at: Some(Moment::from_ms(WallClock.now_ms()).rfc3339()),
            ..memory
        })
    }

    async fn go(&mut self, memories: Vec<Named>, imported: &mut Imported) -> Result<(), Fault> {
        let going = self.unlost(memories, imported);
        let unfollowed =
            |(_, memory): &&Named| memory.superseded_by.is_some() && !self.is_followed(memory);
        let unfollowed: Vec<Named> = going.iter().filter(unfollowed).cloned().collect();
        self.unfollowed.extend(unfollowed);
        let moved = |(what, memory)| (what, self.moved(memory));
        let going = going.into_iter().map(moved).collect();
        let send = async |page, imported: &mut Imported| self.ask(page, imported).await;
        each(going, imported, send).await
    }

    /// Without what was made of something that was forgotten here.
    fn unlost(&mut self, memories: Vec<Named>, imported: &mut Imported) -> Vec<Named> {
        let mut going = Vec::with_capacity(memories.len());
        for (what, memory) in memories {
            let mut sources = memory.derived_from.iter();
            if sources.any(|id| self.gone.contains(id)) {
                imported.forgotten += 1;
                self.gone.insert(memory.id);
            } else {
                going.push((what, memory));
            }
        }
        going
    }

    fn is_followed(&self, memory: &ImportedMemory) -> bool {
        let by = memory.superseded_by.as_ref();
        by.is_some_and(|by| self.here.contains(by))
    }

    async fn ask(
        &mut self,
        memories: Vec<ImportedMemory>,
        imported: &mut Imported,
    ) -> Result<(), Fault> {
        let ids: Vec<String> = memories.iter().map(|memory| memory.id.clone()).collect();
        let request = ImportRequest {
            namespace: self.namespace.clone(),
            memories,
        };
        let stored = ask(self.port, &request).await?.stored;
        imported.count_memories(&stored);
        self.remember(ids, stored);
        Ok(())
    }

    /// With its successor and its sources under the ids they have here.
    fn moved(&self, mut memory: ImportedMemory) -> ImportedMemory {
        let named = memory.superseded_by.iter_mut();
        for id in named.chain(&mut memory.derived_from) {
            if let Some(here) = self.elsewhere.get(id) {
                id.clone_from(here);
            }
        }
        memory
    }

    fn remember(&mut self, ids: Vec<String>, stored: Vec<StoreReply>) {
        for (id, stored) in ids.into_iter().zip(stored) {
            if stored.forgotten {
                self.gone.insert(id);
                continue;
            }
            if !stored.id.is_empty() && stored.id != id {
                self.elsewhere.insert(id.clone(), stored.id);
            }
            self.here.insert(id);
        }
    }
}

/// What was made of others, by its id, where nothing followed on it that was not made of them.
fn uncorrected(all: &[Named]) -> HashMap<String, Made> {
    let known: HashSet<&String> = all.iter().map(|(_, memory)| &memory.id).collect();
    let stands = |memory: &&ImportedMemory| {
        let by = memory.superseded_by.as_ref();
        by.is_none_or(|by| known.contains(by))
    };
    let all = all.iter().map(|(_, memory)| memory).filter(stands);
    all.map(|memory| (memory.id.clone(), Made::of(memory)))
        .collect()
}

// === impl Made ===

impl Made {
    fn of(memory: &ImportedMemory) -> Self {
        let changed = memory.version > 1;
        Self {
            of: memory.derived_from.clone(),
            words: changed.then(|| memory.content.clone()),
        }
    }

    /// Whether a source stands where it stood, if this does not come: not where that would undo a
    /// correction.
    fn is_undone_to(&self, source: &ImportedMemory) -> bool {
        let says = |words: &String| Said::read(words).repeats(&Said::read(&source.content));
        self.of.contains(&source.id) && self.words.as_ref().is_none_or(says)
    }
}

fn sources((_, memory): &Named) -> (&str, Vec<&str>) {
    let sources = memory.derived_from.iter().map(String::as_str);
    (&memory.id, sources.collect())
}

fn size((_, memory): &Named) -> usize {
    as_json(&memory.content)
}
