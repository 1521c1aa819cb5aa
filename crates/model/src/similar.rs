//! Whether two texts say the same: by their words, and what must not differ whatever else does.

mod order;

use std::collections::BTreeSet;

use crate::stem::stem;
use crate::stop::is_stop_word;
use order::Order;

/// A text as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Its words in order, in small letters.
    pub words: Vec<String>,
    /// Each once.
    pub set: BTreeSet<String>,
    /// Words as they stand between spaces, in small letters.
    forms: BTreeSet<String>,
    /// Names, numbers, paths: what makes a fact another one.
    marks: BTreeSet<String>,
    /// What turns a sentence round, in order of the alphabet.
    turns: Vec<String>,
    /// What it speaks of, each word by its stem: those that say nothing are not among them.
    telling: BTreeSet<String>,
    /// Who does what to whom.
    order: Order,
}

/// A text of fewer words is not looked for in longer ones.
const CONTAINED_WORDS: usize = 5;
/// Nor are fewer words compared one by one.
const SHARED_WORDS: usize = 6;
const SHARED: f64 = 0.92;
/// What a word's form ends with is not longer.
const MOST_ENDING: usize = 3;
/// What a name may end with.
const ENDS: [char; 2] = ['+', '#'];

/// What stands behind one of these is one of many: user alice is not user bob.
const KINDS: [&str; 30] = [
    "account",
    "agent",
    "branch",
    "bucket",
    "client",
    "cluster",
    "colleague",
    "customer",
    "database",
    "developer",
    "environment",
    "host",
    "invoice",
    "machine",
    "member",
    "module",
    "namespace",
    "package",
    "project",
    "queue",
    "region",
    "repo",
    "repository",
    "schema",
    "server",
    "service",
    "table",
    "tenant",
    "ticket",
    "user",
];
/// Behind a kind these say what is done, not who is meant.
const LINKS: [&str; 36] = [
    "a", "and", "are", "as", "at", "be", "by", "can", "did", "does", "for", "from", "had", "has",
    "have", "if", "in", "is", "it", "may", "must", "needs", "of", "or", "should", "than", "that",
    "the", "this", "to", "was", "were", "which", "who", "will", "with",
];
/// Said for emphasis or of each alike: with or without them a fact is the same.
const FILLERS: [&str; 8] = [
    "each", "every", "just", "please", "quite", "really", "shall", "very",
];
/// Where something runs: what holds in one place does not hold in another.
const PLACES: [&str; 7] = [
    "dev",
    "development",
    "prod",
    "production",
    "qa",
    "sandbox",
    "staging",
];

const TURNS: [&str; 30] = [
    "after",
    "allow",
    "allowed",
    "always",
    "before",
    "cannot",
    "deny",
    "denied",
    "disable",
    "disabled",
    "enable",
    "enabled",
    "except",
    "forbid",
    "forbidden",
    "full",
    "neither",
    "never",
    "no",
    "nobody",
    "none",
    "nor",
    "not",
    "nothing",
    "off",
    "on",
    "only",
    "readonly",
    "unless",
    "without",
];

// === impl Said ===

impl Said {
    pub fn read(text: &str) -> Self {
        let words: Vec<String> = pieces(text).map(str::to_lowercase).collect();
        let mut said = Self {
            set: words.iter().cloned().collect(),
            telling: words.iter().filter_map(|word| telling(word)).collect(),
            words,
            ..Self::default()
        };
        let (mut begins, mut before) = (true, String::new());
        for raw in text.split_whitespace() {
            before = said.add(raw, begins, &before);
            begins = raw.ends_with(['.', '!', '?', ':']);
        }
        said.turns.sort_unstable();
        said
    }

    /// Its form, by which the next one is understood.
    fn add(&mut self, raw: &str, begins: bool, before: &str) -> String {
        let bare = bare(raw);
        let form = bare.to_lowercase();
        if is_turn(&form) {
            self.turns.push(form.clone());
        } else if is_mark(&bare, begins) || is_one_of_many(&form, before) {
            self.marks.insert(form.clone());
        }
        // The auth service is not the cart service.
        if KINDS.contains(&form.as_str()) && tells(before) && !is_turn(before) {
            self.marks.insert(before.to_owned());
        }
        self.order.add(&form);
        self.forms.insert(form.clone());
        form
    }

