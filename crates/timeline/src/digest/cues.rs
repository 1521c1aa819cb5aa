//! Small signs by which a sentence is known to matter, or not to.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::clean::is_unspaced;
use super::reading::{Sentence, Voice};
use super::stop::Languages;
use super::words::words;

/// A sentence that begins so is politeness, or says what it is about to do.
const SOFT: &str = "
thanks;thank you;wow;great;sounds;that's;that is;that sounds;yeah;yes;yep;sure;ok;okay;perfect;
congrats;congratulations;nice;awesome;cool;good ;glad;happy to;hey;hi ;hi,;hi!;hello;bye;
see you;take care;no problem;you're;you are;you've;let me;i'll ;i will;here's;here is;here are;
looks like;looking at;now ;first,;done;got it;what about you;how about you;i hope;hope ;
keep ;let me know;i'm glad;i'm so;i can see;it's great;it's so;absolutely;definitely;totally;
danke;gern;alles klar;super;klar;hallo;ich schaue;merci;bonjour;gracias;hola;ありがとう;了解;はい;こんにちは;
お疲れ;谢谢;好的;你好;
";
/// It leans on the sentence before.
const LEANING: &str = "
it ;it's;that ;this ;they ;he ;she ;these ;those ;and ;but ;so ;also;das ;es ;
";
/// What was found, decided or done.
const TELLING: &str = "
root cause;because;decided;decision;agreed;turns out;turned out;the problem;the issue;the fix;
fixed;fails;failed;failing;now pass;passes;merged;deployed;must ;never ;instead of;we use;
we'll use;remember;deadline;ursache;entschieden;behoben;weil;problem war;原因;決定;修正;问题;修复;
signed up;moved to;started ;applied;accepted;won ;bought;planning to;going to;got married;
graduated;hired;born;the reason;solution;we will;we'll;agreed to;switched to;chose ;changed ;
added ;removed ;replaced ;
";
const TIMES: &str = "
yesterday;tomorrow;last ;next ;ago;monday;tuesday;wednesday;thursday;friday;saturday;sunday;
january;february;april;june;july;august;september;october;november;december;gestern;morgen;昨日;
明日;来週;
";

/// An opinion on what the other said.
const REACTING: &str = "
lovely;great ;amazing;awesome;wonderful;so cool;beautiful;proud of;inspiring;incredible;
sounds ;looks like;must have been;must be;good for you;so sweet;so nice;fantastic;looks so;look so;
";
const DIGITS: &str = "0;1;2;3;4;5;6;7;8;9;";

/// Politeness is short; so is what has small words only.
const POLITE_WORDS: usize = 2;
const SMALL_WORDS: usize = 5;

/// What a sign says about the sentence it is found in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Soft,
    Leaning,
    Telling,
    Time,
    Reacting,
    Digit,
}

/// All signs by their first letter.
static SIGNS: LazyLock<FxHashMap<char, Vec<(&'static str, Sign)>>> = LazyLock::new(|| {
    let lists = [
        (SOFT, Sign::Soft),
        (LEANING, Sign::Leaning),
        (TELLING, Sign::Telling),
        (TIMES, Sign::Time),
        (REACTING, Sign::Reacting),
        (DIGITS, Sign::Digit),
    ];
    let mut signs: FxHashMap<char, Vec<(&'static str, Sign)>> = FxHashMap::default();
    for (list, sign) in lists {
        // A space at the end of a sign is part of it.
        for words in list.split([';', '\n']) {
            if let Some(first) = words.chars().next() {
                signs.entry(first).or_default().push((words, sign));
            }
        }
    }
    signs
});

/// How much more or less a sentence counts for the way it is put.
pub fn cue(sentence: &Sentence<'_>) -> f32 {
    let found = signs(sentence.text);
    let factor = |sign: Sign, value: f32| if found.has(sign) { value } else { 1.0 };
    let leads = sentence.text.ends_with([':', '：']);
    factor(Sign::Soft, 0.6)
        * factor(Sign::Leaning, 0.8)
        * factor(Sign::Telling, 1.35)
        * factor(Sign::Time, 1.1)
        * factor(Sign::Reacting, 0.8)
        * factor(Sign::Digit, 1.08)
        * asks(sentence)
        * if leads { 0.5 } else { 1.0 }
}

/// A question tells less than an answer, unless it is what was asked of the agent.
fn asks(sentence: &Sentence<'_>) -> f32 {
    match (is_question(sentence.text), sentence.voice, sentence.turn) {
        (false, _, _) => 1.0,
        (true, Voice::User, 0..=2) => 0.85,
        (true, Voice::User, _) => 0.7,
        (true, _, _) => 0.55,
    }
}

/// Whether a sentence is only understood after the one before it.
pub fn leans(text: &str) -> bool {
    signs(text).has(Sign::Leaning)
}

/// How much a sentence of a chat is news: what happened to the speaker, and when.
pub fn news(text: &str) -> f32 {
    let found = signs(text);
    let factor = |sign: Sign, value: f32| if found.has(sign) { value } else { 1.0 };
    let mut words = text
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase);
    let own = words
        .clone()
        .take(3)
        .any(|w| matches!(w.as_str(), "i" | "we" | "my" | "our" | "ich" | "wir"));
    let yours = words.any(|w| matches!(w.as_str(), "you" | "your" | "yourself" | "du" | "dein"));
    factor(Sign::Telling, 1.2)
        * factor(Sign::Time, 1.25)
        * factor(Sign::Reacting, 0.6)
        * if own { 1.3 } else { 1.0 }
        * if yours { 0.6 } else { 1.0 }
}

/// A word or two of politeness: "Great.", "Got it!", "Alles klar." Nothing is told by it.
pub fn is_interjection(text: &str) -> bool {
    let words: Vec<String> = words(text)
        .iter()
        .map(|word| word.text.to_lowercase())
        .collect();
    let says_nothing = |word: &String| Languages::ALL.is_stop(word);
    let polite = words.len() <= POLITE_WORDS && signs(text).has(Sign::Soft);
    polite || words.len() <= SMALL_WORDS && words.iter().all(says_nothing)
}

pub fn is_question(text: &str) -> bool {
    text.trim_end_matches(['"', '”', ')', '!'])
        .ends_with(['?', '？', '؟'])
}

#[derive(Default)]
struct Found(u8);

// === impl Found ===

impl Found {
    fn has(&self, sign: Sign) -> bool {
        self.0 >> sign as u8 & 1 == 1
    }
}

/// The signs of a sentence. Politeness and leaning show at its beginning only.
fn signs(text: &str) -> Found {
    // Enough of a sentence to know it by.
    let lower = text[..text.floor_char_boundary(300)].to_lowercase();
    let mut found = Found::default();
    let mut inside = false;
    for (at, c) in lower.char_indices() {
        if !inside || is_unspaced(c) {
            for (words, sign) in SIGNS.get(&c).into_iter().flatten() {
                let opening = matches!(sign, Sign::Soft | Sign::Leaning);
                if (at == 0 || !opening) && lower[at..].starts_with(words) {
                    found.0 |= 1 << *sign as u8;
                }
            }
        }
        inside = c.is_alphabetic();
    }
    found
}
