//! Against serde_json, which the product reads with, and against anything at all.

use proptest::prelude::*;

use super::{Value, read};

fn text(value: &str) -> Value {
    Value::text(value)
}

#[test]
fn strings_escapes_and_surrogates() {
    for (json, expected) in [
        (r#""a\"b\\c\/d""#, "a\"b\\c/d"),
        (r#""\b\f\n\r\t""#, "\u{8}\u{c}\n\r\t"),
        (r#""\u00e4\u20AC""#, "ä€"),
        (r#""\ud83d\ude00""#, "😀"),
        (r#""\ud83d""#, "\u{fffd}"),
        (r#""\ud83dx""#, "\u{fffd}x"),
        (r#""\ud83d\n""#, "\u{fffd}\n"),
        (r#""\ud83d\u0041""#, "\u{fffd}A"),
        (r#""\ude00""#, "\u{fffd}"),
        ("\"two\nlines\"", "two\nlines"),
    ] {
        assert_eq!(read(json), Ok(text(expected)), "{json}");
    }
}

#[test]
fn numbers_stay_as_they_were() {
    for number in [
        "0",
        "-0",
        "12",
        "1.50",
        "1e400",
        "-2.5E-3",
        "12345678901234567890123",
    ] {
        assert_eq!(read(number), Ok(Value::Number(number.into())));
    }
}

#[test]
fn what_is_not_json_is_refused() {
    for json in [
        "",
        " ",
        "{",
        "[",
        "]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "[1,]",
        "{\"a\":1,}",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "-",
        "1.",
        "1e",
        ".5",
        "tru",
        "nul",
        "[1 2]",
        "é",
    ] {
        assert!(read(json).is_err(), "{json}");
    }
}

#[test]
fn depth_has_a_limit() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(&nested(100)).is_ok());
    assert!(read(&nested(1_000_000)).unwrap_err().contains("deeply"));
    assert!(read(&"{\"a\":".repeat(100_000)).is_err());
}

#[test]
fn emitting_is_canonical() {
    let value =
        read("{ \"b\" : [ 1.0 , null ] ,\n \"a\" : \"x\\u0001\\n\", \"a\": true }").unwrap();
    assert_eq!(value.to_json(), r#"{"a":true,"b":[1.0,null]}"#);
    assert_eq!(text("\u{1}\"\\\t/").to_json(), r#""\u0001\"\\\t/""#);
}

/// Whether both readers saw the same, numbers aside, which only we keep digit for digit.
fn same(ours: &Value, theirs: &serde_json::Value) -> bool {
    use serde_json::Value as Theirs;
    match (ours, theirs) {
        (Value::Null, Theirs::Null) | (Value::Number(_), Theirs::Number(_)) => true,
        (Value::Bool(a), Theirs::Bool(b)) => a == b,
        (Value::Text(a), Theirs::String(b)) => a == b,
        (Value::List(a), Theirs::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Theirs::Object(b)) => {
            let there = |(name, a): (&String, &Value)| b.get(name).is_some_and(|b| same(a, b));
            a.len() == b.len() && a.iter().all(there)
        }
        _ => false,
    }
}

fn any_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 48, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|fields| fields.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #[test]
    fn any_value_is_read_as_the_product_reads_it(value in any_value(), pretty: bool) {
        let json = match pretty {
            true => serde_json::to_string_pretty(&value).unwrap(),
            false => serde_json::to_string(&value).unwrap(),
        };
        let ours = read(&json).unwrap();
        prop_assert!(same(&ours, &value));
        let back: serde_json::Value = serde_json::from_str(&ours.to_json()).unwrap();
        prop_assert!(same(&ours, &back));
        prop_assert!(!ours.to_json().contains('\n'));
    }

    #[test]
    fn what_the_product_reads_we_read(json in r#"[\[\]{}:,"\\u0-9a-f.eE+ \n-]{0,24}"#) {
        if let Ok(theirs) = serde_json::from_str::<serde_json::Value>(&json) {
            prop_assert!(same(&read(&json).unwrap(), &theirs));
        }
    }

    #[test]
    fn nothing_makes_it_panic(json in any::<String>(), cut in 0..400_usize) {
        let _ = read(&json);
        let half = r#"{"a":["\ud83d\ude00é",-1.5e+3,{"b":null}],"c":true}"#;
        let _ = read(half.get(..cut % half.len()).unwrap_or_default());
    }
}
