//! Weights: whatever the header says, no more is taken than the file has.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, scratch, within, write};
use mneme_index::embed::tensors::Tensors;
use serde_json::{Map, Value};

static DIR: LazyLock<PathBuf> = LazyLock::new(|| scratch("safetensors"));

fuzz_target!(|input: &[u8]| {
    let file = DIR.join("model.safetensors");
    write(&file, input);
    let Ok(tensors) = within(room(input.len()), || Tensors::open(&file)) else {
        return;
    };
    let whole = tensors.check_length().is_ok();
    let size = u64::from_le_bytes(input[..8].try_into().unwrap()) as usize;
    let header: Map<String, Value> = serde_json::from_slice(&input[8..8 + size]).unwrap();
    for (name, entry) in &header {
        let name = name.strip_prefix("bert.").unwrap_or(name);
        let shape = entry["shape"].as_array().into_iter().flatten();
        let shape: Vec<usize> = shape.filter_map(|n| Some(n.as_u64()? as usize)).collect();
        let loaded = within(room(input.len()), || tensors.load(name, &shape));
        if let Ok(numbers) = loaded {
            assert_eq!(numbers.len(), shape.iter().product::<usize>());
            assert!(numbers.len() * 2 <= input.len() || !whole);
        }
    }
});
