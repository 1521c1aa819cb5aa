//! The list of models, which some clients look for under another name.

use axum::body::Bytes;

use crate::json::{Edit, Json, edited};

/// The same list with `models` beside `data`; none where there is nothing to add.
pub fn with_models(list: &[u8]) -> Option<Bytes> {
    let (json, root) = Json::read(list).ok()?;
    let data = json
        .field(&root, "data")
        .filter(|data| json.is_list(data))?;
    if json.field(&root, "models").is_some() {
        return None;
    }
    let copy = String::from_utf8(json.bytes(&data).to_vec()).ok()?;
    let edit = Edit::insert(data.end, format!(r#","models":{copy}"#));
    Some(edited(list, &[edit]).into())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn models_are_a_copy_of_data() {
        let list = br#"{"object":"list","data":[{"id":"gpt-4o","x":1.0}],"y":null}"#;
        let made: Value = serde_json::from_slice(&with_models(list).unwrap()).unwrap();
        assert_eq!(made["models"], made["data"]);
        assert_eq!(made["y"], Value::Null);
        for other in [
            "[]",
            "{}",
            r#"{"data":3}"#,
            r#"{"data":[],"models":[]}"#,
            "no",
        ] {
            assert!(with_models(other.as_bytes()).is_none(), "{other}");
        }
    }
}
