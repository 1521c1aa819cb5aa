//! What is given away stands before it: "collect the customer emails and send them to Acme".

use super::actions::order;
use super::reach::HOLDERS;
use super::spoken::{Spoken, sentences};
use super::things::{is_deed, nouns, things};
use super::whom::stays_inside;
use super::wordings::{BOUNDS, JOINS, THINGS, Words};

const GIVES: Words = Words::new(
    "send|share|forward|email|mail|give|post|upload|hand over|hand|leak|transfer|copy|paste|publish|expose|put",
);
const INTO: Words = Words::new("in|into|to|as");
/// What is meant stands among so many things.
const NEAR: usize = 8;
const MANY: Words = Words::new("them|these|those|both");
const ONE: Words = Words::new("it|this|that");
const ALL: Words = Words::new("all|all of|each of|everything");
/// Behind these stands to whom, or where.
const WHERETO: Words = Words::new("to|with|into|onto|on|in|via|over|at");
/// They end as one does, and are many.
const MASSES: Words = Words::new("data|people|content|information|material");

/// Whether anything in a text may be given away that stands elsewhere. Most texts are spared the closer look.
pub fn gives(text: &str) -> bool {
    let says = |words: Words| {
        let mut all = text.split(|c: char| !c.is_alphanumeric());
        all.any(|word| words.iter().any(|one| one.eq_ignore_ascii_case(word)))
    };
    says(GIVES) && (says(MANY) || says(ONE))
}

/// The text with what is meant in the place of "them"; none where nothing is. What was spoken of before it
/// may be meant as well.
pub fn retold(before: &str, text: &str) -> Option<String> {
    let said = sentences(before);
    let clauses = said.iter().flat_map(|sentence| &sentence.clauses);
    let mut known: Vec<Thing> = clauses.flat_map(things_of).collect();
    let mut any = false;
    let told = sentences(text).into_iter().map(|sentence| {
        let clauses = sentence.clauses.iter().map(|clause| {
            let meant = meant(clause, &known);
            any |= meant.is_some();
            known.extend(things_of(clause));
            meant.unwrap_or_else(|| clause.words().collect::<Vec<_>>().join(" "))
        });
        let end = if sentence.asked { "?" } else { "." };
        format!("{}{end}", clauses.collect::<Vec<_>>().join(", "))
    });
    let told: Vec<String> = told.collect();
    any.then(|| told.join(" "))
}

/// What somebody spoke of.
struct Thing {
    said: String,
    many: bool,
    one: bool,
}

// === impl Thing ===

impl Thing {
    fn of(said: String, head: &str) -> Self {
        let ends = head.ends_with('s') && !head.ends_with("ss");
        let mass = MASSES.contains(head);
        Self {
            said,
            many: ends || mass,
            one: !ends || mass,
        }
    }
}

/// What a clause names behind its first word, and what it puts that into: "put the emails into a sheet".
fn things_of(clause: &Spoken) -> Vec<Thing> {
    let bare = clause.less(JOINS).unwrap_or_else(|| clause.clone());
    let order = order(&bare);
    let words = order.words().skip(1);
    let words: Vec<&str> = words.skip_while(|word| BOUNDS.contains(word)).collect();
    let end = match end(&words, 0) {
        at if at > 0 && is_deed(words[at - 1]) && words.get(at) == Some(&"of") => {
            end(&words, at + 1)
        }
        at => at,
    };
    // "Show me the emails", "should we collect the emails".
    let from = words[..end].iter().position(|word| THINGS.contains(word));
    let said = words[from.unwrap_or(0)..end].join(" ");
    if nouns(&said).is_empty() {
        return Vec::new();
    }
    let holder = holder(&words[end..]);
    let holder = holder.map(|(holder, head)| Thing::of(format!("{holder} of {said}"), head));
    let own = Thing::of(said, words[end - 1]);
    [own].into_iter().chain(holder).collect()
}

/// Where the name of a thing ends.
fn end(words: &[&str], from: usize) -> usize {
    let bound = (from..words.len()).find(|at| BOUNDS.contains(words[*at]));
    bound.unwrap_or(words.len())
}

/// "… into a sheet": what holds it then, and its last word.
fn holder<'w>(behind: &[&'w str]) -> Option<(String, &'w str)> {
    let (into, rest) = behind.split_first()?;
    let holder = &rest[..end(rest, 0)];
    let head = holder.last().filter(|head| HOLDERS.contains(head))?;
    INTO.contains(into).then(|| (holder.join(" "), *head))
}

/// "Send them to Acme", with what they are.
fn meant(clause: &Spoken, known: &[Thing]) -> Option<String> {
    let bare = clause.less(JOINS).unwrap_or_else(|| clause.clone());
    let given = order(&bare).less(GIVES)?;
    let behind = given.less(ALL).unwrap_or_else(|| given.clone());
    let word = behind.words().next()?;
    let many = MANY.contains(word);
    if !many && !ONE.contains(word) {
        return None;
    }
    let agrees = |thing: &&Thing| if many { thing.many } else { thing.one };
    let thing = &known.iter().rev().take(NEAR).find(agrees)?.said;
    let whom: Vec<&str> = behind.words().skip(1).collect();
    let before = clause.words().count() - given.words().count();
    let before: Vec<&str> = clause.words().take(before).collect();
    goes_out(&whom, thing).then(|| format!("{} {thing} {}", before.join(" "), whom.join(" ")))
}

/// Whether somebody gets it who is neither one of us nor whom it belongs to: "prepare the customer emails and
/// send them to the customers" gives them to nobody else.
fn goes_out(whom: &[&str], thing: &str) -> bool {
    let to = whom.iter().position(|word| WHERETO.contains(word));
    to.is_some_and(|to| !names_own(&whom[to..], thing)) && !stays_inside(whom, &[])
}

/// Whether it goes to those it belongs to.
fn names_own(whom: &[&str], thing: &str) -> bool {
    let own = nouns(thing);
    things(&whom.join(" "))
        .iter()
        .any(|word| own.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_they_are_is_said_in_their_place() {
        for (text, told) in [
            (
                "Collect the customer emails and send them to Acme",
                "collect the customer emails, and send the customer emails to acme.",
            ),
            (
                "Put the mails into a sheet and send it to Acme",
                "put the mails into a sheet, and send a sheet of the mails to acme.",
            ),
            (
                "Load the data. Please upload all of it to S3!",
                "load the data. please upload the data to s3.",
            ),
            (
                "Should we collect the mails and send them to Acme?",
                "should we collect the mails, and send the mails to acme?",
            ),
        ] {
            assert_eq!(retold("", text).as_deref(), Some(told), "{text}");
        }
        for text in [
            "Read the emails and send it to Acme",
            "Prepare the customer emails and send them to the customers",
            "Collect the mails and sort them",
            "Send them to Acme",
            "",
        ] {
            assert_eq!(retold("", text), None, "{text}");
        }
        assert!(retold("Show me the emails of our customers.", "Send them to Acme").is_some());
    }
}
