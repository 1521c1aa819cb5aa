//! Half-precision numbers (IEEE 754 binary16), as vectors rest on disk and in memory.

use crate::embed::dot::dispatch;
use crate::embed::isa::{Isa, Kernel};

/// The nearest half; what is too small becomes zero, what is too large the largest there is.
pub fn narrow(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = ((bits >> 16) & 0x8000) as u16;
    let exponent = ((bits >> 23) & 0xff) as i32 - 127 + 15;
    if exponent >= 31 || value.is_nan() {
        return sign | 0x7bff;
    }
    if exponent <= 0 {
        return sign;
    }
    // Rounded to the nearest: a carry out of the fraction rightly raises the exponent.
    let rounded = ((exponent as u32) << 10) + (((bits & 0x7f_ffff) + 0x1000) >> 13);
    sign | (rounded.min(0x7bff) as u16)
}

/// Moves the exponent of a half, read as that of a float, to where it belongs.
const EXPONENTS: f32 = f32::from_bits((112 + 127) << 23);

/// The number a half stands for. Without a branch, so that many are done at once.
#[inline(always)]
pub fn widen(half: u16) -> f32 {
    let bits = u32::from(half);
    f32::from_bits((bits & 0x8000) << 16 | (bits & 0x7fff) << 13) * EXPONENTS
}

/// Sums kept apart, so that the processor need not wait for one to do the next.
const LANES: usize = 16;

/// The dot product of numbers and halves, with the instructions this processor has.
pub fn dot(numbers: &[f32], halves: &[u16]) -> f32 {
    let mut out = 0.0;
    dispatch(Dot {
        numbers,
        halves,
        out: &mut out,
    });
    out
}

struct Dot<'a> {
    numbers: &'a [f32],
    halves: &'a [u16],
    out: &'a mut f32,
}

impl Kernel for Dot<'_> {
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        *self.out = lanes(isa, self.numbers, self.halves);
    }
}

#[inline(always)]
fn lanes<I: Isa>(isa: I, numbers: &[f32], halves: &[u16]) -> f32 {
    let mut sums = [0.0; LANES];
    let (numbers, numbers_left) = numbers.as_chunks::<LANES>();
    let (halves, halves_left) = halves.as_chunks::<LANES>();
    for (a, b) in numbers.iter().zip(halves) {
        for lane in 0..LANES {
            sums[lane] = isa.fused(a[lane], widen(b[lane]), sums[lane]);
        }
    }
    let left = numbers_left.iter().zip(halves_left);
    sums.iter().sum::<f32>() + left.map(|(a, b)| a * widen(*b)).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_number_survives_to_three_digits(value in -1.0f32..1.0) {
            prop_assert!((widen(narrow(value)) - value).abs() <= value.abs() / 1_000.0 + 1e-4);
        }
    }

    #[test]
    fn odd_numbers_stay_numbers() {
        for odd in [
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            1e30,
            -1e-30,
            0.0,
        ] {
            assert!(widen(narrow(odd)).is_finite());
        }
        assert_eq!(widen(narrow(1.0)), 1.0);
        assert_eq!(widen(narrow(-0.5)), -0.5);
    }
}
