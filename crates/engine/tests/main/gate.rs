//! Each reason of the gate, once.

use mneme_engine::gate::{Bar, Considered, Decision, Gate};
use mneme_model::Moment;
use mneme_recall::question::Question;

fn question(text: &str) -> Question {
    Question::read(text, &[] as &[&str], Moment::from_ms(0))
}

/// One that gives no reason for doubt, asked for what is specific enough.
fn sound() -> Considered {
    Considered {
        score: 0.9,
        safe: true,
        eligible: true,
        channel: 0.9,
        trust: 0.8,
        matched: vec![String::from("harbour"), String::from("open")],
        ..Considered::default()
    }
}

const SPECIFIC: &str = "which harbour opens first in our bay?";

fn told(asked: &str, found: &[Considered]) -> (Decision, Vec<String>) {
    let gate = Gate::of(&question(asked), Bar::default(), found);
    (gate.decision, gate.reasons)
}

#[test]
fn g_110_each_doubt_of_the_gate_has_its_reason() {
    let fine = told(SPECIFIC, &[sound()]);
    assert_eq!(
        fine,
        (Decision::Inject, vec!["strong_top_candidate".into()])
    );
    let near = Considered {
        score: 0.47,
        ..sound()
    };
    let unsure = Considered {
        confidence: Some(0.54),
        ..sound()
    };
    for (reason, found) in [
        ("top_candidate_near_threshold", near),
        ("top_candidate_low_confidence", unsure),
    ] {
        let expected = (Decision::NeedMoreEvidence, vec![reason.to_owned()]);
        assert_eq!(told(SPECIFIC, &[found]), expected);
    }
    let behind = Considered {
        score: 0.5,
        matched: Vec::new(),
        ..sound()
    };
    let (decision, reasons) = told("harbour?", &[sound(), behind]);
    assert_eq!(decision, Decision::NeedMoreEvidence);
    assert_eq!(reasons, ["query_under_specified"]);
}

/// A remark of explanations, and no doubt.
#[test]
fn g_110_low_support_of_every_channel_is_told() {
    let weak = Considered {
        channel: 0.21,
        ..sound()
    };
    let (decision, reasons) = told(SPECIFIC, &[weak]);
    assert_eq!(decision, Decision::Inject);
    let remark = String::from("top_candidate_low_channel_support");
    assert!(reasons.contains(&remark), "{reasons:?}");
}

/// Where nothing may be shown though something came near, the reason is what is wrong with it.
#[test]
fn g_110_what_may_not_be_shown_is_told_with_its_reason() {
    let distrusted = Considered {
        low_trust: true,
        ..sound()
    };
    let expected = vec![String::from("top_candidate_low_trust")];
    assert_eq!(
        told(SPECIFIC, std::slice::from_ref(&distrusted)),
        (Decision::NeedMoreEvidence, expected)
    );
    let gate = Gate::of(&question(SPECIFIC), Bar::default(), &[distrusted]);
    assert_eq!((gate.low_trust, gate.qualified), (1, 0));
}

/// Somebody's word, or a name that is there letter by letter, takes a doubt away.
#[test]
fn g_110_a_literal_or_a_confirmation_takes_a_doubt_away() {
    let named = Considered {
        score: 0.47,
        channel: 0.21,
        literal: true,
        ..sound()
    };
    let settled = Considered {
        confidence: Some(0.54),
        settled: true,
        ..sound()
    };
    for found in [named, settled] {
        assert_eq!(told(SPECIFIC, &[found]).0, Decision::Inject);
    }
}
