//! Straight to segments and grips.

use super::*;
use crate::support::HASHED;

const NODE: i32 = TeleportDocType::TocNode as i32;
const GRIP: i32 = TeleportDocType::Grip as i32;

fn hybrid(query: &str) -> HybridSearchRequest {
    HybridSearchRequest {
        query: query.to_owned(),
        ..HybridSearchRequest::default()
    }
}

fn vectors(query: &str) -> VectorTeleportRequest {
    VectorTeleportRequest {
        query: query.to_owned(),
        ..VectorTeleportRequest::default()
    }
}

/// Waits until the model has read what there is.
fn read(timeline: &mut Timeline, count: i64) -> VectorIndexStatus {
    eventually("vectors", || {
        let status = async |mut c: Client, r| c.get_vector_index_status(r).await;
        let status = timeline.ask(status, GetVectorIndexStatusRequest {});
        (status.vector_count >= count).then_some(status)
    })
}

#[test]
fn t_074_a_keyword_leads_to_the_segment_and_its_grip() {
    let mut timeline = Timeline::with_talks("");
    let found = timeline.words("quasar token expires");
    assert!(found.total_docs > 4, "{found:?}");
    for (doc_type, prefix) in [(NODE, "toc:segment:"), (GRIP, "grip:")] {
        let asked = TeleportSearchRequest {
            query: String::from("quasar"),
            doc_type,
            ..TeleportSearchRequest::default()
        };
        let only = timeline.ask(async |mut c: Client, r| c.teleport_search(r).await, asked);
        assert!(!only.results.is_empty());
        for doc in &only.results {
            assert!(
                doc.doc_type == doc_type && doc.doc_id.starts_with(prefix),
                "{doc:?}"
            );
            assert!(doc.score > 0.0 && doc.timestamp_ms >= Some(FRIDAY_MS));
            assert!(found.results.iter().any(|all| all.doc_id == doc.doc_id));
        }
    }
    let mut ids: Vec<&str> = found
        .results
        .iter()
        .map(|doc| doc.doc_id.as_str())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), found.results.len(), "each doc once");
    let nothing = timeline.words("");
    assert!(nothing.results.is_empty() && nothing.total_docs == found.total_docs);
    let limited = TeleportSearchRequest {
        query: String::from("quasar"),
        limit: 1,
        ..TeleportSearchRequest::default()
    };
    let limited = timeline.ask(async |mut c: Client, r| c.teleport_search(r).await, limited);
    assert_eq!(limited.results.len(), 1);
}

#[test]
fn t_075_other_spellings_are_found_by_vectors_and_by_both() {
    let mut timeline = Timeline::with_talks(HASHED);
    let status = read(&mut timeline, 6);
    assert!(status.available && status.dimension == 384 && status.size_bytes > 0);
    assert!(status.last_indexed.starts_with("20"), "{status:?}");
    let near = "quasars accessing tokens expiring fifteen minute";
    let asked = vectors(near);
    let found = timeline.ask(async |mut c: Client, r| c.vector_teleport(r).await, asked);
    assert!(
        found.matches[0].text_preview.contains("quasar"),
        "{found:?}"
    );
    assert!(found.index_status.unwrap().available);
    let both = timeline.ask(
        async |mut c: Client, r| c.hybrid_search(r).await,
        hybrid(near),
    );
    assert_eq!(both.mode_used, HybridMode::Hybrid as i32);
    assert!(both.bm25_available && both.vector_available && !both.matches.is_empty());
    // At most the first place of both lists.
    assert!(both.matches[0].score <= 1.0 / 61.0 + 1e-6, "{both:?}");
    let strict = VectorTeleportRequest {
        min_score: 0.999,
        ..vectors(near)
    };
    let strict = timeline.ask(async |mut c: Client, r| c.vector_teleport(r).await, strict);
    assert!(strict.matches.is_empty());
}

