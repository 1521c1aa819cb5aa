//! What an order of a request is about, in words as they are indexed.

use std::cell::LazyCell;
use std::sync::LazyLock;

use mneme_index::words::{is_stop_word, words};

use super::Risk;
use super::actions::Aim;
use super::wordings::{CARRIERS, Words};

/// Words as they are indexed.
pub type Things = Vec<String>;

/// What every rule says, as it is indexed.
const NORMS: [&str; 16] = [
    "never",
    "must",
    "polici",
    "policy",
    "approv",
    "requir",
    "mandatori",
    "alway",
    "forbidden",
    "rule",
    "anyth",
    "everyth",
    "other",
    "ani",
    "all",
    "everi",
];

/// Words that name an act, and nothing it is done to.
static ACTS: LazyLock<Things> = LazyLock::new(|| {
    let verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
    verbs.chain(CARRIERS.iter()).flat_map(words).collect()
});

/// Where something may run. Words that mean more than that ("test", "stage") are none of them.
const PLACES: Words =
    Words::new("production|prod|staging|dev|development|qa|uat|sandbox|localhost");
/// Those words, where one of these follows: "the test environment".
const MEANT: Words = Words::new("test|testing|demo|preview|integration|local|stage");
const SITES: Words = Words::new("environment|env|cluster|server|system|instance");
/// The same as they are indexed.
pub static STAGES: LazyLock<Things> = LazyLock::new(|| PLACES.iter().flat_map(words).collect());
static PRODUCTION: LazyLock<String> = LazyLock::new(|| words("production").concat());
const PROD: &str = "prod";

/// What a text names beside acts and words every text has.
pub fn things(text: &str) -> Things {
    let said = words(text).into_iter().map(|word| match word == PROD {
        true => PRODUCTION.clone(),
        false => word,
    });
    said.filter(|word| !is_stop_word(word) && !ACTS.contains(word))
        .collect()
}

/// One order.
#[derive(Debug)]
pub struct Asked {
    pub risk: Risk,
    /// What it is done to, and what stands around that.
    pub acted: Things,
    pub around: Things,
    /// It is done to a branch it names.
    pub branch: bool,
    /// It says where that is to run.
    pub placed: bool,
}

// === impl Asked ===

impl Asked {
    /// Where an order says "it", it is about whatever else the request names.
    pub fn of(aim: &Aim, whole: &LazyCell<Things, impl FnOnce() -> Things>) -> Self {
        let reach = &aim.reach;
        let named = |words: &[String]| things(&words.join(" "));
        let (mut acted, around) = (named(&reach.acted), named(&reach.around));
        if reach.refers {
            let spared = named(&reach.spared);
            let others = whole.iter().filter(|word| !spared.contains(word));
            acted.extend(others.filter(|word| !around.contains(word)).cloned());
        }
        Self {
            risk: aim.risk,
            acted,
            around,
            branch: reach.branch,
            placed: says_where(&reach.acted) || says_where(&reach.around),
        }
    }

    pub fn names(&self, word: &str) -> bool {
        let mut all = self.acted.iter().chain(&self.around);
        all.any(|known| known == word)
    }

    /// Whether it shares anything with a rule beside the act.
    pub fn is_near(&self, rule: &str) -> bool {
        let ruled = things(rule);
        // A rule that names nothing beside the act is about all of it.
        ruled.iter().all(|word| is_norm(word)) || ruled.iter().any(|word| self.names(word))
    }
}

fn says_where(words: &[String]) -> bool {
    let mut two = words.windows(2);
    words.iter().any(|word| PLACES.contains(word))
        || two.any(|two| MEANT.contains(&two[0]) && SITES.contains(&two[1]))
}

pub fn is_norm(word: &str) -> bool {
    NORMS.contains(&word)
}
