//! Things to say.

use serde_json::{Value, json};

const PLACES: [&str; 8] = [
    "harbour", "library", "station", "orchard", "market", "bridge", "museum", "bakery",
];
const THINGS: [&str; 9] = [
    "kite", "letter", "lantern", "bicycle", "recipe", "violin", "map", "ticket", "umbrella",
];
const DEEDS: [&str; 7] = [
    "found",
    "painted",
    "repaired",
    "borrowed",
    "lost",
    "sold",
    "photographed",
];

/// A sentence of small talk; different numbers give different sentences.
pub fn chatter(n: usize) -> String {
    let deed = DEEDS[n % DEEDS.len()];
    let thing = THINGS[n / 2 % THINGS.len()];
    let place = PLACES[n / 3 % PLACES.len()];
    format!("I {deed} the {thing} near the {place}, number {n}.")
}

/// Conversations of made-up people, `turns` to a session, a minute apart.
pub struct ScriptedEvents {
    pub stem: String,
    pub turns: usize,
}

impl ScriptedEvents {
    pub fn new(stem: &str) -> Self {
        Self {
            stem: stem.to_owned(),
            turns: 20,
        }
    }

    /// Events `first..last` with ids of their own.
    pub fn events(&self, first: usize, last: usize) -> Value {
        (first..last).map(|n| self.event(n)).collect()
    }

    pub fn id(&self, n: usize) -> String {
        format!("{}-{n}", self.stem)
    }

    fn event(&self, n: usize) -> Value {
        let speaker = ["Ann", "Bela", "Chidi"][n % 3];
        let (day, minute) = (1 + n / 1_000 % 28, n % 60);
        json!({
            "id": self.id(n),
            "session": format!("{}-talk-{}", self.stem, n / self.turns),
            "speaker": speaker,
            "text": chatter(n),
            "occurred_at": format!("2025-03-{day:02}T{:02}:{minute:02}:00Z", n / 60 % 24),
        })
    }
}
