//! What an order reaches: what it is done to, and what only stands around that. "Delete the border around
//! the audit logs" is done to a border; "delete every row in the audit logs" to the logs.

use super::actions::order;
use super::commands::begins_verb;
use super::forms::Forms;
use super::frames::{final_form, formally, place};
use super::spoken::Spoken;
use super::vocabulary::{OVERRIDE, PAST};
use super::whom::stays_inside;
use super::wordings::{
    ABOUT, AT_ONCE, BOUNDS, CONTENTS, ENSURES, EXCEPTS, FOLLOWS, HANDLES, INSIDE, JOINS, NAMES,
    NONE, PLACES, REFERS, SAVES, SOURCES, SPARES, SPELT, THINGS, WAITS, WANTS, Words,
};

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reach {
    /// What it is done to.
    pub acted: Vec<String>,
    /// Where, whereto, how, and what it belongs to.
    pub around: Vec<String>,
    /// Of both, what says where: "on staging", and not "now that staging is up".
    pub sited: Vec<String>,
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
}

/// Behind a verb within so many words stands what it takes up: "get rid of all of them".
const TAKEN_UP: usize = 4;
/// Words among which an order begins.
const FIRST: usize = 8;
const EACH: Words = Words::new("this|that|these|those");
/// Behind these no name follows.
const MEANT: Words = Words::new("it|them");
/// How names of branches begin that are somebody's own.
const BRANCHES: Words = Words::new("feature|feat|bugfix|hotfix|topic|wip");
const WHERETO: Words = Words::new("to|with");
/// What is read, and is about something.
const ARTICLES: Words = Words::new(
    "article|articles|post|posts|newsletter|story|stories|essay|interview|announcement|podcast|tweet|video",
);
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
        reach.walk(&before[wished(said).min(before.len())..]);
        reach.walk(behind);
        reach.go_on(rest);
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

    /// The clauses behind: more of the same, where it is, or what stays.
    fn go_on(&mut self, rest: &[Spoken]) {
        let mut open = true;
        for clause in rest {
            let fresh = clause.begins("then") || clause.begins("and then");
            let said = clause.less(JOINS).unwrap_or_else(|| clause.clone());
            let words: Vec<&str> = said.words().collect();
            let first = words.first().copied().unwrap_or_default();
            if is_instead(&words, 0) {
                self.spared.extend(owned(&words));
            } else if SPARES.iter().any(|phrase| said.begins(phrase)) || ends(&words, 0) {
                self.spared.extend(owned(&words));
                open = false;
            } else if PLACES.contains(first) {
                self.around.extend(owned(&words));
                self.sited.extend(sited(&words));
            } else if open && !fresh && is_thing(&words) {
                self.walk(&words);
            } else {
                open = false;
            }
        }
    }

    /// One thing after the other, from the head on. Behind a preposition it is still done to what stands
    /// there where the head is only a part or a number of that.
    fn walk(&mut self, words: &[&str]) {
        let (mut from, mut acted) = (0, true);
        let known = self.acted.len();
        for at in 0..=words.len() {
            let end = at == words.len();
            // "On Monday instead of Friday, with …": what follows that is said of it again.
            if at < from {
                continue;
            }
            if at > 0 && is_instead(words, at) {
                acted &= self.take(&words[from..at], acted, known);
                from = spared(words, at);
                self.spared.extend(owned(&words[at..from.min(words.len())]));
                continue;
            }
            if is_topic(words, from) && (end || BOUNDS.contains(words[at])) {
                self.topic.extend(owned(&words[from..at]));
                from = at + 1;
                continue;
            }
            let only = at > from && NONE.contains(words[at - 1]);
            if !end && (ends(words, at) && !only || WAITS.contains(words[at])) {
                self.take(&words[from..at], acted, known);
                self.spared.extend(owned(&words[at..]));
                return;
            }
            if end || BOUNDS.contains(words[at]) {
                let inside = !end && INSIDE.contains(words[at]);
                if !acted && from > 0 && WHERETO.contains(words[from - 1]) {
                    self.whom.extend(owned(&words[from..at]));
                }
                // Nothing was named yet: "delete from audit_logs", "delete only the logs".
                let goes_on = self.take(&words[from..at], acted, known) && (inside || at == from);
                acted = acted && goes_on;
                from = at + 1;
            }
        }
    }

    /// Takes one thing; tells whether it is done to what stands behind it, too. So many words of other things
    /// were known before.
    fn take(&mut self, thing: &[&str], acted: bool, known: usize) -> bool {
        let behind = thing.iter().rev().take_while(|word| is_late(word)).count();
        let thing = &thing[..thing.len() - behind];
        let Some((head, modifiers)) = thing.split_last() else {
            return true;
        };
        if !acted {
            self.around.extend(owned(thing));
            return false;
        }
        if let Some(at) = thing.iter().position(|word| SPELT.contains(word))
            && at + 1 < thing.len()
        {
            self.acted.push(thing[at].to_owned());
            self.around.extend(owned(&thing[at + 1..]));
            return false;
        }
        let noun = thing
            .iter()
            .any(|word| !THINGS.contains(word) && !REFERS.contains(word));
        let shown = EACH.contains(thing[0])
            || MEANT.contains(thing[0])
            || REFERS.contains(head) && !CONTENTS.contains(head);
        self.refers |= shown || !noun && !CONTENTS.contains(head);
        let handles = ABOUT.contains(head) || HANDLES.contains(head);
        match handles && !CONTENTS.contains(head) {
            true => {
                if SOURCES.contains(head) {
                    // A line of a source file is code, whatever it is called.
                    self.around.extend(self.acted.drain(known..));
                }
                self.acted.push((*head).to_owned());
                self.around.extend(owned(modifiers));
            }
            false => self.acted.extend(owned(thing)),
        }
        CONTENTS.contains(head) || !noun
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

/// "Keep the audit logs."
pub fn is_spared(sentence: &str) -> bool {
    begins(sentence, SPARES)
}

/// "Back up the audit logs."
pub fn is_saved(sentence: &str) -> bool {
    begins(sentence, SAVES)
}

fn begins(sentence: &str, phrases: Words) -> bool {
    let first: Vec<&str> = sentence.split_whitespace().take(FIRST).collect();
    let said = order(&Spoken::of(&first.join(" ")));
    phrases.iter().any(|phrase| said.begins(phrase))
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

/// Whether here begins what it is not done to: "except …", "other than …".
fn ends(words: &[&str], at: usize) -> bool {
    let next = words.get(at + 1).copied();
    words.get(at).is_some_and(|word| match *word {
        "apart" => next == Some("from"),
        "other" | "rather" => next == Some("than"),
        word => EXCEPTS.contains(word),
    })
}

/// "Instead of Friday."
fn is_instead(words: &[&str], at: usize) -> bool {
    words.get(at) == Some(&"instead") && words.get(at + 1) == Some(&"of")
}

/// Where what is to be left behind "instead of" ends: the word behind it, and before that where or when it is.
fn spared(words: &[&str], at: usize) -> usize {
    let where_to = |at: &usize| PLACES.contains(words[*at]) || ["to", "into"].contains(&words[*at]);
    let mut all = at + 2..words.len();
    let thing = all.find(|at| !where_to(at)).unwrap_or(words.len());
    let end = (thing..words.len()).find(|at| BOUNDS.contains(words[*at]));
    end.map_or(words.len(), |end| end + 1)
}

/// "The article about …".
fn is_topic(words: &[&str], from: usize) -> bool {
    let about = from > 1 && words[from - 1] == "about";
    about && ARTICLES.contains(words[from - 2])
}

/// What stands before a verb that what it is done to stands before, and what stands behind it.
fn parts<'a, 'w>(words: &'a [&'w str], verb: &str) -> (&'a [&'w str], &'a [&'w str]) {
    let length = |phrase: &str| phrase.split(' ').count();
    let first = verb.split(' ').next();
    if place(words, verb) == Some(0) {
        return (&[], &words[length(verb)..]);
    }
    if words.first().copied() == first {
        return (&[], &words[1..]);
    }
    if let Some(rest) = formally(words, verb) {
        return (&[], rest);
    }
    let last = words.len().saturating_sub(1);
    if final_form(verb).is_some_and(|form| words.last() == Some(&form)) {
        return (&words[..last], &[]);
    }
    if let Some(forms) = Forms::of(verb) {
        if let Some(at) = place(words, &forms.doing) {
            return (&[], &words[at + length(&forms.doing)..]);
        }
        if let Some(at) = place(words, &forms.done) {
            return (&words[..at], &words[at + length(&forms.done)..]);
        }
    }
    let names = NAMES.iter().filter(|(of, _)| *of == verb);
    let mut names = names.filter_map(|(_, name)| Some((place(words, name)?, length(name))));
    match names.next() {
        Some((at, long)) => (&words[..at], &words[at + long..]),
        None => (&[], words),
    }
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
