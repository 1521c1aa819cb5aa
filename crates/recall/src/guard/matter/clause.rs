//! The clauses of a rule: what stands before its act, and what behind that.

use mneme_index::words::{is_stop_word, words};

use super::super::spoken::Spoken;
use super::super::things::{Things, is_deed, nouns};
use super::super::wordings::{AUXILIARIES, BOUNDS, Words};
use super::named;

/// The words of a clause, and where the act stands in it.
pub struct Clause {
    words: Vec<String>,
    act: usize,
}

pub fn clauses(rule: &str, acts: &[String]) -> Vec<Clause> {
    let rule = rule.replace(". ", "\n").replace(',', " or ");
    let parts = rule.split(['\n', '!', '?', ':', ';', '(', ')']);
    let mut all = Vec::new();
    for part in parts {
        let said: Vec<String> = Spoken::of(part).words().map(str::to_owned).collect();
        let is_act = |word: &String| {
            let stems = words(word);
            !is_stop_word(word) && stems.iter().any(|stem| acts.contains(stem))
        };
        let found = said.iter().enumerate().filter(|(_, word)| is_act(word));
        let mut found: Vec<usize> = found.map(|(at, _)| at).collect();
        // "Never share customer emails": one of them is what is done.
        if found.iter().any(|at| !is_deed(&said[*at])) {
            found.retain(|at| !is_deed(&said[*at]));
        }
        all.extend(found.into_iter().map(|act| Clause {
            words: said.clone(),
            act,
        }));
    }
    all
}

// === impl Clause ===

impl Clause {
    /// Whether what stands there is an act, and no thing with the name of one.
    pub fn acts(&self) -> bool {
        !is_deed(&self.words[self.act])
    }

    /// "delete audit logs or backups".
    pub fn behind(&self) -> Option<Vec<Things>> {
        let rest = self.words.get(self.act + 1..)?;
        let ends = |from: usize| {
            let bound = (from..rest.len()).find(|at| BOUNDS.contains(&rest[*at]));
            bound.unwrap_or(rest.len())
        };
        // "Emails of customers" are theirs.
        let end = match ends(0) {
            end if end > 0
                && is_deed(&rest[end - 1])
                && rest.get(end).is_some_and(|of| of == "of") =>
            {
                ends(end + 1)
            }
            end => end,
        };
        objects(rest[..end].iter())
    }

    /// "audit logs must never be deleted", "production deploys".
    pub fn before(&self) -> Option<Vec<Things>> {
        let rest = self.words.get(..self.act)?.iter().rev();
        let rest = rest.skip_while(|word| AUXILIARIES.contains(word));
        let mut held: Vec<&String> = rest.take_while(|word| !BOUNDS.contains(word)).collect();
        held.reverse();
        objects(held.into_iter())
    }
}

/// A review is one of code, whatever it is called.
const OF_CODE: Words = Words::new("code|peer");

/// Things that are named one beside the other; none where nothing is.
fn objects<'w>(said: impl Iterator<Item = &'w String>) -> Option<Vec<Things>> {
    let said: Vec<&str> = said.map(String::as_str).collect();
    let reviews = said.last().is_some_and(|word| word.starts_with("review"));
    let said: Vec<&str> = match reviews {
        true => said
            .into_iter()
            .filter(|word| !OF_CODE.contains(word))
            .collect(),
        false => said,
    };
    let parts = said.split(|word| ["or", "and", "nor"].contains(word));
    let all = parts.map(|part| named(&part.join(" "), nouns));
    let all: Vec<Things> = all.filter(|object| !object.is_empty()).collect();
    (!all.is_empty()).then_some(all)
}
