//! The rules, in their order.

use super::{Bar, Considered, Decision, seeking};
use crate::question::Question;

/// So little below the threshold is worth asking for more.
const NEARLY: f64 = 0.03;
/// Two answers nearer than this cannot be told apart.
const TOO_CLOSE: f64 = 0.12;
const LOW_CHANNEL: f64 = 0.22;
const SURE: f64 = 0.55;
/// Fewer words than this do not say what is wanted.
const SPECIFIC: usize = 2;
/// So many words of the question in two records: both are about it.
const SHARED: usize = 2;

type Reasons = Vec<&'static str>;

pub fn decide(
    question: &Question,
    bar: Bar,
    found: &[Considered],
    qualified: &[&Considered],
) -> (Decision, Reasons) {
    if !bar.enabled {
        return unasked(found, qualified);
    }
    if !seeking::is_seeking(question) {
        return (Decision::Abstain, vec!["query_not_memory_seeking"]);
    }
    let Some(top) = found.first() else {
        return (Decision::Abstain, vec!["no_candidates"]);
    };
    let Some(best) = qualified.first() else {
        return match top.score >= bar.min_score - NEARLY {
            true => (Decision::NeedMoreEvidence, vec![disqualified(top)]),
            false => (Decision::Abstain, vec!["no_plausible_candidate"]),
        };
    };
    let doubts = doubts(question, bar, best, qualified);
    let (decision, mut reasons) = match doubts.is_empty() {
        true => (Decision::Inject, vec!["strong_top_candidate"]),
        false => (Decision::NeedMoreEvidence, doubts),
    };
    reasons.extend(remark(best));
    (decision, reasons)
}

/// For whoever has it explained: it holds nothing back.
fn remark(best: &Considered) -> Option<&'static str> {
    let weak = !best.literal && best.channel < LOW_CHANNEL;
    weak.then_some("top_candidate_low_channel_support")
}

/// Nobody asks the gate: whatever qualifies goes through.
fn unasked(found: &[Considered], qualified: &[&Considered]) -> (Decision, Reasons) {
    let what = match (found.is_empty(), qualified.is_empty()) {
        (true, _) => "no_candidates",
        (_, true) => "no_plausible_candidate",
        _ => "strong_top_candidate",
    };
    (Decision::Inject, vec!["confidence_gate_disabled", what])
}

fn disqualified(top: &Considered) -> &'static str {
    match top {
        top if !top.safe => "top_candidate_unsafe",
        top if !top.eligible => "top_candidate_ineligible",
        top if top.low_trust => "top_candidate_low_trust",
        _ => "top_candidate_below_threshold",
    }
}

fn doubts(question: &Question, bar: Bar, best: &Considered, qualified: &[&Considered]) -> Reasons {
    let rivals = qualified.get(1..).unwrap_or_default();
    let rivals = if bar.many { &[] } else { rivals };
    let close = |rival: &&Considered| best.score - rival.score < TOO_CLOSE;
    let alone = best.literal && !rivals.iter().any(|rival| rival.literal);
    let told = [
        (
            question.words.len() < SPECIFIC && !rivals.is_empty(),
            "query_under_specified",
        ),
        (
            !alone && rivals.iter().any(|rival| share(best, rival)),
            "shared_query_anchor_across_candidates",
        ),
        (
            !alone && rivals.iter().any(close),
            "top_candidates_too_close",
        ),
        (
            !bar.meant && !best.literal && best.score < bar.sure(),
            "top_candidate_near_threshold",
        ),
        (
            best.confidence.is_some_and(|sure| sure < SURE) && !best.settled,
            "top_candidate_low_confidence",
        ),
    ];
    let doubts = told.into_iter().filter(|(holds, _)| *holds);
    doubts.map(|(_, reason)| reason).collect()
}

/// Whether two records answer by the same words of the question, and neither by more of them.
fn share(best: &Considered, rival: &Considered) -> bool {
    let shared = best
        .matched
        .iter()
        .filter(|word| rival.matched.contains(word));
    let shared = shared.count();
    shared >= SHARED && shared == best.matched.len()
}

#[cfg(test)]
mod tests {
    use mneme_model::Moment;

    use super::*;
    use crate::gate::Gate;

    fn question(text: &str) -> Question {
        Question::read(text, &[] as &[&str], Moment::from_ms(0))
    }

    fn considered(score: f64, matched: &[&str]) -> Considered {
        Considered {
            score,
            safe: true,
            eligible: true,
            channel: score,
            trust: 0.5,
            matched: matched.iter().map(|word| (*word).to_owned()).collect(),
            ..Considered::default()
        }
    }

