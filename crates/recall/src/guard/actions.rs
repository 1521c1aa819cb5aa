//! What a request wants done that cannot be undone. Only who gives an order wants it: a question
//! about a policy, or a wish to have it explained, is none.

use std::collections::BTreeSet;

use super::Risk;
use super::acting::acting;
use super::agreed::{asks_whether, is_yes};
use super::commands::{begins_verb, carried};
use super::files::Files;
use super::frames::{Frame, actively};
use super::given::{gives, retold};
use super::hints::hints;
use super::inner::inner;
use super::letters::visible;
use super::lines::joined;
use super::quoted::apart;
use super::reach::Reach;
use super::sense::{Sense, agrees};
use super::shown::Wanted;
use super::spoken::{Sentence, Spoken, parts};
use super::wordings::{IDIOMS, LEADS, NEGATIONS, NO_MANNER, PLACES, PROGRAMS};

/// Stands between two messages of one request: what one quotes or asks says nothing of the other.
pub const BETWEEN: &str = "\u{1e}";

/// What is risky about a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub risks: Vec<Risk>,
    /// The words by which it was seen, in their order.
    pub terms: Vec<String>,
    /// What each of its orders is about.
    pub(super) aims: BTreeSet<Aim>,
    /// It is longer than anybody reads it closely: whatever it may want, nobody knows.
    pub unread: bool,
    /// Clauses that may still be read closely.
    left: usize,
    /// What the message read last asked at its end.
    asked: Option<String>,
    /// Paths in the sentence that is read.
    files: Files,
}

/// What one order is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aim {
    pub risk: Risk,
    pub reach: Reach,
}

// === impl Request ===

/// What an order is about stands in one of so many clauses.
const NEAR: usize = 16;
/// Clauses that are read closely: nobody gives more orders at once, and whoever had us read more would have
/// us read for seconds.
const MOST: usize = 20_000;
/// Clauses are about so long.
const CLAUSE: usize = 32;
/// Longer messages are looked through before they are taken apart.
const LONG: usize = 16 * 1024;

impl Request {
    pub fn read(text: &str) -> Self {
        Self::read_up_to(text, MOST)
    }

    /// With no more clauses read closely than so many.
    pub(super) fn read_up_to(text: &str, clauses: usize) -> Self {
        let mut request = Self {
            left: clauses,
            ..Self::default()
        };
        text.split(BETWEEN).for_each(|one| request.message(one));
        (request.asked, request.files) = (None, Files::default());
        if request.unread {
            request.risks = Risk::ALL.to_vec();
        }
        request.risks.sort_unstable();
        request
    }

    pub fn is_risky(&self) -> bool {
        !self.risks.is_empty()
    }

    /// Those of its terms that say what is to be done.
    pub(super) fn verbs(&self) -> impl Iterator<Item = &str> {
        let is_verb = |term: &&str| {
            let mut verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
            verbs.any(|verb| verb == *term)
        };
        self.terms.iter().map(String::as_str).filter(is_verb)
    }

    fn message(&mut self, text: &str) {
        let text = visible(text);
        self.answer(&text);
        // Most of what is long is pasted, and orders nothing in any of its lines.
        if text.len() > LONG && !text.contains('>') && !hints(&text) {
            return;
        }
        let told = apart(addressed(&text));
        self.hear(&told.own);
        let risky = |texts: &[String]| texts.iter().any(|text| hints(text));
        let (pasted, quoted) = (risky(&told.pasted), risky(&told.quoted));
        if !pasted && !quoted {
            return;
        }
        let wanted = Wanted::of(&told);
        let shown = [(&told.pasted, wanted.pasted), (&told.quoted, wanted.quoted)];
        for text in shown.iter().filter(|(_, counts)| *counts) {
            text.0.iter().for_each(|text| self.hear(text));
        }
    }

    /// "Do it." in a message of its own: what the one before asked about is wanted.
    fn answer(&mut self, text: &str) {
        let question = self.asked.take();
        let mut told = parts(text).filter(|(text, _)| !text.trim().is_empty());
        let first = told.next().map(|(text, asks)| Sentence::read(text, asks));
        let does = first.is_some_and(|first| agrees(&first));
        let asked = |asked: &String| does || asks_whether(asked, true) && is_plain_yes(text);
        if let Some(question) = question.filter(asked) {
            self.agreed(&question);
        }
        // Of a long message the end is what it asks.
        let end = &text[text.ceil_char_boundary(text.len().saturating_sub(LONG))..];
        let last = parts(end)
            .filter(|(text, _)| !text.trim().is_empty())
            .last();
        let asked = last.filter(|(text, asks)| *asks && hints(text));
        self.asked = asked.map(|(text, _)| text.to_owned());
    }

    /// Line by line, as it goes on over lines, and with what "them" are that somebody gets.
    fn hear(&mut self, text: &str) {
        self.listen(text);
        if let Some(text) = joined(text) {
            self.listen(&text);
        }
        if text.len() <= LONG && gives(text) {
            self.hear_retold(text);
        }
    }

    fn hear_retold(&mut self, text: &str) {
        let Some(left) = self.left.checked_sub(text.len() / CLAUSE) else {
            self.unread = true;
            return;
        };
        self.left = left;
        if let Some(text) = retold("", text) {
            self.listen(&text);
        }
    }

    fn listen(&mut self, text: &str) {
        let mut asked = None;
        let told = parts(text).filter(|(text, _)| !text.trim().is_empty());
        for (text, asks) in told {
            let yes = |asked: &str| !asks && asks_whether(asked, false) && is_yes(text);
            if let Some(question) = asked.take()
                && (agrees(&Sentence::read(text, asks)) || yes(question))
            {
                self.agreed(question);
            }
            if hints(text) {
                self.files = Files::of(text);
                self.closely(&Sentence::read(text, asks));
                asked = asks.then_some(text);
            }
        }
    }

