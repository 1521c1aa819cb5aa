//! Objects inside of requests. Read as they are, a list of the right length would do as well:
//! its items would be taken for the fields in their order, which nobody means.

use std::fmt::{Formatter, Result as Written};
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A `T` that came as an object.
struct Object<T>(T);

struct ObjectVisitor<T>(PhantomData<T>);

/// For a field that is one.
pub fn one<'de, D: Deserializer<'de>, T: Deserialize<'de>>(field: D) -> Result<T, D::Error> {
    Object::deserialize(field).map(|Object(one)| one)
}

/// For a field that may be one.
pub fn maybe<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    field: D,
) -> Result<Option<T>, D::Error> {
    let found = Option::<Object<T>>::deserialize(field)?;
    Ok(found.map(|Object(one)| one))
}

/// For a list of them.
pub fn several<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    field: D,
) -> Result<Vec<T>, D::Error> {
    let found = Vec::<Object<T>>::deserialize(field)?;
    Ok(found.into_iter().map(|Object(one)| one).collect())
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ObjectVisitor(PhantomData)).map(Self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, to: &mut Formatter<'_>) -> Written {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

#[cfg(test)]
mod tests {
    use crate::shapes::{IngestRequest, StoreBatchRequest};

    #[test]
    fn a_list_is_not_taken_for_the_fields_of_an_object() {
        let read = |text: &str| serde_json::from_str::<StoreBatchRequest>(text);
        let good = read(r#"{"memories": [{"content": "x"}]}"#).unwrap();
        assert_eq!(good.memories[0].content, "x");
        let bad =
            read(r#"{"memories": [["x", null, null, null, null, null, null, null, null, null]]}"#);
        let why = bad.unwrap_err().to_string();
        assert!(why.contains("expected an object"), "{why}");
        let read = |text: &str| serde_json::from_str::<IngestRequest>(text);
        let event = |noted: &str| {
            format!(r#"{{"events": [{{"session": "s", "text": "t", "noted": {noted}}}]}}"#)
        };
        assert!(read(&event("null")).unwrap().events[0].noted.is_none());
        assert!(read(&event("{}")).unwrap().events[0].noted.is_some());
        assert!(read(&event("[]")).is_err());
    }
}