    #[test]
    fn g_110_a_gate_lets_one_clear_answer_through_and_asks_between_two() {
        let asked = question("what should happen after smoke passes?");
        let clear = [
            considered(0.8, &["smoke", "pass"]),
            considered(0.5, &["smoke"]),
        ];
        let gate = Gate::of(&asked, Bar::default(), &clear);
        assert_eq!((gate.decision, gate.qualified), (Decision::Inject, 2));
        assert_eq!(gate.reasons, ["strong_top_candidate"]);

        let two = [
            considered(0.8, &["smoke", "pass"]),
            considered(0.75, &["smoke", "pass"]),
        ];
        let gate = Gate::of(&asked, Bar::default(), &two);
        assert_eq!(gate.decision, Decision::NeedMoreEvidence);
        for reason in [
            "top_candidates_too_close",
            "shared_query_anchor_across_candidates",
        ] {
            assert!(
                gate.reasons.iter().any(|told| told == reason),
                "{:?}",
                gate.reasons
            );
        }
    }

    #[test]
    fn g_110_a_gate_abstains_where_nothing_is_wanted_or_found() {
        let joke = question("tell me a joke about deployments");
        let gate = Gate::of(&joke, Bar::default(), &[considered(0.9, &["deploy"])]);
        assert_eq!(gate.decision, Decision::Abstain);
        assert_eq!(gate.reasons, ["query_not_memory_seeking"]);
        let plain = question("which harbour opens first");
        assert_eq!(
            Gate::of(&plain, Bar::default(), &[]).reasons,
            ["no_candidates"]
        );
        let weak = Gate::of(&plain, Bar::default(), &[considered(0.2, &[])]);
        assert_eq!(weak.reasons, ["no_plausible_candidate"]);
        let nearly = Gate::of(&plain, Bar::default(), &[considered(0.38, &[])]);
        assert_eq!(nearly.decision, Decision::NeedMoreEvidence);
        assert_eq!(nearly.reasons, ["top_candidate_below_threshold"]);
        let doubted = Considered {
            eligible: false,
            ..considered(0.9, &["harbour"])
        };
        assert_eq!(
            Gate::of(&plain, Bar::default(), &[doubted]).reasons,
            ["top_candidate_ineligible"]
        );
    }

    #[test]
    fn g_110_what_no_channel_found_well_is_told_of_and_not_held_back() {
        let asked = question("what should happen after smoke passes?");
        let weak = Considered {
            channel: 0.2,
            ..considered(0.8, &["smoke", "pass"])
        };
        let gate = Gate::of(&asked, Bar::default(), std::slice::from_ref(&weak));
        assert_eq!(gate.decision, Decision::Inject);
        let told = ["strong_top_candidate", "top_candidate_low_channel_support"];
        assert_eq!(gate.reasons, told);
        let near = Considered {
            score: 0.45,
            ..weak
        };
        let gate = Gate::of(&asked, Bar::default(), &[near]);
        let told = [
            "top_candidate_near_threshold",
            "top_candidate_low_channel_support",
        ];
        assert_eq!(gate.reasons, told, "what does hold it back comes first");
    }

    #[test]
    fn what_is_not_safe_is_no_answer_however_well_it_is_found() {
        let asked = question("which harbour opens first");
        let order = Considered {
            safe: false,
            ..considered(0.9, &["harbour"])
        };
        let gate = Gate::of(&asked, Bar::default(), &[order]);
        assert_eq!((gate.dangerous, gate.qualified), (1, 0));
        assert_eq!(gate.reasons, ["top_candidate_unsafe"]);
    }

    #[test]
    fn a_piece_of_work_may_have_several_answers_and_a_gate_may_be_off() {
        let asked = question("what should happen after smoke passes?");
        let two = [considered(0.8, &["smoke"]), considered(0.75, &["smoke"])];
        let many = Bar {
            many: true,
            ..Bar::default()
        };
        assert!(Gate::of(&asked, many, &two).opens());
        let off = Bar {
            enabled: false,
            ..Bar::default()
        };
        let gate = Gate::of(&asked, off, &two);
        assert_eq!(gate.reasons[0], "confidence_gate_disabled");
        assert!(gate.opens() && !Gate::of(&asked, Bar::default(), &two).opens());
        let high = Bar {
            min_score: 1.0,
            ..Bar::default()
        };
        assert!(!Gate::of(&asked, high, &two).opens(), "nothing is so good");
    }
}
