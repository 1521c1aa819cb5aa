//! How much a text matters: what sort of statement it is, how much it says, how old it is.

/// What sort of statement a text makes. Codes are those of the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Statement {
    #[default]
    Observation = 1,
    Preference = 2,
    Procedure = 3,
    Constraint = 4,
    Definition = 5,
}

const DAY_MS: f64 = 86_400_000.0;
const BASE: f32 = 0.35;
const DENSITY: f32 = 0.45;
const FULL_CHARS: usize = 500;
const KIND_BOOST: f32 = 0.20;
const PINNED_BOOST: f32 = 0.20;
/// A score keeps this share of itself, however little its text matters.
const FLOOR: f64 = 0.5;
/// Age takes this much away at most.
const MAX_PENALTY: f64 = 0.30;
const STALE_DAYS: f64 = 14.0;
/// Texts as alike as this say the same; the newer one of them counts more.
pub const SAME: f64 = 0.80;
/// What is left of a score when a newer text says the same.
const SUPERSEDED: f64 = 0.85;

/// The first list one of whose phrases stands in a text says what it is.
const PHRASES: [(Statement, &[&str]); 4] = [
    (
        Statement::Definition,
        &[
            "defined as",
            "definition of",
            "refers to",
            "stands for",
            "means that",
            "is short for",
        ],
    ),
    (
        Statement::Constraint,
        &[
            "must",
            "shall",
            "never",
            "always",
            "cannot",
            "may not",
            "not allowed",
            "forbidden",
            "required to",
            "only if",
            "do not ever",
        ],
    ),
    (
        Statement::Preference,
        &[
            "prefer",
            "prefers",
            "preferred",
            "preference",
            "favourite",
            "favorite",
            "i like",
            "we like",
            "would rather",
            "rather than",
        ],
    ),
    (
        Statement::Procedure,
        &[
            "step 1",
            "step one",
            "steps",
            "how to",
            "procedure",
            "follow these",
            "first run",
            "then run",
        ],
    ),
];

// === impl Statement ===

impl Statement {
    pub fn of(text: &str) -> Self {
        let words = plain(text);
        let starts = words.match_indices(' ').map(|(at, _)| &words[at + 1..]);
        let first = starts.filter_map(begins).min();
        first.map_or(Self::Observation, |list| PHRASES[list].0)
    }

    /// What holds until it is taken back does not grow old.
    pub fn lasts(self) -> bool {
        self != Self::Observation
    }
}

/// The first list with a phrase that whole words begin with.
fn begins(words: &str) -> Option<usize> {
    let here = |phrase: &&str| {
        let after = words.strip_prefix(*phrase);
        after.is_some_and(|after| after.starts_with(' '))
    };
    let said = |(_, phrases): &(Statement, &[&str])| phrases.iter().any(here);
    PHRASES.iter().position(said)
}

/// Words in small letters with one space around each.
pub(crate) fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let mut plain = String::from(" ");
    for word in words.filter(|word| !word.is_empty()) {
        plain.push_str(word);
        plain.push(' ');
    }
    plain
}

/// How much a text matters, and more if somebody pinned it.
pub fn salience(text: &str, statement: Statement, pinned: bool) -> f32 {
    let chars = text.chars().take(FULL_CHARS).count();
    let density = chars as f32 / FULL_CHARS as f32;
    let boost = if statement.lasts() { KIND_BOOST } else { 0.0 };
    let kept = if pinned { PINNED_BOOST } else { 0.0 };
    BASE + DENSITY * density + boost + kept
}

/// A score with how much its text matters and how much older than the newest hit it is, unless it
/// lasts.
pub fn weighed(score: f64, salience: f32, lasts: bool, older_ms: i64) -> f64 {
    let weighed = score * (0.55 + 0.45 * f64::from(salience));
    // What matters most of all is no surer than sure.
    let weighed = weighed.clamp(score * FLOOR, score.max(1.0));
    damped(weighed, lasts, older_ms)
}

fn damped(score: f64, lasts: bool, older_ms: i64) -> f64 {
    if lasts {
        return score;
    }
    let days = older_ms.max(0) as f64 / DAY_MS;
    score * (1.0 - MAX_PENALTY * (1.0 - (-days / STALE_DAYS).exp()))
}

/// A score whose text a newer one says again. What lasts keeps its own.
pub fn superseded(score: f64, lasts: bool) -> f64 {
    match lasts {
        true => score,
        false => score * SUPERSEDED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_tell_what_is_said_in_their_order() {
        let of = Statement::of;
        assert_eq!(
            of("A grip is defined as what must hold"),
            Statement::Definition
        );
        assert_eq!(
            of("You must not push. I prefer it so"),
            Statement::Constraint
        );
        assert_eq!(of("I prefer tabs; the steps are"), Statement::Preference);
        assert_eq!(of("How to deploy"), Statement::Procedure);
        assert_eq!(
            of("The mustard was nevertheless fine"),
            Statement::Observation
        );
    }

    #[test]
    fn length_and_kind_raise_it() {
        let plain = salience("", Statement::Observation, false);
        assert!((plain - 0.35).abs() < 1e-6);
        let long = "é".repeat(900);
        let of = |statement, pinned| salience(&long, statement, pinned);
        assert!((of(Statement::Observation, false) - 0.80).abs() < 1e-6);
        assert!((of(Statement::Constraint, false) - 1.0).abs() < 1e-6);
        assert!((of(Statement::Observation, true) - 1.0).abs() < 1e-6);
        assert!((of(Statement::Constraint, true) - 1.2).abs() < 1e-6);
    }

    #[test]
    fn t_083_age_takes_thirty_percent_at_most_and_constraints_outrank() {
        let years = 10 * 365 * 86_400_000;
        let fresh = weighed(0.8, 0.5, false, 0);
        let old = weighed(0.8, 0.5, false, years);
        assert!(old < fresh && old >= fresh * 0.7 - 1e-9, "{fresh} {old}");
        let rule = weighed(0.8, 0.7, true, years);
        assert_eq!(rule, weighed(0.8, 0.7, true, 0));
        assert!(rule > fresh);
        assert!(weighed(0.8, 0.0, false, 0) >= 0.4);
    }
}
