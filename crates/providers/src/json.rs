//! Finding the JSON in what a model says around it.

use serde_json::Value;

/// The object in a fenced block, or from the first brace to the last.
pub fn object_in(text: &str) -> Option<Value> {
    let fenced = text.split("```").nth(1).map(|block| {
        let tagged = block.strip_prefix("json").or(block.strip_prefix("JSON"));
        tagged.unwrap_or(block)
    });
    fenced.and_then(braced).or_else(|| braced(text))
}

fn braced(text: &str) -> Option<Value> {
    let (from, to) = (text.find('{')?, text.rfind('}')?);
    let value: Value = serde_json::from_str(text.get(from..=to)?).ok()?;
    value.is_object().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_is_found_wherever_it_stands() {
        for text in [
            r#"{"title":"x"}"#,
            "```json\n{\"title\":\"x\"}\n```",
            "Here it is:\n```\n{\"title\":\"x\"}\n```\nAnything else?",
            "Sure! {\"title\":\"x\"} Enjoy.",
        ] {
            assert_eq!(object_in(text).unwrap()["title"], "x", "{text}");
        }
    }

    #[test]
    fn what_is_no_object_is_nothing() {
        for text in ["", "no", "{", "}{", "[1]", "```json\n[]\n```", "{\"a\":}"] {
            assert_eq!(object_in(text), None, "{text}");
        }
    }
}
