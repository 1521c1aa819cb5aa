//! Whether an order with a risky verb is risky: done to what, and how.

mod called;

use super::actions::{is_negated, order};
use super::frames::place;
use super::spoken::Spoken;
use super::vocabulary::{BY, DEPLOY, FLAGS, OVERRIDE, PAST, PUSH_LIVE, Row};
use super::wordings::{ABOUT, BOUNDS, FOLLOWS, IN_CODE, QUALITIES, SETS, SETTINGS};
use called::is_only_called_so;

const LIVE: &str = "live";

// === impl Row ===

impl Row {
    /// The words that make an order with one of its verbs one of this row.
    pub fn terms(
        &self,
        verb: &'static str,
        order: &Spoken,
        rest: &[Spoken],
    ) -> Option<Vec<&'static str>> {
        let flags = self.verbs == FLAGS.verbs;
        let moves = self.verbs == PUSH_LIVE.verbs;
        let past_somebody = self.verbs == OVERRIDE.verbs;
        let within = |target: &&str| {
            // "push it, but without force".
            let spared = |one: &Spoken| {
                let left_out = || one.says(&format!("without {target}"));
                flags && (left_out() || is_negated(&self::order(one)))
            };
            let said = |one: &Spoken| {
                let meant = !past_somebody || is_head(one, target);
                let goes = !moves || is_whereto(one, target, verb);
                let live = *target != LIVE || ends_live(one);
                one.names(target) && meant && live && goes && !spared(one)
            };
            said(order) || rest.iter().any(said)
        };
        let named = |words: &'static [&'static str]| -> Vec<&'static str> {
            words.iter().copied().filter(within).collect()
        };
        let (targets, also) = (named(self.targets), named(self.also));
        let by = |one: &Spoken| BY.iter().any(|by| one.says(by));
        let past = |one: &Spoken| by(one) && one.first(self.targets).is_some();
        let past = !PAST.contains(verb) || flags || by(order) || rest.iter().any(past);
        let in_code = !self.also.is_empty() && IN_CODE.iter().any(|word| order.says(word));
        let missing = !self.targets.is_empty() && targets.is_empty()
            || !self.also.is_empty() && also.is_empty();
        let handed = self.verbs == DEPLOY.verbs && is_only_called_so(order, verb, rest);
        if missing || !past || in_code || handed {
            return None;
        }
        Some([vec![verb], targets, also].concat())
    }
}

/// "Push it to production", and neither "to production mode" nor "set the variable to production".
fn is_whereto(said: &Spoken, target: &str, verb: &str) -> bool {
    let words: Vec<&str> = said.words().collect();
    let Some(at) = place(&words, target) else {
        return false;
    };
    let next = words.get(at + target.split(' ').count());
    let head = words[..at].iter().skip(1);
    let head = head.take_while(|word| !BOUNDS.contains(word)).last();
    let sets = SETS.contains(verb) && head.is_some_and(|head| SETTINGS.contains(head));
    !sets && !next.is_some_and(|next| QUALITIES.contains(next))
}

/// "The review", and not "the review reminder".
fn is_head(said: &Spoken, target: &str) -> bool {
    let words: Vec<&str> = said.words().collect();
    let wanted: Vec<&str> = target.split(' ').collect();
    let mut seen = words.windows(wanted.len()).enumerate();
    seen.any(|(at, seen)| {
        let next = words.get(at + wanted.len());
        seen == wanted.as_slice() && !next.is_some_and(|next| ABOUT.contains(next))
    })
}

/// "Make it live", and not "take live notes".
fn ends_live(said: &Spoken) -> bool {
    let words: Vec<&str> = said.words().collect();
    let mut live = words.iter().enumerate().filter(|(_, word)| **word == LIVE);
    live.any(|(at, _)| words.get(at + 1).is_none_or(|next| FOLLOWS.contains(next)))
}
