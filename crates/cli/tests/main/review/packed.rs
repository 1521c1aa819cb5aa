//! A packed context, and where what it is packed from stands.

use serde_json::{Value, json};

use super::{bring, line};
use crate::support::Home;

const BELIEVED: &str = "The lighthouse keeper feeds seven gulls.";
const PROPOSED: &str = "The lighthouse lamp is cleaned on Mondays.";
const DOUBTED: &str = "The lighthouse stairs have ninety steps.";
const REFUSED: &str = "The lighthouse was painted by Ann.";

/// All of one session: each stands around the others.
fn home() -> Home {
    let home = Home::new();
    let told = |id: &str, content: &str, more: Value| {
        let mut told = line(id, content, &more);
        told["session"] = json!("harbour");
        told
    };
    let lines = [
        told("kept", BELIEVED, json!({})),
        told("proposed", PROPOSED, json!({ "status": "candidate" })),
        told("doubted", DOUBTED, json!({ "status": "contested" })),
        told(
            "refused",
            REFUSED,
            json!({ "status": "contested", "state": "rejected" }),
        ),
    ];
    bring(&home, "test", &lines);
    home
}

#[test]
fn what_was_rejected_is_not_packed_and_what_nobody_vouches_for_says_so() {
    let home = home();
    let packed = |question: &str| {
        let place = ["--namespace", "test", "--budget", "500"];
        home.run(&[&["recall", question], &place[..]].concat()).ok()
    };
    let all = packed("lighthouse");
    let marked = |mark: &str, words: &str| all.contains(&format!("{mark}: {words}"));
    assert!(marked(" (unconfirmed)", PROPOSED), "{all}");
    assert!(marked(" (contested)", DOUBTED), "{all}");
    assert!(all.contains(BELIEVED) && !marked(")", BELIEVED), "{all}");
    // Not for being the best answer either, nor for standing beside another.
    for said in [&all, &packed("was the lighthouse painted by Ann?")] {
        assert!(!said.contains(REFUSED), "{said}");
    }
    let place = ["--namespace", "test", "--json"];
    let found = home.json(&[&["recall", "lighthouse"], &place[..]].concat());
    assert!(
        found.to_string().contains(REFUSED),
        "where it stands is told there: {found}"
    );
}
