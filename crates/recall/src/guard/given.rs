//! What is given away stands before it: "collect the customer emails and send them to Acme".

use super::actions::order;
use super::asked::{is_deed, nouns, things};
use super::spoken::{Spoken, sentences};
use super::whom::stays_inside;
use super::wordings::{BOUNDS, JOINS, THINGS, Words};

const GIVES: Words = Words::new(
    "send|share|forward|email|mail|give|post|upload|hand over|leak|transfer|copy|paste|publish|expose|put",
);
const MANY: Words = Words::new("them|these|those|both");
const ONE: Words = Words::new("it|this|that");
const ALL: Words = Words::new("all|all of|each of|everything");
/// Behind these stands to whom, or where.
const WHERETO: Words = Words::new("to|with|into|onto|on|in|via|over|at");
/// They end as one does, and are many.
const MASSES: Words = Words::new("data|people|content|information|material");

/// The text with what is meant in the place of "them"; none where nothing is. What was spoken of before it
/// may be meant as well.
pub fn retold(before: &str, text: &str) -> Option<String> {
    let said = sentences(before);
    let clauses = said.iter().flat_map(|sentence| &sentence.clauses);
    let mut known: Vec<String> = clauses.filter_map(thing).collect();
    let mut any = false;
    let told = sentences(text).into_iter().map(|sentence| {
        let clauses = sentence.clauses.iter().map(|clause| {
            let meant = meant(clause, &known);
            any |= meant.is_some();
            known.extend(thing(clause));
            meant.unwrap_or_else(|| clause.words().collect::<Vec<_>>().join(" "))
        });
        let end = if sentence.asked { "?" } else { "." };
        format!("{}{end}", clauses.collect::<Vec<_>>().join(", "))
    });
    let told: Vec<String> = told.collect();
    any.then(|| told.join(" "))
}

/// What a clause names behind its first word, with what that is of.
fn thing(clause: &Spoken) -> Option<String> {
    let bare = clause.less(JOINS).unwrap_or_else(|| clause.clone());
    let order = order(&bare);
    let words = order.words().skip(1);
    let words: Vec<&str> = words.skip_while(|word| BOUNDS.contains(word)).collect();
    let end = |from: usize| {
        let mut behind = words.iter().skip(from);
        from + behind
            .position(|word| BOUNDS.contains(word))
            .unwrap_or(words.len() - from)
    };
    let end = match end(0) {
        at if at > 0 && is_deed(words[at - 1]) && words.get(at) == Some(&"of") => end(at + 1),
        at => at,
    };
    // "Show me the emails", "should we collect the emails".
    let from = words[..end].iter().position(|word| THINGS.contains(word));
    let thing = words[from.unwrap_or(0)..end].join(" ");
    (!nouns(&thing).is_empty()).then_some(thing)
}

/// "Send them to Acme", with what they are.
fn meant(clause: &Spoken, known: &[String]) -> Option<String> {
    let bare = clause.less(JOINS).unwrap_or_else(|| clause.clone());
    let given = order(&bare).less(GIVES)?;
    let behind = given.less(ALL).unwrap_or_else(|| given.clone());
    let word = behind.words().next()?;
    let many = MANY.contains(word);
    if !many && !ONE.contains(word) {
        return None;
    }
    let mut agreeing = known.iter().rev().filter(|thing| agrees(thing, many));
    let thing = agreeing.next()?;
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

/// "Them" are many.
fn agrees(thing: &str, many: bool) -> bool {
    let last = thing.split(' ').next_back().unwrap_or_default();
    let ends = last.ends_with('s') && !last.ends_with("ss");
    MASSES.contains(last) || ends == many
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
