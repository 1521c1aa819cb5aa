//! Lines of bounded length, and the requests in them.

use mneme_wire::ipc::{Enveloped, MAX_LINE_BYTES, Request};
use serde::Deserialize;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

pub enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// A line that is no request: why, and the id it has all the same, if that can be read.
#[derive(Debug)]
pub struct Nonsense {
    pub request_id: Option<String>,
    pub why: String,
}

/// The next line; `None` at the end, or when the last one was never finished.
pub async fn next(read: &mut (impl AsyncBufRead + Unpin)) -> Option<Line> {
    let mut line = Vec::new();
    let mut bounded = read.take(MAX_LINE_BYTES as u64);
    bounded.read_until(b'\n', &mut line).await.ok()?;
    match line.last() {
        Some(b'\n') => Some(Line::Whole(line)),
        _ if line.len() >= MAX_LINE_BYTES => Some(Line::TooLong),
        _ => None,
    }
}

pub fn read(line: &[u8]) -> Result<Enveloped<Request>, Nonsense> {
    #[derive(Deserialize)]
    struct Named {
        request_id: Option<String>,
    }
    serde_json::from_slice(line).map_err(|error| {
        let named = serde_json::from_slice::<Named>(line).ok();
        Nonsense {
            request_id: named.and_then(|named| named.request_id),
            why: error.to_string(),
        }
    })
}

#[cfg(test)]
mod tests {
    use mneme_wire::ipc;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    /// Any JSON at all, with the words of the protocol in it.
    fn some_json() -> impl Strategy<Value = Value> {
        let word = prop_oneof![
            Just(String::from("type")),
            Just(String::from("ping")),
            Just(String::from("done")),
            Just(String::from("register_session")),
            Just(String::from("session_id")),
            Just(String::from("request_id")),
            Just(String::from("memory_name")),
            Just(String::from("mode")),
            any::<String>(),
        ];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            word.clone().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 8, move |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                prop::collection::btree_map(word.clone(), inner, 0..8)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_odd_to_be_read_or_refused(bytes: Vec<u8>) {
            if let Err(nonsense) = read(&bytes) {
                prop_assert!(!nonsense.why.is_empty());
            }
        }

        #[test]
        fn what_is_read_is_written_and_read_as_the_same(value in some_json()) {
            if let Ok(asked) = read(value.to_string().as_bytes()) {
                prop_assert_eq!(read(&ipc::line(&asked)).unwrap(), asked);
            }
        }

        #[test]
        fn a_request_keeps_its_id_whatever_else_is_wrong(id: String, kind in some_json()) {
            let line = json!({ "type": kind, "request_id": id }).to_string();
            let kept = match read(line.as_bytes()) {
                Ok(asked) => asked.request_id,
                Err(nonsense) => nonsense.request_id,
            };
            prop_assert_eq!(kept, Some(id));
        }
    }

    #[tokio::test]
    async fn a_line_is_whole_too_long_or_not_there() {
        let long = vec![b'x'; MAX_LINE_BYTES + 1];
        assert!(matches!(next(&mut &b"a\nb"[..]).await, Some(Line::Whole(line)) if line == b"a\n"));
        assert!(next(&mut &b"half"[..]).await.is_none());
        assert!(matches!(next(&mut &long[..]).await, Some(Line::TooLong)));
    }
}
