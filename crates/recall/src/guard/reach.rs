//! What an order reaches: what it is done to, and what only stands around that. "Delete the border around
//! the audit logs" is done to a border; "delete every row in the audit logs" to the logs.

mod sides;
mod spared;
mod walk;

use super::actions::order;
use super::commands::begins_verb;
use super::paths::Leaf;
use super::spoken::Spoken;
use super::vocabulary::{OVERRIDE, PAST};
use super::whom::stays_inside;
use super::wordings::{
    AT_ONCE, BOUNDS, CONTENTS, ENSURES, FOLLOWS, INSIDE, JOINS, PLACES, REFERS, THINGS, WANTS,
    Words,
};

pub use sides::parts;
pub use spared::{is_saved, is_spared};
pub use walk::HOLDERS;

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reach {
    /// What it is done to.
    pub acted: Vec<String>,
    /// Where, whereto, how, and what it belongs to.
    pub around: Vec<String>,
    /// Of both, what says where: "on staging", and not "now that staging is up".
    pub sited: Vec<String>,
    /// What is in the thing it is done to: "a list of customers".
    pub held: Vec<String>,
    /// What a text is about that it is done to.
    pub topic: Vec<String>,
    /// To whom it goes.
    pub whom: Vec<String>,
    /// What is to stay.
    pub spared: Vec<String>,
    /// What it is done to stands elsewhere: "delete them".
    pub refers: bool,
    /// It names a branch of its own.
    pub branch: bool,
    /// It goes to nobody but ourselves.
    pub inside: bool,
    /// It deletes a file, whatever that is called.
    pub leaf: Option<Leaf>,
}

/// Behind a verb within so many words stands what it takes up: "get rid of all of them".
const TAKEN_UP: usize = 4;
/// With somebody.
const SHARES: &str = "share";
const EACH: Words = Words::new("this|that|these|those");
/// How names of branches begin that are somebody's own.
const BRANCHES: Words = Words::new("feature|feat|bugfix|hotfix|topic|wip");
const POLITE: Words =
    Words::new("please|thanks|again|too|completely|entirely|right|straight|afterwards|later|then");

// === impl Reach ===

impl Reach {
    /// Of an order with a verb, with the clauses behind it.
    pub fn of(said: &Spoken, verb: &str, rest: &[Spoken]) -> Self {
        let words: Vec<&str> = said.words().collect();
        let mut reach = Self {
            branch: names_branch(&words),
            ..Self::default()
        };
        let (before, behind) = parts(&words, verb);
        let rest = rest.get(1..).unwrap_or_default();
        reach.inside = stays_inside(behind, rest);
        reach.sited = sited(before).chain(sited(behind)).collect();
        let gives = verb != SHARES;
        reach.walk(&before[wished(said).min(before.len())..], gives);
        reach.walk(behind, gives);
        reach.go_on(rest, gives);
        let empty = |word: &String| {
            [THINGS, REFERS, CONTENTS]
                .iter()
                .any(|words| words.contains(word))
        };
        reach.refers |= reach.acted.iter().all(empty);
        reach
    }

    /// Of what a program is told: whatever stands there.
    pub fn whole(orders: [&Spoken; 2], rest: &[Spoken]) -> Self {
        let told = orders.into_iter().chain(rest.iter().skip(1));
        Self {
            acted: told.flat_map(Spoken::words).map(str::to_owned).collect(),
            ..Self::default()
        }
    }

    /// What stands around it in other clauses.
    pub fn within(mut self, words: impl Iterator<Item = String>) -> Self {
        self.around.extend(words);
        self
    }

    /// Where it is done, said before it.
    pub fn at(mut self, words: &[String]) -> Self {
        let said: Vec<&str> = words.iter().map(String::as_str).collect();
        self.sited.extend(sited(&said));
        self.within(words.iter().cloned())
    }

