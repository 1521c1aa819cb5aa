//! A small BERT with weights without a pattern, written as a model's files would be, and the
//! same computed step by step without any art.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

pub const HIDDEN: usize = 32;
const MIDDLE: usize = 48;
const HEADS: usize = 2;
const LAYERS: usize = 2;
const POSITIONS: usize = 24;
pub const PIECES: [&str; 9] = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "b", "c", "##d", "e",
];

pub type Weights = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

/// How the weights are written.
#[derive(Clone, Copy)]
pub enum Format {
    F32,
    F16,
    Bf16,
}

pub fn weights() -> Weights {
    let mut all = Weights::new();
    let mut add = |name: String, shape: &[usize], middle: f32| {
        let count = shape.iter().product::<usize>();
        let seed = all.len() as u32 * 100_003;
        let number = |n: u32| ((n + seed).wrapping_mul(2_654_435_761) >> 20) as f32 / 2048.0 - 1.0;
        // Steps of 1/64 and few of them, so that sixteen bits lose nothing.
        let small = |x: f32| (x * 16.0).round() / 64.0 + middle;
        let numbers = (0..count as u32).map(|n| small(number(n))).collect();
        all.insert(name, (shape.to_vec(), numbers));
    };
    let e = "embeddings";
    add(
        format!("{e}.word_embeddings.weight"),
        &[PIECES.len(), HIDDEN],
        0.0,
    );
    add(
        format!("{e}.position_embeddings.weight"),
        &[POSITIONS, HIDDEN],
        0.0,
    );
    add(
        format!("{e}.token_type_embeddings.weight"),
        &[2, HIDDEN],
        0.0,
    );
    add(format!("{e}.LayerNorm.weight"), &[HIDDEN], 1.0);
    add(format!("{e}.LayerNorm.bias"), &[HIDDEN], 0.0);
    for layer in 0..LAYERS {
        let linears = [
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", MIDDLE, HIDDEN),
            ("output.dense", HIDDEN, MIDDLE),
        ];
        for (name, outputs, inputs) in linears {
            let name = format!("encoder.layer.{layer}.{name}");
            add(format!("{name}.weight"), &[outputs, inputs], 0.0);
            add(format!("{name}.bias"), &[outputs], 0.0);
        }
        for name in ["attention.output.LayerNorm", "output.LayerNorm"] {
            let name = format!("encoder.layer.{layer}.{name}");
            add(format!("{name}.weight"), &[HIDDEN], 1.0);
            add(format!("{name}.bias"), &[HIDDEN], 0.0);
        }
    }
    all
}

pub fn settings() -> Value {
    json!({
        "model_type": "bert", "hidden_act": "gelu", "hidden_size": HIDDEN,
        "num_hidden_layers": LAYERS, "num_attention_heads": HEADS,
        "intermediate_size": MIDDLE, "vocab_size": PIECES.len(),
        "max_position_embeddings": POSITIONS, "layer_norm_eps": 1e-12,
    })
}

pub fn folder(prefix: &str, format: Format) -> TempDir {
    let folder = TempDir::new().unwrap();
    write(
        folder.path(),
        "config.json",
        settings().to_string().as_bytes(),
    );
    write(folder.path(), "vocab.txt", PIECES.join("\n").as_bytes());
    write(
        folder.path(),
        "model.safetensors",
        &safetensors(&weights(), prefix, format),
    );
    folder
}

pub fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

pub fn safetensors(weights: &Weights, prefix: &str, format: Format) -> Vec<u8> {
    let mut header = json!({"__metadata__": {"format": "pt"}});
    let mut data = Vec::new();
    for (name, (shape, numbers)) in weights {
        let from = data.len();
        numbers.iter().for_each(|x| format.write(*x, &mut data));
        let offsets = [from, data.len()];
        header[format!("{prefix}{name}")] =
            json!({"dtype": format.name(), "shape": shape, "data_offsets": offsets});
    }
    file(&header.to_string(), &data)
}

pub fn file(header: &str, data: &[u8]) -> Vec<u8> {
    let length = (header.len() as u64).to_le_bytes();
    [&length, header.as_bytes(), data].concat()
}

