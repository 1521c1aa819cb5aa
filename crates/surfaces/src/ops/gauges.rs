//! Numbers worked out when somebody asks for them.

use mneme_engine::views::Workings;
use mneme_engine::{NamespaceStats, Stats};

/// A number by its name, and what it tells.
pub type Gauge = (&'static str, &'static str, f64);

pub fn all(totals: &Stats, now: &Workings) -> Vec<Gauge> {
    of_store(totals)
        .into_iter()
        .chain(of_workings(now))
        .collect()
}

fn of_store(totals: &Stats) -> [Gauge; 6] {
    let sum = |of: fn(&NamespaceStats) -> u64| {
        let each = totals.namespaces.iter().map(of);
        each.sum::<u64>() as f64
    };
    let (memories, events) = (sum(|n| n.memories), sum(|n| n.events));
    let (bytes, head) = (totals.disk_bytes as f64, totals.head as f64);
    let damaged = totals.room.damaged as f64;
    [
        ("mneme_memories", "memories kept", memories),
        ("mneme_events", "events kept", events),
        (
            "mneme_store_bytes",
            "bytes of database and log on disk",
            bytes,
        ),
        (
            "mneme_damaged_records",
            "records met that do not open any more",
            damaged,
        ),
        ("memoryoss_indexer_write_seq", "last journal position", head),
        (
            "memoryoss_idf_total_docs",
            "memories words are counted over",
            memories,
        ),
    ]
}

fn of_workings(now: &Workings) -> [Gauge; 10] {
    let (agents, queries) = now.habits;
    let number = |n: usize| n as f64;
    let (read, words) = (now.read as f64, now.words as f64);
    [
        (
            "memoryoss_indexer_vector_seq",
            "journal position the model has read",
            read,
        ),
        (
            "memoryoss_indexer_fts_seq",
            "journal position the words have reached",
            words,
        ),
        (
            "memoryoss_embedding_cache_valid",
            "questions whose meaning is remembered and holds",
            number(now.questions.valid),
        ),
        (
            "memoryoss_embedding_cache_total",
            "questions whose meaning is remembered",
            number(now.questions.kept),
        ),
        (
            "memoryoss_intent_cache_entries",
            "answers remembered",
            number(now.answers.kept),
        ),
        (
            "memoryoss_intent_cache_hits",
            "questions answered from memory",
            now.answers.hits as f64,
        ),
        (
            "memoryoss_prefetch_tracked_agents",
            "agents whose questions are remembered",
            number(agents),
        ),
        (
            "memoryoss_prefetch_recorded_queries",
            "questions remembered of agents",
            number(queries),
        ),
        (
            "memoryoss_group_commit_queue_utilization",
            "share of the room for waiting writes that is taken",
            now.queue_share,
        ),
        (
            "mneme_model_open",
            "1 where the model that reads questions is open",
            f64::from(u8::from(now.model_open)),
        ),
    ]
}
