//! What an order of a request is about, in words as they are indexed.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::sync::LazyLock;

use mneme_index::words::words;

use super::Risk;
use super::actions::Aim;
use super::paths::Leaf;
use super::reach::Reach;
use super::things::{Things, deeds_of, things};
use super::wordings::{CONTENTS, QUALITIES, Words};

/// Where something may run. Words that mean more than that ("test", "stage") are none of them.
const PLACES: Words =
    Words::new("production|prod|staging|dev|development|qa|uat|sandbox|localhost");
/// Those words, where one of these follows: "the test environment".
const MEANT: Words = Words::new("test|testing|demo|preview|integration|local|stage");
const SITES: Words = Words::new(
    "environment|env|cluster|server|system|instance|machine|laptop|box|container|entire",
);
/// What somebody has to look at before it is merged.
const CHANGES: Words = Words::new(
    "pr|prs|mr|pull|branch|patch|patches|change|changes|commit|commits|fix|hotfix|bugfix|feature|diff|code|work",
);
const PEOPLE: Words =
    Words::new("team|teams|team's|lead|lead's|manager|people|folks|group|department");
/// The same as they are indexed.
pub static STAGES: LazyLock<Things> = LazyLock::new(|| PLACES.iter().flat_map(words).collect());

/// Whether something may run in what is called so.
pub fn is_stage(word: &str) -> bool {
    PLACES.contains(word)
}

/// What may be published, launched, released or shipped, and runs for nobody afterwards: a rule about every deploy
/// is not about it.
const RUNS_NOWHERE: Words = Words::new(
    "article|articles|post|posts|newsletter|story|stories|essay|interview|announcement|podcast|tweet|video|slides|\
     photo|photos|picture|pictures|survey|paper|report|summary|minutes|event|events|message|messages|notification|\
     browser|chromium|chrome|firefox|terminal|editor|debugger|shell|lock|locks|mutex|semaphore|connection|connections",
);

/// The same of what an order is done to: "an email" is only on its way.
fn handled(reach: &Reach) -> Things {
    let around = reach.around.iter();
    let one = reach.acted.iter().chain(around).any(|word| is_one(word));
    deeds_of(&reach.acted, one)
}

/// What is given away with the thing that holds it.
fn held(reach: &Reach) -> Things {
    let all = undescribed(&reach.held);
    let one = all.iter().any(|word| is_one(word));
    [things(&all.join(" ")), deeds_of(&all, one)].concat()
}

fn is_one(word: &str) -> bool {
    ["a", "an"].contains(&word)
}

/// One order.
#[derive(Clone, Debug)]
pub struct Asked {
    pub risk: Risk,
    /// What it is done to, and what stands around that.
    pub acted: Things,
    pub around: Things,
    /// It is done to a branch it names.
    pub branch: bool,
    /// It says where that is to run.
    pub placed: bool,
    /// It says where that is.
    pub sited: bool,
    /// It says how good a thing is to be, by the name of a place it is not in: "a production-ready page".
    pub described: bool,
    /// All of a place, where it is done to that.
    pub place: Things,
    pub spared: Things,
    /// What is in a thing that it gives away.
    pub held: Things,
    /// To whom it goes.
    pub whom: Things,
    /// It goes to nobody but ourselves.
    pub inside: bool,
    /// It is done to a change of the code: "the PR", or "it".
    pub change: bool,
    /// It deploys what runs nowhere.
    pub idle: bool,
    /// It deletes a file or a folder, whatever that is called.
    pub leaf: Option<Leaf>,
}

// === impl Asked ===

impl Asked {
    /// Where an order says "it", it is about whatever else the request names.
    pub fn of(aim: &Aim, whole: &LazyCell<Things, impl FnOnce() -> Things>) -> Self {
        let reach = &aim.reach;
        let named = |words: &[String]| things(&words.join(" "));
        let (told, beside) = (undescribed(&reach.acted), undescribed(&reach.around));
        let described = told.len() + beside.len() < reach.acted.len() + reach.around.len();
        let (mut acted, around) = (named(&told), named(&beside));
        acted.extend(handled(reach));
        let (place, spared) = (all_of(&told), named(&reach.spared));
        if reach.refers {
            let others = whole.iter().filter(|word| !spared.contains(word));
            acted.extend(others.filter(|word| !around.contains(word)).cloned());
        }
        Self {
            risk: aim.risk,
            acted,
            around,
            branch: reach.branch,
            placed: says_where(&told) || says_where(&beside),
            sited: says_where(&reach.sited),
            described: described || says_where(&reach.topic),
            place: place.filter(|_| !reach.refers).unwrap_or_default(),
            spared,
            held: match aim.risk {
                Risk::Exfiltrate => held(reach),
                _ => Things::new(),
            },
            whom: named(&reach.whom),
            inside: reach.inside,
            change: reach.refers || reach.acted.iter().any(|word| CHANGES.contains(word)),
            leaf: reach.leaf.filter(|_| aim.risk == Risk::Delete),
            idle: aim.risk == Risk::Deploy && runs_nowhere(&told) && !says_where(&beside),
        }
    }

