//! A few rules that find facts without asking anybody: the same lines always give the same facts,
//! and whoever is not sure says nothing.

use mneme_engine::Fact;

use super::{Line, fact, keepable};

const SOURCE: &str = "proxy-coprocessor";
const TAG: &str = "proxy-coprocessed";
const CONFIDENCE: f64 = 0.35;
/// Words among which two belong together.
const NEAR: usize = 4;
/// Longer lines are no statements.
const LONGEST: usize = 600;

/// What a line says, by one of the rules.
struct Found {
    content: String,
    tag: &'static str,
}

/// One fact a rule, in the order of the conversation.
pub fn coprocess(said: &[Line<'_>], answer: &str) -> Vec<Fact> {
    let spoken = said.iter().copied().chain([("assistant", answer)]);
    let heard =
        spoken.filter(|(role, _)| matches!(*role, "system" | "developer" | "user" | "assistant"));
    let mut facts: Vec<Fact> = Vec::new();
    for (_, text) in heard {
        for line in keepable(text)
            .lines()
            .map(str::trim)
            .filter(|line| is_statement(line))
        {
            for found in rules(line) {
                if facts.iter().all(|known| known.content != found.content) {
                    facts.push(fact_of(found.content, found.tag));
                }
            }
        }
    }
    facts
}

/// Whether one of these rules says all there is to say of a line.
pub(super) fn is_known(line: &str) -> bool {
    is_statement(line) && rules(line).next().is_some()
}

/// What rules of our own found, as it is learned.
pub(super) fn fact_of(content: String, tag: &str) -> Fact {
    fact(content, vec![tag.to_owned()], TAG, SOURCE, CONFIDENCE)
}

fn is_statement(line: &str) -> bool {
    !line.is_empty() && line.len() <= LONGEST && !line.ends_with('?')
}

fn rules(line: &str) -> impl Iterator<Item = Found> {
    let lower = line.to_lowercase();
    [
        approval(&lower),
        branches(line, &lower, "feature"),
        branches(line, &lower, "bugfix"),
        base_url(line, "OPENAI_BASE_URL"),
        base_url(line, "ANTHROPIC_BASE_URL"),
        rollback(line, &lower),
    ]
    .into_iter()
    .flatten()
}

fn approval(lower: &str) -> Option<Found> {
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let demanded = says(&[
        "required",
        "requires",
        "require",
        "mandatory",
        "must",
        "need",
    ]);
    let waived = says(&[
        "not required",
        "not require",
        "n't require",
        "not need",
        "n't need",
        "no approval",
        "not mandatory",
        "without",
    ]);
    let all = is_staged(lower)
        && says(&["production", "prod "])
        && says(&["deploy", "rollout", "release"]);
    (all && demanded && !waived).then(|| Found {
        content: String::from(
            "For this project, staging approval is required before production deploys.",
        ),
        tag: "deploy",
    })
}

/// "Staging approval", "approval on staging": the two belong together.
fn is_staged(lower: &str) -> bool {
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    // Of no words there is no window.
    let near = words.windows(NEAR.min(words.len()).max(1));
    let mut near = near.filter(|near| near.iter().any(|word| word.starts_with("approv")));
    near.any(|near| near.contains(&"staging"))
}

/// The pattern as it was written, if it is one: `feature/<ticket>`, not `feature/login`.
fn branches(line: &str, lower: &str, kind: &str) -> Option<Found> {
    if !lower.contains("branch") {
        return None;
    }
    let start = format!("{kind}/");
    let pattern = line
        .split(|c: char| c.is_whitespace() || "\"'`,;()".contains(c))
        .map(|word| word.trim_end_matches(['.', ':']))
        .find(|word| word.to_lowercase().starts_with(&start))?;
    let rest = &pattern[start.len()..];
    let placed =
        rest.contains(['<', '{', '*', '[']) || rest.contains("XXX") || rest.contains("123");
    placed.then(|| Found {
        content: format!("For this project, {kind} branches are named {pattern}."),
        tag: "branch",
    })
}

/// `export OPENAI_BASE_URL=http://127.0.0.1:8000/proxy/v1`
fn base_url(line: &str, name: &str) -> Option<Found> {
    let at = line.find(name)? + name.len();
    let value = line[at..]
        .trim_start()
        .strip_prefix(['=', ':'])?
        .trim_start();
    let value = value.trim_start_matches(['"', '\'', '`']);
    let end = value.find(|c: char| c.is_whitespace() || "\"'`,;".contains(c));
    let url = value[..end.unwrap_or(value.len())].trim_end_matches('.');
    let host = url
        .strip_prefix("http://")
        .or_else(|| url.strip_prefix("https://"))?;
    let plain = !host.is_empty() && !host.contains(['@', '[', '?']);
    plain.then(|| Found {
        content: format!("For this project, {name} is set to {url}."),
        tag: "proxy",
    })
}

fn rollback(line: &str, lower: &str) -> Option<Found> {
    if !(lower.contains("rollback") || lower.contains("roll back")) || !lower.contains("runbook") {
        return None;
    }
    let place = line
        .split(|c: char| c.is_whitespace() || "\"'`,;()".contains(c))
        .map(|word| word.trim_end_matches(['.', ':']))
        .find(|word| word.contains('/') && word.len() > 3 && !word.contains('@'))?;
    Some(Found {
        content: format!("For this project, rollbacks follow the runbook {place}."),
        tag: "rollback",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(said: &[Line<'_>]) -> Vec<String> {
        let facts = coprocess(said, "Noted.");
        facts.into_iter().map(|fact| fact.content).collect()
    }

    #[test]
    fn g_131_the_same_line_always_gives_the_same_fact() {
        let said = [(
            "user",
            "Remember that staging approval is required before production deploys.",
        )];
        let wanted = "For this project, staging approval is required before production deploys.";
        for _ in 0..3 {
            assert_eq!(contents(&said), [wanted]);
        }
        let fact = &coprocess(
            &said,
            "Staging approval is required before production deploys.",
        )[0];
        assert_eq!(fact.tags, ["deploy", "proxy-coprocessed"]);
        assert_eq!(
            (fact.source.as_str(), fact.confidence),
            ("proxy-coprocessor", 0.35)
        );
    }

    #[test]
    fn g_131_whoever_is_not_sure_says_nothing() {
        for line in [
            "Thanks, that was enough.",
            "Is staging approval required before production deploys?",
            "Staging approval is not required before production deploys.",
            "I am on branch feature/login now.",
            "OPENAI_BASE_URL=not-an-address",
            "We wrote a runbook.",
            "---",
            "!",
            "Our staging address is staging.example.org and deploys need approval before production.",
        ] {
            assert_eq!(contents(&[("user", line)]), [""; 0], "{line}");
        }
        let tool = [(
            "tool",
            "Staging approval is required before production deploys.",
        )];
        assert_eq!(
            contents(&tool),
            [""; 0],
            "what a tool prints is nobody's word"
        );
    }

    #[test]
    fn g_131_each_rule_keeps_what_was_written() {
        let said = [
            (
                "system",
                "Feature branches: use feature/<ticket>-<slug>.\nBugfix branch names are bugfix/{ticket}.",
            ),
            (
                "user",
                "export OPENAI_BASE_URL=http://127.0.0.1:8000/proxy/v1",
            ),
            (
                "user",
                "Remember: for a rollback follow the runbook docs/runbooks/rollback.md.",
            ),
            ("user", "ANTHROPIC_BASE_URL=https://user:pw@evil.example"),
        ];
        assert_eq!(
            contents(&said),
            [
                "For this project, feature branches are named feature/<ticket>-<slug>.",
                "For this project, bugfix branches are named bugfix/{ticket}.",
                "For this project, OPENAI_BASE_URL is set to http://127.0.0.1:8000/proxy/v1.",
                "For this project, rollbacks follow the runbook docs/runbooks/rollback.md.",
            ]
        );
    }
}
