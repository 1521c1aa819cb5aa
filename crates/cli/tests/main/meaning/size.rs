//! A model whose vectors have another length: weights without any sense, but of the right shape,
//! in files as a real one has them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::{read, stats, vectors};
use crate::support::{HASHED, Home, Server};

const NAME: &str = "bge-base-en-v1.5";
const HIDDEN: usize = 768;
const MIDDLE: usize = 8;
const POSITIONS: usize = 32;
const PIECES: [&str; 9] = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "ferry", "heron", "is", "red",
];

fn shapes() -> BTreeMap<String, Vec<usize>> {
    let mut all = BTreeMap::new();
    let mut add = |name: &str, shape: &[usize]| all.insert(name.to_owned(), shape.to_vec());
    add("embeddings.word_embeddings.weight", &[PIECES.len(), HIDDEN]);
    add(
        "embeddings.position_embeddings.weight",
        &[POSITIONS, HIDDEN],
    );
    add("embeddings.token_type_embeddings.weight", &[2, HIDDEN]);
    for (part, outputs, inputs) in [
        ("attention.self.query", HIDDEN, HIDDEN),
        ("attention.self.key", HIDDEN, HIDDEN),
        ("attention.self.value", HIDDEN, HIDDEN),
        ("attention.output.dense", HIDDEN, HIDDEN),
        ("intermediate.dense", MIDDLE, HIDDEN),
        ("output.dense", HIDDEN, MIDDLE),
    ] {
        add(
            &format!("encoder.layer.0.{part}.weight"),
            &[outputs, inputs],
        );
        add(&format!("encoder.layer.0.{part}.bias"), &[outputs]);
    }
    for part in [
        "embeddings.LayerNorm",
        "encoder.layer.0.attention.output.LayerNorm",
        "encoder.layer.0.output.LayerNorm",
    ] {
        add(&format!("{part}.weight"), &[HIDDEN]);
        add(&format!("{part}.bias"), &[HIDDEN]);
    }
    all
}

fn weights() -> Vec<u8> {
    let (mut header, mut data) = (json!({}), Vec::new());
    for (name, shape) in shapes() {
        let (from, norm) = (data.len(), name.ends_with("LayerNorm.weight"));
        for n in 0..shape.iter().product::<usize>() as u32 {
            let noise = (n.wrapping_mul(2_654_435_761) >> 20) as f32 / 2_048.0 - 1.0;
            let number = if norm { 1.0 } else { noise / 8.0 };
            data.extend(number.to_le_bytes());
        }
        header[name] =
            json!({ "dtype": "F32", "shape": shape, "data_offsets": [from, data.len()] });
    }
    let header = header.to_string();
    let length = (header.len() as u64).to_le_bytes();
    [&length, header.as_bytes(), &data].concat()
}

fn put_model(models: &Path) {
    let dir = models.join(NAME);
    fs::create_dir_all(&dir).unwrap();
    let config = json!({
        "model_type": "bert", "hidden_act": "gelu", "hidden_size": HIDDEN, "num_hidden_layers": 1,
        "num_attention_heads": 12, "intermediate_size": MIDDLE, "vocab_size": PIECES.len(),
        "max_position_embeddings": POSITIONS, "layer_norm_eps": 1e-12,
    });
    fs::write(dir.join("config.json"), config.to_string()).unwrap();
    fs::write(dir.join("vocab.txt"), PIECES.join("\n")).unwrap();
    fs::write(dir.join("model.safetensors"), weights()).unwrap();
}

/// Every memory has a vector of one model, as long as that model's are.
fn assert_read_by(home: &Home, name: &str, dimension: usize) {
    let stats = stats(home);
    let models = stats["models"].as_array().unwrap();
    let kept: Vec<_> = models.iter().filter(|one| one["vectors"] != 0).collect();
    let wanted = json!([{ "name": name, "dimension": dimension, "vectors": 2 }]);
    assert_eq!(json!(kept), wanted, "{stats}");
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

fn assert_found_by_meaning(server: &Server) {
    let asked = json!({ "query": "the ferry", "ranking": "memoryoss" });
    let told = server.owner().post("/v1/admin/query-explain", &asked).ok();
    assert_eq!(told["used_vector"], true, "{told}");
    assert_eq!(told["vector_results"].as_array().map(Vec::len), Some(2));
    let first = &told["final_results"][0]["memory"]["content"];
    assert_eq!(first, "The ferry is red.");
}

#[test]
fn g_199_the_length_of_vectors_follows_the_model_there_and_back() {
    let home = Home::with_settings(HASHED);
    for text in ["The ferry is red.", "The heron is grey."] {
        home.run(&["remember", text]).ok();
    }
    let server = Server::start(&home);
    read(&home);
    assert_eq!(vectors(&home, "hash-384"), 2);
    server.stop();
    let models = home.path().join("models");
    put_model(&models);
    home.set(&format!(
        "[embeddings]\nmodel = \"{NAME}\"\nmodels_dir = {models:?}\n"
    ));
    home.run(&["migrate-embeddings"]).ok();
    assert_read_by(&home, NAME, HIDDEN);
    let server = Server::start(&home);
    assert_found_by_meaning(&server);
    server.stop();
    home.set(HASHED);
    home.run(&["migrate-embeddings"]).ok();
    assert_read_by(&home, "hash-384", 384);
    assert_found_by_meaning(&Server::start(&home));
}
