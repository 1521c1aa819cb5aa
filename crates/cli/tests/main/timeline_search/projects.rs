//! Other stores, asked beside their owners.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::*;
use crate::support::{Holding, files, sqlite};

fn everywhere(timeline: &mut Timeline, query: &str) -> Vec<RetrievalResult> {
    let asked = RouteQueryRequest {
        query: query.to_owned(),
        all_projects: true,
        ..RouteQueryRequest::default()
    };
    let asked = timeline.ask(async |mut c: Client, r| c.route_query(r).await, asked);
    assert_eq!(asked.has_results, !asked.results.is_empty());
    asked.results
}

fn listed(dir: &Path) -> BTreeSet<PathBuf> {
    files(dir).into_iter().collect()
}

fn of_project(results: &[RetrievalResult], project: Option<&str>) -> usize {
    let of = |result: &&RetrievalResult| result.project.as_deref() == project;
    results.iter().filter(of).count()
}

#[test]
fn t_085_other_stores_answer_and_missing_ones_are_passed_over() {
    let other = Timeline::with_talks("");
    let there = other.server.home().data();
    let project = there.to_str().unwrap();
    let home = Home::new();
    let broken = home.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("mneme.db"), "no store at all").unwrap();
    let registered = [
        home.path().join("nowhere"),
        broken,
        there.clone(),
        there.clone(),
    ];
    let settings = format!("[projects]\nregistered = {registered:?}\n");
    let mut ours = Timeline::with(&settings);
    ours.tell(
        "bread",
        None,
        FRIDAY_MS,
        &["Our own sourdough loaf rests under a towel."],
    );
    let found = everywhere(&mut ours, "how long does a sourdough loaf rest?");
    assert!(of_project(&found, None) > 0, "{found:?}");
    assert!(of_project(&found, Some(project)) > 0, "{found:?}");
    let mut ids: Vec<_> = found.iter().map(|r| (&r.project, &r.doc_id)).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), found.len(), "a store named twice is asked once");
    let best = everywhere(&mut ours, "quasar access token").remove(0);
    assert_eq!(best.project.as_deref(), Some(project));
    assert!(best.text_preview.contains("quasar"), "{best:?}");
    assert_eq!(best.agent.as_deref(), Some("claude"));
    let alone = RouteQueryRequest {
        query: String::from("quasar access token"),
        ..RouteQueryRequest::default()
    };
    let alone = ours.ask(async |mut c: Client, r| c.route_query(r).await, alone);
    assert!(
        !alone.has_results,
        "nobody asked for other stores: {alone:?}"
    );
    let filtered = RouteQueryRequest {
        query: String::from("quasar sourdough"),
        agent_filter: Some(String::from("gemini")),
        all_projects: true,
        ..RouteQueryRequest::default()
    };
    let filtered = ours.ask(async |mut c: Client, r| c.route_query(r).await, filtered);
    assert!(filtered.has_results);
    let gemini = |result: &RetrievalResult| result.agent.as_deref() == Some("gemini");
    assert!(filtered.results.iter().all(gemini), "{filtered:?}");
    ours.server.assert_sound();
    other.server.assert_sound();
}

#[test]
fn t_085_a_guest_is_ranked_as_our_own_answers_are() {
    let said = [
        "The quasar access token expires after fifteen minutes of silence.",
        "Nobody has complained about the walrus in the harbour so far.",
    ];
    let mut other = Timeline::start();
    other.tell("there", None, FRIDAY_MS, &said);
    other.segmented("quasar");
    let there = other.server.home().data();
    let mut ours = Timeline::with(&format!("[projects]\nregistered = [{there:?}]\n"));
    ours.tell("here", None, FRIDAY_MS, &said);
    for n in 0..12 {
        let session = format!("chat-{n}");
        let text = format!("We talked about the weather on the coast, {n} times at least.");
        ours.tell(&session, None, FRIDAY_MS + n * DAY_MS, &[text.as_str()]);
    }
    ours.segmented("quasar");
    for query in [
        "when does the quasar access token expire?",
        "where is the quasar access token",
        "quasar access token walrus harbour",
    ] {
        let found = everywhere(&mut ours, query);
        let best = |project: Option<&str>| {
            let of = |result: &&RetrievalResult| result.project.as_deref() == project;
            let scores = found.iter().filter(of).map(|result| result.score);
            scores.fold(0.0, f32::max)
        };
        let (own, guest) = (best(None), best(there.to_str()));
        assert!(own > 0.0 && guest > 0.0, "{found:?}");
        assert!(guest <= own * 1.05, "{query}: {own} {guest}: {found:?}");
        assert_eq!(found[0].project, None, "{query}: {found:?}");
        assert!(guest > own * 0.2, "and on the same scale: {own} {guest}");
    }
}

#[test]
fn t_085_a_store_is_read_whether_or_not_it_is_served_and_never_touched() {
    let mut other = Timeline::with_talks("");
    let there = other.server.home().data();
    let settings = format!("[projects]\nregistered = [{there:?}]\n");
    let mut ours = Timeline::with(&settings);
    let quasar = "quasar access token";
    // What its owner has just acknowledged is there, and the owner goes on writing.
    other.tell(
        "new",
        None,
        FRIDAY_MS,
        &["The ocelot sleeps in the quasar."],
    );
    assert!(
        everywhere(&mut ours, "ocelot")[0]
            .text_preview
            .contains("ocelot")
    );
    other.tell("new", None, FRIDAY_MS, &["And the lynx does not."]);
    let home = other.server.home().clone();
    other.server.stop();
    let before = listed(&there);
    assert!(!everywhere(&mut ours, quasar).is_empty());
    assert_eq!(listed(&there), before, "a guest leaves no trace");
    let lock = Holding::everything(&home);
    assert!(
        everywhere(&mut ours, quasar).is_empty(),
        "somebody has it for himself"
    );
    drop(lock);
    std::fs::rename(home.master_key(), home.path().join("key")).unwrap();
    assert!(everywhere(&mut ours, quasar).is_empty(), "without its key");
    std::fs::rename(home.path().join("key"), home.master_key()).unwrap();
    assert!(!everywhere(&mut ours, quasar).is_empty());
    sqlite(
        &home,
        &["UPDATE meta SET value = 99 WHERE key = 'min_reader'"],
    );
    assert!(everywhere(&mut ours, quasar).is_empty(), "a newer store");
    ours.server.assert_sound();
}
