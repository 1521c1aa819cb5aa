//! The terms of a segment: which words come how often, in how many turns, and how written.

use mneme_model::stem::stem;
use rustc_hash::FxHashMap;

use super::phrases::Phrases;
use super::reading::{Sentence, Voice};
use super::stop::Languages;
use super::words::{Shape, Word, words};

/// A word in all its forms.
#[derive(Debug)]
pub struct Term<'t> {
    /// How often, where a tool counts less than a person.
    pub count: f32,
    pub seen: u32,
    pub turns: u32,
    last_turn: usize,
    /// Not at the head of a sentence, and how often written with a capital there.
    pub inside: u32,
    pub capital: u32,
    /// How often somebody was only called by it: "thanks, Mel!".
    pub called: u32,
    pub weak: bool,
    pub shape: Shape,
    forms: Vec<(&'t str, u32)>,
}

/// All terms, in the order they were first said.
#[derive(Debug, Default)]
pub struct Lexicon<'t> {
    pub languages: Languages,
    pub terms: Vec<Term<'t>>,
    pub phrases: Phrases<'t>,
    ids: FxHashMap<Box<str>, u32>,
    lower: String,
}

const MAX_FORMS: usize = 6;
/// Characters of Chinese that belong to no word worth naming.
pub const GRAMMAR: &[char] = &[
    '的', '了', '是', '在', '我', '你', '他', '她', '它', '们', '不', '有', '这', '那', '和', '吗',
    '呢', '吧', '就', '也', '都', '要', '会', '请', '把', '个', '很', '还', '到', '以',
];
/// Whoever stands behind one of these is greeted, not talked about.
const GREETINGS: &[&str] = &[
    "aw",
    "bonjour",
    "bravo",
    "bye",
    "ciao",
    "congrats",
    "congratulations",
    "danke",
    "dear",
    "gracias",
    "hallo",
    "hello",
    "hey",
    "hi",
    "hola",
    "merci",
    "morning",
    "ok",
    "okay",
    "salut",
    "sorry",
    "thank",
    "thanks",
    "wow",
    "yeah",
    "yep",
    "yes",
    "yo",
    "you",
];

// === impl Lexicon ===

impl<'t> Lexicon<'t> {
    pub fn new(languages: Languages) -> Self {
        Self {
            languages,
            ..Self::default()
        }
    }

    /// Takes a sentence in and gives its terms, each once, and how many words it has.
    pub fn learn(&mut self, sentence: &Sentence<'t>) -> (Vec<u32>, usize) {
        let found = words(sentence.text);
        let mut ids: Vec<Option<u32>> = Vec::with_capacity(found.len());
        for (at, word) in found.iter().enumerate() {
            let id = self.intern(word);
            if let Some(id) = id {
                let called = is_called(sentence.text, &found, at);
                self.terms[id as usize].note(sentence, word, at, called);
            }
            ids.push(id);
        }
        if sentence.prose {
            self.phrases.learn(sentence, &found, &ids);
        }
        let mut distinct: Vec<u32> = ids.into_iter().flatten().collect();
        distinct.sort_unstable();
        distinct.dedup();
        (distinct, found.len())
    }

