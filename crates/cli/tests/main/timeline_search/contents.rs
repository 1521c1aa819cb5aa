//! Words inside the table of contents.

use super::*;

fn node(id: &str, query: &str) -> SearchNodeRequest {
    SearchNodeRequest {
        node_id: id.to_owned(),
        query: query.to_owned(),
        ..SearchNodeRequest::default()
    }
}

#[test]
fn t_073_a_term_in_a_bullet_leads_to_its_grips() {
    let mut timeline = Timeline::with_talks("");
    let id = timeline.segmented("quasar");
    let asked = SearchNodeRequest {
        fields: vec![SearchField::Bullets as i32],
        ..node(&id, "QUASAR of")
    };
    let found = timeline.ask(async |mut c: Client, r| c.search_node(r).await, asked);
    assert!(found.matched);
    assert_eq!(
        (found.node_id, found.level),
        (id.clone(), TocLevel::Segment as i32)
    );
    let held = found
        .matches
        .iter()
        .find(|found| !found.grip_ids.is_empty())
        .unwrap();
    assert_eq!((held.field, held.score), (SearchField::Bullets as i32, 1.0));
    let asked = ExpandGripRequest {
        grip_id: held.grip_ids[0].clone(),
        ..ExpandGripRequest::default()
    };
    let expanded = timeline.ask(async |mut c: Client, r| c.expand_grip(r).await, asked);
    assert!(expanded.excerpt_events[0].text.contains("quasar"));
    let asked = node(&id, "sourdough");
    let other = timeline.ask(async |mut c: Client, r| c.search_node(r).await, asked);
    assert!(!other.matched && other.matches.is_empty());
    let asked = SearchNodeRequest {
        token_budget: 1,
        ..node(&id, "quasar")
    };
    let none = timeline.ask(async |mut c: Client, r| c.search_node(r).await, asked);
    let chars: usize = none.matches.iter().map(|m| m.text.chars().count()).sum();
    assert!(chars <= 4, "{none:?}");
}

#[test]
fn t_073_children_are_searched_at_any_depth() {
    let mut timeline = Timeline::with_talks("");
    let id = timeline.segmented("quasar");
    let asked = |parent: &str, level: TocLevel, query: &str| SearchChildrenRequest {
        parent_id: parent.to_owned(),
        query: query.to_owned(),
        child_level: level as i32,
        ..SearchChildrenRequest::default()
    };
    let search = async |mut c: Client, r| c.search_children(r).await;
    let deep = timeline.ask(search, asked("", TocLevel::Segment, "quasar token"));
    assert_eq!(deep.results[0].node_id, id);
    assert!(deep.results[0].relevance_score >= 0.5 && !deep.has_more);
    let best = deep.results[0]
        .matches
        .iter()
        .map(|m| m.score)
        .fold(0.0, f32::max);
    assert_eq!(deep.results[0].relevance_score, best);
    let below = timeline.ask(
        search,
        asked("toc:day:2026-01-31", TocLevel::Unspecified, "sourdough"),
    );
    assert_eq!(below.results.len(), 1);
    assert_eq!(below.results[0].level, TocLevel::Segment as i32);
    let above = timeline.ask(
        search,
        asked("toc:day:2026-01-31", TocLevel::Month, "sourdough"),
    );
    assert!(above.results.is_empty());
    let one = SearchChildrenRequest {
        limit: 1,
        ..asked("", TocLevel::Segment, "long")
    };
    let one = timeline.ask(search, one);
    assert_eq!((one.results.len(), one.has_more), (1, true));
}

#[test]
fn t_073_what_is_missing_is_named() {
    let mut timeline = Timeline::start();
    let search = async |mut c: Client, r| c.search_node(r).await;
    let asked = |id: &str, query: &str| node(id, query);
    let invalid = |status: Status| refused(&status, Code::InvalidArgument, "is required");
    invalid(timeline.try_ask(search, asked("", "word")).unwrap_err());
    invalid(
        timeline
            .try_ask(search, asked("toc:year:2026", " "))
            .unwrap_err(),
    );
    for unknown in ["toc:year:1999", "anything"] {
        let status = timeline
            .try_ask(search, asked(unknown, "word"))
            .unwrap_err();
        refused(&status, Code::NotFound, "Node not found");
        let asked = SearchChildrenRequest {
            parent_id: unknown.to_owned(),
            query: String::from("word"),
            ..SearchChildrenRequest::default()
        };
        let status = timeline.try_ask(async |mut c: Client, r| c.search_children(r).await, asked);
        refused(&status.unwrap_err(), Code::NotFound, "Node not found");
    }
    let asked = SearchChildrenRequest {
        query: String::from("word"),
        ..SearchChildrenRequest::default()
    };
    let none = timeline.ask(async |mut c: Client, r| c.search_children(r).await, asked);
    assert!(none.results.is_empty() && !none.has_more);
}
