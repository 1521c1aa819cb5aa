//! What an observation of another notebook says that the rules do not make of it.

use serde_json::Value;

use super::{CONFIDENCE, Compressed};
use crate::observation::{Observation, as_text};

impl Compressed {
    /// What `shown` says otherwise than `rule`, which is made of the same data; none where it says
    /// only what the data says. What it leaves empty it does not say.
    pub fn otherwise(shown: &Observation, rule: &Observation) -> Option<Self> {
        if !says_more(shown, rule) {
            return None;
        }
        let own =
            |said: &String, made: &String| (!said.is_empty() && said != made).then(|| said.clone());
        let subtitle = shown.subtitle.clone().filter(|said| !said.is_empty());
        let confidence = told(shown.confidence, rule.confidence);
        let told = Self {
            observation_id: rule.id.clone(),
            session_id: rule.session_id.clone(),
            kind: own(&shown.kind, &rule.kind),
            title: own(&shown.title, &rule.title),
            subtitle: subtitle.filter(|_| shown.subtitle != rule.subtitle),
            narrative: own(&shown.narrative, &rule.narrative)
                .unwrap_or_else(|| rule.narrative.clone()),
            facts: shown.facts.clone(),
            concepts: shown.concepts.clone(),
            files: adds_files(shown, rule).then(|| shown.files.clone()),
            importance: match shown.importance {
                0 => rule.importance,
                told => told,
            },
            confidence: (confidence != CONFIDENCE).then_some(confidence),
            ..Self::default()
        };
        (!told.words().trim().is_empty()).then_some(told)
    }
}

/// Whether it was looked at by more than a rule: another program's rules put the same data into
/// other words, and these alone are not worth keeping.
fn says_more(shown: &Observation, rule: &Observation) -> bool {
    let judged = shown.importance != 0 && shown.importance != rule.importance
        || told(shown.confidence, rule.confidence) != rule.confidence;
    let learnt = shown.facts != rule.facts || shown.concepts != rule.concepts;
    judged || learnt || adds_files(shown, rule) || adds_words(shown, rule)
}

fn told(said: f64, made: f64) -> f64 {
    match said == 0.0 {
        true => made,
        false => said,
    }
}

fn adds_files(shown: &Observation, rule: &Observation) -> bool {
    shown.files.iter().any(|file| !rule.files.contains(file))
}

fn adds_words(shown: &Observation, rule: &Observation) -> bool {
    let said = |seen: &Observation| {
        let subtitle = seen.subtitle.clone().unwrap_or_default();
        [seen.title.clone(), subtitle, seen.narrative.clone()]
    };
    let lines = said(shown).into_iter().zip(said(rule));
    let mut others = lines.filter(|(said, made)| said != made).peekable();
    if others.peek().is_none() {
        return false;
    }
    let data = data(rule);
    others.any(|(said, _)| adds(&said, &data))
}

/// Everything that was told, in small letters.
fn data(rule: &Observation) -> String {
    let values = [&rule.tool_input, &rule.tool_output];
    let values = values.into_iter().flatten().map(as_text);
    let texts = [&rule.tool_name, &rule.user_prompt];
    let texts = texts.into_iter().flatten().cloned();
    let raw = Some(&rule.raw).filter(|raw| **raw != Value::Null);
    let made = [
        rule.title.clone(),
        rule.narrative.clone(),
        rule.hook_type.clone(),
    ];
    let all = values.chain(texts).chain(raw.map(as_text)).chain(made);
    let all: Vec<String> = all.map(|text| text.to_lowercase()).collect();
    all.join("\n")
}

/// Whether a line has a word that is not in the data.
fn adds(line: &str, data: &str) -> bool {
    let line = line.to_lowercase();
    let mut words = line.split(|c: char| !c.is_alphanumeric());
    words.any(|word| !data.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::Told;
    use serde_json::json;

    fn rule() -> Observation {
        let told = Told {
            hook_type: "post_tool_use".into(),
            data: json!({ "tool_name": "Bash", "tool_input": { "command": "make test" }, "tool_output": "all green" }),
            ..Told::default()
        };
        Observation::by_rule("obs_1".into(), told)
    }

    #[test]
    fn the_same_data_in_other_words_is_nothing_new() {
        let rule = rule();
        let bare = Observation::default();
        let spaced = Observation {
            narrative: String::from("{\"command\": \"make test\"} | all gre…"),
            subtitle: None,
            ..rule.clone()
        };
        for shown in [&rule, &bare, &spaced] {
            assert_eq!(Compressed::otherwise(shown, &rule), None, "{shown:?}");
        }
    }

    #[test]
    fn what_is_said_beside_the_data_is_told_over_it() {
        let rule = rule();
        let shown = Observation {
            title: String::from("Tests pass"),
            narrative: String::from("The build was mended"),
            facts: vec![String::from("make test runs everything")],
            files: vec![String::from("Makefile")],
            importance: 8,
            confidence: 0.9,
            ..rule.clone()
        };
        let told = Compressed::otherwise(&shown, &rule).unwrap();
        assert!(told.words().contains("Tests pass") && told.words().contains("Makefile"));
        assert_eq!(told.over(rule.clone()), shown);
        let trifle = Observation {
            importance: 1,
            ..Observation::default()
        };
        let told = Compressed::otherwise(&trifle, &rule).unwrap();
        let over = told.over(rule.clone());
        assert_eq!((over.importance, &over.narrative), (1, &rule.narrative));
        assert_eq!(over.confidence, rule.confidence);
    }
}