    /// "Ignore the review and merge to main": what those who should look are passed by for stands beside it.
    pub fn merging(mut self, verb: &str, beside: &[&[Spoken]]) -> Self {
        if PAST.contains(verb) || !OVERRIDE.verbs.contains(&verb) {
            return self;
        }
        for clause in beside.iter().copied().flatten() {
            let said = order(&clause.less(JOINS).unwrap_or_else(|| clause.clone()));
            let merged = said.less(PAST);
            let whereto = merged.iter().flat_map(Spoken::words);
            self.around.extend(whereto.map(str::to_owned));
        }
        self
    }
}

/// "I'd like the logs deleted": so many words only say that it is wanted.
fn wished(said: &Spoken) -> usize {
    let all = WANTS.iter().chain(ENSURES.iter());
    let begun = all.filter(|phrase| said.begins(phrase));
    begun.map(|one| one.split(' ').count()).max().unwrap_or(0)
}

/// What of some words says where: behind "in" or "on", or before the name of the thing.
fn sited<'w>(words: &[&'w str]) -> impl Iterator<Item = String> + use<'w> {
    let mut here = true;
    let mut all = Vec::new();
    for word in words {
        match BOUNDS.contains(word) || PLACES.contains(word) {
            true => here = INSIDE.contains(word),
            false if here => all.push((*word).to_owned()),
            false => (),
        }
    }
    all.into_iter()
}

fn owned(words: &[&str]) -> impl Iterator<Item = String> {
    words.iter().map(|word| (*word).to_owned())
}

/// "Now", "please": behind the thing, and no part of it.
pub fn is_late(word: &str) -> bool {
    AT_ONCE.contains(word) || POLITE.contains(word)
}

/// "Delete them", "remove the originals": what was named before is taken up.
pub fn takes_up(sentence: &str) -> bool {
    let said = Spoken::of(sentence);
    let words: Vec<&str> = said.words().collect();
    let mut verbs = words
        .iter()
        .enumerate()
        .filter(|(_, word)| begins_verb(word));
    verbs.any(|(at, _)| {
        let mut behind = words[at + 1..].iter().take(TAKEN_UP);
        behind.any(|word| REFERS.contains(word) || EACH.contains(word))
    })
}

/// "the cache", "audit logs": no verb stands first.
pub fn is_thing(words: &[&str]) -> bool {
    let Some(first) = words.first() else {
        return true;
    };
    let mut before = words
        .iter()
        .skip(1)
        .take_while(|word| !BOUNDS.contains(word));
    THINGS.contains(first) || !begins_verb(first) && !before.any(|word| THINGS.contains(word))
}

/// "push my branch", "push branch x", "push feature/x".
fn names_branch(words: &[&str]) -> bool {
    let called = words.windows(2).any(|two| {
        let name = !FOLLOWS.contains(two[1]) && two[1] != "force";
        two[0] == "branch" && name || *two == ["my", "branch"]
    });
    called || words.iter().any(|word| BRANCHES.contains(word))
}

#[cfg(test)]
mod tests {
    use super::super::spoken::sentences;
    use super::*;

    fn acted(text: &str, verb: &str) -> String {
        let read = sentences(text);
        let clauses = &read[0].clauses;
        Reach::of(&clauses[0], verb, clauses).acted.join(" ")
    }

    #[test]
    fn an_order_is_done_to_the_head_and_to_what_that_is_a_part_of() {
        for (text, done_to) in [
            ("delete the audit logs from production", "the audit logs"),
            (
                "delete every row in the audit logs",
                "every row the audit logs",
            ),
            ("delete the import of audit_logs", "import"),
            ("delete the border around the logs", "border"),
            (
                "delete everything in /tmp except the logs",
                "everything tmp",
            ),
            ("delete the cache, but keep the logs", "the cache"),
            (
                "delete the cache, the logs and backups",
                "the cache the logs backups",
            ),
            ("delete the cache and open the logs", "the cache"),
            ("delete nothing but the logs", "nothing but the logs"),
            ("delete the audit logs page", "page"),
            ("delete the word audit logs", "word"),
        ] {
            assert_eq!(acted(text, "delete"), done_to, "{text}");
        }
        let read = &sentences("delete them all")[0].clauses;
        assert!(Reach::of(&read[0], "delete", read).refers);
        let wanted = "i want the audit logs deleted from production";
        assert!(acted(wanted, "delete").contains("the audit logs"));
    }
}
