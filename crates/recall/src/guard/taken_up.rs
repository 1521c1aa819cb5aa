//! What "delete them" is done to where it was named in what was said before: "Show me the audit logs." and,
//! once they are shown, "Delete them.", or "Delete the logs."

use super::actions::{Aim, Request, order};
use super::agreed::YES;
use super::asked::STAGES;
use super::given::retold;
use super::letters::visible;
use super::reach::{Reach, is_late};
use super::spoken::{Spoken, sentences};
use super::things::{Things, things};
use super::wordings::{CONTENTS, REFERS, Words};

/// Said before an order, and of no weight.
const THANKS: Words = Words::new("thanks|thank");
const BEING: Words = Words::new("is|are|was|were");
/// Heads that name nothing, whatever is said of them: "the oldest one".
const NAMELESS: Words = Words::new("it|them|one|ones|everything|anything");
/// Whoever says more names what is meant; and nobody reads a long text twice.
const SHORT: usize = 400;
/// Of a long message the end is what was spoken of.
const LATE: usize = 8_192;

/// The order with the things it takes up and does not name, as they were spoken of before; no act of what
/// was said then comes with them.
pub fn taken_up(before: &str, text: &str) -> Option<String> {
    if text.len() > SHORT {
        return None;
    }
    let text = visible(text);
    let from = before.ceil_char_boundary(before.len().saturating_sub(LATE));
    let before = visible(&before[from..]);
    let request = Request::read(&text);
    if !request.is_risky() {
        return retold(&before, &text);
    }
    if names_another(&text) {
        return None;
    }
    let objects = spoken_of(&before);
    let known = things(&objects);
    let open = |aim: &Aim| {
        let named = named(&aim.reach.acted);
        let all = named.iter().all(|thing| known.contains(thing));
        all && (aim.reach.refers || !named.is_empty())
    };
    let place = stage(&text).map_or_else(String::new, |stage| format!(" on {stage}"));
    let orders = request.verbs();
    let orders: Vec<String> = orders
        .map(|verb| format!("{verb} {objects}{place}"))
        .collect();
    (!known.is_empty() && request.aims.iter().any(open)).then(|| orders.join("\n"))
}

/// What some words name. Where a thing runs is not what it is called.
fn named(words: &[String]) -> Things {
    if words.iter().any(|word| NAMELESS.contains(word)) {
        return Things::new();
    }
    let lists = [REFERS, CONTENTS, YES, THANKS];
    let empty = |word: &&String| lists.iter().any(|list| list.contains(word)) || is_late(word);
    let said = words.iter().filter(|word| !empty(word));
    let said: Vec<&str> = said.map(String::as_str).collect();
    let mut named = things(&said.join(" "));
    named.retain(|thing| !STAGES.contains(thing));
    named
}

/// Whether the message itself says before its order what that may be about.
fn names_another(text: &str) -> bool {
    let said = sentences(text);
    let clauses = said.iter().flat_map(|sentence| &sentence.clauses);
    let words = |clause: &Spoken| -> Vec<String> { clause.words().map(str::to_owned).collect() };
    let clauses = clauses.map(|clause| words(&order(clause)));
    let mut before = clauses.take_while(|said| !Request::read(&said.join(" ")).is_risky());
    before.any(|said| !named(&said).is_empty())
}

/// Where it is to be done, if it says so.
fn stage(text: &str) -> Option<String> {
    let said = Spoken::of(text);
    let is_stage = |word: &&str| {
        let things = things(word);
        !things.is_empty() && things.iter().all(|thing| STAGES.contains(thing))
    };
    said.words().find(is_stage).map(str::to_owned)
}

fn spoken_of(before: &str) -> String {
    let said = sentences(before);
    let clauses = said.iter().flat_map(|sentence| &sentence.clauses);
    let objects = clauses.map(object);
    let objects = objects.filter(|words| !things(words).is_empty());
    objects.collect::<Vec<_>>().join(" and ")
}

/// What a clause does something to, whatever that is; or what it asks about: "how large are the logs".
fn object(clause: &Spoken) -> String {
    let (order, mut words) = (order(clause), clause.words());
    let verb = order.words().next().unwrap_or_default();
    let asked = words.position(|word| BEING.contains(word));
    let asked = asked.map(|at| clause.without(at + 1));
    let asked = asked.map(|rest| Reach::of(&rest, "", &[]).acted);
    let acted = Reach::of(&order, verb, &[]).acted;
    let both: Vec<String> = acted.into_iter().chain(asked.unwrap_or_default()).collect();
    both.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{Rule, Ruling, judge};
    use super::*;
    use mneme_model::MemoryStatus;

    fn ruled(before: &str, text: &str) -> Ruling {
        let rule = Rule {
            id: "r".into(),
            text: "Never delete the audit logs from production.".into(),
            tags: vec!["policy".into()],
            score: 0.9,
            trust: 0.9,
            status: MemoryStatus::Active,
            sought: true,
            ..Rule::default()
        };
        let named = taken_up(before, text);
        let all: Vec<&str> = named.iter().map(String::as_str).chain([text]).collect();
        judge(&all.join(super::super::BETWEEN), &[rule]).decision
    }

    #[test]
    fn what_was_spoken_of_before_is_what_an_order_without_a_name_is_done_to() {
        for before in [
            "Show me the audit logs.",
            "Which audit logs are older than a year?",
            "Can you list the audit logs from production, please?",
            "Thanks! How large are the audit logs?",
        ] {
            for order in [
                "Delete them.",
                "OK, now delete them all please",
                "Thanks! Now delete them.",
                "delete those",
                "Remove these from production right now.",
                "Can you get rid of them?",
                "Drop everything.",
                "Delete those files.",
                "Delete those logs.",
                "Delete the logs.",
                "Delete all the logs now",
                "Delete them and tell me how much space is left.",
                "Delete them, then show free space.",
                "Delete the old ones.",
                "Delete the oldest one.",
                "Yes, delete the logs you listed.",
            ] {
                assert_eq!(ruled(before, order), Ruling::Block, "{before} {order}");
            }
            for other in [
                "Thanks.",
                "Summarize them.",
                "Delete the build cache.",
                "Open the build cache and delete it.",
                "Delete that function.",
                "Should we ever delete them?",
                "Don't delete them.",
                "Delete them on staging.",
                "Delete the debug logs.",
            ] {
                assert_ne!(ruled(before, other), Ruling::Block, "{before} {other}");
            }
        }
    }

    #[test]
    fn what_is_given_away_may_have_been_spoken_of_before() {
        let told = taken_up("Show me the customer emails.", "Now send them to Acme.");
        assert!(told.is_some_and(|told| told.contains("send the customer emails to acme")));
        assert_eq!(taken_up("Show me the customer emails.", "Thanks!"), None);
    }

    #[test]
    fn what_only_stood_around_the_thing_is_not_taken_up_nor_is_an_act() {
        for before in [
            "Write a function that rotates the audit logs.",
            "Show me the build cache.",
            "Add a button to export the audit logs",
            "Hello!",
            "",
        ] {
            assert_ne!(ruled(before, "Remove it."), Ruling::Block, "{before}");
        }
        let order = taken_up(
            "Deploy the billing service to production now.",
            "Delete it.",
        );
        assert_eq!(order.as_deref(), Some("delete the billing service"));
        let long = format!("Delete them. {}", "And look at the page. ".repeat(40));
        assert_eq!(taken_up("Show me the audit logs.", &long), None);
    }
}