    /// The same in the words of a rule: "auditlogs" are its "audit logs".
    pub fn spelled(&self, rule: &[String]) -> Cow<'_, Self> {
        let all = || self.acted.iter().chain(&self.around);
        let is_said = |two: &&[String]| all().any(|word| is_joined(word, &two[0], &two[1]));
        let joined: Things = rule.windows(2).filter(is_said).flatten().cloned().collect();
        if joined.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut spelled = self.clone();
        spelled.acted.extend(joined);
        Cow::Owned(spelled)
    }

    pub fn names(&self, word: &str) -> bool {
        let mut all = self.acted.iter().chain(&self.around);
        all.any(|known| known == word)
    }

    /// Whether it is done to what is called so, though it does not say the word: "rm -rf build/" is done to files.
    pub fn means(&self, word: &str) -> bool {
        self.leaf.is_some_and(|leaf| leaf.is_called(word))
    }

    /// Whether it names a word, and not only of those to whom it goes: "send emails to the customers".
    pub fn names_beside(&self, word: &str) -> bool {
        let count = |all: &Things| all.iter().filter(|known| *known == word).count();
        self.acted.iter().any(|known| known == word) || count(&self.around) > count(&self.whom)
    }

    /// Whether it shares anything with a rule beside the act.
    pub fn is_near(&self, ruled: &[String]) -> bool {
        ruled.iter().any(|word| self.names(word))
    }
}

fn runs_nowhere(acted: &[String]) -> bool {
    acted.last().is_some_and(|word| RUNS_NOWHERE.contains(word))
}

/// Whether a word is two words written as one. They are indexed by their beginnings.
fn is_joined(word: &str, first: &str, second: &str) -> bool {
    let long = first.len().min(second.len()) >= SHORTEST;
    let rest = word.strip_prefix(first).filter(|_| long);
    rest.is_some_and(|rest| rest.ends_with(second) && rest.len() <= second.len() + ENDING)
}

/// Shorter words begin and end too many others.
const SHORTEST: usize = 3;
/// And so many letters of the first may be missing in the index.
const ENDING: usize = 2;

/// Without names of places that only say how good a thing is to be.
fn undescribed(words: &[String]) -> Vec<String> {
    let describes = |at: usize| {
        let next = words
            .get(at + 1)
            .is_some_and(|next| QUALITIES.contains(next));
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let any = before.is_some_and(|word| ANY.contains(word));
        PLACES.contains(&words[at]) && next && any
    };
    let kept = (0..words.len()).filter(|at| !describes(*at));
    kept.map(|at| words[at].clone()).collect()
}

/// What there is none of yet.
const ANY: Words = Words::new("a|an|some");

/// What all is taken of: "everything from production", or production itself.
fn all_of(acted: &[String]) -> Option<Things> {
    let is_part = |word: &&String| CONTENTS.contains(word);
    let all = acted.iter().any(|word| ALL.contains(word));
    let own = acted
        .iter()
        .filter(|word| !is_part(word) && !SITES.contains(word));
    let own: Vec<&str> = own.map(String::as_str).collect();
    let place = things(&own.join(" "));
    let itself =
        !acted.iter().any(|word| is_part(&word)) && place.iter().all(|one| STAGES.contains(one));
    (all || itself).then_some(place)
}

const ALL: Words = Words::new("everything|all|anything|entire|whole|alles");

fn says_where(words: &[String]) -> bool {
    let mut two = words.windows(2);
    // "The dev team" is nowhere.
    let people = |at: usize| words.get(at + 1).is_some_and(|next| PEOPLE.contains(next));
    let mut all = words.iter().enumerate();
    all.any(|(at, word)| PLACES.contains(word) && !people(at))
        || two.any(|two| MEANT.contains(&two[0]) && SITES.contains(&two[1]))
}
