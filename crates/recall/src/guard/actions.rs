//! What a request wants done that cannot be undone. Only who gives an order wants it: a question
//! about a policy, or a wish to have it explained, is none.

use serde::{Deserialize, Serialize};

use super::acting::acting;
use super::commands::{carried, is_carried};
use super::frames::Frame;
use super::letters::visible;
use super::quoted::{Told, apart};
use super::spoken::{Sentence, Spoken, sentences};
use super::vocabulary::{
    BY, DELETE, DEPLOY, EXFILTRATE, FLAGS, FORCED, MAKE_PUBLIC, OVERRIDE, PAST, PUSH_LIVE, Row,
};
use super::wordings::{
    ABOUT, ASKS, CARRYING, CONDITIONS, DOES, FOLLOWS, IN_CODE, LEADS, LOOKS_AT, NEGATIONS,
    NO_MANNER, POLITE, REFERS, REPORTS, SUBJECTS, Words,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    Deploy,
    Delete,
    Exfiltrate,
    Override,
}

/// Stands between two messages of one request: what one quotes or asks says nothing of the other.
pub const BETWEEN: &str = "\u{1e}";

/// What is risky about a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub risks: Vec<Risk>,
    /// The words by which it was seen, in their order.
    pub terms: Vec<String>,
    /// The sentences in which it is wanted.
    pub(super) orders: Vec<String>,
    /// What it is about may stand elsewhere.
    pub(super) refers: bool,
}

// === impl Risk ===

impl Risk {
    pub const ALL: [Risk; 4] = [Risk::Deploy, Risk::Delete, Risk::Exfiltrate, Risk::Override];

    pub fn name(self) -> &'static str {
        match self {
            Risk::Deploy => "deploy",
            Risk::Delete => "delete",
            Risk::Exfiltrate => "exfiltrate",
            Risk::Override => "override",
        }
    }

    fn rows(self) -> &'static [Row] {
        match self {
            Risk::Deploy => &[DEPLOY, PUSH_LIVE],
            Risk::Delete => &[DELETE],
            Risk::Exfiltrate => &[EXFILTRATE, MAKE_PUBLIC],
            Risk::Override => &[OVERRIDE, FLAGS, FORCED],
        }
    }

    /// Those of its verbs that mean it in these words.
    pub(super) fn verbs_in(self, said: &Spoken) -> impl Iterator<Item = &'static str> {
        let meant = |row: &&Row| row.targets.is_empty() || said.first(row.targets).is_some();
        let rows = self.rows().iter().filter(meant);
        rows.flat_map(|row| row.verbs.iter().copied())
    }

    /// What an order of this kind is given with.
    pub(super) fn verbs(self) -> impl Iterator<Item = &'static str> {
        self.rows().iter().flat_map(|row| row.verbs.iter().copied())
    }
}

// === impl Request ===

impl Request {
    pub fn read(text: &str) -> Self {
        let mut request = Self::default();
        text.split(BETWEEN).for_each(|one| request.message(one));
        request.risks.sort_unstable();
        request
    }

    fn message(&mut self, text: &str) {
        let told = apart(addressed(&visible(text)));
        self.hear(&told.own);
        let shown = [
            (&told.pasted, is_to_be_done(&told, true)),
            (&told.quoted, is_to_be_done(&told, false)),
        ];
        for text in shown.iter().filter(|(_, counts)| *counts) {
            text.0.iter().for_each(|text| self.hear(text));
        }
    }

    fn hear(&mut self, text: &str) {
        for sentence in sentences(text) {
            let clauses = &sentence.clauses;
            let mut risky = false;
            for n in Sense::of(&sentence).orders() {
                let rest = &clauses[n..clauses.len().min(n + NEAR)];
                risky |= self.add(&clauses[n], rest);
            }
            if risky {
                self.keep(&sentence);
            }
        }
    }

    fn keep(&mut self, sentence: &Sentence) {
        let words: Vec<&str> = sentence.clauses.iter().flat_map(Spoken::words).collect();
        self.refers |= words.iter().any(|word| REFERS.contains(word));
        self.orders.push(words.join(" "));
    }

    pub fn is_risky(&self) -> bool {
        !self.risks.is_empty()
    }

    /// Whether the clause wants anything risky.
    fn add(&mut self, clause: &Spoken, rest: &[Spoken]) -> bool {
        let order = order(clause);
        if order.is_empty() || is_negated(&order) {
            return false;
        }
        let mut risky = self.take(&order, rest);
        let inner = carried(&order).into_iter().chain(acting(&order, rest));
        for inner in inner.filter(|inner| !is_negated(inner)) {
            risky |= self.take(&inner, rest);
        }
        risky
    }

    fn take(&mut self, order: &Spoken, rest: &[Spoken]) -> bool {
        let frame = Frame::of(order).followed_by(rest);
        let ordered = |verb: &&str| frame.orders(verb) && !is_outgrown(verb, order);
        let mut risky = false;
        for risk in Risk::ALL {
            for row in risk.rows() {
                let verb = row.verbs.iter().copied().find(ordered);
                let Some(terms) = verb.and_then(|verb| row.terms(verb, order, rest)) else {
                    continue;
                };
                risky = true;
                if !self.risks.contains(&risk) {
                    self.risks.push(risk);
                }
                for term in terms.into_iter().map(str::to_owned) {
                    if !self.terms.contains(&term) {
                        self.terms.push(term);
                    }
                }
            }
        }
        risky
    }
}

// === impl Row ===

