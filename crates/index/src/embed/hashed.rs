//! `hash-384`: vectors without a model, from hashed words and their three-letter parts.
//!
//! Texts that share words or spellings lie near each other; meaning is not known. The
//! numbers depend on the text alone and must never change: tests compare them.

use super::catalogue::HASHED;
use super::{Encoder, Error};

const DIMENSION: usize = 384;
/// Reads as far as a model would, so that tests meet the same limit.
const MAX_WORDS: usize = 256;
const GRAM_CHARS: usize = 3;
const GRAM_WEIGHT: f32 = 0.5;

#[derive(Debug, Clone, Copy, Default)]
pub struct Hashed;

impl Encoder for Hashed {
    fn name(&self) -> &str {
        HASHED
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn count(&self, text: &str) -> usize {
        words(text).count()
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

fn vector(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSION];
    for word in words(text) {
        let word = word.to_lowercase();
        add(&mut vector, &word, 1.0);
        let framed: Vec<char> = format!("<{word}>").chars().collect();
        for gram in framed.windows(GRAM_CHARS) {
            add(&mut vector, &String::from_iter(gram), GRAM_WEIGHT);
        }
    }
    normalised(vector)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).take(MAX_WORDS)
}

fn add(vector: &mut [f32], token: &str, weight: f32) {
    let hash = hash(token);
    let place = (hash % DIMENSION as u64) as usize;
    let sign = if hash >> 63 == 0 { weight } else { -weight };
    vector[place] += sign;
}

/// FNV-1a, then a mix (of SplitMix64), because its high bits are weak on short words.
fn hash(token: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = token.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ (hash >> 31)
}

/// A text without words still gets a vector of length one.
fn normalised(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
    if length == 0.0 {
        vector[0] = 1.0;
        return vector;
    }
    vector.iter_mut().for_each(|v| *v /= length);
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(a: &str, b: &str) -> f32 {
        let vectors = Hashed.encode(&[a, b]).unwrap();
        vectors[0].iter().zip(&vectors[1]).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn shared_words_bring_texts_together() {
        let near = likeness("the cat sat on the mat", "A cat is sitting on a mat");
        let far = likeness("the cat sat on the mat", "quarterly revenue report");
        assert!(near > far + 0.2, "{near} {far}");
        assert!(likeness("Deploying", "deployed") > 0.3);
    }

    #[test]
    fn every_text_has_a_vector_of_length_one() {
        for text in ["", "  ", "a", "東京 🎉", &"word ".repeat(1000)] {
            assert!((likeness(text, text) - 1.0).abs() < 1e-5, "{text:?}");
        }
        assert_eq!(Hashed.count(&"word ".repeat(1000)), MAX_WORDS);
        assert_eq!(Hashed.count("two words"), 2);
    }

    #[test]
    fn the_numbers_never_change() {
        assert_eq!(hash("memory"), 17_539_319_173_180_430_579);
    }
}
