//! The words and titles of the parts that stand for the whole.

use mneme_model::stem::stem;
use rustc_hash::FxHashMap;

use super::Child;
use crate::digest::Keyword;
use crate::digest::keywords::round;

const MAX_KEYWORDS: usize = 10;
/// Titles named in a summary.
const MAX_TITLES: usize = 3;

struct Tally<'a> {
    form: &'a str,
    heaviest: f32,
    sum: f32,
}

/// Key words of the parts, those of several parts first; the first has the weight 1.
pub fn keywords(children: &[Child<'_>], shares: &[f32]) -> Vec<Keyword> {
    let mut tallies = tally(children, shares);
    tallies.sort_by(|a, b| b.sum.total_cmp(&a.sum));
    let best = tallies.first().map_or(1.0, |first| first.sum);
    let mut chosen: Vec<Keyword> = Vec::new();
    for tally in tallies {
        let known = chosen.iter().any(|other| overlap(&other.word, tally.form));
        if !known && chosen.len() < MAX_KEYWORDS {
            let (word, weight) = (tally.form.to_owned(), round(tally.sum / best));
            chosen.push(Keyword { word, weight });
        }
    }
    chosen
}

/// In the order they were first met, so that equals keep the order of time.
fn tally<'a>(children: &[Child<'a>], shares: &[f32]) -> Vec<Tally<'a>> {
    let mut tallies: Vec<Tally<'a>> = Vec::new();
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for (child, share) in children.iter().zip(shares) {
        for Keyword { word, weight } in &child.digest.keywords {
            let value = weight * share;
            let key = stem(&word.to_lowercase()).to_owned();
            let at = *places.entry(key).or_insert(tallies.len());
            if at == tallies.len() {
                let (form, heaviest, sum) = (word.as_str(), value, 0.0);
                tallies.push(Tally {
                    form,
                    heaviest,
                    sum,
                });
            }
            let tally = &mut tallies[at];
            tally.sum += value;
            if value > tally.heaviest {
                (tally.form, tally.heaviest) = (word, value);
            }
        }
    }
    tallies
}

fn overlap(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let word = |long: &str, short: &str| long.split([' ', '/', ':']).any(|part| part == short);
    a == b || word(&a, &b) || word(&b, &a)
}

/// The title of the weightiest part.
pub fn title(children: &[Child<'_>], shares: &[f32]) -> String {
    let first = ranked(children, shares).into_iter().next();
    first.map_or_else(String::new, |at| name(&children[at]).to_owned())
}

/// The weightiest titles, in the order of time, each once.
pub fn titles<'a>(children: &[Child<'a>], shares: &[f32]) -> Vec<&'a str> {
    let mut places: Vec<usize> = Vec::new();
    for at in ranked(children, shares) {
        let new = !places
            .iter()
            .any(|other| name(&children[*other]) == name(&children[at]));
        if new && places.len() < MAX_TITLES {
            places.push(at);
        }
    }
    places.sort_unstable();
    places.into_iter().map(|at| name(&children[at])).collect()
}

/// Parts with a title, the weightiest first; one without key words says little.
fn ranked(children: &[Child<'_>], shares: &[f32]) -> Vec<usize> {
    let worth = |at: usize| shares[at] * (children[at].digest.keywords.len() as f32).min(5.0);
    let mut places: Vec<usize> = (0..children.len())
        .filter(|at| !name(&children[*at]).is_empty())
        .collect();
    places.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)).then(a.cmp(b)));
    places
}

fn name<'a>(child: &Child<'a>) -> &'a str {
    match child.title.is_empty() {
        true => &child.digest.title,
        false => child.title,
    }
}
