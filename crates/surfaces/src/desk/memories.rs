//! Storing, changing, listing.

use mneme_access::{Caller, Need};
use mneme_engine::memories::{ListMemories, NewMemory, Stored, UpdateMemory};
use mneme_engine::{Error, Initiative, Result};
use mneme_model::{Code, Moment};
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::{initiative, memory};

impl Desk {
    pub async fn store(&self, caller: &Caller, request: StoreRequest) -> Result<StoreReply> {
        let namespace = request.namespace.clone();
        let stored = self
            .engine
            .store_memories(
                caller,
                namespace.as_deref(),
                vec![new_memory(request)?],
                Initiative::Caller,
            )
            .await?;
        let only = stored.into_iter().next().map(store_reply);
        only.ok_or_else(|| Error::refused(Code::Internal, "a store answered nothing"))
    }

    pub async fn store_batch(
        &self,
        caller: &Caller,
        request: StoreBatchRequest,
    ) -> Result<StoreBatchReply> {
        let namespace = self.one_namespace(caller, &request.memories)?;
        let new = request.memories.into_iter().map(new_memory);
        let new = new.collect::<Result<Vec<_>>>()?;
        let stored = self
            .engine
            .store_memories(
                caller,
                namespace.as_deref(),
                new,
                initiative(request.imported),
            )
            .await?;
        Ok(StoreBatchReply {
            stored: stored.into_iter().map(store_reply).collect(),
        })
    }

    pub async fn update(&self, caller: &Caller, request: UpdateRequest) -> Result<UpdateReply> {
        let UpdateRequest {
            id,
            namespace,
            content,
            tags,
            memory_type,
        } = request;
        let change = UpdateMemory {
            id,
            content,
            tags,
            memory_type,
        };
        let updated = self
            .engine
            .update_memory(caller, namespace.as_deref(), change)
            .await?;
        let fit = self
            .engine
            .is_fit(caller, namespace.as_deref(), &updated.id);
        // It is changed: one that cannot be looked at any more is not shown to a model either.
        let fit = fit.await.unwrap_or(false);
        Ok(UpdateReply {
            id: updated.id,
            version: updated.version,
            updated_at: Moment::from_ms(updated.updated_ms).rfc3339(),
            status: updated.status.name().to_owned(),
            eligible_for_injection: fit,
            contradicts_with: updated.contradicts,
        })
    }

    pub async fn list(&self, caller: &Caller, request: ListRequest) -> Result<ListReply> {
        let list = ListMemories {
            agent: request.agent.clone(),
            session: request.session.clone(),
            after: 0,
            cursor: request.cursor,
            limit: request.limit,
        };
        let found = self
            .engine
            .list_shared(caller, request.namespace.as_deref(), list)
            .await?;
        Ok(ListReply {
            namespace: request.namespace.unwrap_or(caller.namespace.clone()),
            agent: request.agent,
            session: request.session,
            count: found.memories.len(),
            memories: found.memories.into_iter().map(memory).collect(),
            next_cursor: found.cursor,
        })
    }
}

fn new_memory(request: StoreRequest) -> Result<NewMemory> {
    if request.zero_knowledge && request.embedding.is_none() {
        let message = "zero_knowledge needs an embedding: nobody here can read the words";
        return Err(Error::refused(Code::BadEmbedding, message));
    }
    Ok(NewMemory {
        content: request.content,
        tags: request.tags.unwrap_or_default(),
        agent: request.agent,
        session: request.session,
        speaker: request.speaker,
        kind: request.kind,
        memory_type: request.memory_type.unwrap_or_default(),
        occurred_at: request.occurred_at,
        metadata: request.metadata.unwrap_or_default(),
        embedding: request.embedding,
        zero_knowledge: request.zero_knowledge,
        noted: None,
    })
}

pub fn store_reply(stored: Stored) -> StoreReply {
    StoreReply {
        id: stored.id,
        version: stored.version,
        duplicate: stored.duplicate,
        forgotten: stored.forgotten,
        contradicts_with: stored.contradicts,
    }
}

impl Desk {
    /// A batch is one operation in one namespace; naming two is a mistake worth telling.
    fn one_namespace(&self, caller: &Caller, memories: &[StoreRequest]) -> Result<Option<String>> {
        let named = || memories.iter().filter_map(|m| m.namespace.as_deref());
        let first = named().next();
        let several = named().any(|name| Some(name) != first);
        // What is not named is the caller's own; whoever may name others must not mix them.
        let own = named().count() < memories.len();
        self.engine.scope(caller, Need::Write, None)?;
        let elsewhere = first.is_some_and(|name| name != caller.namespace);
        if several || own && elsewhere {
            // Whoever names what is not its own is told that first.
            self.engine
                .scope(caller, Need::Write, first.filter(|_| !several))?;
            return Err(Error::refused(
                Code::BadBatch,
                "a batch goes to one namespace, this one names several",
            ));
        }
        Ok(first.map(str::to_owned))
    }
}
