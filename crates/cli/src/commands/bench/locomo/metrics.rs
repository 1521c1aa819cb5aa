//! What an ordered list of answers is worth, given what should have been found.
//!
//! `wanted` holds each thing once and is never empty; lists hold each thing once.

/// Share of what is wanted among the first `k`.
pub fn recall<T: PartialEq>(ranked: &[T], wanted: &[T], k: usize) -> f64 {
    let first = &ranked[..k.min(ranked.len())];
    let found = wanted.iter().filter(|thing| first.contains(thing)).count();
    found as f64 / wanted.len().max(1) as f64
}

/// Share of the sessions that hold what is wanted among the sessions of the first `k` turns.
pub fn session_recall<S: PartialEq + Copy>(
    ranked: &[usize],
    wanted: &[usize],
    k: usize,
    session: impl Fn(usize) -> S,
) -> f64 {
    let sessions = |turns: &[usize]| {
        let mut once: Vec<S> = Vec::new();
        for turn in turns {
            let of = session(*turn);
            if !once.contains(&of) {
                once.push(of);
            }
        }
        once
    };
    let first = sessions(&ranked[..k.min(ranked.len())]);
    recall(&first, &sessions(wanted), first.len())
}

/// One over the place of the first that is wanted; 0 when none is.
pub fn reciprocal_rank<T: PartialEq>(ranked: &[T], wanted: &[T]) -> f64 {
    let first = ranked.iter().position(|thing| wanted.contains(thing));
    first.map_or(0.0, |place| 1.0 / (place + 1) as f64)
}

/// Discounted gain of the first `k`, each thing either wanted or not, as a share of the best
/// order there is.
pub fn ndcg<T: PartialEq>(ranked: &[T], wanted: &[T], k: usize) -> f64 {
    let discount = |place: usize| 1.0 / ((place + 2) as f64).log2();
    let places = ranked.iter().take(k).enumerate();
    let gain: f64 = places
        .filter(|(_, thing)| wanted.contains(thing))
        .map(|(place, _)| discount(place))
        .sum();
    let best: f64 = (0..wanted.len().min(k)).map(discount).sum();
    if best > 0.0 { gain / best } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: f64, by_hand: f64) {
        assert!((value - by_hand).abs() < 1e-9, "{value} is not {by_hand}");
    }

    #[test]
    fn recall_is_the_share_found_among_the_first() {
        let (ranked, wanted) = (["a", "b", "c", "d"], ["d", "b", "x"]);
        check(recall(&ranked, &wanted, 1), 0.0);
        check(recall(&ranked, &wanted, 2), 1.0 / 3.0);
        check(recall(&ranked, &wanted, 20), 2.0 / 3.0);
        check(recall(&[], &wanted, 20), 0.0);
    }

    #[test]
    fn sessions_count_once_however_many_of_their_turns_are_found() {
        // Turns 0 to 9 are of session 0, 10 to 19 of session 1 and so on.
        let session = |turn: usize| turn / 10;
        let (ranked, wanted) = ([11, 12, 5, 33], [10, 14, 31]);
        check(session_recall(&ranked, &wanted, 1, session), 0.5);
        check(session_recall(&ranked, &wanted, 3, session), 0.5);
        check(session_recall(&ranked, &wanted, 4, session), 1.0);
        check(session_recall(&[], &wanted, 4, session), 0.0);
    }

    #[test]
    fn reciprocal_rank_looks_at_the_first_found() {
        check(reciprocal_rank(&["a", "b", "c"], &["c", "b"]), 0.5);
        check(reciprocal_rank(&["a"], &["a"]), 1.0);
        check(reciprocal_rank(&["a"], &["z"]), 0.0);
    }

    #[test]
    fn ndcg_is_as_worked_out_by_hand() {
        // Found at places 2 and 4: 1/log2(3) + 1/log2(5); best: 1/log2(2) + 1/log2(3).
        let ranked = ["a", "b", "c", "d"];
        let gain = 0.630_929_753_571_457_4 + 0.430_676_558_073_393_05;
        check(
            ndcg(&ranked, &["b", "d"], 10),
            gain / 1.630_929_753_571_457_4,
        );
        check(ndcg(&ranked, &["a"], 10), 1.0);
        check(ndcg(&ranked, &["d"], 3), 0.0);
        // More is wanted than fits: the best list is as long as the list.
        check(ndcg(&["a"], &["a", "b"], 1), 1.0);
    }
}
