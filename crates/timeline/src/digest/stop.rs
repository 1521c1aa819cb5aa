//! Words that say nothing about a topic, by language.

mod lists;

use std::borrow::Cow;
use std::sync::LazyLock;

use mneme_model::stem::stem;
use mneme_model::stop::is_stop_word;
use rustc_hash::{FxHashMap, FxHashSet};

use lists::{ENGLISH, OTHERS, WEAK};

type Words = FxHashSet<&'static str>;

static ENGLISH_SET: LazyLock<Words> = LazyLock::new(|| ENGLISH.split_whitespace().collect());
static WEAK_STEMS: LazyLock<Words> = LazyLock::new(|| WEAK.split_whitespace().map(stem).collect());
static OTHER_SETS: LazyLock<FxHashMap<&'static str, u32>> = LazyLock::new(|| {
    let mut languages = FxHashMap::default();
    for (at, (_, words)) in OTHERS.iter().enumerate() {
        for word in words.split_whitespace() {
            *languages.entry(word).or_default() |= 1 << at;
        }
    }
    languages
});

/// A language joins in if at least so many of its own words, and one in so many of all, are
/// there: `die` and `war` are words of English too.
const MIN_HITS: u32 = 3;
const ONE_IN: u32 = 9;
/// Enough words to know a language by.
const SAMPLE: u32 = 2_000;

/// Which lists count for a text. English always does: it is mixed into all others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Languages(u32);

/// Looks at words until it has seen enough.
#[derive(Debug, Default)]
pub struct Listener {
    hits: [u32; OTHERS.len()],
    words: u32,
}

// === impl Listener ===

impl Listener {
    pub fn hear(&mut self, lower: &str) {
        if self.words >= SAMPLE {
            return;
        }
        self.words += 1;
        if is_english(lower) {
            return;
        }
        let mask = others(lower);
        for (at, hits) in self.hits.iter_mut().enumerate() {
            *hits += (mask >> at) & 1;
        }
    }

    pub fn languages(&self) -> Languages {
        let most = self.hits.iter().copied().max().unwrap_or(0);
        let speaks =
            |hits: u32| hits >= MIN_HITS && hits * ONE_IN >= self.words && hits * 2 >= most;
        let heard = self
            .hits
            .iter()
            .enumerate()
            .filter(|(_, hits)| speaks(**hits));
        Languages(heard.fold(0, |mask, (at, _)| mask | 1 << at))
    }
}

// === impl Languages ===

impl Languages {
    pub const ALL: Self = Self(u32::MAX);

    pub fn is_stop(self, lower: &str) -> bool {
        is_english(lower) || others(lower) & self.0 != 0
    }

    /// Whether a word names a topic only together with its neighbours.
    pub fn is_weak(self, stem: &str) -> bool {
        WEAK_STEMS.contains(stem)
    }

    /// The two letters of the language heard most, besides English.
    pub fn code(self) -> &'static str {
        let first = OTHERS
            .iter()
            .enumerate()
            .find(|(at, _)| self.0 >> at & 1 == 1);
        first.map_or("en", |(_, (code, _))| code)
    }
}

/// A question without the words that say nothing in its language. English ones, and those of a language nobody
/// knows, stay as they are.
pub fn telling(question: &str) -> Cow<'_, str> {
    let words: Vec<Word> = question.split_whitespace().map(Word::read).collect();
    match asked_in(&words) {
        Languages(0) => Cow::Borrowed(question),
        Languages(spoken) => {
            let told = words.iter().filter(|word| word.others & spoken == 0);
            let told: Vec<&str> = told.map(|word| word.text).collect();
            Cow::Owned(told.join(" "))
        }
    }
}

/// A word of a question.
struct Word<'t> {
    /// Without what stands around it.
    text: &'t str,
    /// Where it says nothing.
    others: u32,
    english: bool,
}

impl<'t> Word<'t> {
    fn read(word: &'t str) -> Self {
        let text = word.trim_matches(|c: char| !c.is_alphanumeric());
        let lower = text.to_lowercase();
        Self {
            text,
            others: others(&lower),
            english: is_stop_word(&lower),
        }
    }
}

/// The languages of a few words: at least two and half of all say nothing in it, and none says nothing in
/// English alone.
fn asked_in(words: &[Word]) -> Languages {
    let spoken = |mask: &u32| {
        let said = words.iter().filter(|word| word.others & mask != 0).count();
        let english = |word: &Word| word.english && word.others & mask == 0;
        said >= 2 && said * 2 >= words.len() && !words.iter().any(english)
    };
    let all = (0..OTHERS.len()).map(|at| 1 << at);
    Languages(all.filter(spoken).fold(0, |all, one| all | one))
}

/// The languages besides English in which a word says nothing.
fn others(lower: &str) -> u32 {
    OTHER_SETS.get(lower).copied().unwrap_or(0)
}

fn is_english(lower: &str) -> bool {
    is_stop_word(lower) || ENGLISH_SET.contains(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> Languages {
        let mut listener = Listener::default();
        text.split_whitespace().for_each(|word| listener.hear(word));
        listener.languages()
    }

    #[test]
    fn a_language_counts_where_it_is_spoken() {
        let german =
            heard("kannst du bitte die datenbank prüfen und mir sagen ob der index noch stimmt");
        assert!(german.is_stop("der") && german.is_stop("the") && !german.is_stop("datenbank"));
        assert_eq!(german.code(), "de");
        let english = heard("we did not die in the war when the car broke down on the old bridge");
        assert!(!english.is_stop("war") && !english.is_stop("car") && english.is_stop("the"));
        assert_eq!(english.code(), "en");
    }

    #[test]
    fn a_question_is_asked_without_the_words_that_say_nothing_in_its_language() {
        for (question, told) in [
            ("Wie heißt unser Hund?", "Hund"),
            ("Wo ist der Schlüssel?", "Schlüssel"),
            ("Wann probt unser Chor?", "probt Chor"),
            ("¿Dónde está la llave del garaje?", "llave garaje"),
            ("Où est notre chien ?", "chien"),
            ("What is the war about?", "What is the war about?"),
            ("Who will die in the war?", "Who will die in the war?"),
            ("pricing table", "pricing table"),
            ("was ist das", ""),
        ] {
            assert_eq!(telling(question).trim(), told, "{question}");
        }
    }
}
