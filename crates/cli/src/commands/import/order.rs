//! In which order what was superseded goes.

use std::collections::HashMap;

/// Each behind the one that took its place, so that it can name it; `names` gives the id of one
/// and that of its successor. A circle, which no store of ours writes, is cut where it is met.
pub fn in_order<T>(stale: Vec<T>, names: impl Fn(&T) -> (&str, Option<&str>)) -> Vec<T> {
    let ids = stale.iter().enumerate();
    let at: HashMap<&str, usize> = ids.map(|(n, one)| (names(one).0, n)).collect();
    let successor = |one: &T| at.get(names(one).1?).copied();
    let successors: Vec<Option<usize>> = stale.iter().map(successor).collect();
    let mut waiting: Vec<Option<T>> = stale.into_iter().map(Some).collect();
    let mut ordered = Vec::with_capacity(waiting.len());
    for first in 0..waiting.len() {
        let (mut way, mut next) = (Vec::new(), Some(first));
        while let Some(n) = next {
            let Some(one) = waiting.get_mut(n).and_then(Option::take) else {
                break;
            };
            way.push(one);
            next = successors.get(n).copied().flatten();
        }
        ordered.extend(way.into_iter().rev());
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pair = (String, Option<String>);

    fn stale(id: usize, by: usize) -> Pair {
        (id.to_string(), Some(by.to_string()))
    }

    fn names((id, by): &Pair) -> (&str, Option<&str>) {
        (id, by.as_deref())
    }

    #[test]
    fn a_long_row_of_successors_is_ordered_at_once() {
        let row = (0..100_000).map(|n| stale(n, n + 1)).collect();
        let ordered = in_order(row, names);
        let ids: Vec<usize> = ordered.iter().map(|(id, _)| id.parse().unwrap()).collect();
        assert_eq!(ids, (0..100_000).rev().collect::<Vec<_>>());
    }

    #[test]
    fn a_circle_loses_nobody() {
        let circle = vec![stale(1, 2), stale(2, 1), stale(3, 3), stale(1, 9)];
        assert_eq!(in_order(circle, names).len(), 4);
    }
}
