//! What is wrong with a request, in the words of whoever wrote it: which field, what it has to be
//! and what it is. A text of the wrong type is not told, as it may be a secret; a word that is none of
//! those a field knows still is, whole.

use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Error, Value};

/// What numbers have to be, by the name a programmer has for them.
const NUMBERS: [(&str, &str); 10] = [
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number, 0 or more"),
    ("usize", "a whole number, 0 or more"),
    ("i32", "a whole number"),
    ("i64", "a whole number"),
    ("isize", "a whole number"),
    ("f32", "a number"),
    ("f64", "a number"),
];
const SHAPES: [(&str, &str); 6] = [
    ("a string", "a text"),
    ("a borrowed string", "a text"),
    ("a boolean", "true or false"),
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("unit", "null"),
];

/// How a text in a query is told of that is nothing its field may be.
const QUERY: [(&str, &str); 6] = [
    (": invalid digit found in string", WHOLE),
    (": cannot parse integer from empty string", WHOLE),
    (
        ": number too large to fit in target type",
        "is too large a number",
    ),
    (
        ": number too small to fit in target type",
        "is too small a number",
    ),
    (": invalid float literal", "must be a number"),
    (
        ": provided string was not `true` or `false`",
        "must be true or false",
    ),
];
const WHOLE: &str = "must be a whole number";
/// What a count has to be; nobody means more.
pub const COUNT: &str = "must be a whole number from 0 to 4294967295";

/// A request as a value, or what is wrong with it.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| told(&error))
}

/// What is wrong with a text that is JSON and no `T`. What is right is read faster without this.
pub fn of_text<T: DeserializeOwned>(text: &str) -> Option<String> {
    let mut json = Deserializer::from_str(text);
    let read: Result<T, _> = serde_path_to_error::deserialize(&mut json);
    read.err().map(|error| told(&error))
}

/// What is wrong with a query string, of what the library that read it says.
pub fn of_query(said: &str) -> String {
    let (_, why) = said.split_once("query string: ").unwrap_or(("", said));
    if let Some(field) = quoted(why, "missing field `") {
        return format!("{field} is required");
    }
    let wrong = QUERY
        .iter()
        .find_map(|(end, must)| Some((why.strip_suffix(end)?, must)));
    match wrong {
        Some((field, must)) => format!("{field} {must}"),
        None => why.replacen(": must be", " must be", 1),
    }
}

fn told(error: &serde_path_to_error::Error<Error>) -> String {
    let (path, why) = (error.path().to_string(), without_place(error.inner()));
    let at = (path != ".").then_some(path);
    let is = || at.clone().unwrap_or_else(|| String::from("the request"));
    if let Some(field) = quoted(&why, "missing field `") {
        let field = at.map_or(field.to_owned(), |at| format!("{at}.{field}"));
        return format!("{field} is required");
    }
    if let Some((found, expected)) = mistaken(&why) {
        return format!("{} must be {}, not {}", is(), wanted(expected), seen(found));
    }
    match at {
        // Its path ends with its name.
        Some(_) if why.starts_with("unknown field") => why,
        Some(at) => format!("{at}: {why}"),
        None => why,
    }
}

/// The library says where in the text it stopped, which is behind what is meant.
fn without_place(error: &Error) -> String {
    let why = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    why.strip_suffix(&place).map_or(why.clone(), str::to_owned)
}

fn quoted<'w>(why: &'w str, before: &str) -> Option<&'w str> {
    why.strip_prefix(before)?.split('`').next()
}

/// What was found, and what was expected. What was found may be a text that says anything.
fn mistaken(why: &str) -> Option<(&str, &str)> {
    let why = why.strip_prefix("invalid ")?;
    let why = ["type: ", "value: "]
        .iter()
        .find_map(|kind| why.strip_prefix(kind))?;
    why.rsplit_once(", expected ")
}

fn wanted(expected: &str) -> &str {
    let mut known = NUMBERS.iter().chain(&SHAPES);
    match known.find(|(name, _)| *name == expected) {
        Some((_, plain)) => plain,
        None if expected.starts_with("struct ") => "an object",
        None => expected,
    }
}

fn seen(found: &str) -> &str {
    let value = found.split('`').nth(1);
    match found.split(' ').next().unwrap_or_default() {
        "string" | "character" => "a text",
        "integer" | "floating" | "boolean" => value.unwrap_or("that"),
        "sequence" => "a list",
        "map" => "an object",
        "null" | "unit" => "null",
        _ => "that",
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Asked {
        _limit: usize,
        _small: u8,
        _sure: f64,
        _tags: Vec<String>,
        _strict: bool,
        _events: Vec<Told>,
    }

    #[derive(Debug, Deserialize)]
    struct Told {
        _text: String,
    }

    #[test]
    fn a_field_that_is_wrong_is_named_with_what_it_has_to_be() {
        for (asked, why) in [
            (
                json!({"_limit": "ten, expected u8"}),
                "_limit must be a whole number, 0 or more, not a text",
            ),
            (
                json!({"_limit": -1}),
                "_limit must be a whole number, 0 or more, not -1",
            ),
            (
                json!({"_small": 300}),
                "_small must be a whole number from 0 to 255, not 300",
            ),
            (json!({"_sure": true}), "_sure must be a number, not true"),
            (json!({"_tags": "x"}), "_tags must be a list, not a text"),
            (
                json!({"_tags": ["x", 7.5]}),
                "_tags[1] must be a text, not 7.5",
            ),
            (
                json!({"_strict": null}),
                "_strict must be true or false, not null",
            ),
            (
                json!({"_events": [{"_text": "x"}, {}]}),
                "_events[1]._text is required",
            ),
            (
                json!({"_events": ["x"]}),
                "_events[0] must be an object, not a text",
            ),
            (
                json!({"_events": {}}),
                "_events must be a list, not an object",
            ),
            (json!("x"), "the request must be an object, not a text"),
        ] {
            assert_eq!(from_value::<Asked>(asked.clone()).unwrap_err(), why);
            assert_eq!(of_text::<Asked>(&asked.to_string()).unwrap(), why);
        }
        for (said, why) in [
            (
                "Failed to deserialize query string: limit: invalid digit found in string",
                "limit must be a whole number",
            ),
            (
                "Failed to deserialize query string: strict: provided string was not `true` or `false`",
                "strict must be true or false",
            ),
            (
                "Failed to deserialize query string: missing field `id`",
                "id is required",
            ),
            (
                "limit: must be a whole number from 0 to 4294967295",
                "limit must be a whole number from 0 to 4294967295",
            ),
            ("something else", "something else"),
        ] {
            assert_eq!(of_query(said), why);
        }
        let unknown = of_text::<Asked>("{\"sesion\": 1}").unwrap();
        assert!(
            unknown.starts_with("unknown field `sesion`, expected one of "),
            "{unknown}"
        );
        assert_eq!(of_text::<Told>("{}").unwrap(), "_text is required");
        assert_eq!(of_text::<Told>("{\"_text\": \"x\"}"), None);
    }
}
