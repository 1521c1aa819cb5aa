//! What a rule is about beside the act: the things it names, and where or whereto. A request that only
//! does the same to something else is none of its business.

use std::sync::LazyLock;

use mneme_index::words::{is_stop_word, words};

use super::Risk;
use super::asked::{Asked, STAGES, Things, is_norm, things};
use super::spoken::Spoken;
use super::wordings::{AUXILIARIES, BOUNDS, EXCEPTIONS, GERMAN};

/// What there are many of: a rule about the main branch is not about every branch.
static KINDS: LazyLock<Things> =
    LazyLock::new(|| words("branch branches environment server cluster system repository repo"));

/// The matter of one rule.
#[derive(Debug)]
pub struct Matter {
    /// What the act is done to: "audit logs", or "customer data".
    objects: Vec<Things>,
    /// All it names.
    things: Things,
}

// === impl Matter ===

impl Matter {
    pub fn of(rule: &str, risks: &[Risk]) -> Self {
        let said = Spoken::of(rule);
        let acts = risks.iter().flat_map(|risk| risk.verbs_in(&said));
        let acts: Things = acts.chain(GERMAN.iter()).flat_map(words).collect();
        let clauses: Vec<Clause> = clauses(rule, &acts);
        let behind = clauses.iter().find_map(Clause::behind);
        let before = || clauses.iter().find_map(Clause::before);
        Self {
            objects: behind.or_else(before).unwrap_or_default(),
            things: named(rule),
        }
    }

    /// Whether an order is given for it: for one of its things whole, or in part with where or whereto.
    pub fn is_named(&self, asked: &Asked) -> bool {
        let names = |word: &String| asked.names(word);
        if self.objects.is_empty() {
            return self.things.is_empty() || self.places().any(names);
        }
        let is_named = |object: &Things| {
            let mut elsewhere = self.things.iter().filter(|word| !object.contains(word));
            Self::is_acted_on(object, asked) && (object.iter().all(names) || elsewhere.any(names))
        };
        self.objects.iter().any(is_named) || self.is_in_all(asked)
    }

    /// Whether an order is given for all of the place where its thing is: "delete everything from production".
    fn is_in_all(&self, asked: &Asked) -> bool {
        let mut objects = self.objects.iter();
        let is_place = |word: &String| {
            let mut objects = self.objects.iter().flatten();
            self.things.contains(word) && objects.all(|known| known != word)
        };
        let kept = |object: &Things| object.iter().all(|word| asked.spared.contains(word));
        let whole = !asked.place.is_empty() && asked.place.iter().all(is_place);
        whole && objects.any(|object| !kept(object))
    }

    /// Something of it is what is acted on. What only says where runs may stand around that.
    fn is_acted_on(object: &[String], asked: &Asked) -> bool {
        let mut own = object
            .iter()
            .filter(|word| !STAGES.contains(word))
            .peekable();
        match own.peek().is_some() {
            true => own.any(|word| asked.acted.contains(word)),
            false => object.iter().any(|word| asked.names(word)),
        }
    }

    /// What it names, without kinds of things where there is anything else.
    fn places(&self) -> impl Iterator<Item = &String> {
        let kinds_only = self.things.iter().all(|word| KINDS.contains(word));
        let things = self.things.iter();
        things.filter(move |word| kinds_only || !KINDS.contains(word))
    }

    /// Whether an order names where it is to be done, and the rule is about another such place.
    pub fn is_elsewhere(&self, asked: &Asked) -> bool {
        (asked.placed || asked.described) && self.is_not_in(asked)
    }

    /// The same where it says so of the thing itself: what is forbidden passes for no less.
    pub fn is_kept_elsewhere(&self, asked: &Asked) -> bool {
        asked.sited && self.is_not_in(asked)
    }

    /// It names a place, and the order does not name that.
    fn is_not_in(&self, asked: &Asked) -> bool {
        let stages = |things: &Things| -> Things {
            let all = things.iter().filter(|word| STAGES.contains(word));
            all.cloned().collect()
        };
        let mut ruled: Things = self.objects.iter().flat_map(&stages).collect();
        if ruled.is_empty() {
            ruled = stages(&self.things);
        }
        !ruled.is_empty() && !ruled.iter().any(|stage| asked.names(stage))
    }
}

