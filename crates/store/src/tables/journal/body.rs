//! How a body becomes bytes: one byte says how, then JSON, compressed when long.

use std::io::Read;

use mneme_model::Body;

use crate::{Error, Result};

const PLAIN: u8 = 0;
const ZSTD: u8 = 1;
const COMPRESS_ABOVE: usize = 2 * 1024;
const LEVEL: i32 = 3;
/// A longer body is not written. It never grows past this when opened either, whatever its
/// compressed bytes claim. A text of control characters takes six times its length as JSON.
const MAX_BODY_BYTES: usize = 128 * 1024 * 1024;

pub fn encode(body: &Body) -> Result<Vec<u8>> {
    let mut bytes = vec![PLAIN];
    serde_json::to_writer(&mut bytes, body)?;
    if bytes.len() > MAX_BODY_BYTES {
        return Err(Error::TooLong(bytes.len()));
    }
    if bytes.len() <= COMPRESS_ABOVE {
        return Ok(bytes);
    }
    let packed =
        zstd::bulk::compress(&bytes[1..], LEVEL).map_err(|e| Error::io("compress", "a body", e))?;
    let mut out = Vec::with_capacity(packed.len() + 1);
    out.push(ZSTD);
    out.extend_from_slice(&packed);
    Ok(out)
}

/// Reads a body of any schema this build knows; older ones climb to today's here.
pub fn decode(schema: i64, bytes: &[u8]) -> Result<Body> {
    if schema > Body::SCHEMA {
        return Err(Error::Newer {
            found: schema,
            known: Body::SCHEMA,
        });
    }
    match bytes {
        [PLAIN, json @ ..] => Ok(serde_json::from_slice(json)?),
        [ZSTD, packed @ ..] => Ok(serde_json::from_slice(&unpack(packed)?)?),
        _ => Err(Error::Corrupt(String::from(
            "a body has an unknown encoding",
        ))),
    }
}

fn unpack(packed: &[u8]) -> Result<Vec<u8>> {
    let mut json = Vec::new();
    zstd::stream::read::Decoder::new(packed)
        .and_then(|decoder| decoder.take(MAX_BODY_BYTES as u64).read_to_end(&mut json))
        .map_err(|e| Error::Corrupt(format!("a compressed body does not open: {e}")))?;
    Ok(json)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bodies_round_trip_short_and_long(text in "\\PC{0,40}", times in 1usize..200, version in any::<u64>()) {
            let body = Body { text: text.repeat(times), version: Some(version), ..Body::default() };
            let bytes = encode(&body).unwrap();
            prop_assert_eq!(decode(Body::SCHEMA, &bytes).unwrap(), body);
        }

        #[test]
        fn no_bytes_panic_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(Body::SCHEMA, &bytes);
            prop_assert!(decode(Body::SCHEMA + 1, &bytes).is_err());
        }
    }

    #[test]
    fn long_bodies_are_compressed() {
        let body = Body {
            text: "again and again ".repeat(1_000),
            ..Body::default()
        };
        assert!(encode(&body).unwrap().len() < 1_000);
    }
}
