//! Arguments as JSON Schema.

use serde_json::{Map, Value, json};

use super::{Argument, Sort};

pub fn of(arguments: &[Argument]) -> Map<String, Value> {
    let described = arguments
        .iter()
        .map(|argument| (argument.name.to_owned(), described(argument)));
    let needed = arguments.iter().filter(|argument| argument.needed);
    let needed: Vec<&str> = needed.map(|argument| argument.name).collect();
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(described.collect()));
    schema.insert("required".into(), json!(needed));
    schema.insert("additionalProperties".into(), json!(false));
    schema
}

fn described(argument: &Argument) -> Value {
    let about = argument.about;
    match argument.sort {
        Sort::Text => json!({ "type": "string", "description": about }),
        Sort::Number => json!({ "type": "number", "description": about }),
        Sort::Flag => json!({ "type": "boolean", "description": about }),
        Sort::List => {
            json!({ "type": "array", "items": { "type": "string" }, "description": about })
        }
        Sort::Choice(of) => json!({ "type": "string", "enum": of, "description": about }),
    }
}