impl Format {
    fn name(self) -> &'static str {
        match self {
            Format::F32 => "F32",
            Format::F16 => "F16",
            Format::Bf16 => "BF16",
        }
    }

    /// Of the numbers used here, none is too large, too small or too fine for 16 bits.
    fn write(self, x: f32, out: &mut Vec<u8>) {
        let bits = x.to_bits();
        let half = match (bits >> 23 & 255) as i32 - 112 {
            _ if x == 0.0 => 0,
            exponent => (bits >> 16 & 0x8000) | (exponent as u32) << 10 | (bits >> 13 & 1023),
        };
        match self {
            Format::F32 => out.extend(x.to_le_bytes()),
            Format::F16 => out.extend((half as u16).to_le_bytes()),
            Format::Bf16 => out.extend(((bits >> 16) as u16).to_le_bytes()),
        }
    }
}

/// The rows of a text after all layers.
pub fn rows(weights: &Weights, pieces: &[u32]) -> Vec<Vec<f64>> {
    let get = |name: &str| -> Vec<f64> { weights[name].1.iter().map(|x| f64::from(*x)).collect() };
    let row = |name: &str, n: usize| get(name)[n * HIDDEN..][..HIDDEN].to_vec();
    let sum = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + b).collect() };
    let norm = |x: &[f64], name: &str| -> Vec<f64> {
        let mean = x.iter().sum::<f64>() / HIDDEN as f64;
        let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / HIDDEN as f64;
        let (weight, bias) = (get(&format!("{name}.weight")), get(&format!("{name}.bias")));
        let scaled = x.iter().map(|x| (x - mean) / variance.sqrt());
        scaled
            .zip(weight.iter().zip(bias))
            .map(|(x, (w, b))| x * w + b)
            .collect()
    };
    let linear = |x: &[f64], name: &str| -> Vec<f64> {
        let (weight, bias) = (get(&format!("{name}.weight")), get(&format!("{name}.bias")));
        let dot = |row: &[f64]| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
        weight
            .chunks(x.len())
            .zip(bias)
            .map(|(row, b)| dot(row) + b)
            .collect()
    };
    let mut x: Vec<Vec<f64>> = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        let word = row("embeddings.word_embeddings.weight", *piece as usize);
        let word = sum(&word, &row("embeddings.position_embeddings.weight", place));
        let word = sum(&word, &row("embeddings.token_type_embeddings.weight", 0));
        x.push(norm(&word, "embeddings.LayerNorm"));
    }
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let all = |part: &str| -> Vec<Vec<f64>> {
            x.iter()
                .map(|x| linear(x, &name(&format!("attention.self.{part}"))))
                .collect()
        };
        let context = attend(&all("query"), &all("key"), &all("value"));
        for (x, context) in x.iter_mut().zip(context) {
            let mixed = linear(&context, &name("attention.output.dense"));
            *x = norm(&sum(x, &mixed), &name("attention.output.LayerNorm"));
            let wide = linear(x, &name("intermediate.dense"));
            let wide: Vec<f64> = wide.iter().map(|x| gelu(*x)).collect();
            let narrow = linear(&wide, &name("output.dense"));
            *x = norm(&sum(x, &narrow), &name("output.LayerNorm"));
        }
    }
    x
}

fn attend(queries: &[Vec<f64>], keys: &[Vec<f64>], values: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = HIDDEN / HEADS;
    let one = |query: &Vec<f64>| {
        let mut out = vec![0.0; HIDDEN];
        for head in 0..HEADS {
            let part = head * size..(head + 1) * size;
            let score = |key: &Vec<f64>| {
                let products = query[part.clone()].iter().zip(&key[part.clone()]);
                (products.map(|(a, b)| a * b).sum::<f64>() / (size as f64).sqrt()).exp()
            };
            let scores: Vec<f64> = keys.iter().map(score).collect();
            let whole: f64 = scores.iter().sum();
            for (score, value) in scores.iter().zip(values) {
                for n in part.clone() {
                    out[n] += score / whole * value[n];
                }
            }
        }
        out
    };
    queries.iter().map(one).collect()
}

/// The error function by its series, which is enough for numbers of this size.
fn gelu(x: f64) -> f64 {
    let z = x / std::f64::consts::SQRT_2;
    let (mut term, mut sum) = (z, z);
    for n in 1..200 {
        term *= -z * z / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    0.5 * x * (1.0 + sum * 2.0 / std::f64::consts::PI.sqrt())
}
