//! The settings beside a model's weights.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{parts, room, scratch, within, write};
use mneme_index::embed::Pooling;
use mneme_index::embed::config::Config;

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("model_config"));

fuzz_target!(|input: &[u8]| {
    let [config, pooling, sentence] = parts(input);
    write(&DIR.join("config.json"), config);
    write(&DIR.join("1_Pooling/config.json"), pooling);
    write(&DIR.join("sentence_bert_config.json"), sentence);
    let read = within(room(input.len()), || Config::read(&DIR, Pooling::Mean));
    if let Ok(config) = read {
        assert_eq!(config.head_size() * config.heads, config.hidden);
        assert!((2..=config.positions).contains(&config.max_pieces));
        let weights = config.vocabulary * config.hidden + config.positions * config.hidden;
        assert!(weights < 1 << 40, "far from overflow");
    }
});
