//! What a period was about, from what its parts were about.

mod spoken;
mod telling;
mod topics;

use rustc_hash::FxHashMap;

use super::lexicon::Lexicon;
use super::lines::blocks;
use super::pick::pick;
use super::reading::{Sentence, Voice};
use super::score::{Scored, learn, score};
use super::stop::{Languages, Listener};
use super::weights::weights;
use super::words::words;
use super::{Bullet, Digest, Keyword};

/// A part of a period: a segment of a day, a day of a week.
#[derive(Clone, Copy, Debug)]
pub struct Child<'a> {
    /// What it was about, never the date it has in the calendar.
    pub title: &'a str,
    pub digest: &'a Digest,
    /// How much it counts beside the others, for example its tokens.
    pub weight: f32,
}

/// What the parts say together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rollup {
    /// What it was about more than anything else.
    pub title: String,
    pub summary: String,
    pub bullets: Vec<Merged>,
    pub keywords: Vec<Keyword>,
}

/// A bullet, and every bullet of a child that says the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    pub text: String,
    /// Child and bullet; the first is where the text was taken from.
    pub from: Vec<(usize, usize)>,
}

/// Two bullets with this share of their terms in common say the same.
const SAME: f32 = 0.7;

/// The rollup of a period. `children` are in the order of time.
pub fn of_children(children: &[Child<'_>]) -> Rollup {
    let shares = shares(children);
    let languages = languages(children);
    let mut lexicon = Lexicon::new(languages);
    let (places, said) = said(children);
    let mut sentences = learn(said, &mut lexicon);
    let weights = weights(&lexicon, children.len());
    score(&mut sentences, &weights);
    let spoken = spoken::each(children);
    level(&mut sentences, &spoken);
    for sentence in &mut sentences {
        sentence.score *= shares[sentence.said.turn];
    }
    let merged = |at: &usize| merged(*at, &sentences, &places, &weights);
    let told: Vec<Merged> = pick(&sentences, &weights).iter().map(merged).collect();
    let keywords = topics::keywords(children, &shares);
    let titles = topics::titles(children, &shares);
    Rollup {
        title: topics::title(children, &shares),
        summary: telling::summary(&spoken::parts(children, &shares, &spoken), &titles),
        bullets: once(told),
        keywords,
    }
}

/// Sentences of two languages are told by other words, and their scores cannot be compared: the
/// best of each counts the same. `spoken` is the language of each child.
fn level(sentences: &mut [Scored<'_>], spoken: &[&'static str]) {
    let mut best: FxHashMap<&str, f32> = FxHashMap::default();
    for sentence in sentences.iter() {
        let most = best.entry(spoken[sentence.said.turn]).or_default();
        *most = most.max(sentence.score);
    }
    let all = best.values().copied().fold(0.0, f32::max);
    for sentence in sentences.iter_mut() {
        let most = best.get(spoken[sentence.said.turn]).copied();
        if let Some(most) = most.filter(|most| *most > 0.0) {
            sentence.score *= all / most;
        }
    }
}

/// What each child counts for. The root keeps one long talk from being all that is told.
fn shares(children: &[Child<'_>]) -> Vec<f32> {
    let sane = |child: &Child<'_>| match child.weight.is_finite() {
        true => child.weight.max(0.0),
        false => 0.0,
    };
    let most = children
        .iter()
        .map(sane)
        .fold(0.0, f32::max)
        .max(f32::MIN_POSITIVE);
    children
        .iter()
        .map(|child| (sane(child) / most).sqrt().max(0.05))
        .collect()
}

fn languages(children: &[Child<'_>]) -> Languages {
    let mut listener = Listener::default();
    let bullets = children.iter().flat_map(|child| &child.digest.bullets);
    for bullet in bullets.take(300) {
        for word in words(&bullet.text) {
            listener.hear(&word.text.to_lowercase());
        }
    }
    listener.languages()
}

/// The bullets as if each child were a turn, and which bullet of its child each one is.
fn said<'a>(children: &[Child<'a>]) -> (Vec<usize>, Vec<Sentence<'a>>) {
    let mut places = Vec::new();
    let mut said = Vec::new();
    for (turn, child) in children.iter().enumerate() {
        for (number, bullet) in child.digest.bullets.iter().enumerate() {
            places.push(number);
            said.push(Sentence {
                turn,
                start: 0,
                text: &bullet.text,
                place: number,
                voice: Voice::User,
                prose: blocks(&bullet.text).iter().all(|block| block.prose),
            });
        }
    }
    (places, said)
}

/// Without those that already support a better one, in the order of time.
fn once(told: Vec<Merged>) -> Vec<Merged> {
    let mut kept: Vec<Merged> = Vec::new();
    for merged in told {
        if !kept
            .iter()
            .any(|better| better.from.contains(&merged.from[0]))
        {
            kept.push(merged);
        }
    }
    kept.sort_by_key(|merged| merged.from[0]);
    kept
}

/// A chosen bullet with all that support it.
fn merged(at: usize, sentences: &[Scored<'_>], places: &[usize], weights: &[f32]) -> Merged {
    let chosen = &sentences[at];
    let same = |other: &Scored<'_>| {
        let text = other.said.text == chosen.said.text;
        text || alike(&chosen.terms, &other.terms, weights) >= SAME
    };
    let place = |at: usize| (sentences[at].said.turn, places[at]);
    let others = (0..sentences.len()).filter(|other| *other != at && same(&sentences[*other]));
    Merged {
        text: chosen.said.text.to_owned(),
        from: std::iter::once(at).chain(others).map(place).collect(),
    }
}

/// The weight two lists of terms share, as a part of both together.
fn alike(a: &[u32], b: &[u32], weights: &[f32]) -> f32 {
    let weigh = |term: &u32| weights[*term as usize];
    let shared: f32 = a
        .iter()
        .filter(|term| b.binary_search(term).is_ok())
        .map(weigh)
        .sum();
    let all = a.iter().chain(b).map(weigh).sum::<f32>() - shared;
    if all > 0.0 { shared / all } else { 0.0 }
}

// === impl Rollup ===

impl Rollup {
    /// As a part of the next larger period.
    pub fn into_digest(self) -> Digest {
        let bullet = |merged: Merged| Bullet {
            text: merged.text,
            source: None,
        };
        Digest {
            title: self.title,
            summary: self.summary,
            bullets: self.bullets.into_iter().map(bullet).collect(),
            keywords: self.keywords,
        }
    }
}
