//! Whether what somebody shows is what they want done.

use super::actions::order;
use super::quoted::Told;
use super::sense::is_asking;
use super::spoken::{Spoken, sentences};
use super::wordings::{CARRYING, DOES, LOOKS_AT, NEGATIONS, Words};

/// Of what was shown, what is wanted done.
pub struct Wanted {
    pub pasted: bool,
    pub quoted: bool,
}

// === impl Wanted ===

impl Wanted {
    /// They say so, or say nothing else; of what was pasted also where nobody wants it looked at.
    pub fn of(told: &Told) -> Self {
        let (mut does, mut looked_at, mut refused) = (false, false, false);
        let mut nothing_else = true;
        for sentence in sentences(&told.own) {
            looked_at |= sentence.asked;
            for order in sentence.clauses.iter().map(order) {
                let asks = is_asking(&order);
                does |= begins(&order, DOES) && !asks;
                looked_at |= asks || begins(&order, LOOKS_AT);
                let rest = order.less(NEGATIONS);
                refused |= rest.is_some_and(|rest| begins(&rest, DOES) || begins(&rest, CARRYING));
                nothing_else &= order.words().all(|word| word == "it");
            }
        }
        let all = does || told.is_all_quoted() || nothing_else;
        Self {
            pasted: all || !looked_at && !refused,
            quoted: all,
        }
    }
}

fn begins(clause: &Spoken, words: Words) -> bool {
    words.iter().any(|word| clause.begins(word))
}
