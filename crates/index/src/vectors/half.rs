//! Half-precision numbers (IEEE 754 binary16), as vectors rest on disk and in memory.

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

/// The number a half stands for.
pub fn widen(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10) & 0x1f, u32::from(half & 0x3ff));
    match exponent {
        0 => f32::from_bits(sign),
        _ => f32::from_bits(sign | ((exponent + 112) << 23) | (fraction << 13)),
    }
}

/// The dot product of numbers and halves.
pub fn dot(numbers: &[f32], halves: &[u16]) -> f32 {
    numbers.iter().zip(halves).map(|(a, b)| a * widen(*b)).sum()
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
