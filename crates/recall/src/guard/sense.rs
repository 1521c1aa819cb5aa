//! What a sentence is as a whole: an order, a question, a tale; and which of its clauses can be orders.

use super::Risk;
use super::actions::{is_negated, order};
use super::commands::{carried, is_carried};
use super::frames::Frame;
use super::inner::handed_on;
use super::spoken::{Sentence, Spoken};
use super::wordings::{
    ASKS, CONDITIONS, NEGATIONS, OFFERS, POLITE, REPORTS, SO_DO, SUBJECTS, Words,
};

pub struct Sense<'s> {
    sentence: &'s Sentence,
    /// What is to be done follows when.
    waits: bool,
    asks: bool,
}

/// Whoever only agrees says no more than this.
const AGREED: usize = 5;

// === impl Sense ===

impl<'s> Sense<'s> {
    pub fn of(sentence: &'s Sentence) -> Self {
        let clauses = &sentence.clauses;
        let first = clauses.first().map(order).unwrap_or_default();
        let waits = CONDITIONS.iter().any(|word| first.begins(word));
        Self {
            sentence,
            waits: waits && clauses.len() > 1,
            asks: is_question(&first, sentence.asked),
        }
    }

    /// Which of its clauses can be orders where they stand.
    pub fn orders(&self) -> Vec<usize> {
        let mut all = Vec::new();
        for (n, clause) in self.sentence.clauses.iter().enumerate() {
            let before = n.checked_sub(1).map(|n| &self.sentence.clauses[n]);
            // What somebody says is none of it, to the end of the sentence.
            if before.is_some_and(reports) {
                break;
            }
            if self.may_be(clause, before) {
                all.push(n);
            }
        }
        all
    }

    fn may_be(&self, clause: &Spoken, before: Option<&Spoken>) -> bool {
        if self.waits {
            let polite = POLITE.iter().any(|word| clause.begins(word));
            return before.is_some() && (!self.sentence.asked || polite);
        }
        let next = clause.begins("then") || clause.begins("and then");
        if self.asks {
            // Behind a question only what is to be done next is an order.
            return before.is_some() && next;
        }
        if ["or", "nor"].iter().any(|word| clause.begins(word)) && before.is_some_and(forbids) {
            return false;
        }
        let joined = ["and", "or", "but"].iter().any(|word| clause.begins(word));
        let turned = clause.begins("but") && before.is_some_and(is_state);
        let told = joined && !next && !turned;
        !(told && before.is_some_and(is_statement))
    }
}

/// "Do it": what was asked about just before is wanted. Of a sentence that says more it is not.
pub fn agrees(sentence: &Sentence) -> bool {
    let words: usize = sentence.clauses.iter().map(|one| one.words().count()).sum();
    let does = |clause: &Spoken| {
        let order = order(clause);
        let told = !order.is_empty() && !is_negated(&order);
        clause.says("go ahead") && !is_negated(clause)
            || told && SO_DO.iter().any(|phrase| order.begins(phrase))
    };
    !sentence.asked && words <= AGREED && sentence.clauses.iter().any(does)
}

/// Somebody's words follow.
fn reports(clause: &Spoken) -> bool {
    let last = clause.words().last();
    last.is_some_and(|word| REPORTS.contains(word))
}

/// "Never deploy it or delete …": what is forbidden goes on.
fn forbids(clause: &Spoken) -> bool {
    let inner = order(clause).less(NEGATIONS);
    inner.is_some_and(|inner| {
        let frame = Frame::of(&inner);
        let mut risky = Risk::ALL.into_iter().flat_map(Risk::verbs);
        risky.any(|verb| frame.orders(verb)) || !carried(&inner).is_empty()
    })
}

/// "We build …", and not "we need to build …".
fn is_statement(clause: &Spoken) -> bool {
    let order = order(clause);
    let first = order.words().next();
    let subject = first.is_some_and(|word| SUBJECTS.contains(word));
    let frame = Frame::of(&order);
    let mut risky = Risk::ALL.into_iter().flat_map(Risk::verbs);
    subject && !risky.any(|verb| frame.orders(verb))
}

/// "It is Friday, but deploy": nobody does anything there that could go on behind it.
fn is_state(clause: &Spoken) -> bool {
    let order = order(clause);
    let being = |word: &str| BEING.contains(word) || word.ends_with("'s");
    order.words().take(NEAR).any(being) && !order.says("to")
}

const BEING: Words = Words::new("is|are|was|were");
/// What is said of something stands behind so many words.
const NEAR: usize = 4;

/// "Can you tell me …" asks; "can you delete …" does not.
fn is_question(order: &Spoken, asked: bool) -> bool {
    // "have all logs deleted" is none, and "have they been deleted" is one.
    let has_it_done = order.begins("have") && !asked && !order.says("been");
    // "do terraform destroy" is none either.
    let does_it = order.begins("do") && !asked && is_carried(order);
    // Nor is "tell the agent to delete it", or "how about deleting it".
    let words: Vec<&str> = order.words().collect();
    let hands_on = handed_on(&words).is_some();
    let offers = order.less(OFFERS).is_some() && {
        let frame = Frame::of(order);
        let mut risky = Risk::ALL.into_iter().flat_map(Risk::verbs);
        risky.any(|verb| frame.orders(verb))
    };
    is_asking(order) && !has_it_done && !does_it && !hands_on && !offers
}

pub fn is_asking(order: &Spoken) -> bool {
    let mut words = order.words();
    let (one, two) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    // "do it", "have it deployed" are orders; so is "do not".
    let it = matches!(one, "do" | "have")
        && matches!(
            two,
            "it" | "this" | "that" | "not" | "a" | "the" | "what" | "an" | "exactly"
        );
    ASKS.contains(one) && !it
}
