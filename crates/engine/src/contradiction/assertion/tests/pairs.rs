//! Pairs that a person told apart, and how many of them are told apart right.

use super::{Assertion, contradict};

const CONTRARY: [(&str, &str); 20] = [
    ("Dan is a vegetarian", "Dan is not a vegetarian"),
    ("Dan is a vegetarian.", "Dan isn't a vegetarian."),
    ("Dan is a vegetarian.", "Dan is not a vegetarian anymore."),
    ("Bob can swim.", "Bob cannot swim."),
    ("Bob can swim.", "Bob can’t swim."),
    ("Anna smokes.", "Anna never smokes."),
    ("Anna smokes.", "Anna does not smoke!"),
    ("Clara drives.", "Clara no longer drives."),
    ("Clara has a car.", "Clara has no car."),
    ("Deploys wait.", "Deploys don't wait."),
    ("Telemetry is enabled.", "Telemetry is disabled."),
    ("The API is public.", "The API is private."),
    ("The cache is safe.", "The cache is unsafe."),
    ("Registration is mandatory.", "Registration is optional."),
    ("Dan ist Vegetarier.", "Dan ist kein Vegetarier."),
    ("Dan raucht.", "Dan raucht nicht mehr."),
    (
        "Production deploys require staging approval.",
        "Production deploys do not require staging approval.",
    ),
    (
        "The browser launcher should auto-open.",
        "The browser launcher should not auto-open.",
    ),
    (
        "The importer retries failed uploads.",
        "The importer never retries failed uploads.",
    ),
    (
        "Force pushes are allowed on feature branches.",
        "Force pushes are forbidden on feature branches.",
    ),
];

const NOT_CONTRARY: [(&str, &str); 26] = [
    ("Dan is a vegetarian.", "Eve is not a vegetarian."),
    ("Dan is a vegetarian.", "Dan is not a vegan."),
    ("Dan was a vegetarian.", "Dan is not a vegetarian."),
    ("Dan will be a vegetarian.", "Dan is not a vegetarian."),
    ("Is Dan a vegetarian?", "Dan is not a vegetarian."),
    ("Dan is a vegetarian.", "Dan is a vegetarian"),
    (
        "The cat is on the table.",
        "The cat is not under the table.",
    ),
    ("The key is in the drawer.", "The key is not on the drawer."),
    ("Some deploys fail.", "Some deploys do not fail."),
    ("Dan sometimes smokes.", "Dan sometimes does not smoke."),
    ("Deploys may fail.", "Deploys may not fail."),
    ("Bob can swim.", "Bob cannot sing."),
    ("Bob can swim.", "Bob will not swim."),
    ("Bob likes Mondays.", "Nobody likes Mondays."),
    ("Deploys wait.", "Nothing waits."),
    ("Telemetry is enabled.", "Tracing is disabled."),
    ("Port 80 is open.", "Port 81 is not open."),
    ("Room 12 has a window.", "Room 14 has no window."),
    ("Three ferries sail.", "Two ferries do not sail."),
    ("The build passed.", "The build did not pass on Windows."),
    ("Clara drives.", "Clara does not drive at night."),
    ("Anna likes tea.", "Anna does not like coffee."),
    ("Anna likes tea.", "Bob does not like tea."),
    (
        "The gateway service listens on port 8000.",
        "The gateway service does not listen on port 8001.",
    ),
    (
        "Production deploys require approval.",
        "Production rollbacks do not require approval.",
    ),
    // Whose words are counted and not their order or place, this is told apart by nobody; nor is the
    // one above that only holds sometimes.
    ("Anna trusts Bob.", "Bob does not trust Anna."),
];

/// As it was before two words were enough.
fn by_three(a: &str, b: &str) -> bool {
    let three = |text: &str| Assertion::read(text).is_some_and(|said| said.words.len() > 2);
    three(a) && three(b) && contradict(a, b)
}

/// Right and wrong ones among those that are told to be contrary.
fn told(by: fn(&str, &str) -> bool) -> (Vec<&'static str>, Vec<&'static str>) {
    let of = |pairs: &[(&'static str, &'static str)]| -> Vec<&'static str> {
        let found = pairs.iter().filter(|(a, b)| by(a, b));
        found.map(|(_, b)| *b).collect()
    };
    (of(&CONTRARY), of(&NOT_CONTRARY))
}

#[test]
fn two_words_are_enough_and_nothing_is_told_wrongly_for_it() {
    let (before, after) = (told(by_three), told(contradict));
    assert_eq!(after.0.len(), CONTRARY.len(), "{:?}", after.0);
    assert_eq!(before.0.len(), 4, "{:?}", before.0);
    assert_eq!(after.1, before.1, "no more is told wrongly than before");
    assert!(after.1.len() <= 2, "{:?}", after.1);
    let share =
        |(right, wrong): (Vec<_>, Vec<_>)| right.len() as f64 / (right.len() + wrong.len()) as f64;
    assert!(share(after) > share(before));
}
