//! A whole model from its files, and a text read with it.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{parts, room, scratch, within, write};
use mneme_index::embed::{Bert, Encoder, Pooling, Precision};

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("model"));

fuzz_target!(|input: &[u8]| {
    let [precision, rest @ ..] = input else {
        return;
    };
    let [config, pieces, weights] = parts(rest);
    write(&DIR.join("config.json"), config);
    write(&DIR.join("vocab.txt"), pieces);
    write(&DIR.join("model.safetensors"), weights);
    let precision = match precision % 2 {
        0 => Precision::Int8,
        _ => Precision::Exact,
    };
    let _ = within(room(input.len()), || Bert::check(&DIR, Pooling::Mean));
    // Layers may share their numbers in the file and have them apart in memory: 256 at most.
    let room = 256 * room(input.len());
    let Ok(bert) = within(room, || {
        Bert::open("fuzzed", &DIR, Pooling::Mean, precision)
    }) else {
        return;
    };
    let texts = ["", "a b", "hello, world! naïve 東京"];
    if let Ok(vectors) = within(room, || bert.encode(&texts)) {
        assert_eq!(vectors.len(), texts.len());
        for vector in vectors {
            assert_eq!(vector.len(), bert.dimension());
            let length = vector.iter().map(|x| x * x).sum::<f32>();
            assert!((length - 1.0).abs() < 1e-3, "{length}");
        }
    }
});
