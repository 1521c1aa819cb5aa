//! What a rule is about, wherever that is said.

use super::super::Risk;
use super::super::forms::Forms;
use super::super::spoken::Spoken;
use super::super::wordings::Words;

/// Words that tell it, by how they begin, or as a whole.
struct Sign {
    stems: Words,
    says: Words,
}

const DEPLOYS: Sign = Sign {
    stems: Words::new("deploy|rollout|redeploy|canary"),
    says: Words::new(
        "release|releases|released|releasing|roll out|rolled out|rolling out|ship|ships|shipped|shipping|go live|\
         goes live|going live",
    ),
};
/// These deploy what goes to production.
const PUSHES: Words = Words::new("push|pushes|promote|promotes|publish|publishes|launch|launches");
const PRODUCTION: Words = Words::new("production|prod");
const DELETES: Sign = Sign {
    stems: Words::new(
        "delet|purg|eras|truncat|wip|retention|lösch|gelösch|entfern|vernicht|terminat",
    ),
    says: Words::new(
        "remove|removes|removed|removing|removal|get rid of|thrown away|throw away|discard|discarded|drop|drops|\
         dropped|dropping|destroy|destroyed|destroying|destroys|rm",
    ),
};
const LEAVES: Sign = Sign {
    stems: Words::new("export|upload|exfiltrat|leak|publish"),
    says: Words::new(
        "share|shared|sharing|send|sent|post|posted|copy|copied|leave|leaves|outside|public|external|externally|gist",
    ),
};
const KEPT: Sign = Sign {
    stems: Words::new("customer|secret|credential|password|token"),
    says: Words::new("data|pii|keys|key|personal|records|logs|database"),
};
const PASSES: Sign = Sign {
    stems: Words::new("bypass|skip|overrid|circumvent|disabl|waiv"),
    says: Words::new(
        "without review|without approval|turn off|force|forced|force push|force pushes|no verify",
    ),
};
const LOOKED_AT: Sign = Sign {
    stems: Words::new("review|guardrail|approv"),
    says: Words::new("tests|checks|auth|authentication|ci"),
};
const DEMANDED: Words = Words::new("mandatory|required|require|requires|must|never");
const MERGED: Words = Words::new("merg|patch");

pub fn about(text: &str) -> Vec<Risk> {
    let said = Spoken::of(text);
    let all = Risk::ALL.into_iter();
    all.filter(|risk| is_about(&said, *risk)).collect()
}

fn is_about(said: &Spoken, risk: Risk) -> bool {
    match risk {
        Risk::Deploy => DEPLOYS.is_in(said) || begins(said, PRODUCTION) && says(said, PUSHES),
        Risk::Delete => DELETES.is_in(said) || forbids(said, risk),
        Risk::Exfiltrate => (LEAVES.is_in(said) || forbids(said, risk)) && KEPT.is_in(said),
        Risk::Override => {
            let looked_at = LOOKED_AT.is_in(said) && says(said, DEMANDED);
            PASSES.is_in(said) || looked_at && begins(said, MERGED)
        }
    }
}

/// "Never empty the bucket", "the bucket must not be emptied": rules are written with the verbs of orders.
fn forbids(said: &Spoken, risk: Risk) -> bool {
    let mut verbs = risk.verbs_in(said);
    verbs.any(|verb| {
        let done = Forms::of(verb).map_or("", |forms| &forms.done);
        ["never", "not", "don't"]
            .iter()
            .any(|no| said.says(&format!("{no} {verb}")) || said.says(&format!("{no} be {done}")))
    })
}

// === impl Sign ===

impl Sign {
    fn is_in(&self, said: &Spoken) -> bool {
        begins(said, self.stems) || says(said, self.says)
    }
}

fn begins(said: &Spoken, stems: Words) -> bool {
    let mut words = said.words();
    words.any(|word| stems.iter().any(|stem| word.starts_with(stem)))
}

fn says(said: &Spoken, phrases: Words) -> bool {
    phrases.iter().any(|phrase| said.says(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g_129_a_rule_is_about_what_it_names() {
        assert_eq!(
            about("Never deploy without staging approval."),
            [Risk::Deploy]
        );
        assert_eq!(about("Audit logs are never deleted."), [Risk::Delete]);
        assert_eq!(about("Never export customer data."), [Risk::Exfiltrate]);
        assert_eq!(about("Never bypass review."), [Risk::Override]);
        assert_eq!(about("Forced pushes are forbidden."), [Risk::Override]);
        assert_eq!(about("Never run git push -f."), [Risk::Override]);
        assert_eq!(
            about("Review is mandatory before a merge."),
            [Risk::Override]
        );
        assert_eq!(about("The cat is black."), []);
    }
}