/// What a rule names, without what would release it where there is anything else.
fn named(rule: &str) -> Things {
    let said = Spoken::of(rule);
    let held = said.words().take_while(|word| !EXCEPTIONS.contains(word));
    let held: Vec<&str> = held.collect();
    let of = |text: &str| -> Things {
        let all = things(text).into_iter();
        all.filter(|word| !is_norm(word)).collect()
    };
    let first = of(&held.join(" "));
    match first.is_empty() {
        true => of(rule),
        false => first,
    }
}

/// The words of a clause, and where the act stands in it.
struct Clause {
    words: Vec<String>,
    act: usize,
}

fn clauses(rule: &str, acts: &[String]) -> Vec<Clause> {
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
        let found: Vec<usize> = found.map(|(at, _)| at).collect();
        all.extend(found.into_iter().map(|act| Clause {
            words: said.clone(),
            act,
        }));
    }
    all
}

// === impl Clause ===

impl Clause {
    /// "delete audit logs or backups".
    fn behind(&self) -> Option<Vec<Things>> {
        let rest = self.words.get(self.act + 1..)?.iter();
        objects(rest.take_while(|word| !BOUNDS.contains(word)))
    }

    /// "audit logs must never be deleted", "production deploys".
    fn before(&self) -> Option<Vec<Things>> {
        let rest = self.words.get(..self.act)?.iter().rev();
        let rest = rest.skip_while(|word| AUXILIARIES.contains(word));
        let mut held: Vec<&String> = rest.take_while(|word| !BOUNDS.contains(word)).collect();
        held.reverse();
        objects(held.into_iter())
    }
}

/// Things that are named one beside the other; none where nothing is.
fn objects<'w>(said: impl Iterator<Item = &'w String>) -> Option<Vec<Things>> {
    let said: Vec<&str> = said.map(String::as_str).collect();
    let parts = said.split(|word| ["or", "and", "nor"].contains(word));
    let all = parts.map(|part| named(&part.join(" ")));
    let all: Vec<Things> = all.filter(|object| !object.is_empty()).collect();
    (!all.is_empty()).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_named(rule: &str, risk: Risk, request: &str) -> bool {
        let asked = Asked {
            risk,
            acted: things(request),
            around: Things::new(),
            branch: false,
            placed: false,
            sited: false,
            described: false,
            place: Things::new(),
            spared: Things::new(),
            inside: false,
        };
        Matter::of(rule, &[risk]).is_named(&asked)
    }

    #[test]
    fn a_rule_is_about_the_thing_it_names_and_not_about_one_word_of_it() {
        for rule in [
            "Never delete the audit logs from production.",
            "Audit logs must never be deleted from production.",
            "Deleting audit logs from production is against policy. Ask Priya.",
            "Never delete backups, customer data or audit logs from production.",
        ] {
            for about in [
                "rm -rf /var/log/audit",
                "delete the audit logs",
                "drop the logs of production",
            ] {
                assert!(is_named(rule, Risk::Delete, about), "{rule} {about}");
            }
            for other in ["rm debug.log", "remove a line in audit.rs", "drop it"] {
                assert!(!is_named(rule, Risk::Delete, other), "{rule} {other}");
            }
        }
    }

    #[test]
    fn a_rule_that_names_no_thing_is_about_its_place_or_about_everything() {
        let staged = "Never deploy to production without staging approval.";
        assert!(is_named(staged, Risk::Deploy, "deploy it to production"));
        assert!(!is_named(staged, Risk::Deploy, "deploy docs to staging"));
        let frozen = "Production deploys are forbidden during the audit week.";
        assert!(is_named(frozen, Risk::Deploy, "ship it to production"));
        assert!(!is_named(frozen, Risk::Deploy, "ship the audit page"));
        assert!(is_named("Never deploy.", Risk::Deploy, "ship it"));
        assert!(is_named(
            "Never run terraform destroy.",
            Risk::Delete,
            "terraform destroy"
        ));
    }
}