    /// How many words two that share enough have to have in common: every text that shares so
    /// much has one of its rarest words.
    pub fn prefix(&self) -> usize {
        let n = self.set.len();
        n - (SHARED * n as f64).ceil() as usize + 1
    }

    /// The same words, the one inside the other, or nearly the same ones.
    pub fn repeats(&self, other: &Said) -> bool {
        if self.words == other.words {
            return !self.words.is_empty() && self.names_the_same(other);
        }
        if self.turns != other.turns {
            return false;
        }
        let (short, long) = match self.words.len() <= other.words.len() {
            true => (self, other),
            false => (other, self),
        };
        let inside = || {
            let mut windows = long.words.windows(short.words.len());
            windows.any(|window| window == short.words)
        };
        if short.words.len() >= CONTAINED_WORDS && inside() && long.has_marks_of(short) {
            return true;
        }
        short.words.len() >= SHARED_WORDS && self.shares(other) && self.says_the_same(other)
    }

    /// Whether a likeness in meaning may be believed: two facts that differ in a name, a number, a
    /// `not` or any word of which each has its own are near each other, and not the same.
    pub fn says_the_same(&self, other: &Said) -> bool {
        self.is_of_the_same(other) && !self.speaks_otherwise(other)
    }

    /// Whether each speaks of something the other does not: auth here, cart there. A word more on
    /// one side alone makes no other fact.
    fn speaks_otherwise(&self, other: &Said) -> bool {
        !self.telling.is_subset(&other.telling) && !other.telling.is_subset(&self.telling)
    }

    /// Whether it is about the same: names, numbers, paths and what turns it round, and who does what
    /// to whom.
    pub fn is_of_the_same(&self, other: &Said) -> bool {
        self.turns == other.turns && self.order.agrees(&other.order) && self.names_the_same(other)
    }

    fn names_the_same(&self, other: &Said) -> bool {
        self.has_marks_of(other) && other.has_marks_of(self)
    }

    fn has_marks_of(&self, other: &Said) -> bool {
        other.marks.iter().all(|mark| self.forms.contains(mark))
    }

    /// Whether one tells anew what the other told: nothing is exchanged but what both end with. Dawn
    /// for noon is news of the market; cart for auth is another service.
    pub fn tells_anew(&self, other: &Said) -> bool {
        self.order.continues(&other.order)
    }

    /// Whether each begins with something the other does not speak of: alice has access, bob has.
    pub fn is_of_another(&self, other: &Said) -> bool {
        let (own, others) = (self.subject(), other.subject());
        let strange = |word: Option<&String>, said: &Said| {
            word.is_some_and(|word| !said.words.iter().any(|other| are_forms(word, other)))
        };
        strange(own, other) && strange(others, self)
    }

    /// The first word that is no article.
    fn subject(&self) -> Option<&String> {
        let mut words = self.words.iter();
        words.find(|word| !LINKS.contains(&word.as_str()))
    }

    fn shares(&self, other: &Said) -> bool {
        let both = self.set.intersection(&other.set).count();
        let all = self.set.len() + other.set.len() - both;
        both as f64 >= SHARED * all as f64
    }
}

/// The words of a text. C++ and C# are two, and none is C.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && !ENDS.contains(&c));
    let words = words.map(|word| word.trim_start_matches(ENDS));
    words.filter(|word| !word.is_empty())
}

/// A word without what stands around it. What is below zero stays so.
fn bare(raw: &str) -> String {
    let start = raw.trim_start_matches(|c: char| !c.is_alphanumeric());
    let before = raw[..raw.len() - start.len()].chars().next_back();
    let below = matches!(before, Some('-' | '−')) && start.starts_with(|c: char| c.is_numeric());
    let bare = start.trim_end_matches(|c: char| !c.is_alphanumeric() && !ENDS.contains(&c));
    let bare = ["'s", "’s"]
        .iter()
        .fold(bare, |bare, end| bare.strip_suffix(end).unwrap_or(bare));
    match below {
        true => format!("-{bare}"),
        false => bare.to_owned(),
    }
}

