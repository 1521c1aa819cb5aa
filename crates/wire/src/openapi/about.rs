//! A sentence for each operation, and the group it stands in.

use serde_json::{Value, json};

/// Groups, in the order a reader meets them.
const TAGS: [(&str, &str); 9] = [
    ("memories", "What is known."),
    ("recall", "Asking."),
    ("events", "What happened, and its table of contents."),
    ("forgetting", "Letting go, with proof."),
    ("worth", "What memories turned out to be worth."),
    ("history", "Where a memory comes from, and taking it along."),
    ("sharing", "Opening memories to other namespaces."),
    ("administration", "Keys, tokens, numbers."),
    ("door", "The door itself."),
];

/// Name of the operation, or the path where there is none; its group; what it does.
const OPERATIONS: &[(&str, &str, &str)] = &[
    (
        "store",
        "memories",
        "Keep a memory; the same words again are the same memory.",
    ),
    (
        "store_batch",
        "memories",
        "Keep several memories in one namespace: all of them, or none.",
    ),
    (
        "update",
        "memories",
        "Change words, tags or type of a memory; it gets a new version.",
    ),
    (
        "list",
        "memories",
        "List memories, oldest first, by the page.",
    ),
    ("inspect", "memories", "Show everything of one record."),
    (
        "peek",
        "memories",
        "Show the outside of a record, and as much of its words as asked for.",
    ),
    ("pin", "memories", "Keep something at hand, or no longer."),
    (
        "export",
        "memories",
        "Take everything that is known along, and what happened if asked.",
    ),
    (
        "recall",
        "recall",
        "Ask what is known: ranked records, packed into a budget if asked.",
    ),
    ("recall_batch", "recall", "Ask several questions at once."),
    (
        "query_explain",
        "recall",
        "Ask, and see how the answer came about.",
    ),
    (
        "ingest",
        "events",
        "Tell what happened; an event that is known already changes nothing.",
    ),
    (
        "events",
        "events",
        "List what happened, oldest first, by the page.",
    ),
    (
        "toc",
        "events",
        "Show the table of contents below a node; the years below none.",
    ),
    (
        "grip",
        "events",
        "Show what was said where a grip points, and what stood around it.",
    ),
    (
        "forget",
        "forgetting",
        "Forget for good, with whatever was made of it. A field nobody knows is refused.",
    ),
    (
        "forget_certified",
        "forgetting",
        "Forget, and be answered with a receipt once nothing holds it any more.",
    ),
    (
        "receipt_list",
        "forgetting",
        "List receipts that are kept, newest first.",
    ),
    ("receipt_show", "forgetting", "Show a receipt."),
    (
        "feedback",
        "worth",
        "Say that a memory was right, wrong, or followed by another.",
    ),
    (
        "trust_stats",
        "worth",
        "Show how far each source is trusted.",
    ),
    (
        "review_queue",
        "worth",
        "List what waits for somebody's word.",
    ),
    ("review_action", "worth", "Say it."),
    ("lifecycle", "worth", "Show where memories stand."),
    (
        "consolidate",
        "worth",
        "Make one memory of several that say the same.",
    ),
    (
        "history",
        "history",
        "Show where a memory comes from and what became of it.",
    ),
    (
        "history_bundle",
        "history",
        "The same as a sealed bundle to take along.",
    ),
    (
        "history_replay",
        "history",
        "Tell a bundle again in an empty namespace.",
    ),
    (
        "runtime_contract",
        "history",
        "What this memory promises to any other, as a versioned document.",
    ),
    (
        "share_create",
        "sharing",
        "Make a space: memories of a namespace, to be opened to others.",
    ),
    (
        "share_list",
        "sharing",
        "List the spaces a namespace has or is let into.",
    ),
    (
        "share_delete",
        "sharing",
        "Close a space, and every grant on it.",
    ),
    (
        "share_grant",
        "sharing",
        "Let a namespace in, within a filter and until a time.",
    ),
    ("share_grants", "sharing", "List who is let in."),
    ("share_revoke", "sharing", "Take a grant back."),
    (
        "share_accessible",
        "sharing",
        "List the spaces that are open to the caller.",
    ),
    (
        "recent",
        "administration",
        "Show what was said and made of memories lately.",
    ),
    (
        "hud",
        "administration",
        "Everything worth a look, as JSON or as a page.",
    ),
    (
        "space_stats",
        "administration",
        "Count memories and bytes by agent.",
    ),
    ("idf_stats", "administration", "Show how common words are."),
    (
        "index_health",
        "administration",
        "Show how far the indexes have read.",
    ),
    (
        "cache_stats",
        "administration",
        "Count remembered vectors of questions.",
    ),
    ("cache_flush", "administration", "Drop them."),
    (
        "intent_stats",
        "administration",
        "Count remembered answers.",
    ),
    ("intent_flush", "administration", "Drop them."),
    (
        "prefetch_stats",
        "administration",
        "Count what is known of agents' questions.",
    ),
    (
        "key_list",
        "administration",
        "List keys: of callers, and data keys that were replaced.",
    ),
    (
        "key_rotate",
        "administration",
        "Seal under a new data key; what is there is sealed again.",
    ),
    (
        "data_key_revoke",
        "administration",
        "Throw away a replaced data key nothing needs any more.",
    ),
    (
        "token_new",
        "administration",
        "Make a token: a key for a while, or a part of what a key may.",
    ),
    (
        "token_trade",
        "administration",
        "Trade a key for a token. The key in the body is the credential.",
    ),
    ("/health", "door", "Whether somebody is there."),
    ("/metrics", "door", "Numbers for Prometheus."),
    (
        "/v1/source",
        "door",
        "Under which licence this is, and where it comes from.",
    ),
    ("/openapi.json", "door", "This document."),
    (
        "/v1/openapi.json",
        "door",
        "This document, below the version of the API.",
    ),
];

/// The group of an operation and its sentence.
pub fn operation(name: &str) -> Option<(&'static str, &'static str)> {
    let mut rows = OPERATIONS.iter().filter(|(known, ..)| *known == name);
    rows.next().map(|(_, tag, sentence)| (*tag, *sentence))
}

pub fn tags() -> Value {
    let told = |(name, about): (&str, &str)| json!({ "name": name, "description": about });
    TAGS.map(told).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::operations::{CATALOGUE, FIXED};

    #[test]
    fn every_route_has_a_sentence_and_every_sentence_a_route() {
        let rows = CATALOGUE.iter().filter(|row| row.rest.is_some());
        let routes: BTreeSet<&str> = rows
            .map(|row| row.name)
            .chain(FIXED.iter().map(|(_, path, _)| *path))
            .collect();
        let told: BTreeSet<&str> = OPERATIONS.iter().map(|(name, ..)| *name).collect();
        assert_eq!(told, routes);
        assert_eq!(OPERATIONS.len(), told.len(), "one is told twice");
        for (name, tag, _) in OPERATIONS {
            assert!(TAGS.iter().any(|(known, _)| known == tag), "{name}: {tag}");
        }
    }
}
