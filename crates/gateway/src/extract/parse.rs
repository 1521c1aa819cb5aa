//! The first list in an answer, whatever stands around it. Brackets in a text are no list.

use serde_json::{Deserializer, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub content: String,
    pub tags: Vec<String>,
}

const MOST: usize = 5;

pub fn items(answer: &str) -> Vec<Item> {
    let lists = answer
        .match_indices('[')
        .filter_map(|(at, _)| list(&answer[at..]));
    let first = lists.into_iter().next().unwrap_or_default();
    let items = first.into_iter().filter_map(item);
    items.take(MOST).collect()
}

/// A list of objects or of nothing.
fn list(text: &str) -> Option<Vec<Value>> {
    let first = Deserializer::from_str(text).into_iter::<Value>().next()?;
    match first {
        Ok(Value::Array(list)) if list.iter().all(Value::is_object) => Some(list),
        _ => None,
    }
}

fn item(value: Value) -> Option<Item> {
    let content = value["content"].as_str()?.trim();
    let tags = value["tags"].as_array().into_iter().flatten();
    let tags = tags.filter_map(Value::as_str).map(str::trim);
    let tags = tags.filter(|tag| !tag.is_empty()).map(str::to_owned);
    (!content.is_empty()).then(|| Item {
        content: content.to_owned(),
        tags: tags.take(MOST).collect(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_list_is_found_wherever_it_stands() {
        let answer = "Sure [1], here:\n```json\n[{\"content\": \"Use a[0] ] first\", \"tags\": [\"x\", 3, \" \"]},\
                      {\"tags\": []}, {\"content\": \" \"}]\n```\n[{\"content\": \"second list\"}]";
        let found = items(answer);
        assert_eq!(
            found,
            [Item {
                content: String::from("Use a[0] ] first"),
                tags: vec![String::from("x")],
            }]
        );
    }

    #[test]
    fn nothing_comes_of_nothing_and_at_most_five_of_many() {
        for answer in [
            "",
            "[]",
            "no facts",
            "[1, 2]",
            "[{\"content\": \"cut off",
            "{\"content\": \"x\"}",
        ] {
            assert_eq!(items(answer), [], "{answer}");
        }
        let one = r#"{"content":"x","tags":["a","b","c","d","e","f"]}"#;
        let many = format!("[{}]", [one; 9].join(","));
        let found = items(&many);
        assert_eq!((found.len(), found[0].tags.len()), (5, 5));
    }

    proptest! {
        #[test]
        fn no_answer_is_too_odd(answer in "\\PC{0,300}") {
            prop_assert!(items(&answer).len() <= 5);
        }
    }
}
