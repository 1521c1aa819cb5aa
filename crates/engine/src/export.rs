//! Taking everything of a namespace along.

use mneme_access::{Caller, Need};
use mneme_store::View;
use mneme_store::tables::journal;

use crate::events::ListEvents;
use crate::memories::ListMemories;
use crate::note::Act;
use crate::{Engine, Error, Record, Result};

/// Everything that is known in a namespace and, where asked for, what happened there.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    pub namespace: String,
    pub at_ms: i64,
    pub memories: Vec<Record>,
    pub events: Vec<Record>,
    /// What does not open any more and is therefore missing, each in a sentence.
    pub damaged: Vec<String>,
}

impl Engine {
    pub async fn export(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        events: bool,
    ) -> Result<Exported> {
        let name = self.scope(caller, Need::Read, namespace)?.to_owned();
        let memories = self.all_memories(caller, namespace).await?;
        let events = match events {
            true => self.all_events(caller, namespace).await?,
            false => Vec::new(),
        };
        let about = format!("memories={} events={}", memories.len(), events.len());
        let act = Act::of(caller, "export", about).within(&name);
        self.note_if_possible(act).await;
        Ok(Exported {
            namespace: name,
            at_ms: self.store.now_ms(),
            memories,
            events,
            damaged: self.left_out(caller, namespace).await?,
        })
    }

    async fn all_memories(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Record>> {
        let (mut memories, mut after) = (Vec::new(), Some(0));
        while let Some(from) = after {
            let list = ListMemories {
                after: from,
                ..ListMemories::default()
            };
            let page = self.list_memories(caller, namespace, list).await?;
            memories.extend(page.memories);
            after = page.next;
        }
        Ok(memories)
    }

    /// What of a namespace did not open so far; whoever is shown a part of it is not told.
    async fn left_out(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<String>> {
        let whole = self.reading(caller, namespace)?;
        let Some(namespace) = whole.filter(|namespace| namespace.only.is_none()) else {
            return Ok(Vec::new());
        };
        let look = move |view: &View<'_>| {
            let mut told = Vec::new();
            for one in journal::damaged(view)? {
                if journal::find(view, namespace.ns, &one.id)? == Some(one.seq) {
                    told.push(one.sentence());
                }
            }
            Ok::<_, Error>(told)
        };
        self.store.read(look).await
    }

    async fn all_events(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Record>> {
        let (mut events, mut list) = (Vec::new(), ListEvents::default());
        loop {
            let page = self.list_events(caller, namespace, list.clone()).await?;
            events.extend(page.events);
            match page.next {
                Some(next) => list.cursor = Some(next),
                None => return Ok(events),
            }
        }
    }
}
