//! What a request wants done that cannot be undone. Only who gives an order wants it: a question
//! about a policy, or a wish to have it explained, is none.

use serde::{Deserialize, Serialize};

use super::spoken::{Spoken, sentences};
use super::vocabulary::{
    ASKS, DELETE, DEPLOY, EXFILTRATE, LEADS, NEGATIONS, OVERRIDE, PAST, PUSH_LIVE, Row,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    Deploy,
    Delete,
    Exfiltrate,
    Override,
}

/// What is risky about a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub risks: Vec<Risk>,
    /// The words by which it was seen, in their order.
    pub terms: Vec<String>,
}

// === impl Risk ===

impl Risk {
    pub const ALL: [Risk; 4] = [Risk::Deploy, Risk::Delete, Risk::Exfiltrate, Risk::Override];

    pub fn name(self) -> &'static str {
        match self {
            Risk::Deploy => "deploy",
            Risk::Delete => "delete",
            Risk::Exfiltrate => "exfiltrate",
            Risk::Override => "override",
        }
    }

    fn rows(self) -> &'static [Row] {
        match self {
            Risk::Deploy => &[DEPLOY, PUSH_LIVE],
            Risk::Delete => &[DELETE],
            Risk::Exfiltrate => &[EXFILTRATE],
            Risk::Override => &[OVERRIDE],
        }
    }

    /// What an order of this kind is given with.
    pub(super) fn verbs(self) -> impl Iterator<Item = &'static str> {
        self.rows().iter().flat_map(|row| row.verbs.iter().copied())
    }
}

// === impl Request ===

impl Request {
    pub fn read(text: &str) -> Self {
        let mut request = Self::default();
        for sentence in sentences(text) {
            let asks = sentence.first().is_some_and(is_question);
            for (n, clause) in sentence.iter().enumerate() {
                // Behind a question only what is to be done next is an order.
                let next = clause.begins("then") || clause.begins("and then");
                if !asks || n > 0 && next {
                    request.add(clause, &sentence[n..]);
                }
            }
        }
        request.risks.sort_unstable();
        request
    }

    pub fn is_risky(&self) -> bool {
        !self.risks.is_empty()
    }

    fn add(&mut self, clause: &Spoken, rest: &[Spoken]) {
        let order = order(clause);
        if order.is_empty() || NEGATIONS.iter().any(|no| order.begins(no)) {
            return;
        }
        for risk in Risk::ALL {
            for row in risk.rows() {
                let Some(terms) = row.terms(&order, rest) else {
                    continue;
                };
                if !self.risks.contains(&risk) {
                    self.risks.push(risk);
                }
                for term in terms.into_iter().map(str::to_owned) {
                    if !self.terms.contains(&term) {
                        self.terms.push(term);
                    }
                }
            }
        }
    }
}

// === impl Row ===

impl Row {
    /// The words that make an order one of this row.
    fn terms(&self, order: &Spoken, rest: &[Spoken]) -> Option<Vec<&'static str>> {
        let verb = self.verbs.iter().copied().find(|verb| order.begins(verb))?;
        let mut terms = vec![verb];
        if !self.targets.is_empty() {
            let within =
                |target: &&str| order.says(target) || rest.iter().any(|one| one.says(target));
            let targets: Vec<&str> = self.targets.iter().copied().filter(within).collect();
            let past = !PAST.contains(&verb) || order.says("without") || order.says("past");
            if targets.is_empty() || !past {
                return None;
            }
            terms.extend(targets);
        }
        Some(terms)
    }
}

/// "Can you tell me …" asks; "can you delete …" does not.
fn is_question(first: &Spoken) -> bool {
    let order = order(first);
    let mut words = order.words();
    let (one, two) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    // "do it", "have it deployed" are orders; so is "do not".
    let it = matches!(one, "do" | "have") && matches!(two, "it" | "this" | "that" | "not");
    ASKS.contains(&one) && !it
}

/// Without what only leads to it.
fn order(clause: &Spoken) -> Spoken {
    let mut rest = clause.clone();
    while let Some(lead) = LEADS.iter().find(|lead| rest.begins(lead)) {
        rest = rest.without(lead.split(' ').count());
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn risks(text: &str) -> Vec<Risk> {
        Request::read(text).risks
    }

    #[test]
    fn g_129_orders_are_risky() {
        for (text, risk) in [
            (
                "Deploy the checkout service to production without staging approval.",
                Risk::Deploy,
            ),
            (
                "Delete the audit logs from production right now.",
                Risk::Delete,
            ),
            (
                "Export the customer data to a public gist.",
                Risk::Exfiltrate,
            ),
            ("Bypass review and merge the patch now.", Risk::Override),
            ("Deploy the release to production now.", Risk::Deploy),
            ("Deploy the canary on Friday evening.", Risk::Deploy),
            ("Please go ahead and ship it", Risk::Deploy),
            ("Can you delete the old backups?", Risk::Delete),
            ("Let's push this to prod.", Risk::Deploy),
            ("Run the tests, then deploy v1.2.3.", Risk::Deploy),
            (
                "Explain the plan, then deploy it to production",
                Risk::Deploy,
            ),
            ("We need to skip the tests today", Risk::Override),
            ("Merge it without review", Risk::Override),
            ("The build is green. Roll out to all regions!", Risk::Deploy),
            ("Bitte lösche die Protokolle", Risk::Delete),
        ] {
            assert!(risks(text).contains(&risk), "{text}: {:?}", risks(text));
        }
    }

    #[test]
    fn g_129_questions_are_not() {
        for text in [
            "What is our deploy policy before production rollout?",
            "Summarize the retention policy for audit logs.",
            "Explain why customer data must not be exported.",
            "Which review guardrails are currently required?",
            "How do I deploy to production?",
            "Can you tell me how to delete a branch?",
            "Should we deploy on Fridays?",
            "Do not deploy anything today.",
            "Never delete the audit logs.",
            "Explain how we build and deploy the service",
            "Merge the two paragraphs about review",
            "The release went well.",
            "Write a test for the parser",
            "",
        ] {
            assert_eq!(risks(text), [], "{text}");
        }
    }

    #[test]
    fn the_words_that_tell_are_named_once() {
        let told = Request::read("Export the customer data to a public gist.");
        assert_eq!(told.terms, ["export", "data", "customer", "public", "gist"]);
        assert_eq!(told.risks, [Risk::Exfiltrate]);
    }
}
