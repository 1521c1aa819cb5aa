//! Two records that say the same are worth one: the second makes room.

use std::collections::HashSet;

use mneme_index::words::words;

use super::{Ranked, sort};
use crate::weights::{DOUBLE, SAME};

/// Beyond the page nobody sees the difference.
const MARGIN: usize = 10;

pub fn demote(ranked: &mut Ranked, limit: usize) {
    let mut kept: Vec<HashSet<String>> = Vec::new();
    for (candidate, score) in ranked.iter_mut().take(limit + MARGIN) {
        let said: HashSet<String> = words(&candidate.event.body.text).into_iter().collect();
        if kept.iter().any(|other| same(other, &said)) {
            score.times(DOUBLE);
        } else {
            kept.push(said);
        }
    }
    sort(ranked);
}

fn same(a: &HashSet<String>, b: &HashSet<String>) -> bool {
    let (small, large) = (a.len().min(b.len()), a.len().max(b.len()));
    if small == 0 || (small as f64) < SAME * large as f64 {
        return false;
    }
    let both = a.intersection(b).count();
    both as f64 >= SAME * (a.len() + b.len() - both) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> HashSet<String> {
        words(text).into_iter().collect()
    }

    #[test]
    fn only_the_same_is_the_same() {
        assert!(same(
            &set("The deploy key is in the vault"),
            &set("the deploy key is in the vault!")
        ));
        assert!(!same(
            &set("the deploy key is in the vault"),
            &set("the backup key is in the vault")
        ));
        assert!(!same(&set(""), &set("")));
    }
}
