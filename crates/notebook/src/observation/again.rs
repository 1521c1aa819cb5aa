//! From an observation back to what was told.

use serde_json::{Map, Value};

use super::{Observation, PLAIN, Told, kind};

impl Observation {
    /// What a hook told for this to be made of it: the same observation is made of it again.
    pub fn told(&self) -> Told {
        Told {
            session_id: self.session_id.clone(),
            hook_type: self.hook_type.clone(),
            timestamp: self.timestamp.clone(),
            agent_id: self.agent_id.clone(),
            data: self.data(),
        }
    }

    fn data(&self) -> Value {
        let mut data = match &self.raw {
            Value::Object(rest) => rest.clone(),
            Value::Null => Map::new(),
            plain => return plain.clone(),
        };
        let text = |text: &Option<String>| text.as_deref().map(Value::from);
        let fields = [
            ("tool_name", text(&self.tool_name)),
            ("tool_input", self.tool_input.clone()),
            ("tool_output", self.tool_output.clone()),
            ("prompt", text(&self.user_prompt)),
        ];
        for (name, value) in fields {
            data.extend(value.map(|value| (name.to_owned(), value)));
        }
        let own = self.kind != kind(&self.hook_type, self.tool_name.as_deref());
        if own && PLAIN.contains(&self.kind.as_str()) {
            data.insert(String::from("type"), Value::from(self.kind.as_str()));
        }
        Value::Object(data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_told_makes_the_same_observation_again() {
        for (hook, data) in [
            (
                "post_tool_use",
                json!({ "tool_name": "Edit", "tool_input": { "path": "a.rs" }, "tool_output": [1] }),
            ),
            (
                "post_tool_failure",
                json!({ "tool_name": "Bash", "error": "no rule", "more": { "n": 1 } }),
            ),
            (
                "post_tool_use",
                json!({ "tool_name": "agent_thought", "tool_output": "x", "type": "thought" }),
            ),
            ("prompt_submit", json!({ "prompt": "why?" })),
            ("stop", json!("done")),
            ("stop", json!([1, 2])),
            ("notification", json!(null)),
            ("notification", json!({})),
        ] {
            let told = Told {
                hook_type: hook.into(),
                data,
                ..Told::default()
            };
            let seen = Observation::by_rule("o".into(), told);
            assert_eq!(Observation::by_rule("o".into(), seen.told()), seen);
        }
    }
}
