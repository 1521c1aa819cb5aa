//! What requests and replies look like, each type described once.
//!
//! What may be left out of a request is still there in a reply. So the same type can have two
//! descriptions; then that of the request has `Input` behind its name.

use std::collections::{BTreeMap, BTreeSet};

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::Fault;
use crate::operations::Describe;

/// Where descriptions stand; those of requests until names are settled.
const TOLD: &str = "/components/schemas";
const GIVEN: &str = "/components/given";

pub struct Schemas {
    given: SchemaGenerator,
    told: SchemaGenerator,
}

// === impl Schemas ===

impl Schemas {
    pub fn new() -> Self {
        let at = |place: &'static str| {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = place.into();
                settings.meta_schema = None;
            })
        };
        Self {
            given: at(GIVEN).for_deserialize().into_generator(),
            told: at(TOLD).for_serialize().into_generator(),
        }
    }

    pub fn request(&mut self, describe: Describe) -> Value {
        describe(&mut self.given).to_value()
    }

    /// What a name of a request stands for: its fields may still move to other places.
    pub fn whole(&self, request: &Value) -> Value {
        let name = request["$ref"].as_str();
        let name = name.and_then(|path| path.rsplit('/').next());
        let whole = name.and_then(|name| self.given.definitions().get(name));
        let mut whole = whole.unwrap_or(request).clone();
        if let Some(fields) = whole.as_object_mut() {
            fields.remove("title");
        }
        whole
    }

    pub fn reply(&mut self, describe: Describe) -> Value {
        describe(&mut self.told).to_value()
    }

    pub fn fault(&mut self) -> Value {
        self.told.subschema_for::<Fault>().to_value()
    }

    /// Puts the descriptions that are needed into the document, each under one name.
    pub fn settle(mut self, document: &mut Value) {
        let given = self.given.take_definitions(false);
        let mut all = self.told.take_definitions(false);
        let names = names(&given, &all);
        for (name, mut schema) in given {
            rename(&mut schema, &names);
            all.insert(names[&name].clone(), schema);
        }
        rename(document, &names);
        let needed = needed(document, &all);
        all.retain(|name, _| needed.contains(name));
        document["components"]["schemas"] = json!(all);
    }
}

/// What each description of a request is called in the end.
fn names(given: &Map<String, Value>, told: &Map<String, Value>) -> BTreeMap<String, String> {
    let differs = |name: &String, schema: &Value| {
        let refers = schema.to_string().contains("\"$ref\"");
        told.get(name)
            .is_some_and(|other| refers || other != schema)
    };
    let called = |(name, schema): (&String, &Value)| match differs(name, schema) {
        true => (name.clone(), format!("{name}Input")),
        false => (name.clone(), name.clone()),
    };
    given.iter().map(called).collect()
}

fn rename(value: &mut Value, names: &BTreeMap<String, String>) {
    each_reference(value, &mut |reference| {
        let given = reference
            .strip_prefix('#')
            .and_then(|path| path.strip_prefix(GIVEN));
        let name = given.and_then(|path| names.get(path.trim_start_matches('/')));
        if let Some(name) = name {
            *reference = format!("#{TOLD}/{name}");
        }
    });
}

/// The names that are reached from the document.
fn needed(document: &mut Value, all: &Map<String, Value>) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = referred(document);
    while let Some(name) = open.pop() {
        if let Some(schema) = all.get(&name).filter(|_| reached.insert(name)) {
            open.extend(referred(&mut schema.clone()));
        }
    }
    reached
}

fn referred(value: &mut Value) -> Vec<String> {
    let mut names = Vec::new();
    each_reference(value, &mut |reference| {
        let name = reference
            .strip_prefix('#')
            .and_then(|path| path.strip_prefix(TOLD));
        names.extend(name.map(|name| name.trim_start_matches('/').to_owned()));
    });
    names
}

fn each_reference(value: &mut Value, see: &mut dyn FnMut(&mut String)) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(reference) if name == "$ref" => see(reference),
                    field => each_reference(field, see),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|one| each_reference(one, see)),
        _ => {}
    }
}