    /// The known terms of any text, each once.
    pub fn terms_of(&mut self, text: &str) -> Vec<u32> {
        let mut ids: Vec<u32> = words(text)
            .iter()
            .filter_map(|word| self.known(word))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn known(&mut self, word: &Word<'_>) -> Option<u32> {
        self.key(word)?;
        self.ids.get(stem(&self.lower)).copied()
    }

    fn intern(&mut self, word: &Word<'t>) -> Option<u32> {
        self.key(word)?;
        let key = stem(&self.lower);
        if let Some(id) = self.ids.get(key) {
            return Some(*id);
        }
        let weak = self.languages.is_weak(key);
        let id = self.terms.len() as u32;
        self.ids.insert(key.into(), id);
        self.terms.push(Term::new(weak));
        Some(id)
    }

    /// Puts the word into `lower`, in small letters and without apostrophes. Nothing if it
    /// names no topic.
    fn key(&mut self, word: &Word<'_>) -> Option<()> {
        self.lower.clear();
        let letters = word.text.chars().filter(|c| !matches!(c, '\'' | '’'));
        self.lower.extend(letters.flat_map(char::to_lowercase));
        let grammar = word.shape == Shape::Pair && self.lower.contains(GRAMMAR);
        // "I'll" is "I" and no illness.
        let short = word
            .text
            .split_once(['\'', '’'])
            .map(|(before, _)| before.to_lowercase());
        if short.is_some_and(|before| self.languages.is_stop(&before)) {
            return None;
        }
        let tiny = self.lower.chars().count() < 2;
        let said = word.shape != Shape::Number && !tiny && !grammar;
        (said && !self.languages.is_stop(&self.lower)).then_some(())
    }
}

// === impl Term ===

impl<'t> Term<'t> {
    fn new(weak: bool) -> Self {
        Self {
            count: 0.0,
            seen: 0,
            turns: 0,
            last_turn: usize::MAX,
            inside: 0,
            capital: 0,
            called: 0,
            weak,
            shape: Shape::Number,
            forms: Vec::new(),
        }
    }

    fn note(&mut self, sentence: &Sentence<'t>, word: &Word<'t>, at: usize, called: bool) {
        self.seen += 1;
        self.count += weight(sentence);
        self.turns += u32::from(self.last_turn != sentence.turn);
        self.last_turn = sentence.turn;
        let inside = at > 0;
        self.inside += u32::from(inside);
        let named = inside && sentence.prose && word.shape >= Shape::Capital;
        self.capital += u32::from(named);
        self.called += u32::from(called);
        self.shape = self.shape.max(word.shape);
        let known = self.forms.iter_mut().find(|(form, _)| *form == word.text);
        if let Some((_, count)) = known {
            *count += 1;
        } else if self.forms.len() < MAX_FORMS {
            self.forms.push((word.text, 1));
        }
    }

    pub fn is_name(&self) -> bool {
        self.shape == Shape::Capital && self.capital > 0 && self.capital * 2 >= self.inside
    }

    pub fn first_form(&self) -> &'t str {
        self.forms.first().map_or("", |(form, _)| form)
    }

    /// The usual form; in small letters if it had a capital only at the head of a sentence.
    pub fn form(&self) -> String {
        let most = self
            .forms
            .iter()
            .map(|(_, count)| *count)
            .max()
            .unwrap_or(0);
        let first = self.forms.iter().find(|(_, count)| *count == most);
        let form = first.map_or("", |(form, _)| form);
        match self.shape == Shape::Capital && self.capital == 0 {
            true => form.to_lowercase(),
            false => form.to_owned(),
        }
    }
}

/// What tools print and what stands in code is not what was talked about.
fn weight(sentence: &Sentence<'_>) -> f32 {
    let voice = match sentence.voice {
        Voice::User => 1.0,
        Voice::Assistant => 0.8,
        Voice::System => 0.3,
        Voice::Tool => 0.2,
    };
    if sentence.prose { voice } else { voice * 0.15 }
}

/// Whether a name is only called: behind a greeting, or between commas and ends.
fn is_called(text: &str, words: &[Word<'_>], at: usize) -> bool {
    let word = &words[at];
    if word.shape != Shape::Capital {
        return false;
    }
    let before = text[..word.at].trim_end().chars().next_back();
    let after = text[word.at + word.text.len()..]
        .trim_start()
        .chars()
        .next();
    let ends = after.is_none_or(|c| matches!(c, ',' | '.' | '!' | '?'));
    let greeted = at > 0 && is_greeting(words[at - 1].text);
    greeted || (ends && before == Some(',')) || (at == 0 && after == Some(','))
}

pub fn is_greeting(word: &str) -> bool {
    GREETINGS.contains(&word.to_lowercase().as_str())
}
