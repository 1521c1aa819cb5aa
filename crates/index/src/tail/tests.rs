use std::sync::Arc;

use mneme_model::Moment;
use proptest::prelude::*;

use super::*;
use crate::search::{Filter, Search};

fn facets(seq: Seq, session: Option<NameId>) -> Facets {
    Facets {
        session,
        ..crate::testing::facets(seq)
    }
}

fn words(text: &str) -> Arc<Words> {
    Arc::new(Words::of(text, None, Moment::default()))
}

fn search(words: &[&str]) -> Search {
    Search {
        words: words.iter().map(|w| (*w).to_owned()).collect(),
        limit: 10,
        ..Search::default()
    }
}

fn find(tail: &Tail, search: &Search) -> Vec<Seq> {
    let (matches, _) = tail.matches(search);
    let weights = Weights {
        having: Vec::new(),
        naming: Vec::new(),
        documents: 0,
        words: vec![1.0; search.words.len()],
        also: Vec::new(),
        identifiers: vec![1.0; search.identifiers.len()],
        average: 10.0,
    };
    tail.score(search, &matches, &weights)
        .into_iter()
        .map(|hit| hit.seq)
        .collect()
}

#[test]
fn a_neighbour_in_the_session_is_found_after_the_words_themselves() {
    let mut tail = Tail::default();
    tail.insert(facets(1, Some(7)), words("where is the blue folder"));
    tail.insert(facets(2, Some(7)), words("on the shelf"));
    tail.insert(facets(3, Some(8)), words("on the shelf"));
    assert_eq!(
        find(&tail, &search(&["folder"])),
        [1, 2],
        "session 8 is not near"
    );
}

#[test]
fn a_filter_hides_and_a_retired_version_is_hidden_unless_the_past_is_asked() {
    let mut tail = Tail::default();
    tail.insert(facets(1, None), words("port 8000"));
    tail.insert(facets(2, None), words("port 9000"));
    assert!(tail.retire(1));
    assert_eq!(find(&tail, &search(&["port"])), [2]);
    let past = Search {
        filter: Filter {
            retired: true,
            max_seq: Some(1),
            ..Filter::default()
        },
        ..search(&["port"])
    };
    assert_eq!(find(&tail, &past), [1]);
}

#[test]
fn a_whole_identifier_is_found() {
    let mut tail = Tail::default();
    tail.insert(facets(1, None), words("see src/main.rs"));
    tail.insert(facets(2, None), words("see src/lib.rs"));
    let search = Search {
        identifiers: vec!["src/lib.rs".into()],
        limit: 5,
        ..Search::default()
    };
    assert_eq!(find(&tail, &search), [2]);
}

proptest! {
    /// Whatever is inserted and forgotten, in whatever order, the tail finds exactly what is
    /// left, and its running totals stay true.
    #[test]
    fn the_tail_holds_what_is_left(ops in proptest::collection::vec((1i64..60, any::<bool>()), 1..60)) {
        let mut tail = Tail::default();
        let mut model = std::collections::BTreeSet::new();
        let mut cursor = 0;
        for (seq, forget) in ops {
            if forget {
                cursor = cursor.max(seq / 2);
                tail.forget_through(cursor);
                model.retain(|s| *s > cursor);
            } else if seq > cursor {
                tail.insert(facets(seq, Some(seq % 3)), words("needle in hay"));
                model.insert(seq);
            }
        }
        let expected: Vec<Seq> = model.into_iter().collect();
        prop_assert_eq!(tail.oldest(1_000), expected.clone());
        let mut found = find(&tail, &Search { limit: 100, ..search(&["needl"]) });
        found.sort_unstable();
        prop_assert_eq!(found, expected.clone());
        let tokens: u64 = expected.iter().filter_map(|s| tail.get(*s)).map(score::typical_length).sum();
        prop_assert_eq!(tail.tokens, tokens);
    }
}
