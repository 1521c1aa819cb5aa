//! Numbers for administrators: the index, space, words, caches.

use mneme_access::Caller;
use mneme_engine::Result;
use mneme_engine::views::Term;
use mneme_model::Moment;
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::round;

/// Further behind than this is worth a word of its own.
const CATCHING_UP: u64 = 100;
/// What names no agent.
const NOBODY: &str = "_none";

impl Desk {
    pub async fn index_health(
        &self,
        caller: &Caller,
        request: IndexHealthRequest,
    ) -> Result<IndexHealthReply> {
        let namespace = request.namespace.as_deref();
        let health = self.engine.index_health(caller, namespace).await?;
        let cached = self.engine.read_questions(caller, namespace).await?;
        let status = match health.lag {
            0 => "healthy",
            lag if lag < CATCHING_UP => "catching_up",
            _ => "behind",
        };
        Ok(IndexHealthReply {
            vector_index_size: health.vectors,
            indexer_lag: health.lag,
            vector_seq: health.read,
            fts_seq: health.words,
            write_seq: health.written,
            embedding_cache: CacheCount {
                valid: cached.valid,
                total: cached.kept,
            },
            status: status.to_owned(),
        })
    }

    pub async fn idf_stats(
        &self,
        caller: &Caller,
        request: IdfStatsRequest,
    ) -> Result<IdfStatsReply> {
        let terms = self.engine.terms(caller, request.namespace.as_deref());
        let terms = terms.await?;
        Ok(IdfStatsReply {
            total_documents: terms.documents,
            unique_terms: terms.unique,
            most_common: terms.common.into_iter().map(term).collect(),
            most_rare: terms.rare.into_iter().map(term).collect(),
        })
    }

    pub async fn space_stats(
        &self,
        caller: &Caller,
        request: SpaceStatsRequest,
    ) -> Result<SpaceStatsReply> {
        let space = self.engine.space(caller, request.namespace.as_deref());
        let space = space.await?;
        let at = |ms: Option<i64>| ms.map(|ms| Moment::from_ms(ms).rfc3339());
        let agents = space.agents.into_iter().map(|(name, agent)| {
            let told = AgentSpace {
                count: agent.count,
                total_bytes: agent.bytes,
                topics: agent.topics(),
                earliest: at(agent.first_ms),
                latest: at(agent.last_ms),
            };
            (name.unwrap_or_else(|| NOBODY.to_owned()), told)
        });
        Ok(SpaceStatsReply {
            total_memories: space.memories,
            total_bytes: space.bytes,
            agents: agents.collect(),
        })
    }

    /// What questions mean, as the model read them.
    pub async fn cache_stats(
        &self,
        caller: &Caller,
        request: CacheStatsRequest,
    ) -> Result<CacheStatsReply> {
        let named = request.namespace.as_deref();
        let cached = self.engine.read_questions(caller, named).await?;
        let answers = self.engine.answer_stats(caller, named)?;
        Ok(CacheStatsReply {
            valid_entries: cached.valid + answers.valid,
            total_entries: cached.kept + answers.kept,
        })
    }

    pub async fn cache_flush(
        &self,
        caller: &Caller,
        request: CacheFlushRequest,
    ) -> Result<FlushReply> {
        let named = request.namespace.as_deref();
        let flushed = self.engine.flush_questions(caller, named).await?;
        Ok(FlushReply { flushed })
    }

    pub fn intent_stats(
        &self,
        caller: &Caller,
        request: IntentStatsRequest,
    ) -> Result<IntentStatsReply> {
        let named = request.namespace.as_deref();
        let answers = self.engine.answer_stats(caller, named)?;
        Ok(IntentStatsReply {
            valid_entries: answers.valid,
            total_entries: answers.kept,
            entries: answers.kept,
            hits: answers.hits,
        })
    }

    pub fn intent_flush(&self, caller: &Caller, request: IntentFlushRequest) -> Result<FlushReply> {
        let named = request.namespace.as_deref();
        let flushed = self.engine.flush_answers(caller, named)?;
        Ok(FlushReply { flushed })
    }

    pub fn prefetch_stats(
        &self,
        caller: &Caller,
        request: PrefetchStatsRequest,
    ) -> Result<PrefetchStatsReply> {
        let (agents, queries) = self.engine.habits(caller, request.namespace.as_deref())?;
        Ok(PrefetchStatsReply {
            tracked_agents: agents,
            total_recorded_queries: queries,
        })
    }
}

fn term(term: Term) -> TermCount {
    TermCount {
        term: term.word,
        doc_freq: term.count,
        idf: round(term.idf),
    }
}
