//! The numbers of the published ranking, and how the weights are shared out.

use super::*;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn all(channels: Channels) -> [f64; 4] {
    let Channels {
        vector,
        fts,
        exact,
        recency,
    } = channels;
    [vector, fts, exact, recency]
}

#[test]
fn g_110_the_numbers_are_the_published_ones() {
    assert_eq!(all(Channels::default()), [0.30, 0.30, 0.25, 0.15]);
    assert_eq!(
        (VECTOR_FLOOR, FTS_FLOOR, BATCH, IDF_CAP),
        (0.25, 1.0, 3, 1.5)
    );
    assert_eq!(
        (WEEK_HOURS, MIN_CHANNEL_SCORE, DIVERSITY),
        (168.0, 0.0, 0.0)
    );
    assert_eq!(IDENTIFIER_ROUTE, (0.68, 1.2, 1.55));
    assert_eq!((LITERAL_HIT, MAX_LITERAL_HITS), (0.08, 2.0));
    assert_eq!((MAX_KINDS, FOCUS_HIT, MAX_FOCUS_HITS), (0.16, 0.03, 3));
    assert_eq!((PARTIAL_LITERAL, VECTOR_ONLY), (0.82, 0.64));
    assert_eq!((BESIDE_THE_POINT, OTHER_KIND), (0.78, 0.65));
}

#[test]
fn what_is_shared_out_otherwise_adds_up_to_the_same() {
    let usual = Channels::default();
    let total: f64 = all(usual).iter().sum();
    let routed = usual.routed();
    assert!(near(all(routed).iter().sum(), total), "{routed:?}");
}
