//! In which order memories go that name each other.

use std::collections::HashMap;
use std::mem::replace;

/// Each behind those it names, as far as they are there; `names` gives the id of one and those of the
/// others. A circle, which no store of ours writes, is cut where it is met.
pub fn in_order<T>(all: Vec<T>, names: impl Fn(&T) -> (&str, Vec<&str>)) -> Vec<T> {
    let ids = all.iter().enumerate();
    let at: HashMap<&str, usize> = ids.map(|(n, one)| (names(one).0, n)).collect();
    let named = |one: &T| -> Vec<usize> {
        let ids = names(one).1.into_iter();
        ids.filter_map(|id| at.get(id).copied()).collect()
    };
    let before: Vec<Vec<usize>> = all.iter().map(named).collect();
    let mut waiting: Vec<Option<T>> = all.into_iter().map(Some).collect();
    let order = behind(&before).into_iter();
    order.filter_map(|n| waiting[n].take()).collect()
}

/// Depth first, with a way of its own: a row may be longer than a stack is deep.
fn behind(before: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; before.len()];
    let mut order = Vec::with_capacity(before.len());
    for first in 0..before.len() {
        let mut way = Vec::new();
        if !replace(&mut seen[first], true) {
            way.push((first, 0));
        }
        while let Some((n, next)) = way.pop() {
            let Some(other) = before[n].get(next) else {
                order.push(n);
                continue;
            };
            way.push((n, next + 1));
            if !replace(&mut seen[*other], true) {
                way.push((*other, 0));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    type One = (String, Vec<String>);

    fn one(id: usize, behind: &[usize]) -> One {
        let behind = behind.iter().map(usize::to_string).collect();
        (id.to_string(), behind)
    }

    fn names((id, behind): &One) -> (&str, Vec<&str>) {
        (id, behind.iter().map(String::as_str).collect())
    }

    fn ordered(all: Vec<One>) -> Vec<usize> {
        let ordered = in_order(all, names);
        ordered.iter().map(|(id, _)| id.parse().unwrap()).collect()
    }

    #[test]
    fn a_long_row_is_ordered_at_once() {
        let row = (0..100_000).map(|n| one(n, &[n + 1])).collect();
        assert_eq!(ordered(row), (0..100_000).rev().collect::<Vec<_>>());
    }

    #[test]
    fn each_comes_behind_all_it_names() {
        let all = vec![one(1, &[2, 3]), one(2, &[4]), one(3, &[4, 9]), one(4, &[])];
        assert_eq!(ordered(all), [4, 2, 3, 1]);
    }

    #[test]
    fn a_circle_loses_nobody() {
        let circle = vec![one(1, &[2]), one(2, &[1]), one(3, &[3]), one(1, &[9])];
        assert_eq!(ordered(circle).len(), 4);
    }
}
