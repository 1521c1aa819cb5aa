//! What is a contradiction and what is none; and what holds whatever is said.

use proptest::prelude::*;

use super::*;

mod pairs;

fn contradict(a: &str, b: &str) -> bool {
    match (Assertion::read(a), Assertion::read(b)) {
        (Some(a), Some(b)) => a.contradicts(&b),
        _ => false,
    }
}

#[test]
fn a_negator_turns_a_sentence_round() {
    for (yes, no) in [
        (
            "Production deploys require staging approval before release.",
            "Production deploys do not require staging approval before release.",
        ),
        (
            "The browser launcher should auto-open.",
            "The browser launcher should not auto-open.",
        ),
        (
            "The importer retries failed uploads.",
            "The importer never retries failed uploads!",
        ),
        (
            "The importer retries failed uploads.",
            "The importer doesn’t retry failed uploads.",
        ),
        (
            "Der Import wiederholt fehlgeschlagene Uploads.",
            "Der Import wiederholt fehlgeschlagene Uploads nicht.",
        ),
    ] {
        assert!(contradict(yes, no) && contradict(no, yes), "{yes} / {no}");
        assert!(!contradict(yes, yes) && !contradict(no, no));
    }
}

#[test]
fn a_form_of_the_contrary_does_too() {
    for (yes, no) in [
        (
            "Telemetry is enabled in release builds.",
            "Telemetry is disabled in release builds.",
        ),
        (
            "Force pushes are allowed on feature branches.",
            "Force pushes are forbidden on feature branches.",
        ),
        (
            "The reporting replica has full access.",
            "The reporting replica has read-only access.",
        ),
        (
            "Debug logging is on in production.",
            "Debug logging is off in production.",
        ),
        (
            "Hotfix releases ship with release notes.",
            "Hotfix releases ship without release notes.",
        ),
        (
            "Signed commits are mandatory on main branches.",
            "Signed commits are optional on main branches.",
        ),
    ] {
        assert!(contradict(yes, no) && contradict(no, yes), "{yes} / {no}");
    }
}

#[test]
fn no_twice_is_yes() {
    let (plain, twice) = (
        "Enable telemetry in release builds.",
        "Do not disable telemetry in release builds.",
    );
    assert!(!contradict(plain, twice));
    assert!(contradict(
        twice,
        "Disable telemetry in release builds, please."
    ));
    assert!(contradict(
        "Never merge without a security review.",
        "Merge without a security review."
    ));
}

#[test]
fn little_in_common_is_no_contradiction() {
    assert!(!contradict("Wait.", "Do not wait."));
    assert!(!contradict(
        "Production deploys require staging approval.",
        "The canteen does not serve breakfast on weekends."
    ));
    // Five of nine words.
    assert!(!contradict(
        "Production deploys require staging approval from Maria and Peter.",
        "Production deploys do not require staging approval on rainy holidays."
    ));
}

#[test]
fn two_that_name_different_things_are_no_contradiction() {
    assert!(!contradict(
        "The gateway service listens on port 8000.",
        "The gateway service does not listen on port 8001."
    ));
    assert!(contradict(
        "The gateway service listens on port 8000.",
        "The gateway service does not listen on port 8000."
    ));
    for (yes, no) in [
        (
            "The cron job is owned by Lena.",
            "The cron job is not owned by Tom.",
        ),
        (
            "Releases in June go through staging.",
            "Releases in July do not go through staging.",
        ),
        (
            "Feature freeze is on for team Apollo.",
            "Feature freeze is not on for team Gemini.",
        ),
        (
            "Invoices are sent to ACME by mail.",
            "Invoices are not sent to Globex by mail.",
        ),
    ] {
        assert!(!contradict(yes, no) && !contradict(no, yes), "{yes} / {no}");
    }
    // One that only adds a name is about the same.
    assert!(contradict(
        "Production deploys require staging approval.",
        "Production deploys do not require staging approval since v2."
    ));
}

#[test]
fn a_document_is_not_held_against_anything() {
    let words: Vec<String> = (0..MOST).map(|n| format!("word{n}")).collect();
    let most = words.join(" ");
    assert!(Assertion::read(&most).is_some());
    assert!(Assertion::read(&format!("{most} and one more")).is_none());
    assert!(Assertion::read("not no never nothing").is_none());
    assert!(Assertion::read("").is_none());
}

const VOCABULARY: [&str; 16] = [
    "deploy", "approval", "staging", "harbour", "branch", "port", "v2", "tokens", "not", "never",
    "disabled", "enabled", "without", "the", "8000", "review",
];

fn sentence() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(prop::sample::select(VOCABULARY.to_vec()), 0..14);
    words.prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn it_is_mutual_and_nothing_contradicts_itself(a in sentence(), b in sentence()) {
        prop_assert_eq!(contradict(&a, &b), contradict(&b, &a));
        prop_assert!(!contradict(&a, &a));
    }

    #[test]
    fn nothing_depends_on_case_or_order(a in sentence(), b in sentence()) {
        let turned: Vec<&str> = a.split(' ').rev().collect();
        prop_assert_eq!(contradict(&a, &b), contradict(&turned.join(" ").to_uppercase(), &b));
    }

    #[test]
    fn whatever_is_written_is_read(text in any::<String>()) {
        let _ = Assertion::read(&text);
    }

    /// What the tables look by loses none that count.
    #[test]
    fn two_that_are_about_the_same_are_found_by_their_first_words(
        a in prop::collection::btree_set("[a-h][a-d]?[0-9]?", 2..20),
        b in prop::collection::btree_set("[a-h][a-d]?[0-9]?", 2..20),
    ) {
        let of = |words: BTreeSet<String>| Assertion { words, ..Assertion::default() };
        let (a, b) = (of(a), of(b));
        let shared = a.words.intersection(&b.words).count();
        if is_about_the_same(shared, a.words.len(), b.words.len()) {
            let first = |said: &Assertion| -> BTreeSet<String> {
                let ordered = said.ordered().into_iter().cloned();
                ordered.take(prefix(said.words.len())).collect()
            };
            prop_assert!(!first(&a).is_disjoint(&first(&b)));
        }
    }
}