impl Row {
    /// The words that make an order with one of its verbs one of this row.
    fn terms(
        &self,
        verb: &'static str,
        order: &Spoken,
        rest: &[Spoken],
    ) -> Option<Vec<&'static str>> {
        let flags = self.verbs == FLAGS.verbs;
        let past_somebody = self.verbs == OVERRIDE.verbs;
        let within = |target: &&str| {
            // "push it, but without force".
            let spared = |one: &Spoken| {
                let left_out = || one.says(&format!("without {target}"));
                flags && (left_out() || is_negated(&self::order(one)))
            };
            let said = |one: &Spoken| {
                let meant = !past_somebody || is_head(one, target);
                one.says(target) && meant && (*target != LIVE || ends_live(one)) && !spared(one)
            };
            said(order) || rest.iter().any(said)
        };
        let named = |words: &'static [&'static str]| -> Vec<&'static str> {
            words.iter().copied().filter(within).collect()
        };
        let (targets, also) = (named(self.targets), named(self.also));
        let by = |one: &Spoken| BY.iter().any(|by| one.says(by));
        let past = |one: &Spoken| by(one) && one.first(self.targets).is_some();
        let past = !PAST.contains(&verb) || flags || by(order) || rest.iter().any(past);
        let in_code = !self.also.is_empty() && IN_CODE.iter().any(|word| order.says(word));
        let missing = !self.targets.is_empty() && targets.is_empty()
            || !self.also.is_empty() && also.is_empty();
        if missing || !past || in_code {
            return None;
        }
        Some([vec![verb], targets, also].concat())
    }
}

/// Without whom it is said to: "@bot delete …".
fn addressed(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(name) = rest.strip_prefix('@') {
        let behind = name.trim_start_matches(|c: char| !c.is_whitespace());
        rest = behind.trim_start();
    }
    rest
}

/// Whether a verb is only the beginning of a longer one: "get rid of" gets nothing.
fn is_outgrown(verb: &str, order: &Spoken) -> bool {
    let mut verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
    verbs.any(|longer| {
        let more = longer.strip_prefix(verb);
        more.is_some_and(|more| more.starts_with(' ')) && order.begins(longer)
    })
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

const LIVE: &str = "live";
/// What an order is about stands in one of so many clauses.
const NEAR: usize = 16;

/// "Make it live", and not "take live notes".
fn ends_live(said: &Spoken) -> bool {
    let words: Vec<&str> = said.words().collect();
    let mut live = words.iter().enumerate().filter(|(_, word)| **word == LIVE);
    live.any(|(at, _)| words.get(at + 1).is_none_or(|next| FOLLOWS.contains(next)))
}

/// Whether what somebody shows is what they want done: they say so, or say nothing else; of what
/// was pasted also where nobody wants it looked at.
fn is_to_be_done(told: &Told, pasted: bool) -> bool {
    let all = sentences(&told.own);
    let begins = |clause: &Spoken, words: Words| words.iter().any(|word| clause.begins(word));
    let mut given = all.iter().flat_map(|one| &one.clauses).map(order);
    let does = given.any(|order| begins(&order, DOES) && !is_asking(&order));
    let looked_at = all.iter().any(|one| {
        let mut clauses = one.clauses.iter().map(order);
        one.asked || clauses.any(|clause| is_asking(&clause) || begins(&clause, LOOKS_AT))
    });
    let mut given = all.iter().flat_map(|one| &one.clauses).map(order);
    let refused = given.any(|order| {
        let rest = order.less(NEGATIONS);
        rest.is_some_and(|rest| begins(&rest, DOES) || begins(&rest, CARRYING))
    });
    let mut given = all.iter().flat_map(|one| &one.clauses).map(order);
    let nothing_else = given.all(|order| order.words().all(|word| word == "it"));
    does || told.is_all_quoted() || nothing_else || pasted && !looked_at && !refused
}

fn is_negated(order: &Spoken) -> bool {
    NEGATIONS.iter().any(|no| order.begins(no))
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

/// What a sentence is as a whole.
struct Sense<'s> {
    sentence: &'s Sentence,
    /// What is to be done follows when.
    waits: bool,
    asks: bool,
}

// === impl Sense ===

impl<'s> Sense<'s> {
    fn of(sentence: &'s Sentence) -> Self {
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
    fn orders(&self) -> Vec<usize> {
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
        !(joined && !next && before.is_some_and(is_statement))
    }
}

/// Somebody's words follow.
fn reports(clause: &Spoken) -> bool {
    let last = clause.words().last();
    last.is_some_and(|word| REPORTS.contains(word))
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

/// "Can you tell me …" asks; "can you delete …" does not.
fn is_question(order: &Spoken, asked: bool) -> bool {
    // "have all logs deleted" is none, and "have they been deleted" is one.
    let has_it_done = order.begins("have") && !asked && !order.says("been");
    // "do terraform destroy" is none either.
    let does_it = order.begins("do") && !asked && is_carried(order);
    is_asking(order) && !has_it_done && !does_it
}

fn is_asking(order: &Spoken) -> bool {
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

/// Without what only leads to it.
pub(super) fn order(clause: &Spoken) -> Spoken {
    let mut rest = clause.clone();
    while let Some(less) = rest.less(LEADS).or_else(|| without_manner(&rest)) {
        rest = less;
    }
    rest
}

/// "Carefully delete …": how it is done stands first.
fn without_manner(said: &Spoken) -> Option<Spoken> {
    let mut words = said.words();
    let first = words.next()?;
    let manner = first.len() > 4 && first.ends_with("ly") && !NO_MANNER.contains(first);
    (manner && words.next().is_some()).then(|| said.without(1))
}

#[cfg(test)]
mod tests;
