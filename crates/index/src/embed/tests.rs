//! The true model against its reference. `make test` fetches its files and names their place
//! in `MNEME_TEST_MODELS`; elsewhere they are looked for in the user's cache.

pub mod tiny;

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::wordpiece::WordPiece;
use super::{Error, Precision, open};

#[derive(Deserialize)]
struct Row {
    text: String,
    count: usize,
    ids: Option<Vec<u32>>,
    vector: Vec<f32>,
}

fn folder() -> PathBuf {
    let named = std::env::var_os("MNEME_TEST_MODELS").map(PathBuf::from);
    let cache = || std::env::home_dir().map(|home| home.join(".cache/mneme/models"));
    let folder = named
        .or_else(cache)
        .unwrap_or_default()
        .join("all-minilm-l6-v2");
    assert!(
        folder.exists(),
        "no weights in {}: run `make test`, which fetches them",
        folder.display()
    );
    folder
}

fn reference() -> Vec<Row> {
    serde_json::from_str(include_str!("reference.json")).unwrap()
}

fn vectors(folder: &Path, precision: Precision) -> Vec<Vec<f32>> {
    let encoder = open("all-MiniLM-L6-v2", folder, precision).unwrap();
    let rows = reference();
    let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    encoder.encode(&texts).unwrap()
}

#[test]
fn pieces_are_those_of_the_reference() {
    let folder = folder();
    let words = WordPiece::open(&folder).unwrap();
    for row in reference() {
        let numbers = words.encode(&row.text, 256);
        assert_eq!(numbers.len(), row.count, "{:?}", row.text);
        assert_eq!(
            row.ids.unwrap_or_else(|| numbers.clone()),
            numbers,
            "{:?}",
            row.text
        );
    }
}

#[test]
fn exact_vectors_are_those_of_the_reference() {
    let folder = folder();
    for (row, vector) in reference().iter().zip(vectors(&folder, Precision::Exact)) {
        let differences = row.vector.iter().zip(&vector).map(|(a, b)| (a - b).abs());
        let most = differences.fold(0.0, f32::max);
        assert!(most < 1e-4, "{most} {:?}", row.text);
    }
}

#[test]
fn vectors_from_bytes_point_where_the_reference_does() {
    let folder = folder();
    for (row, vector) in reference().iter().zip(vectors(&folder, Precision::Int8)) {
        let cosine: f32 = row.vector.iter().zip(&vector).map(|(a, b)| a * b).sum();
        assert!(cosine > 0.98, "{cosine} {:?}", row.text);
    }
}

#[test]
fn a_model_is_the_same_alone_and_in_company_and_from_several_threads() {
    let folder = folder();
    let encoder = open("all-MiniLM-L6-v2", &folder, Precision::Int8).unwrap();
    let together = vectors(&folder, Precision::Int8);
    std::thread::scope(|scope| {
        for (row, want) in reference().into_iter().zip(together) {
            let encoder = &encoder;
            scope.spawn(move || assert_eq!(encoder.encode(&[&row.text]).unwrap()[0], want));
        }
    });
}

#[test]
fn a_model_nobody_knows_is_refused() {
    let none = Path::new("nowhere");
    let error = open("word2vec", none, Precision::Int8).err().unwrap();
    assert!(matches!(error, Error::Unsupported { .. }));
    let error = open("all-minilm-l6-v2", none, Precision::Int8)
        .err()
        .unwrap();
    assert!(matches!(error, Error::Missing { .. }));
    let hashed = open("hash-384", none, Precision::Int8).unwrap();
    assert_eq!((hashed.name(), hashed.dimension()), ("hash-384", 384));
}
