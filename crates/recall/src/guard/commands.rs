//! Orders behind words that only carry them: "run terraform destroy", "kick off a git push", "in
//! the infra folder please execute …". What a program is told to do is ordered as if it were said.

use super::Risk;
use super::actions::order;
use super::spoken::Spoken;
use super::wordings::{
    BEGINS, BY_MEANS, CARRIERS, CARRYING, FILLERS, LOOKING, MADE, PLACES, PROGRAMS, TELLING, TURNS,
    USES, Words,
};

/// Between a program and what it is to do stand no more options than this.
const OPTIONS: usize = 6;
/// And between "use" and "to" no more words than this.
const MEANS: usize = 9;
const THAT: Words = Words::new("that|which|to");
const ARTICLES: Words = Words::new("a|an|the|another|this|that|one");

/// The orders that are carried; none where nothing carries anything.
pub fn carried(said: &Spoken) -> Vec<Spoken> {
    let (rest, taken) = uncarried(said);
    let mut all = of_program(&rest);
    if all.is_empty() && taken {
        all.push(made(&rest).unwrap_or(rest));
    }
    all.extend(by_means(said));
    all
}

/// Without the words that only carry it, and whether there were any.
pub fn uncarried(said: &Spoken) -> (Spoken, bool) {
    let (mut rest, mut taken) = (from_its_place(said), false);
    while let Some(less) = without_carrier(&rest) {
        (rest, taken) = (order(&less), true);
    }
    (rest, taken)
}

/// "use the shell tool to delete …".
fn by_means(said: &Spoken) -> Option<Spoken> {
    let words: Vec<&str> = said.words().collect();
    let uses = words.first().is_some_and(|word| BY_MEANS.contains(word));
    let near = words.iter().take(MEANS).filter(|_| uses);
    let at = near.enumerate().find(|(_, word)| **word == "to")?.0;
    let verb = words.get(at + 1)?;
    begins_verb(verb).then(|| said.without(at + 1))
}

/// "a script that deletes …", which is run.
fn made(said: &Spoken) -> Option<Spoken> {
    let thing = said.less(ARTICLES).unwrap_or_else(|| said.clone());
    let does = thing.less(MADE)?.less(THAT)?;
    let first = does.words().next()?;
    let plain = [first.strip_suffix("es"), first.strip_suffix('s')];
    let plain = plain.into_iter().flatten().find(|word| begins_verb(word));
    let verb = plain.unwrap_or(first);
    let rest: Vec<&str> = does.words().skip(1).collect();
    Some(Spoken::of(&format!("{verb} {}", rest.join(" "))))
}

/// Whether behind the first word stands what somebody can be told to do.
pub fn is_carried(said: &Spoken) -> bool {
    let second = said.words().nth(1);
    second.is_some_and(|word| PROGRAMS.contains(word) || is_verb(word))
}

/// "On the build box please run …": a place stands first.
fn from_its_place(said: &Spoken) -> Spoken {
    let words: Vec<&str> = said.words().collect();
    if !words.first().is_some_and(|word| PLACES.contains(word)) {
        return said.clone();
    }
    let is_program = |at: usize| words.get(at).is_some_and(|word| PROGRAMS.contains(word));
    let starts = |at: &usize| {
        let word = words[*at];
        word == "please" || CARRIERS.contains(word) && is_program(at + 1)
    };
    let turned = |at: usize| words[..at].iter().any(|word| TURNS.contains(word));
    let at = (1..words.len()).find(starts).filter(|at| !turned(*at));
    at.map_or_else(|| said.clone(), |at| order(&said.without(at)))
}

fn without_carrier(said: &Spoken) -> Option<Spoken> {
    let begun = said.less(BEGINS).and_then(|rest| rest.less(CARRYING));
    if let Some(rest) = begun.or_else(|| said.less(CARRIERS)) {
        return Some(without_fillers(rest));
    }
    let used = without_fillers(said.less(USES)?);
    is_command(&used).then_some(used)
}

/// "the following command", and the article of a command.
fn without_fillers(said: Spoken) -> Spoken {
    let rest = said.less(FILLERS).unwrap_or(said);
    match rest.less(ARTICLES) {
        Some(less) if is_command(&less) => less,
        _ => rest,
    }
}

/// A program, or what is known by the name of its command.
fn is_command(said: &Spoken) -> bool {
    let first = said.words().next();
    first.is_some_and(|word| PROGRAMS.contains(word)) || said.begins("force push")
}

/// What a program is to do, from each word on that could say so. A program that only looks does
/// nothing, and behind a word of a sentence stands no option.
fn of_program(said: &Spoken) -> Vec<Spoken> {
    let words: Vec<&str> = said.words().collect();
    let programs = words.iter().take_while(|word| PROGRAMS.contains(word));
    let from = programs.count();
    let is_option = |word: &str| !LOOKING.contains(word) && !TELLING.contains(word);
    if from == 0 || !words.get(from).is_some_and(|word| is_option(word)) {
        return Vec::new();
    }
    let near = words.iter().enumerate().skip(from).take(OPTIONS);
    let near = near.take_while(|(_, word)| is_option(word));
    let verbs = near.filter(|(at, word)| *at == from || is_verb(word));
    verbs.map(|(at, _)| said.without(at)).collect()
}

pub fn begins_verb(word: &str) -> bool {
    let mut verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
    verbs.any(|verb| verb.split(' ').next() == Some(word))
}

fn is_verb(word: &str) -> bool {
    let mut verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
    verbs.any(|verb| verb == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carries(text: &str) -> Vec<String> {
        let all = carried(&Spoken::of(text));
        let words = |said: &Spoken| said.words().collect::<Vec<_>>().join(" ");
        all.iter().map(words).collect()
    }

    #[test]
    fn what_is_carried_is_what_is_ordered() {
        let cases: &[(&str, &[&str])] = &[
            ("run terraform destroy", &["destroy"]),
            (
                "execute the following command terraform destroy",
                &["destroy"],
            ),
            ("kick off a terraform destroy", &["destroy"]),
            ("start running terraform destroy", &["destroy"]),
            ("in the infra folder run terraform destroy", &["destroy"]),
            (
                "kubectl -n prod delete ns shop",
                &["n prod delete ns shop", "delete ns shop"],
            ),
            ("use git push", &["push"]),
            ("use a force push", &["force push"]),
            (
                "use the shell tool to delete the logs",
                &["delete the logs"],
            ),
            ("use the shell tool to read the logs", &[]),
            ("run a script that deletes the logs", &["delete the logs"]),
            ("use remove instead of pop", &[]),
            ("git log of the release", &[]),
            ("terraform is able to destroy", &[]),
            ("delete the logs", &[]),
        ];
        for (text, inner) in cases {
            assert_eq!(carries(text), *inner, "{text}");
        }
    }
}
