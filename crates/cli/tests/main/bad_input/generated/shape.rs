//! From a description to values that fit it, and to some that do not.

use serde_json::{Value, json};

use crate::support::Description;

/// A field somewhere in a body: its place, and what is said of it.
pub struct Field {
    pub pointer: String,
    pub schema: Value,
}

/// Every field of a body, however deep; lists have one item.
pub fn fields(description: &Description, schema: &Value) -> Vec<Field> {
    let mut found = Vec::new();
    walk(description, schema, String::new(), &mut found);
    found
}

fn walk(description: &Description, schema: &Value, pointer: String, found: &mut Vec<Field>) {
    let schema = plain(description, schema);
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let pointer = format!("{pointer}/{name}");
        let schema = field.clone();
        found.push(Field {
            pointer: pointer.clone(),
            schema,
        });
        walk(description, field, pointer, found);
    }
    if schema["items"].is_object() {
        walk(description, &schema["items"], format!("{pointer}/0"), found);
    }
}

/// What a schema means where it is not null.
fn plain<'s>(description: &'s Description, schema: &'s Value) -> &'s Value {
    let schema = description.resolved(schema);
    let ways = schema["anyOf"].as_array().into_iter().flatten();
    let mut ways = ways.filter(|way| way["type"] != "null");
    match ways.next() {
        Some(way) => plain(description, way),
        None => schema,
    }
}

/// The least that fits.
pub fn least(description: &Description, schema: &Value) -> Value {
    let schema = plain(description, schema);
    if let Some(word) = schema["enum"].get(0) {
        return word.clone();
    }
    let sort = match &schema["type"] {
        Value::Array(sorts) => sorts[0].as_str(),
        sort => sort.as_str(),
    };
    match sort {
        Some("object") => {
            let names = schema["required"].as_array().into_iter().flatten();
            let each = names.map(|name| {
                let name = name.as_str().unwrap();
                (
                    name.to_owned(),
                    least(description, &schema["properties"][name]),
                )
            });
            Value::Object(each.collect())
        }
        Some("array") => json!([]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(false),
        Some("null") => Value::Null,
        _ => json!("x"),
    }
}

/// A body with a value at a place, and around it what must be there.
pub fn with(
    description: &Description,
    schema: &Value,
    body: &Value,
    pointer: &str,
    value: Value,
) -> Value {
    let mut whole = body.clone();
    let (mut at, mut schema) = (&mut whole, plain(description, schema));
    for step in pointer.split('/').skip(1) {
        let inner = match step.parse::<usize>() {
            Ok(_) => &schema["items"],
            Err(_) => &schema["properties"][step],
        };
        at = match step.parse::<usize>() {
            Ok(n) => {
                let list = at.as_array_mut().unwrap();
                if list.len() <= n {
                    list.push(least(description, inner));
                }
                &mut list[n]
            }
            Err(_) => {
                let fields = at.as_object_mut().unwrap();
                fields
                    .entry(step)
                    .or_insert_with(|| least(description, inner))
            }
        };
        schema = plain(description, inner);
    }
    *at = value;
    whole
}

/// Values of other sorts than a field has.
pub fn misfits(description: &Description, schema: &Value) -> Vec<Value> {
    let candidates = [
        json!(null),
        json!(true),
        json!(7),
        json!(-1),
        json!(1.5),
        json!("text"),
        json!([]),
        json!({}),
        json!([{}]),
        json!([7]),
        json!([["text"]]),
        json!(["text", null]),
    ];
    let plain = plain(description, schema);
    let below = |value: &Value| {
        let least = plain["minimum"].as_i64();
        least.is_some_and(|least| value.as_i64().is_some_and(|value| value < least))
    };
    let wrong = |value: &Value| below(value) || !description.misfits(schema, value).is_empty();
    candidates.into_iter().filter(wrong).collect()
}