#[test]
fn t_075_without_a_model_words_answer_and_say_so() {
    let mut timeline = Timeline::with_talks("");
    let search = async |mut c: Client, r| c.hybrid_search(r).await;
    for mode in [
        HybridMode::Unspecified,
        HybridMode::Hybrid,
        HybridMode::VectorOnly,
    ] {
        let asked = HybridSearchRequest {
            mode: mode as i32,
            ..hybrid("quasar")
        };
        let found = timeline.ask(search, asked);
        assert_eq!(found.mode_used, HybridMode::Bm25Only as i32);
        assert!(found.bm25_available && !found.vector_available && !found.matches.is_empty());
    }
    let asked = vectors("quasar");
    let status = timeline.try_ask(async |mut c: Client, r| c.vector_teleport(r).await, asked);
    refused(&status.unwrap_err(), Code::Unavailable, "not available");
    let status = async |mut c: Client, r| c.get_vector_index_status(r).await;
    let status = timeline.ask(status, GetVectorIndexStatusRequest {});
    assert!(!status.available && status.vector_count == 0);
}

#[test]
fn t_075_a_time_filter_ends_before_its_end() {
    let mut timeline = Timeline::with_talks(HASHED);
    read(&mut timeline, 6);
    let mut between = |start_ms, end_ms| {
        let asked = VectorTeleportRequest {
            time_filter: Some(TimeRange { start_ms, end_ms }),
            ..vectors("How long does the access token or the loaf rest?")
        };
        let found = timeline.ask(async |mut c: Client, r| c.vector_teleport(r).await, asked);
        let times: Vec<i64> = found
            .matches
            .iter()
            .map(|found| found.timestamp_ms)
            .collect();
        assert!(
            times.iter().all(|at| (start_ms..end_ms).contains(at)),
            "{times:?}"
        );
        times.len()
    };
    assert!(
        between(FRIDAY_MS, FRIDAY_MS + 1) > 0,
        "the first event alone"
    );
    assert_eq!(
        between(FRIDAY_MS - 1_000, FRIDAY_MS),
        0,
        "the end is not in it"
    );
    assert!(between(FRIDAY_MS + DAY_MS, i64::MAX) > 0);
    assert_eq!(between(FRIDAY_MS + 1, FRIDAY_MS), 0);
}

#[test]
fn t_076_the_agent_filter_holds_in_every_search() {
    let mut timeline = Timeline::with_talks(HASHED);
    read(&mut timeline, 6);
    let query = "how long the quasar token or the sourdough loaf";
    for (agent, other) in [("CLAUDE", "gemini"), ("gemini", "claude")] {
        let of = || Some(agent.to_owned());
        let mut seen = Vec::new();
        let asked = TeleportSearchRequest {
            query: query.to_owned(),
            agent_filter: of(),
            ..TeleportSearchRequest::default()
        };
        let words = timeline.ask(async |mut c: Client, r| c.teleport_search(r).await, asked);
        seen.push(
            words
                .results
                .into_iter()
                .map(|doc| doc.agent)
                .collect::<Vec<_>>(),
        );
        let asked = VectorTeleportRequest {
            agent_filter: of(),
            ..vectors(query)
        };
        let near = timeline.ask(async |mut c: Client, r| c.vector_teleport(r).await, asked);
        seen.push(near.matches.into_iter().map(|doc| doc.agent).collect());
        let asked = HybridSearchRequest {
            agent_filter: of(),
            ..hybrid(query)
        };
        let both = timeline.ask(async |mut c: Client, r| c.hybrid_search(r).await, asked);
        seen.push(both.matches.into_iter().map(|doc| doc.agent).collect());
        for intent in [
            QueryIntent::Answer,
            QueryIntent::Locate,
            QueryIntent::Explore,
        ] {
            let asked = RouteQueryRequest {
                query: query.to_owned(),
                intent_override: Some(intent as i32),
                agent_filter: of(),
                ..RouteQueryRequest::default()
            };
            let routed = timeline.ask(async |mut c: Client, r| c.route_query(r).await, asked);
            seen.push(routed.results.into_iter().map(|doc| doc.agent).collect());
        }
        for (n, agents) in seen.iter().enumerate() {
            assert!(!agents.is_empty(), "search {n} found nothing");
            let named = |agent: &Option<String>| agent.as_deref() == Some(&agent_of(other));
            assert!(!agents.iter().any(named), "search {n}: {agents:?}");
            assert!(agents.iter().all(Option::is_some), "search {n}: {agents:?}");
        }
    }
    let asked = TeleportSearchRequest {
        query: query.to_owned(),
        agent_filter: Some(String::from("nobody")),
        ..TeleportSearchRequest::default()
    };
    let none = timeline.ask(async |mut c: Client, r| c.teleport_search(r).await, asked);
    assert!(none.results.is_empty());
}

fn agent_of(name: &str) -> String {
    name.to_lowercase()
}
