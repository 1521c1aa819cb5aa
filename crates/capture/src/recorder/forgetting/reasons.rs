//! Lines about steps, without those about what was forgotten.

use serde_json::{Map, Value};

use super::Gone;
use super::words::Words;

/// The text without its forgotten lines; `None` if there are none. A line nobody can read goes
/// if the words stand in it.
pub fn without(text: &str, gone: &Gone, words: &Words) -> Option<String> {
    let mut kept = String::with_capacity(text.len());
    let mut changed = false;
    for line in text.split_inclusive('\n') {
        match serde_json::from_str::<Map<String, Value>>(line) {
            _ if line.trim().is_empty() => kept.push_str(line),
            Ok(entry) if is_gone(&entry, gone) => changed = true,
            Ok(entry) => match undrafted(&entry, gone) {
                Some(entry) => {
                    changed = true;
                    kept.push_str(&(Value::Object(entry).to_string() + "\n"));
                }
                None => kept.push_str(line),
            },
            Err(_) if words.stand_in(line) => changed = true,
            Err(_) => kept.push_str(line),
        }
    }
    changed.then_some(kept)
}

fn is_gone(entry: &Map<String, Value>, gone: &Gone) -> bool {
    let step = entry.get("step_id").and_then(Value::as_u64);
    let Some(step) = step.and_then(|step| u32::try_from(step).ok()) else {
        return false;
    };
    let reasoning = entry.get("reasoning").and_then(Value::as_str);
    gone.step(step) || reasoning.is_some_and(|reasoning| gone.reason(step, reasoning))
}

/// A draft carries what the entry was before; that may be what was forgotten.
fn undrafted(entry: &Map<String, Value>, gone: &Gone) -> Option<Map<String, Value>> {
    let before = |value: &Value| value.as_object().is_some_and(|entry| is_gone(entry, gone));
    if !entry.values().any(before) {
        return None;
    }
    let kept = entry.iter().filter(|(_, value)| !before(value));
    Some(
        kept.map(|(key, value)| (key.clone(), value.clone()))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use mneme_model::archive::{Entry, Metadata};
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_was_forgotten_goes() {
        let gone = Gone::of(&[2], &[(1, "secret")]);
        let entry = |step_id, reasoning: &str| Entry {
            step_id,
            reasoning: reasoning.into(),
            ..Entry::default()
        };
        let words = Words::of(&Metadata::default(), &[entry(2, "hidden")], &gone);
        let lines = [
            json!({"step_id": 1, "reasoning": "secret"}).to_string(),
            json!({"step_id": 2, "reasoning": "hidden"}).to_string(),
            json!({"step_id": 3, "reasoning": "secret"}).to_string(),
            json!({"step_id": 1, "reasoning": "new", "was": {"step_id": 1, "reasoning": "secret"}})
                .to_string(),
            String::from("{\"step_id\": 2, \"reasoning\": \"hidd"),
            String::from("{\"step_id\": 2, \"reasoning\": \"hidden"),
        ];
        let kept = without(&lines.join("\n"), &gone, &words).unwrap();
        let expected = [
            &lines[2],
            r#"{"reasoning":"new","step_id":1}"#,
            &lines[4],
            "",
        ];
        assert_eq!(kept, expected.join("\n"));
        assert_eq!(without(&kept, &gone, &words), None);
    }
}
