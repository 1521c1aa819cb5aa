//! The way along the words behind a verb: from what an order is done to, to what stands around that.

use super::super::files::is_file;
use super::super::spoken::Spoken;
use super::super::wordings::{
    ABOUT, BOUNDS, CONTENTS, HANDLES, INSIDE, JOINS, NONE, PLACES, REFERS, SOURCES, SPARES, SPELT,
    THINGS, WAITS, Words,
};
use super::spared::{ends, is_instead, spared};
use super::{EACH, Reach, is_late, is_thing, owned, sited};

/// Behind these no name follows.
const MEANT: Words = Words::new("it|them");
const WHERETO: Words = Words::new("to|with");
/// "The file size": what a file has, and what deals with it.
const OF_FILES: Words = Words::new(
    "input|inputs|upload|uploads|uploader|picker|name|names|path|paths|size|sizes|extension|extensions|handle|handles|\
     descriptor|descriptors|type|types|check|checks|listing|format|watcher|reader|writer|chooser|browser|drop|zone|\
     limit|validation|permission|permissions|argument|option|structure|prefix|suffix|mode|access|explorer|attribute",
);
/// What is made of many of a kind, and gives them away with it.
pub const HOLDERS: Words = Words::new(
    "list|lists|set|sets|collection|batch|bunch|spreadsheet|spreadsheets|sheet|sheets|csv|excel|xlsx|pdf|zip|archive|\
     archives|attachment|attachments|screenshot|screenshots|dump|dumps|export|exports|extract|snapshot|printout|\
     mails|emails|email|addresses|names|log|logs|doc|docs|document|file|files|folder|table",
);
/// Where it goes on to somebody.
const ON: Words = Words::new("to|with|into|onto|via");
/// What is read, and is about something.
const ARTICLES: Words = Words::new(
    "article|articles|post|posts|newsletter|story|stories|essay|interview|announcement|podcast|tweet|video",
);

// === impl Reach ===

impl Reach {
    /// The clauses behind: more of the same, where it is, or what stays.
    pub(super) fn go_on(&mut self, rest: &[Spoken], gives: bool) {
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
                self.walk(&words, gives);
            } else {
                open = false;
            }
        }
    }

    /// One thing after the other, from the head on. Behind a preposition it is still done to what stands
    /// there where the head is only a part or a number of that.
    pub(super) fn walk(&mut self, words: &[&str], gives: bool) {
        let (mut from, mut acted, mut held) = (0, true, false);
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
                let inside = !end && (INSIDE.contains(words[at]) || is_whatever(words, at));
                if !acted && from > 0 && WHERETO.contains(words[from - 1]) {
                    self.whom.extend(owned(&words[from..at]));
                }
                let begun = acted;
                // Nothing was named yet: "delete from audit_logs", "delete only the logs".
                let goes_on = self.take(&words[from..at], acted, known) && (inside || at == from);
                acted = acted && goes_on;
                if held {
                    self.held.extend(owned(&words[from..at]));
                }
                held = (begun || held) && holds(&words[from..at], &words[at..], gives);
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
        let noun = is_quoted(thing)
            || thing
                .iter()
                .any(|word| !THINGS.contains(word) && !REFERS.contains(word));
        let shown = EACH.contains(thing[0])
            || MEANT.contains(thing[0])
            || REFERS.contains(head) && !CONTENTS.contains(head);
        self.refers |= shown || !noun && !CONTENTS.contains(head);
        let of_file = OF_FILES.contains(head) && modifiers.iter().any(|word| is_file(word));
        let handles = ABOUT.contains(head) || HANDLES.contains(head) || of_file;
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

/// "The `mut`", which is read as "the it".
fn is_quoted(thing: &[&str]) -> bool {
    matches!(
        thing,
        ["the" | "a" | "this" | "that" | "my" | "our", .., "it"]
    )
}

/// "Whatever is in the logs" is all of them.
fn is_whatever(words: &[&str], at: usize) -> bool {
    let all = at.checked_sub(1).map(|at| words[at]);
    all == Some("whatever") && ["is", "are"].contains(&words[at])
}

/// Whether what follows is in a thing that is given away: "a list of customers", "this file with customers". What
/// somebody shares with others stands behind the same word.
fn holds(thing: &[&str], rest: &[&str], gives: bool) -> bool {
    let holder = thing.iter().rev().find(|word| !is_late(word));
    let holder = holder.is_some_and(|word| HOLDERS.contains(word) || CONTENTS.contains(word));
    match rest.first() {
        Some(&"of") => holder,
        Some(&"with") => gives || rest[1..].iter().any(|word| ON.contains(word)),
        _ => false,
    }
}

/// "The article about …".
fn is_topic(words: &[&str], from: usize) -> bool {
    let about = from > 1 && words[from - 1] == "about";
    about && ARTICLES.contains(words[from - 2])
}
