//! How types of `model` look outside. `model` knows no library that could say it.

use std::borrow::Cow;

use mneme_model::MemoryType;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// [`MemoryType`] by its name.
pub struct TypeWord;

/// [`mneme_model::sharing::Few`].
pub struct OneOrSeveral;

impl JsonSchema for TypeWord {
    fn schema_name() -> Cow<'static, str> {
        "MemoryType".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": MemoryType::ALL.map(MemoryType::name) })
    }
}

impl JsonSchema for OneOrSeveral {
    fn schema_name() -> Cow<'static, str> {
        "OneOrSeveral".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let (one, several) = (
            json_schema!({ "type": "string" }),
            json_schema!({ "type": "array", "items": { "type": "string" } }),
        );
        json_schema!({ "description": "One word, or several.", "anyOf": [one, several] })
    }
}
