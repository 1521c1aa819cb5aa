//! Who is a person, or some people: whoever has a name, and "the team lead".

use std::collections::HashSet;

use super::super::asked::STAGES;
use super::super::wordings::Words;
use super::phrases::{PEOPLE, WHOSE};
use super::span::LATE;
use crate::gate::names;

/// Names in a rule, in small letters.
pub type Names = HashSet<String>;

const ME: Words = Words::new("i|me|we|us|he|him|she|her|they|them|you|ich|mich|mir|wir|uns");
/// Those who do something are called so.
const ROLES: Words = Words::new(
    "boss|owner|owners|maintainer|maintainers|admin|admins|administrator|administrators|developer|developers|\
     ops|devops|sre|sres|cto|ceo|ciso|colleague|colleagues|person|somebody|someone",
);
const JOINS: Words = Words::new("and|or|either|both|und|oder|,|of|the|from|dr|mr|mrs|ms");
/// What has a name and is nobody.
const SYSTEMS: Words = Words::new(
    "jenkins|github|gitlab|bitbucket|argo|argocd|circleci|travis|azure|bamboo|spinnaker|terraform|ansible|helm|\
     kubernetes|docker|vercel|netlify|heroku|cloudflare|slack|jira|linear|buildkite|teamcity|bazel|nix|windows|\
     linux|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mondays|tuesdays|wednesdays|thursdays|\
     fridays|saturdays|sundays|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|christmas",
);

/// Words that are written as names are, where no sentence begins. "CI" is none.
pub fn names_in(rule: &str) -> Names {
    let large = names(rule).filter(|word| {
        let letters = || word.chars().filter(|c| c.is_alphabetic());
        letters().next().is_some_and(char::is_uppercase) && letters().any(char::is_lowercase)
    });
    let all = large.map(|word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        bare.to_lowercase()
    });
    all.filter(|name| !SYSTEMS.contains(name) && !STAGES.contains(name))
        .collect()
}

pub fn is_person(words: &[String], names: &Names) -> bool {
    let late = words.iter().rev().take_while(|word| LATE.contains(word));
    let words = &words[..words.len() - late.count()];
    let Some(last) = words.last() else {
        return false;
    };
    let role = |word: &String| PEOPLE.contains(word) || ROLES.contains(word);
    let named = |word: &String| {
        names.contains(word) || ME.contains(word) || role(word) || WHOSE.contains(word)
    };
    let whole = words.iter().all(|word| named(word) || JOINS.contains(word));
    let known = |word: &String| names.contains(word) || ME.contains(word) || role(word);
    whole && words.iter().any(known) || words.len() <= MOST && role(last)
}

/// "The payments platform team."
const MOST: usize = 4;
