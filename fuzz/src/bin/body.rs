//! The body of an event as the journal keeps it: any schema, plain or compressed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_model::Body;
use mneme_store::fuzzing::{decode_body, encode_body};

/// A compressed body may grow to 64 MiB, and its tree beside it.
const UNPACKED: usize = 512 << 20;
const COMPRESSED: u8 = 1;

fuzz_target!(|input: &[u8]| {
    let [schema, form, rest @ ..] = input else {
        return;
    };
    let schema = i64::from(*schema as i8);
    // Behind the mark of compression comes plain JSON here: the fuzzer need not learn zstd.
    let bytes = match *form {
        2 => [
            &[COMPRESSED],
            zstd::bulk::compress(rest, 1).unwrap().as_slice(),
        ]
        .concat(),
        _ => input[1..].to_vec(),
    };
    let room = if *form == COMPRESSED {
        UNPACKED
    } else {
        4 * room(rest.len())
    };
    let Ok(body) = within(room, || decode_body(schema, &bytes)) else {
        return;
    };
    assert!(schema <= Body::SCHEMA, "a newer schema is not guessed at");
    let written = encode_body(&body).unwrap();
    assert_eq!(decode_body(Body::SCHEMA, &written).unwrap(), body);
});
