//! What words name, as they are indexed: things, and acts.

use std::collections::HashMap;
use std::sync::LazyLock;

use mneme_index::words::{is_stop_word, words};

use super::Risk;
use super::spoken::Spoken;
use super::wordings::{CARRIERS, GERMAN, HEADS, Words};

/// Words as they are indexed.
pub type Things = Vec<String>;

/// What every rule says, as it is indexed.
const NORMS: [&str; 32] = [
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
    "someth",
    "need",
    "no",
    "noth",
    "nothing",
    "only",
    "onli",
    "nie",
    "niemal",
    "first",
    "brauchen",
    "braucht",
    "benötigen",
    "benötigt",
    "erfordern",
    "erfordert",
    "other",
    "ani",
    "all",
    "everi",
];

/// Words that name an act, and nothing it is done to.
static ACTS: LazyLock<Things> = LazyLock::new(|| {
    let verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
    let others = CARRIERS.iter().chain(GERMAN.iter()).chain(HEADS.iter());
    verbs.chain(others).flat_map(words).collect()
});

/// Short words, and those in another tongue, each with the word it stands for.
static MEANT_BY: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let all = [
        ("prod", "production"),
        ("produktion", "production"),
        ("auth", "authentication"),
        ("authn", "authentication"),
        ("db", "database"),
        ("dbs", "databases"),
        ("repo", "repository"),
        ("config", "configuration"),
        ("creds", "credentials"),
        ("pwd", "password"),
        ("k8s", "kubernetes"),
    ];
    let all = all.map(|(short, long)| (words(short).concat(), words(long).concat()));
    all.into_iter().collect()
});

/// What a text names beside acts and words every text has.
pub fn things(text: &str) -> Things {
    let said = words(text)
        .into_iter()
        .map(|word| MEANT_BY.get(&word).cloned().unwrap_or(word));
    said.filter(|word| !is_stop_word(word) && !ACTS.contains(word))
        .collect()
}

/// Names of acts that are things, too: "emails" are sent, and "email them" sends.
const DEEDS: Words = Words::new("emails|mails|exports|dumps|uploads|posts|copies|transfers");
const DEED: Words = Words::new("email|mail|export|dump|upload|post|copy|transfer");

/// Of some words those that are things with the name of an act.
pub fn deeds(text: &str) -> Things {
    let said = Spoken::of(text);
    said.words()
        .filter(|word| is_deed(word))
        .flat_map(deed)
        .collect()
}

/// What a text names, with what has the name of an act and is none here.
pub fn nouns(text: &str) -> Things {
    [things(text), deeds(text)].concat()
}

pub fn is_deed(word: &str) -> bool {
    DEEDS.contains(word)
}

/// Of words an order is done to those; "an email" is only on its way.
pub fn deeds_of(all: &[String], one: bool) -> Things {
    let is_thing = |word: &&String| is_deed(word) || !one && DEED.contains(word);
    let all = all.iter().filter(is_thing);
    all.flat_map(|word| deed(word)).collect()
}

/// As it is indexed; mails are emails.
fn deed(word: &str) -> Things {
    match MAILS.contains(word) {
        true => words(MAIL),
        false => words(word),
    }
}

const MAILS: Words = Words::new("mail|mails");
const MAIL: &str = "email";

/// Whether a word names an act.
pub fn is_act(word: &str) -> bool {
    words(word).iter().any(|stem| ACTS.contains(stem))
}

pub fn is_norm(word: &str) -> bool {
    NORMS.contains(&word)
}
