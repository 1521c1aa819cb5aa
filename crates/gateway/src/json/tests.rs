use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<i32>().prop_map(|n| Value::from(f64::from(n) / 4.0)),
        "\\PC{0,12}".prop_map(Value::from),
        "[\"\\\\{}\\[\\],: ]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-e\"\\\\]{0,2}", inner, 0..5)
                .prop_map(|map| Value::from(map.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn at(json: &Json<'_>, span: &Span) -> Value {
    serde_json::from_slice(json.bytes(span)).unwrap()
}

proptest! {
    #[test]
    fn every_place_holds_the_value_that_reading_finds(value in any_value(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = format!(" {}\n", text.unwrap());
        let (json, whole) = Json::read(text.as_bytes()).unwrap();
        prop_assert_eq!(&at(&json, &whole), &value);
        match &value {
            Value::Object(map) => {
                for (name, value) in map {
                    let found = json.field(&whole, name).unwrap();
                    prop_assert_eq!(&at(&json, &found), value);
                }
                prop_assert_eq!(json.fields(&whole).count(), map.len());
            }
            Value::Array(list) => {
                let items: Vec<Value> = json.items(&whole).map(|item| at(&json, &item)).collect();
                prop_assert_eq!(&items, list);
            }
            _ => prop_assert_eq!(json.fields(&whole).count() + json.items(&whole).count(), 0),
        }
    }

    #[test]
    fn a_field_that_goes_takes_nothing_else_along(value in any_value(), name in "[a-e]{1,2}") {
        let Value::Object(mut map) = value else { return Ok(()) };
        map.insert(name.clone(), json!([1, "x"]));
        let text = serde_json::to_string_pretty(&map).unwrap();
        let (json, whole) = Json::read(text.as_bytes()).unwrap();
        let span = json.whole_field(&whole, &name).unwrap();
        let left = edited(text.as_bytes(), &[Edit::remove(span)]);
        map.remove(&name);
        let left: Value = serde_json::from_slice(&left).unwrap();
        prop_assert_eq!(left, Value::from(map));
    }
}

#[test]
fn what_is_no_json_is_told() {
    for wrong in ["", "{", "[1,]", "{\"a\" 1}", "nope", "1 2"] {
        assert!(Json::read(wrong.as_bytes()).is_err(), "{wrong}");
    }
    assert!(Json::read(b"{\"a\xff\":1}").is_err(), "no text");
    let (json, whole) = Json::read(br#"{"a":1,"\u0061":2}"#).unwrap();
    assert_eq!(json.bytes(&json.field(&whole, "a").unwrap()), b"2");
}
