//! What a rule is about beside the act: the things it names, and where or whereto. A request that only
//! does the same to something else is none of its business.

mod clause;

use std::sync::LazyLock;

use mneme_index::words::words;

use super::Risk;
use super::approvers::without_people;
use super::asked::{Asked, STAGES};
use super::policies;
use super::spoken::{Spoken, parts};
use super::things::{Things, is_act, is_norm, nouns, things};
use super::wordings::{BOUNDS, EXCEPTIONS, GERMAN, Words};
use clause::{Clause, clauses};

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
    /// A sentence of it names nothing beside the act: it is about every such act.
    every: bool,
    /// What it wants done first: "never merge to main without review".
    demands: Things,
}

// === impl Matter ===

impl Matter {
    pub fn of(rule: &str, risks: &[Risk]) -> Self {
        let said = Spoken::of(rule);
        let acts = risks.iter().flat_map(|risk| risk.verbs_in(&said));
        let acts: Things = acts.chain(GERMAN.iter()).flat_map(words).collect();
        let ruled = without_people(rule);
        let clauses: Vec<Clause> = clauses(&ruled, &acts);
        let behind = clauses.iter().find_map(Clause::behind);
        let before = || clauses.iter().find_map(Clause::before);
        Self {
            every: is_every(rule, risks),
            objects: behind.or_else(before).unwrap_or_default(),
            things: match clauses.iter().any(Clause::acts) {
                true => named(&ruled, nouns),
                false => named(&ruled, things),
            },
            demands: demanded(&said),
        }
    }

    /// Whether an order shares anything with it. A rule that names nothing beside the act is about every such act.
    pub fn is_near(&self, asked: &Asked) -> bool {
        let of_kind = |object: &Things| object.iter().all(|word| asked.means(word));
        let near = || self.things.iter().any(|word| asked.names(word));
        self.every || near() || self.objects.iter().any(of_kind)
    }

    /// Whether an order is only called a deploy, and is done to nothing the rule names: "publish the blog post".
    pub fn lets_pass(&self, asked: &Asked) -> bool {
        asked.idle && !self.things.iter().any(|word| asked.names(word))
    }

    /// Whether an order passes by what the rule demands and does not say whereto: "merge it without review" goes
    /// where everything is merged to.
    pub fn is_passed_by(&self, asked: &Asked) -> bool {
        let demanded = |word: &String| self.demands.contains(word);
        let passes = asked.risk == Risk::Override && self.objects.is_empty();
        passes
            && asked.change
            && asked.around.iter().any(demanded)
            && asked.around.iter().all(demanded)
    }

    /// Whether an order is given for it: for one of its things whole, or in part with where or whereto.
    pub fn is_named(&self, asked: &Asked) -> bool {
        let names = |word: &String| asked.names(word);
        if self.objects.is_empty() {
            return self.every || self.places().any(names);
        }
        let is_named = |object: &Things| {
            let mut elsewhere = self.things.iter().filter(|word| !object.contains(word));
            let whole = object.iter().all(|word| names(word) || asked.means(word));
            let whole = whole && !Self::is_only_sent_to(object, asked);
            let held = || object.iter().all(|word| asked.held.contains(word));
            Self::is_acted_on(object, asked) && (whole || elsewhere.any(names)) || held()
        };
        self.objects.iter().any(is_named) || self.is_in_all(asked)
    }

    /// "Send emails to the customers" sends none of theirs.
    fn is_only_sent_to(object: &[String], asked: &Asked) -> bool {
        let deeds: Things = object.iter().filter(|word| is_act(word)).cloned().collect();
        let beside = |word: &String| asked.names_beside(word);
        !deeds.is_empty() && !object.iter().all(beside)
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
            true => own.any(|word| asked.acted.contains(word) || asked.means(word)),
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

/// "Deploys need approval. Ask early.": a sentence of it rules the act, and names no thing.
fn is_every(rule: &str, risks: &[Risk]) -> bool {
    let rules = |text: &str| {
        let about = policies::about(text);
        let shared = about.iter().any(|risk| risks.contains(risk));
        shared && policies::ruling(text, &[], &about).is_some()
    };
    let nameless = |text: &str| named(&without_people(text), things).is_empty();
    let mut told = parts(rule);
    nameless(rule) || told.any(|(text, _)| rules(text) && nameless(text))
}

/// What a rule names, without what would release it where there is anything else.
fn named(rule: &str, things: impl Fn(&str) -> Things) -> Things {
    let said = Spoken::of(rule);
    let held = said.words().take_while(|word| !EXCEPTIONS.contains(word));
    let held: Vec<&str> = held.collect();
    let of = |text: &str| -> Things {
        let all = things(text).into_iter();
        all.filter(|word| !is_norm(word)).collect()
    };
    let first = of(&held.join(" "));
    // "Never deploy without staging approval" is about every deploy.
    let next = said.words().nth(held.len());
    let whole =
        next.is_some_and(|word| RELEASES.contains(word)) && held.iter().any(|word| is_act(word));
    match first.is_empty() && !whole {
        true => of(rule),
        false => first,
    }
}

/// What stands behind "without".
fn demanded(rule: &Spoken) -> Things {
    let behind = rule.words().skip_while(|word| *word != WITHOUT).skip(1);
    let behind: Vec<&str> = behind.take_while(|word| !BOUNDS.contains(word)).collect();
    things(&behind.join(" "))
}

const WITHOUT: &str = "without";
/// Of what would release it these say nothing of when.
const RELEASES: Words = Words::new("without|unless|except");

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
            held: Things::new(),
            whom: Things::new(),
            inside: false,
            change: false,
            idle: false,
            leaf: None,
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
