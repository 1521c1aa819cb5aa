//! Messages as JSON, as the reference of the interface shows them: names in camel case, numbers
//! of 64 bits as text, enums as numbers, defaults written out, what is absent left out.

use std::sync::LazyLock;

use prost::{Message, Name};
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, MapKey, ReflectMessage, Value,
};
use serde_json::{Map, Value as Json};

use super::DESCRIPTION;

static POOL: LazyLock<Option<DescriptorPool>> =
    LazyLock::new(|| DescriptorPool::decode(DESCRIPTION).ok());

/// A message that can be shown.
pub trait Shown {
    /// `None` only for a message that `proto/memory.proto` does not describe.
    fn json(&self) -> Option<Json>;
}

impl<M: Message + Name> Shown for M {
    fn json(&self) -> Option<Json> {
        let described = POOL.as_ref()?.get_message_by_name(&M::full_name())?;
        let bytes = self.encode_to_vec();
        let message = DynamicMessage::decode(described, bytes.as_slice()).ok()?;
        Some(object(&message))
    }
}

fn object(message: &DynamicMessage) -> Json {
    let told = |field: &FieldDescriptor| !field.supports_presence() || message.has_field(field);
    let descriptor = message.descriptor();
    let fields = descriptor.fields().filter(told);
    let pair = |field: FieldDescriptor| {
        let value = value(&message.get_field(&field));
        (field.json_name().to_owned(), value)
    };
    Json::Object(fields.map(pair).collect())
}

fn value(of: &Value) -> Json {
    match of {
        Value::Bool(is) => (*is).into(),
        Value::I32(n) | Value::EnumNumber(n) => (*n).into(),
        Value::U32(n) => (*n).into(),
        Value::I64(n) => n.to_string().into(),
        Value::U64(n) => n.to_string().into(),
        Value::F32(n) => shortest(*n),
        Value::F64(n) => (*n).into(),
        Value::String(text) => text.clone().into(),
        Value::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned().into(),
        Value::Message(inner) => object(inner),
        Value::List(list) => list.iter().map(value).collect(),
        Value::Map(map) => {
            let pairs = map.iter().map(|(key, inner)| (name(key), value(inner)));
            Json::Object(pairs.collect::<Map<_, _>>())
        }
    }
}

/// As many digits as the number has, not as many as a wider one would need.
fn shortest(n: f32) -> Json {
    n.to_string().parse::<f64>().unwrap_or_default().into()
}

fn name(key: &MapKey) -> String {
    match key {
        MapKey::String(text) => text.clone(),
        MapKey::Bool(is) => is.to_string(),
        MapKey::I32(n) => n.to_string(),
        MapKey::I64(n) => n.to_string(),
        MapKey::U32(n) => n.to_string(),
        MapKey::U64(n) => n.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::proto::{Event, GetNodeResponse, TocNode};

    #[test]
    fn messages_read_as_the_reference_shows_them() {
        let event = Event {
            event_id: "01HXYZABC123".into(),
            session_id: "session-001".into(),
            timestamp_ms: 1_738_278_100_000,
            event_type: 2,
            role: 1,
            text: "What is Rust?".into(),
            metadata: [("tool_name".to_owned(), "Read".to_owned())].into(),
            agent: None,
        };
        let shown = json!({
            "eventId": "01HXYZABC123", "sessionId": "session-001", "timestampMs": "1738278100000",
            "eventType": 2, "role": 1, "text": "What is Rust?", "metadata": {"tool_name": "Read"},
        });
        assert_eq!(event.json(), Some(shown));
        assert_eq!(GetNodeResponse::default().json(), Some(json!({})));
        let node = TocNode {
            salience_score: 0.3,
            ..TocNode::default()
        };
        let node = node.json().unwrap();
        assert_eq!(node["salienceScore"], json!(0.3));
        assert_eq!(node["childNodeIds"], json!([]));
        assert!(node.get("summary").is_none());
    }
}
