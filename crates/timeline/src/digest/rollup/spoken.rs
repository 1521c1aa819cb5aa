//! Which languages the parts of a period are in.

use super::{Child, topics};
use crate::digest::Keyword;
use crate::digest::clean::{is_han, is_kana};
use crate::digest::stop::Listener;
use crate::digest::words::words;

/// A language is told of if so much of the period is in it.
const HEARD: f32 = 0.15;
/// More languages than these nobody reads in one summary.
const MOST: usize = 3;

/// What was talked about in one language.
pub struct Part {
    pub code: &'static str,
    /// The weightiest first.
    pub keywords: Vec<Keyword>,
}

/// The language of each child.
pub fn each(children: &[Child<'_>]) -> Vec<&'static str> {
    children.iter().map(of).collect()
}

/// Scripts tell their language; otherwise its small words do.
fn of(child: &Child<'_>) -> &'static str {
    let bullets = child.digest.bullets.iter().map(|b| b.text.as_str());
    let said: Vec<&str> = std::iter::once(child.title).chain(bullets).collect();
    let count = |is: fn(char) -> bool| {
        let chars = said.iter().flat_map(|text| text.chars());
        chars.filter(|c| is(*c)).count()
    };
    let (kana, han, all) = (count(is_kana), count(is_han), count(char::is_alphabetic));
    if (kana + han) * 2 > all {
        return if kana * 5 > han { "ja" } else { "zh" };
    }
    let mut listener = Listener::default();
    for word in said.iter().flat_map(|text| words(text)) {
        listener.hear(&word.text.to_lowercase());
    }
    listener.languages().code()
}

/// What was talked about in each language, the one that was spoken most first.
pub fn parts(children: &[Child<'_>], shares: &[f32], spoken: &[&'static str]) -> Vec<Part> {
    let mut heard: Vec<(&'static str, f32)> = Vec::new();
    for (code, share) in spoken.iter().zip(shares) {
        match heard.iter_mut().find(|(known, _)| known == code) {
            Some((_, sum)) => *sum += share,
            None => heard.push((code, *share)),
        }
    }
    heard.sort_by(|a, b| b.1.total_cmp(&a.1));
    let all: f32 = shares.iter().sum();
    let heard = heard.into_iter().filter(|(_, sum)| *sum >= all * HEARD);
    let part = |(code, _): (&'static str, f32)| {
        let of = |at: &usize| spoken[*at] == code;
        let (own, shares): (Vec<Child<'_>>, Vec<f32>) = (0..children.len())
            .filter(of)
            .map(|at| (children[at], shares[at]))
            .unzip();
        Part {
            code,
            keywords: topics::keywords(&own, &shares),
        }
    };
    heard.take(MOST).map(part).collect()
}
