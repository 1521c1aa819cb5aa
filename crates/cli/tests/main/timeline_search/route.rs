//! Questions that choose their own way.

use super::*;
use crate::support::HASHED;

const AGENTIC: i32 = RetrievalLayer::Agentic as i32;

fn question(query: &str) -> RouteQueryRequest {
    RouteQueryRequest {
        query: query.to_owned(),
        ..RouteQueryRequest::default()
    }
}

fn route(timeline: &mut Timeline, asked: RouteQueryRequest) -> RouteQueryResponse {
    timeline.ask(async |mut c: Client, r| c.route_query(r).await, asked)
}

/// An event of a session that still goes on.
fn fresh(timeline: &mut Timeline) {
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_millis();
    let now = i64::try_from(now).unwrap() - 60_000;
    timeline.tell(
        "live",
        Some("claude"),
        now,
        &["The zeppelin lands at the harbour."],
    );
}

#[test]
fn t_077_a_question_is_answered_before_anything_is_indexed() {
    let mut timeline = Timeline::start();
    fresh(&mut timeline);
    let routed = route(&mut timeline, question("where does the zeppelin land"));
    let explained = routed.explanation.unwrap();
    assert!(routed.has_results);
    assert_eq!(explained.tier, CapabilityTier::Agentic as i32);
    assert_eq!(
        (explained.winner, routed.layers_attempted),
        (AGENTIC, vec![AGENTIC])
    );
    let found = &routed.results[0];
    assert_eq!(
        (found.doc_type.as_str(), found.source_layer),
        ("event", AGENTIC)
    );
    assert_eq!(found.doc_id, "event-0001");
    assert!(found.text_preview.contains("zeppelin") && found.score > 0.0);
    assert_eq!(found.agent.as_deref(), Some("claude"));
    let empty = Timeline::start().ask(
        async |mut c: Client, r| c.route_query(r).await,
        question("where does the zeppelin land"),
    );
    assert!(!empty.has_results && empty.results.is_empty());
}

#[test]
fn t_077_layers_are_tried_until_one_is_good_enough() {
    let mut timeline = Timeline::with_talks("");
    fresh(&mut timeline);
    let routed = route(&mut timeline, question("where is the quasar token"));
    let explained = routed.explanation.clone().unwrap();
    let words = RetrievalLayer::Bm25 as i32;
    assert_eq!(routed.layers_attempted, [words], "{routed:?}");
    assert_eq!(
        (explained.winner, explained.fallback_occurred),
        (words, false)
    );
    assert_eq!(explained.mode, ExecutionMode::Sequential as i32);
    assert!(explained.why_winner.contains("score"));
    let grips = routed
        .results
        .iter()
        .filter(|found| found.doc_type == "grip");
    assert_eq!(explained.grip_ids.len(), grips.count());
    // In no segment yet: only the last layer sees it, and says so.
    let routed = route(&mut timeline, question("find zeppelin"));
    let explained = routed.explanation.unwrap();
    assert_eq!(routed.results[0].doc_type, "event");
    assert_eq!(
        (explained.winner, explained.fallback_occurred),
        (AGENTIC, true)
    );
    assert!(explained.fallback_reason.unwrap().contains("found nothing"));
    let asked = RouteQueryRequest {
        intent_override: Some(QueryIntent::TimeBoxed as i32),
        limit: 1,
        ..question("quasar token")
    };
    let routed = route(&mut timeline, asked);
    assert_eq!(routed.results.len(), 1);
    let asked = RouteQueryRequest {
        stop_conditions: Some(StopConditions {
            min_confidence: 1.5,
            ..StopConditions::default()
        }),
        ..question("quasar token")
    };
    let none = route(&mut timeline, asked);
    assert!(!none.has_results && none.results.is_empty());
}

#[test]
fn t_077_walking_finds_what_is_pruned_from_searches() {
    let mut timeline = Timeline::with_talks("");
    upkeep::prune(&mut timeline, "", 1, false);
    let asked = RouteQueryRequest {
        stop_conditions: Some(StopConditions {
            beam_width: 4,
            ..StopConditions::default()
        }),
        ..question("find sourdough")
    };
    let routed = route(&mut timeline, asked);
    assert_eq!(routed.results[0].source_layer, AGENTIC, "{routed:?}");
    assert_eq!(routed.results[0].doc_type, "toc_node");
    assert_eq!(routed.results[0].agent.as_deref(), Some("gemini"));
}

#[test]
fn t_078_words_tell_what_is_wanted() {
    let mut timeline = Timeline::start();
    let classify = async |mut c: Client, r| c.classify_query_intent(r).await;
    let asked = |query: &str, timeout_ms| ClassifyQueryIntentRequest {
        query: query.to_owned(),
        timeout_ms,
    };
    let found = timeline.ask(classify, asked("where is the config defined", None));
    assert_eq!(found.intent, QueryIntent::Locate as i32);
    assert!(found.matched_keywords.contains(&String::from("where")) && found.confidence > 0.5);
    let boxed = timeline.ask(classify, asked("where is the config defined", Some(100)));
    assert_eq!(boxed.intent, QueryIntent::TimeBoxed as i32);
    let back = timeline.ask(classify, asked("what was decided last week", None));
    assert_eq!(back.intent, QueryIntent::Answer as i32);
    assert_eq!(back.lookback_ms, Some(7 * DAY_MS.unsigned_abs()));
    let status = timeline.try_ask(classify, asked("", None)).unwrap_err();
    refused(&status, Code::InvalidArgument, "Query is required");
    let status = timeline.try_ask(
        async |mut c: Client, r| c.route_query(r).await,
        question(" "),
    );
    refused(
        &status.unwrap_err(),
        Code::InvalidArgument,
        "Query is required",
    );
}

#[test]
fn t_079_capabilities_follow_what_is_there() {
    let look = |timeline: &mut Timeline| {
        let look = async |mut c: Client, r| c.get_retrieval_capabilities(r).await;
        timeline.ask(look, GetRetrievalCapabilitiesRequest {})
    };
    let empty = look(&mut Timeline::start());
    assert_eq!(empty.tier, CapabilityTier::Agentic as i32);
    assert_eq!(empty.warnings.len(), 3, "{empty:?}");
    assert!(empty.agentic_status.unwrap().healthy && !empty.bm25_status.unwrap().healthy);
    let words = look(&mut Timeline::with_talks(""));
    assert_eq!(words.tier, CapabilityTier::Keyword as i32);
    assert!(words.bm25_status.as_ref().unwrap().doc_count > 0);
    assert!(!words.vector_status.unwrap().enabled && words.warnings.len() == 2);
    let both = look(&mut Timeline::with_talks(HASHED));
    assert_eq!(both.tier, CapabilityTier::Hybrid as i32);
    assert!(both.vector_status.unwrap().healthy && both.warnings.len() == 1);
    assert!(!both.topics_status.unwrap().enabled);
}
