//! Text that a person shows for work: to be translated, told in short, put right. Nobody tells
//! anything with it.

use super::{cut::split, words};
use crate::extract::phrases::{
    AGREES, ASKING, HANDS, KEEPING, POINTS, POINTS_BACK, Phrases, TEXTS, WORK, WORK_ALONE,
    WORK_BESIDE, WORK_LAST, WORK_WITH,
};

/// What is shown begins behind one of these.
const QUOTES: [char; 6] = ['"', '\u{201c}', '\u{201e}', '\u{ab}', '\u{bb}', '`'];

/// A text without what is shown in it: all that stands behind the request, or before one for what is
/// above. What comes after what is shown cannot be told from it.
pub fn without(text: &str) -> &str {
    let (mut from, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let asked = split(line).find_map(|one| Some((one, Shown::by(one)?)));
        let end = at + line.len();
        let place = |one: &str| at + line.find(one).unwrap_or_default();
        match asked {
            Some((_, Shown::Before)) => from = at,
            Some((_, Shown::Around)) => return "",
            Some((one, Shown::Behind(colon))) => return &text[from..place(one) + colon],
            Some((one, Shown::Below)) => return &text[from..place(one) + one.len()],
            Some((one, Shown::Here)) => return &text[from..place(one)],
            None => {}
        }
        at = end;
    }
    &text[from..]
}

/// Where what is shown stands.
enum Shown {
    /// In the same sentence, from here on.
    Behind(usize),
    Below,
    /// It is the sentence itself, and what follows.
    Here,
    Before,
    /// Before it or below.
    Around,
}

// === impl Shown ===

impl Shown {
    fn by(sentence: &str) -> Option<Self> {
        let behind = sentence.find(QUOTES).into_iter().chain(colon(sentence));
        let behind = behind.min();
        let low = sentence.to_lowercase();
        let head = behind.map_or(low.clone(), |at| sentence[..at].to_lowercase());
        let request = Request::of(&low, &head)?;
        match behind {
            Some(at) if request.shows() => Some(Self::Behind(at)),
            Some(_) => None,
            None => request.place(),
        }
    }
}

/// What is asked for, in small words.
struct Request<'t> {
    /// Without what only asks.
    asked: Vec<&'t str>,
    /// Before what is shown, in the same sentence.
    head: Vec<&'t str>,
}

// === impl Request ===

impl<'t> Request<'t> {
    fn of(sentence: &'t str, head: &'t str) -> Option<Self> {
        let (all, head) = (words(sentence), words(head));
        let plain = all.iter().position(|word| !ASKING.contains(word))?;
        let asked = all[plain..].to_vec();
        Some(Self { asked, head })
    }

    /// Whether a colon or a quote in it begins what is shown.
    fn shows(&self) -> bool {
        let begins = |list: Phrases| self.asked.first().is_some_and(|word| list.contains(word));
        let last = |words: &[&str]| words.last().is_some_and(|word| WORK_LAST.contains(word));
        let works = [WORK, WORK_WITH, WORK_ALONE].into_iter().any(begins);
        works || last(&self.asked) || last(&self.head) || self.hands()
    }

    /// "What do you think of this:", and not "can you remember this:".
    fn hands(&self) -> bool {
        let says = |list: Phrases| self.head.iter().any(|word| list.contains(word));
        let begins = self.head.first().is_some_and(|word| HANDS.contains(word));
        let shows = [POINTS, TEXTS, WORK, WORK_WITH].into_iter().any(says);
        begins && shows && !says(KEEPING)
    }

    /// Where what is shown stands, if nothing in the sentence says that it is there.
    fn place(&self) -> Option<Shown> {
        let says = |list: Phrases| self.asked.iter().any(|word| list.contains(word));
        let first = self.asked.first()?;
        let alone = WORK_ALONE.contains(first);
        let last = self
            .asked
            .last()
            .is_some_and(|word| WORK_LAST.contains(word));
        let bare = self.asked[1..]
            .iter()
            .all(|word| WORK_BESIDE.contains(word));
        match () {
            () if !alone && !last && !WORK.contains(first) => None,
            () if says(POINTS_BACK) => Some(Shown::Before),
            () if bare && !AGREES.contains(first) => Some(Shown::Around),
            () if says(POINTS) => Some(Shown::Below),
            () => alone.then_some(Shown::Here),
        }
    }
}

/// "10:30" has none.
fn colon(sentence: &str) -> Option<usize> {
    let mut colons = sentence.match_indices(':').map(|(at, _)| at);
    colons.find(|at| {
        sentence[at + 1..]
            .chars()
            .next()
            .is_none_or(char::is_whitespace)
    })
}
