//! Memories of an export: they keep their ids and what is known of them.

use std::collections::HashMap;

use mneme_wire::operations::ask;
use mneme_wire::shapes::{ImportRequest, ImportedMemory, StoreReply};
use mneme_wire::{Fault, Port};

use super::Imported;
use super::refusals::each;

pub struct Kept<'a> {
    port: &'a dyn Port,
    namespace: Option<String>,
    /// Memories that were here already under another id.
    elsewhere: HashMap<String, String>,
}

// === impl Kept ===

impl<'a> Kept<'a> {
    pub fn new(port: &'a dyn Port, namespace: Option<String>) -> Self {
        Self {
            port,
            namespace,
            elsewhere: HashMap::new(),
        }
    }

    /// Those that took the place of others come before them, in an earlier call.
    pub async fn send(
        &mut self,
        memories: Vec<(String, ImportedMemory)>,
        imported: &mut Imported,
    ) -> Result<(), Fault> {
        let moved = |(what, memory)| (what, self.moved(memory));
        let memories = memories.into_iter().map(moved).collect();
        let send = async |page, imported: &mut Imported| self.ask(page, imported).await;
        each(memories, imported, send).await
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

    /// With its successor under the id it has here.
    fn moved(&self, mut memory: ImportedMemory) -> ImportedMemory {
        if let Some(by) = &mut memory.superseded_by
            && let Some(here) = self.elsewhere.get(by)
        {
            by.clone_from(here);
        }
        memory
    }

    fn remember(&mut self, ids: Vec<String>, stored: Vec<StoreReply>) {
        let pairs = ids.into_iter().zip(stored);
        let pairs = pairs.map(|(id, stored)| (id, stored.id));
        let other = |(id, here): &(String, String)| !here.is_empty() && id != here;
        self.elsewhere.extend(pairs.filter(other));
    }
}