/// Whether a word in small letters says what a text is about.
fn tells(word: &str) -> bool {
    !word.is_empty() && !is_stop_word(word) && !LINKS.contains(&word) && !FILLERS.contains(&word)
}

/// Its stem, if it says something.
fn telling(word: &str) -> Option<String> {
    tells(word).then(|| stem(word).to_owned())
}

fn is_turn(form: &str) -> bool {
    TURNS.contains(&form) || form.ends_with("n't") || form.ends_with("n’t")
}

/// Whether a word in small letters says which of many is meant.
fn is_one_of_many(form: &str, before: &str) -> bool {
    let verb = form.ends_with('s') || form.ends_with("ed") || LINKS.contains(&form);
    let named = KINDS.contains(&before) && !verb && !form.is_empty();
    named || PLACES.contains(&form)
}

/// Whether two words are forms of one: deploy, deploys.
fn are_forms(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    long.strip_prefix(short)
        .is_some_and(|end| end.len() <= MOST_ENDING)
}

/// Whether a word names one thing and no other. At the beginning of a sentence a capital letter
/// says nothing.
pub fn is_mark(word: &str, begins: bool) -> bool {
    let mut chars = word.chars();
    let first = chars.next();
    let inner = |c: char| c.is_uppercase() || "_/:.@#+\\".contains(c);
    let named = first.is_some_and(char::is_uppercase) && !begins;
    named || word.chars().any(|c| c.is_numeric()) || chars.any(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeat(a: &str, b: &str) -> bool {
        Said::read(a).repeats(&Said::read(b))
    }

    fn same(a: &str, b: &str) -> bool {
        Said::read(a).is_of_the_same(&Said::read(b))
    }

    #[test]
    fn the_same_words_repeat_however_they_are_written() {
        assert!(repeat("Prefer rg over grep.", "prefer RG, over grep"));
        assert!(repeat(
            "Deploys need approval from Maria.",
            "Deploys need approval from Maria. Ask her early."
        ));
        assert!(!repeat("Prefer rg.", "Prefer rg over grep."), "too short");
        assert!(!repeat("", ""));
    }

    #[test]
    fn what_turns_a_sentence_round_is_never_overlooked() {
        let (a, b) = (
            "Production deploys require staging approval from the team lead.",
            "Production deploys do not require staging approval from the team lead.",
        );
        assert!(!repeat(a, b) && !same(a, b));
        assert!(!same("The launcher opens.", "The launcher doesn't open."));
        assert!(!same("Caching is enabled.", "Caching is disabled."));
    }

    #[test]
    fn names_and_numbers_make_another_fact() {
        assert!(!same("The port is 8000.", "The port is 8001."));
        assert!(!same("Ask Maria first.", "Ask Peter first."));
        assert!(!same("Read src/main.rs.", "Read src/lib.rs."));
        assert!(same(
            "Maria approves deploys.",
            "Deploys are approved by Maria."
        ));
    }

    #[test]
    fn one_of_many_is_told_from_another_though_it_is_written_small() {
        let access = |who: &str| format!("User {who} has admin access to the billing dashboard");
        assert!(!same(&access("alice"), &access("bob")));
        assert!(!same(
            "The staging password rotates monthly.",
            "The production password rotates monthly."
        ));
        assert!(!same("Use host db-staging-01.", "Use host db-staging-02."));
        assert!(same(
            "The user prefers short answers.",
            "The user wanted short answers."
        ));
    }

    #[test]
    fn a_word_each_has_for_itself_makes_two_facts() {
        let says = |a: &str, b: &str| Said::read(a).says_the_same(&Said::read(b));
        let deploy = |what: &str| format!("We deploy the {what} with a rolling restart at night");
        assert!(!says(&deploy("auth service"), &deploy("cart service")));
        assert!(
            !says(&deploy("ledger"), &deploy("mailer")),
            "no kind behind it"
        );
        assert!(
            says(&deploy("ledger"), &deploy("ledger, every time,")),
            "one has more"
        );
        assert!(says(
            "Every deploy needs the approval of Maria",
            "Each deploy needs the approvals of Maria"
        ));
        assert!(says(
            "Maria approves deploys",
            "Deploys are approved by Maria"
        ));
        assert!(!says("東京は首都です", "大阪は首都です"));
    }

    #[test]
    fn who_does_what_to_whom_is_part_of_what_is_said() {
        let says = |a: &str, b: &str| Said::read(a).says_the_same(&Said::read(b));
        for (a, b) in [
            ("Lena reports to Marta", "Marta reports to Lena"),
            ("Port 80 redirects to 443", "Port 443 redirects to 80"),
            (
                "The US price is 5, the EU price is 6",
                "The EU price is 5, the US price is 6",
            ),
            (
                "Invoices are approved by finance before legal",
                "Invoices are approved by legal before finance",
            ),
            (
                "Tom likes Rust, Lena does not like Go",
                "Tom does not like Rust, Lena likes Go",
            ),
            ("The limit is -5 degrees", "The limit is 5 degrees"),
            ("Only admins can deploy here", "Admins can only deploy here"),
            ("Lena mentors Tom", "Lena is mentored by Tom"),
        ] {
            assert!(!says(a, b) && !says(b, a) && !repeat(a, b), "{a} / {b}");
        }
        assert!(says("Lena mentors Tom", "Tom is mentored by Lena"));
    }

    #[test]
    fn what_is_exchanged_at_the_end_is_news_and_elsewhere_another_fact() {
        let anew = |a: &str, b: &str| {
            let (a, b) = (Said::read(a), Said::read(b));
            a.is_of_the_same(&b) && a.tells_anew(&b) && !a.is_of_another(&b)
        };
        assert!(anew("The market opens at dawn", "The market opens at noon"));
        assert!(anew("We deploy at night", "We deploy with care at night"));
        for (a, b) in [
            (
                "The owner of nginx is whoever is on call for nginx",
                "The owner of redis is whoever is on call for redis",
            ),
            (
                "Log in to aws with SSO as the bot user of aws",
                "Log in to stripe with SSO as the bot user of stripe",
            ),
            (
                "Backups of us are kept for thirty days in the cold bucket",
                "Backups of eu are kept for thirty days in the cold bucket",
            ),
            (
                "Reviews of C code are done by Priya before the sprint ends",
                "Reviews of C++ code are done by Priya before the sprint ends",
            ),
            (
                "Reviews of C++ code are done by Priya before the sprint ends",
                "Reviews of C# code are done by Priya before the sprint ends",
            ),
            (
                "Anna prefers short answers with code first",
                "Will prefers short answers with code first",
            ),
            (
                "May prefers short answers with code first",
                "Will prefers short answers with code first",
            ),
        ] {
            assert!(!anew(a, b) && !anew(b, a) && !repeat(a, b), "{a} / {b}");
        }
    }

    #[test]
    fn a_long_sentence_with_one_word_exchanged_repeats_nothing() {
        let long = |what: &str| {
            format!(
                "Whenever somebody changes the {what} gateway of our shop, run all slow tests on a \
                 quiet machine twice, compare both reports line by line, write down whatever \
                 differs, ask two colleagues for their view, wait until morning"
            )
        };
        assert!(!repeat(&long("payment"), &long("search")));
        assert!(repeat(&long("payment"), &long("very payment")));
    }

    #[test]
    fn what_stands_before_a_kind_says_which_one_is_meant() {
        assert!(!same(
            "Deploy the auth service with care.",
            "Deploy the cart service with care."
        ));
        assert!(same("The user is in Oslo.", "Each user is in Oslo."));
    }

    #[test]
    fn what_begins_with_somebody_else_speaks_of_another() {
        let of_another = |a: &str, b: &str| Said::read(a).is_of_another(&Said::read(b));
        assert!(of_another("alice has the key", "bob has the key"));
        assert!(!of_another(
            "The market opens at dawn",
            "The market opens at noon"
        ));
        assert!(!of_another(
            "Deploys need a lead",
            "A lead has to see each deploy"
        ));
        assert!(!of_another("", "bob has the key"));
    }
}
