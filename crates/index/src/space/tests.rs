//! A filter that lets most through is looked at after the search, and nobody can tell.

use mneme_model::Moment;

use super::*;
use crate::document::{Facets, Words};
use crate::lexical::WindowDoc;
use crate::search::Filter;
use crate::testing::{facets, namespace};
use crate::window::weights;

const DOCUMENTS: Seq = 60;

/// Every fifth is of another kind; each later one says the word once more.
fn document(seq: Seq) -> (Facets, Words) {
    let kind = if seq % 5 == 0 { "event" } else { "memory" };
    let facets = Facets {
        kinds: vec![kind.into()],
        ..facets(seq)
    };
    let text = format!(
        "{} and {}",
        "harbour ".repeat(seq as usize),
        "x ".repeat(80)
    );
    (facets, Words::of(&text, None, Moment::default()))
}

fn segments(dir: &std::path::Path) -> Segments {
    let mut segments = Segments::open(dir, &namespace()).unwrap();
    let all: Vec<_> = (1..=DOCUMENTS).map(document).collect();
    let documents = all.iter().map(|(facets, words)| WindowDoc {
        facets,
        weights: weights(words, std::iter::empty()),
        identifiers: &[],
        retired: false,
    });
    segments.commit(documents, DOCUMENTS).unwrap();
    segments
}

/// What is found with the filter in the search, and with the filter behind it.
fn both(view: &SegmentsView, kind: &str, limit: usize, retired: &[Seq]) -> [Vec<Hit>; 2] {
    let search = Search {
        words: vec![crate::words::words("harbour").remove(0)],
        filter: Filter {
            kinds: vec![kind.into()],
            ..Filter::default()
        },
        limit,
        ..Search::default()
    };
    let admitted = near::admitted(&search.filter, &Tail::default(), Some(view)).unwrap();
    let admitted = admitted.as_ref();
    let meant = (1..=DOCUMENTS).filter(|seq| (seq % 5 == 0) == (kind == "event"));
    assert_eq!(admitted.map(Admitted::len), Some(meant.count()));
    let retired: HashMap<Seq, Seq> = retired.iter().map(|seq| (*seq, DOCUMENTS)).collect();
    let tail = TailStats::default();
    [None, admitted].map(|admitted| {
        let mut hits = in_segments(&search, Some(view), &tail, (&retired, admitted)).unwrap();
        hits.truncate(limit);
        hits
    })
}

#[test]
fn a_filter_finds_the_same_before_and_after_the_search() {
    let dir = tempfile::tempdir().unwrap();
    let segments = segments(dir.path());
    let view = segments.view();
    for kind in ["memory", "event"] {
        for limit in [1, 2, 7, 30, 100] {
            for retired in [&[][..], &[58, 59, 57], &[1, 2]] {
                let [with, behind] = both(&view, kind, limit, retired);
                assert!(!with.is_empty());
                assert_eq!(with, behind, "{kind}, {limit} of them");
            }
        }
    }
}

#[test]
fn a_filter_that_lets_nothing_through_finds_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let segments = segments(dir.path());
    let search = Search {
        words: vec![crate::words::words("harbour").remove(0)],
        filter: Filter {
            kinds: vec!["nothing".into()],
            ..Filter::default()
        },
        limit: 5,
        ..Search::default()
    };
    let view = segments.view();
    let admitted = near::admitted(&search.filter, &Tail::default(), Some(&view)).unwrap();
    assert_eq!(admitted.as_ref().map(Admitted::len), Some(0));
    let (tail, retired) = (TailStats::default(), HashMap::new());
    for admitted in [None, admitted.as_ref()] {
        let hits = in_segments(&search, Some(&view), &tail, (&retired, admitted)).unwrap();
        assert!(hits.is_empty());
    }
}
