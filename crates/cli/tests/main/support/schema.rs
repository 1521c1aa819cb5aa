//! The OpenAPI document, read: what is described, and whether something fits it.

use mneme_wire::openapi;
use serde_json::{Map, Value, json};

pub struct Description(pub Value);

// === impl Description ===

impl Description {
    pub fn new() -> Self {
        Self(openapi::document("test"))
    }

    /// Every operation: method, path, and what is said of it.
    pub fn operations(&self) -> Vec<(String, &str, &Value)> {
        let paths = self.0["paths"].as_object().unwrap().iter();
        let each = paths.flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().iter();
            methods.map(move |(method, told)| (method.to_uppercase(), path.as_str(), told))
        });
        each.collect()
    }

    /// What a schema says, with what it refers to in its place.
    pub fn resolved<'s>(&'s self, schema: &'s Value) -> &'s Value {
        match schema["$ref"].as_str() {
            Some(reference) => {
                let path = reference.strip_prefix('#').unwrap();
                let found = self.0.pointer(path);
                self.resolved(found.unwrap_or_else(|| panic!("{reference} leads nowhere")))
            }
            None => schema,
        }
    }

    /// What does not fit, each with its place. A field that is not described does not, either.
    pub fn misfits(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut found = Vec::new();
        self.look(schema, value, "", &mut found);
        found
    }

    fn look(&self, schema: &Value, value: &Value, place: &str, found: &mut Vec<String>) {
        let schema = self.resolved(schema);
        let Some(rules) = schema.as_object() else {
            return;
        };
        if let Some(ways) = rules.get("anyOf").and_then(Value::as_array) {
            let fits = ways.iter().any(|way| self.misfits(way, value).is_empty());
            if !fits {
                found.push(format!("{place}: {value:.80} is none of {ways:?}"));
            }
            return;
        }
        if let Some(words) = rules.get("enum").and_then(Value::as_array)
            && !words.contains(value)
        {
            found.push(format!("{place}: {value:.80} is none of {words:?}"));
        }
        if let Some(sorts) = rules.get("type")
            && !is_of(sorts, value)
        {
            found.push(format!("{place}: {value:.80} is no {sorts}"));
        }
        match value {
            Value::Object(fields) => self.look_into(rules, fields, place, found),
            Value::Array(list) => {
                let items = rules.get("items").unwrap_or(&Value::Null);
                for (n, one) in list.iter().enumerate() {
                    self.look(items, one, &format!("{place}/{n}"), found);
                }
            }
            _ => {}
        }
    }

    fn look_into(
        &self,
        rules: &Map<String, Value>,
        fields: &Map<String, Value>,
        place: &str,
        found: &mut Vec<String>,
    ) {
        for name in rules
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if !fields.contains_key(name.as_str().unwrap()) {
                found.push(format!("{place}/{name} is missing"));
            }
        }
        let known = rules.get("properties").and_then(Value::as_object);
        let others = rules.get("additionalProperties");
        for (name, value) in fields {
            let place = format!("{place}/{name}");
            match known.and_then(|known| known.get(name)).or(others) {
                Some(schema) => self.look(schema, value, &place, found),
                None if known.is_some() => found.push(format!("{place} is not described")),
                None => {}
            }
        }
    }
}

/// Whether a value is of a sort, or of one of several.
pub fn is_of(sorts: &Value, value: &Value) -> bool {
    match sorts {
        Value::Array(sorts) => sorts.iter().any(|sort| is_of(sort, value)),
        sort => match (sort.as_str().unwrap(), value) {
            ("integer", Value::Number(number)) => !number.is_f64(),
            ("number", value) => value.is_number(),
            (sort, value) => sort == sort_of(value),
        },
    }
}

fn sort_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

#[test]
fn a_misfit_is_seen() {
    let description = Description(json!({ "components": { "schemas": {
        "Pair": {
            "type": "object",
            "required": ["left"],
            "properties": { "left": { "type": "integer" }, "right": { "type": ["string", "null"] } },
        },
    } } }));
    let pairs = json!({ "type": "array", "items": { "$ref": "#/components/schemas/Pair" } });
    let found = |value: Value| description.misfits(&pairs, &value).len();
    assert_eq!(
        found(json!([{ "left": 1 }, { "left": 2, "right": null }])),
        0
    );
    assert_eq!(found(json!([{ "left": 1.5 }])), 1);
    assert_eq!(found(json!([{ "right": 1 }])), 2);
    assert_eq!(found(json!([{ "left": 1, "middle": 1 }])), 1);
    assert_eq!(found(json!({})), 1);
}
