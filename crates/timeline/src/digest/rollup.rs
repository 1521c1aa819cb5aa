//! What a period was about, from what its parts were about.

use super::{Bullet, Digest, Keyword};

const MAX_BULLETS: usize = 5;
const MAX_KEYWORDS: usize = 10;

/// A part of a period: a segment of a day, a day of a week.
#[derive(Clone, Copy, Debug)]
pub struct Child<'a> {
    pub title: &'a str,
    pub digest: &'a Digest,
    /// How much it counts beside the others, for example its tokens.
    pub weight: f32,
}

/// What the parts say together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rollup {
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

pub fn of_children(children: &[Child<'_>]) -> Rollup {
    let mut rollup = Rollup::default();
    for (at, child) in children.iter().enumerate() {
        for (number, bullet) in child.digest.bullets.iter().enumerate().take(1) {
            rollup.bullets.push(Merged {
                text: bullet.text.clone(),
                from: vec![(at, number)],
            });
        }
        for keyword in &child.digest.keywords {
            if !rollup.keywords.iter().any(|k| k.word == keyword.word) {
                rollup.keywords.push(keyword.clone());
            }
        }
    }
    rollup.bullets.truncate(MAX_BULLETS);
    rollup.keywords.truncate(MAX_KEYWORDS);
    let titles: Vec<&str> = children.iter().map(|child| child.title).take(3).collect();
    rollup.summary = titles.join("; ");
    rollup
}

// === impl Rollup ===

impl Rollup {
    /// As a part of the next larger period.
    pub fn into_digest(self, title: &str) -> Digest {
        let bullet = |merged: Merged| Bullet {
            text: merged.text,
            source: None,
        };
        Digest {
            title: title.to_owned(),
            summary: self.summary,
            bullets: self.bullets.into_iter().map(bullet).collect(),
            keywords: self.keywords,
        }
    }
}
