//! Values for the slots of a template. Identifiers are each given out once.

use std::collections::HashSet;

use super::lists::{
    COMPONENTS, MONTHS, PEOPLE, PREFERENCES, PROJECTS, REMEDIES, SETTINGS, STEMS, TOWNS, TROUBLES,
};
use crate::commands::bench::corpus::Dice;

/// Slots that stand for something that means only itself.
pub const IDENTIFIERS: [&str; 6] = ["code", "ticket", "path", "variable", "commit", "version"];

pub struct Mint {
    pub dice: Dice,
    given: HashSet<String>,
}

// === impl Mint ===

impl Mint {
    pub fn new(seed: u64) -> Self {
        Self {
            dice: Dice::new(seed),
            given: HashSet::new(),
        }
    }

    /// A value for a slot; a slot nobody knows stays as it is.
    pub fn value(&mut self, slot: &str) -> String {
        match slot {
            "person" => self.one_of(&PEOPLE),
            "project" => self.one_of(&PROJECTS),
            "component" => self.one_of(&COMPONENTS),
            "trouble" => self.one_of(&TROUBLES),
            "remedy" => self.one_of(&REMEDIES),
            "setting" => self.one_of(&SETTINGS),
            "preference" => self.one_of(&PREFERENCES),
            "month" => self.one_of(&MONTHS),
            "town" => self.one_of(&TOWNS),
            "n" => (2 + self.dice.below(27)).to_string(),
            "amount" => (30 + self.dice.below(970)).to_string(),
            slot if IDENTIFIERS.contains(&slot) => self.identifier(slot),
            slot => format!("{{{slot}}}"),
        }
    }

    fn one_of(&mut self, list: &[&str]) -> String {
        list[self.dice.below(list.len())].to_owned()
    }

    /// One that was never given out before.
    pub fn identifier(&mut self, kind: &str) -> String {
        loop {
            let made = self.made(kind);
            if self.given.insert(made.clone()) {
                return made;
            }
        }
    }

    fn made(&mut self, kind: &str) -> String {
        let (one, other) = (self.one_of(&STEMS), self.one_of(&STEMS));
        let number = 1_000 + self.dice.below(9_000);
        match kind {
            "code" => format!("ERR_{}_{number}", one.to_uppercase()),
            "ticket" => format!("{}-{number}{}", self.team(), self.dice.below(10)),
            "path" => format!("src/{one}/{other}_{number}.rs"),
            "variable" => self.variable(&one, &other),
            "commit" => self.commit(),
            _ => self.version(),
        }
    }

    fn team(&mut self) -> String {
        self.one_of(&["OPS", "PAY", "WEB", "DATA", "CORE", "SEC"])
    }

    fn variable(&mut self, one: &str, other: &str) -> String {
        let project = self.value("project");
        let unit = self.one_of(&["MS", "BYTES", "COUNT", "URL", "DIR"]);
        format!("{project}_{one}_{other}_{unit}").to_uppercase()
    }

    /// Ten hexadecimal digits, never figures alone: those would be a plain number.
    fn commit(&mut self) -> String {
        let letter = self.one_of(&["a", "b", "c", "d", "e", "f"]);
        let figure = self.dice.below(10);
        format!("{:08x}{letter}{figure}", self.dice.roll() >> 32)
    }

    fn version(&mut self) -> String {
        let [major, minor, patch] = [30, 60, 60].map(|most| self.dice.below(most));
        format!("{major}.{minor}.{patch}")
    }
}

/// A template with its `{slots}` filled in.
pub fn fill(template: &str, mut value: impl FnMut(&str) -> String) -> String {
    let mut text = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (slot, behind) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        text.push_str(&value(slot));
        rest = behind;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use mneme_index::words::identifiers;

    use super::*;

    #[test]
    fn slots_are_filled_and_the_rest_is_kept() {
        let filled = fill("{a} met {b}.", |slot| slot.to_uppercase());
        assert_eq!(filled, "A met B.");
        assert_eq!(fill("nothing", |_| String::new()), "nothing");
    }

    #[test]
    fn identifiers_are_recognised_and_given_out_once() {
        let mut mint = Mint::new(1);
        let mut seen = HashSet::new();
        for kind in IDENTIFIERS {
            for _ in 0..500 {
                let made = mint.value(kind);
                assert!(identifiers(&made).contains(&made.to_lowercase()), "{made}");
                assert!(seen.insert(made.clone()), "{made} twice");
            }
        }
    }
}
