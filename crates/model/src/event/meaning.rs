//! What words mean, where whoever told them brought it along: the numbers of a vector.

use serde::{Deserialize, Serialize};

use crate::hex;

/// Of length one. Written as the digits of its bytes, which is shorter than the numbers are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Meaning(Vec<f32>);

// === impl Meaning ===

impl Meaning {
    /// `None` for numbers that point nowhere.
    pub fn of(numbers: &[f32]) -> Option<Self> {
        let squares = numbers.iter().map(|n| f64::from(*n) * f64::from(*n));
        let length = squares.sum::<f64>().sqrt();
        let sound = length.is_finite() && length > f64::from(f32::MIN_POSITIVE);
        let one = |n: &f32| (f64::from(*n) / length) as f32;
        sound.then(|| Self(numbers.iter().map(one).collect()))
    }

    pub fn numbers(&self) -> &[f32] {
        &self.0
    }
}

impl From<Meaning> for String {
    fn from(meaning: Meaning) -> Self {
        let bytes = meaning.0.iter().flat_map(|number| number.to_le_bytes());
        hex::encode(bytes.collect::<Vec<u8>>())
    }
}

impl TryFrom<String> for Meaning {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let bytes = hex::decode(&text).ok_or("no digits of bytes")?;
        match bytes.as_chunks::<4>() {
            (chunks, []) => Ok(Self(
                chunks.iter().map(|b| f32::from_le_bytes(*b)).collect(),
            )),
            _ => Err("no whole numbers"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_length_one_and_comes_back() {
        let meaning = Meaning::of(&[3.0, -4.0]).unwrap();
        assert_eq!(meaning.numbers(), [0.6, -0.8]);
        let text = serde_json::to_string(&meaning).unwrap();
        assert_eq!(serde_json::from_str::<Meaning>(&text).unwrap(), meaning);
        for nowhere in [
            &[][..],
            &[0.0, 0.0],
            &[f32::NAN, 1.0],
            &[f32::INFINITY, 1.0],
        ] {
            assert_eq!(Meaning::of(nowhere), None, "{nowhere:?}");
        }
        assert!(serde_json::from_str::<Meaning>("\"00\"").is_err());
        assert!(serde_json::from_str::<Meaning>("\"zz\"").is_err());
    }
}