    fn closely(&mut self, sentence: &Sentence) {
        let clauses = &sentence.clauses;
        let Some(left) = self.left.checked_sub(clauses.len()) else {
            self.unread = true;
            return;
        };
        self.left = left;
        for n in Sense::of(sentence).orders() {
            let (rest, before) = around(clauses, n);
            self.add(&clauses[n], rest, before);
        }
    }

    /// "Why not delete it? Do it.": what was asked about is wanted.
    fn agreed(&mut self, question: &str) {
        self.files = Files::of(question);
        let clauses = Sentence::read(question, true).clauses;
        for (n, clause) in clauses.iter().enumerate() {
            let (rest, before) = around(&clauses, n);
            let verbs = clause.words().enumerate();
            for (at, _) in verbs.filter(|(_, word)| begins_verb(word)) {
                self.add(&clause.without(at), rest, before);
            }
        }
    }

    /// Whatever risky the clause wants.
    fn add(&mut self, clause: &Spoken, rest: &[Spoken], before: &[Spoken]) {
        let order = order(clause);
        let order = actively(&order).unwrap_or(order);
        if order.is_empty() || is_negated(&order) {
            return;
        }
        let places = placed(before);
        self.take(&order, rest, |verb| {
            let reach = Reach::of(&order, verb, rest).at(&places);
            reach.merging(verb, &[before, rest])
        });
        let all = carried(&order).into_iter().chain(inner(&order));
        for inner in &all.filter(|one| !is_negated(one)).collect::<Vec<_>>() {
            let (programs, others) = carriers(&order, inner);
            self.take(inner, rest, |verb| {
                let mut reach = Reach::of(inner, verb, rest);
                reach.acted.extend(programs.iter().cloned());
                // "Make the logs disappear by deleting them": what stands before may be what it refers to.
                let beside = if reach.refers { &[] } else { others.as_slice() };
                reach.within(beside.iter().cloned()).at(&places)
            });
        }
        let acts = acting(&order, rest).filter(|inner| !is_negated(inner));
        if let Some(inner) = acts {
            self.take(&inner, rest, |_| Reach::whole([&order, &inner], rest));
        }
    }

    fn take(&mut self, order: &Spoken, rest: &[Spoken], reach: impl Fn(&str) -> Reach) {
        let frame = Frame::of(order).followed_by(rest);
        let ordered = |verb: &&str| frame.orders(verb) && !is_outgrown(verb, order);
        for risk in Risk::ALL {
            for row in risk.rows() {
                let verb = row.verbs.iter().copied().find(ordered);
                let found = verb.and_then(|verb| Some((verb, row.terms(verb, order, rest)?)));
                if let Some((verb, terms)) = found {
                    let mut reach = reach(verb);
                    reach.leaf = self.files.taken(order, verb, &reach.acted);
                    let told = |term: &str| reach.around.iter().any(|word| word == term);
                    let new = |term: &&&str| **term != verb && !told(term);
                    let named: Vec<&str> = terms.iter().filter(new).copied().collect();
                    let named = named.into_iter().map(str::to_owned);
                    self.found(risk, reach.within(named), &terms);
                }
            }
        }
    }

    fn found(&mut self, risk: Risk, reach: Reach, terms: &[&str]) {
        if !self.risks.contains(&risk) {
            self.risks.push(risk);
        }
        for term in terms {
            if !self.terms.iter().any(|known| known == term) {
                self.terms.push((*term).to_owned());
            }
        }
        self.aims.insert(Aim { risk, reach });
    }
}

/// "Yes.", and no question.
fn is_plain_yes(text: &str) -> bool {
    is_yes(text) && parts(text).all(|(_, asks)| !asks)
}

/// The clauses from one on, and those before it, as far as they may say what it is about.
fn around(clauses: &[Spoken], n: usize) -> (&[Spoken], &[Spoken]) {
    let end = clauses.len().min(n + NEAR);
    (&clauses[n..end], &clauses[n.saturating_sub(NEAR)..n])
}

/// "In production, …": where it is done may stand before it.
fn placed(before: &[Spoken]) -> Vec<String> {
    let placed = before.iter().filter(|clause| {
        let mut words = clause.words();
        let first = words.next();
        // "After copying the logs, …" says when.
        let acts = words.next().is_some_and(|word| word.ends_with("ing"));
        first.is_some_and(|word| PLACES.contains(word)) && (first == Some("using") || !acts)
    });
    placed.flat_map(Spoken::words).map(str::to_owned).collect()
}

/// What stands before an order that is carried: programs, which it is about, and other words.
fn carriers(order: &Spoken, inner: &Spoken) -> (Vec<String>, Vec<String>) {
    let words: Vec<String> = order.words().map(str::to_owned).collect();
    let before = words.len().saturating_sub(inner.words().count());
    let before = words.into_iter().take(before);
    before.partition(|word| PROGRAMS.contains(word))
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

/// Whether a verb is only the beginning of a longer one: "get rid of" gets nothing, "push back" pushes nothing.
fn is_outgrown(verb: &str, order: &Spoken) -> bool {
    let verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
    let mut longer = verbs.chain(IDIOMS.iter());
    longer.any(|longer| {
        let more = longer.strip_prefix(verb);
        more.is_some_and(|more| more.starts_with(' ')) && order.begins(longer)
    })
}

pub(super) fn is_negated(order: &Spoken) -> bool {
    NEGATIONS.iter().any(|no| order.begins(no))
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
