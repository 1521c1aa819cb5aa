//! Made-up conversation: always the same for the same number, with words as uneven as in a
//! real language.

use mneme_engine::events::NewEvent;
use mneme_model::Moment;

const VOCABULARY: usize = 20_000;
const TURNS: usize = 40;
const START_MS: i64 = 1_700_000_000_000;
const SPEAKERS: [&str; 6] = ["Ann", "Bob", "Carla", "Dmitri", "Emeka", "Fatima"];
const COMMON: [&str; 24] = [
    "the", "a", "to", "and", "of", "in", "is", "it", "that", "we", "for", "on", "with", "was",
    "you", "this", "I", "not", "but", "have", "they", "at", "from", "so",
];

/// A small generator of numbers (xorshift): the same seed gives the same numbers.
pub struct Dice(u64);

pub struct Corpus {
    words: Vec<String>,
}

// === impl Dice ===

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// 0 to 1.
    pub fn share(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.roll() % n.max(1) as u64) as usize
    }
}

// === impl Corpus ===

impl Corpus {
    pub fn new() -> Self {
        let mut dice = Dice::new(7);
        let words = (0..VOCABULARY).map(|_| made_up_word(&mut dice)).collect();
        Self { words }
    }

    /// A word, the earlier ones of the vocabulary far more often (Zipf).
    fn word(&self, dice: &mut Dice) -> &str {
        let rank = (VOCABULARY as f64).powf(dice.share()) as usize;
        &self.words[rank.min(VOCABULARY - 1)]
    }

    /// A turn of 12 to 35 words, half of them common ones.
    pub fn text(&self, seed: u64) -> String {
        let mut dice = Dice::new(seed + 1);
        let length = 12 + dice.below(24);
        let mut words = Vec::with_capacity(length);
        for _ in 0..length {
            let common = dice.below(2) == 0;
            words.push(if common {
                COMMON[dice.below(COMMON.len())]
            } else {
                self.word(&mut dice)
            });
        }
        words.join(" ")
    }

    pub fn event(&self, n: usize) -> NewEvent {
        let (session, turn) = (n / TURNS, n % TURNS);
        let at = START_MS + (session * 3_600_000 + turn * 20_000) as i64;
        NewEvent {
            id: Some(format!("bench-{n}")),
            session: format!("session-{session}"),
            speaker: Some(SPEAKERS[n % SPEAKERS.len()].to_owned()),
            occurred_at: Some(Moment::from_ms(at).rfc3339()),
            text: self.text(n as u64),
            ..NewEvent::default()
        }
    }

    /// A question: three to six telling words, most from one turn, so that it has an answer.
    pub fn question(&self, n: usize, events: usize) -> String {
        let mut dice = Dice::new(1_000_003 * (n as u64 + 1));
        let text = self.text(dice.below(events) as u64);
        let telling: Vec<&str> = text
            .split(' ')
            .filter(|word| !COMMON.contains(word))
            .collect();
        let length = 3 + dice.below(4);
        let mut words: Vec<&str> = (0..length)
            .filter_map(|_| telling.get(dice.below(telling.len())))
            .copied()
            .collect();
        words.push(self.word(&mut dice));
        words.join(" ")
    }
}

fn made_up_word(dice: &mut Dice) -> String {
    const ONSETS: [&str; 16] = [
        "b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "ch",
    ];
    const VOWELS: [&str; 6] = ["a", "e", "i", "o", "u", "ai"];
    let syllables = 2 + dice.below(3);
    (0..syllables)
        .map(|_| format!("{}{}", ONSETS[dice.below(16)], VOWELS[dice.below(6)]))
        .collect()
}
