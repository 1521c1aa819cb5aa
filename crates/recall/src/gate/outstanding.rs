//! One record far ahead of all others that says what is asked, or means it. Among many records each one is less
//! likely to be the one that is meant, and so every score is lower; that nothing else comes near says the more.

use mneme_index::words::words;

use super::{Bar, Considered, MIN_SCORE};
use crate::question::Question;

/// So many times as likely as the next one.
const FAR: f64 = 4.0;
/// Words of the question it says at the least, and how much of them.
const SAYS: usize = 2;
const SHARE: f64 = 2.0 / 3.0;
/// From here on a model holds two texts to mean the same, where nothing else is so near by this much.
const MEANS: f64 = 0.55;
const APART: f64 = 0.15;

/// The bar for what was found, best first: lower for a first one that stands out. A bar of 1 stays one.
pub fn lowered(question: &Question, bar: Bar, found: &[Considered]) -> Bar {
    let least = bar.min_score.clamp(0.0, 1.0);
    let [top, rest @ ..] = found else {
        return bar;
    };
    let fit = top.safe && top.eligible && !top.low_trust;
    match fit && bar.outstanding && least < 1.0 && top.score < bar.sure() {
        true if says_it(question, top, rest) && top.score >= least * least => Bar {
            min_score: least * least,
            ..bar
        },
        true if means_it(question, least, top, rest) => Bar {
            min_score: top.score,
            meant: true,
            ..bar
        },
        _ => bar,
    }
}

fn says_it(question: &Question, top: &Considered, rest: &[Considered]) -> bool {
    let (says, asked) = (top.matched.len(), question.words.len());
    let said = says >= SAYS && says as f64 >= SHARE * asked as f64;
    said && rest.iter().all(|other| other.score * FAR <= top.score)
}

/// In other words, and of nobody else: to a model Lisbon is near Madrid.
fn means_it(question: &Question, least: f64, top: &Considered, rest: &[Considered]) -> bool {
    let near = top.meaning >= MEANS + (least - MIN_SCORE).max(0.0);
    let alone = rest
        .iter()
        .all(|other| other.meaning + APART <= top.meaning);
    near && alone
        && names(&question.text).all(|name| words(name).iter().all(|w| top.matched.contains(w)))
}

/// Words with a large letter that does not only begin a sentence, and numbers.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    let mut begins = true;
    text.split_whitespace().filter(move |word| {
        let name = word.trim_matches(|c: char| !c.is_alphanumeric());
        let large = name.starts_with(char::is_uppercase) && name.chars().count() > 1;
        let named = large && !begins || name.contains(|c: char| c.is_ascii_digit());
        begins = word.ends_with(['.', '!', '?', ':']);
        named
    })
}

#[cfg(test)]
mod tests {
    use mneme_model::Moment;

    use super::super::{Decision, Gate};
    use super::*;

    fn considered(score: f64, matched: &[&str]) -> Considered {
        Considered {
            score,
            safe: true,
            eligible: true,
            matched: matched.iter().map(|word| (*word).to_owned()).collect(),
            ..Considered::default()
        }
    }

    fn decided(bar: f64, found: &[Considered]) -> Decision {
        let asked = "What is the staging database called?";
        let question = Question::read(asked, &[] as &[&str], Moment::from_ms(0));
        let bar = Bar {
            min_score: bar,
            ..Bar::default()
        };
        let bar = lowered(&question, bar, found);
        Gate::of(&question, bar, found).decision
    }

    #[test]
    fn one_that_says_it_all_and_has_no_rival_is_told_however_many_there_are() {
        let all = ["stage", "databas", "call"];
        let far = considered(0.03, &["databas"]);
        assert_eq!(
            decided(0.4, &[considered(0.31, &all), far.clone()]),
            Decision::Inject
        );
        assert_eq!(decided(0.4, &[considered(0.31, &all)]), Decision::Inject);
        for (found, why) in [
            (
                vec![considered(0.31, &all), considered(0.1, &[])],
                "a rival",
            ),
            (vec![considered(0.31, &["databas"])], "says too little"),
            (vec![considered(0.12, &all), far.clone()], "hardly found"),
            (
                vec![Considered {
                    eligible: false,
                    ..considered(0.31, &all)
                }],
                "not believed",
            ),
        ] {
            assert_ne!(decided(0.4, &found), Decision::Inject, "{why}");
        }
        let sure = considered(0.99, &all);
        assert_ne!(
            decided(1.0, &[sure, far]),
            Decision::Inject,
            "nothing is so good"
        );
    }

    #[test]
    fn what_is_sure_by_itself_opens_the_gate_for_nothing_else() {
        let found = [
            considered(0.9, &["stage", "databas", "call"]),
            considered(0.2, &["databas"]),
        ];
        let question = Question::read(
            "staging database called",
            &[] as &[&str],
            Moment::from_ms(0),
        );
        let bar = lowered(&question, Bar::default(), &found);
        assert_eq!(bar, Bar::default());
    }

    #[test]
    fn what_means_the_question_in_other_words_is_told_where_nothing_else_is_near() {
        let near = |meaning: f64| Considered {
            meaning,
            ..considered(0.02, &["ferri"])
        };
        let decided = |asked: &str, least: f64, found: &[Considered]| {
            let question = Question::read(asked, &[] as &[&str], Moment::from_ms(0));
            let bar = Bar {
                min_score: least,
                ..Bar::default()
            };
            let bar = lowered(&question, bar, found);
            (
                found
                    .iter()
                    .filter(|one| one.qualifies(bar.min_score))
                    .count(),
                Gate::of(&question, bar, found).decision,
            )
        };
        let asked = "At what hour does our boat depart?";
        let below = Considered {
            score: 0.01,
            ..near(0.3)
        };
        let found = [near(0.66), below.clone()];
        assert_eq!(decided(asked, 0.4, &found), (1, Decision::Inject));
        for (asked, least, top, other, why) in [
            (asked, 0.4, 0.5, 0.3, "not near"),
            (asked, 0.4, 0.66, 0.6, "a rival"),
            (asked, 0.8, 0.66, 0.3, "a high bar"),
            (
                "When does the boat to Madrid depart?",
                0.4,
                0.66,
                0.3,
                "of somewhere else",
            ),
            (
                "When does boat 17 depart?",
                0.4,
                0.66,
                0.3,
                "another number",
            ),
        ] {
            let other = Considered {
                meaning: other,
                ..below.clone()
            };
            assert_ne!(
                decided(asked, least, &[near(top), other]).1,
                Decision::Inject,
                "{why}"
            );
        }
        let named = "When does the Ferry depart?";
        assert_eq!(
            decided(named, 0.4, &found).1,
            Decision::Inject,
            "it says the name"
        );
    }
}
