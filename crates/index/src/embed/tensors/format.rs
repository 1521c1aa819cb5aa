//! The ways a number can be written.

use super::Error;

#[derive(Debug, Clone, Copy)]
pub enum Format {
    F32,
    F16,
    Bf16,
}

impl Format {
    pub fn of(dtype: &str) -> Result<Self, Error> {
        match dtype {
            "F32" => Ok(Format::F32),
            "F16" => Ok(Format::F16),
            "BF16" => Ok(Format::Bf16),
            _ => Err(Error::unsupported(format!("a tensor of the type {dtype}"))),
        }
    }

    pub fn bytes(self) -> usize {
        match self {
            Format::F32 => 4,
            Format::F16 | Format::Bf16 => 2,
        }
    }

    pub fn decode(self, bytes: &[u8], out: &mut [f32]) {
        let pairs = bytes.as_chunks::<2>().0.iter();
        let pairs = pairs.map(|pair| u16::from_le_bytes(*pair));
        match self {
            Format::F32 => fill(
                out,
                bytes.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)),
            ),
            Format::F16 => fill(out, pairs.map(half)),
            Format::Bf16 => fill(out, pairs.map(|bits| f32::from_bits(u32::from(bits) << 16))),
        }
    }
}

fn fill(out: &mut [f32], numbers: impl Iterator<Item = f32>) {
    out.iter_mut()
        .zip(numbers)
        .for_each(|(out, number)| *out = number);
}

/// A 16-bit float has five bits of exponent and ten of fraction.
pub fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = ((bits >> 10) & 31, bits & 1023);
    let fraction = f32::from(fraction);
    sign * match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2f32.powi(i32::from(exponent) - 25),
    }
}
