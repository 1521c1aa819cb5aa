//! Functions of single numbers and of rows, written so that a compiler makes vectors of them.
//!
//! Sums are taken in lanes: floats must not be reordered by a compiler, so we do it here.

use super::isa::{Isa, Kernel, LANES};

/// Added to a small float, this puts the nearest whole number into the lowest bits.
pub const ROUNDER: f32 = 12_582_912.0;

/// `e` to the power of `x`; the relative error is below 3e-7. Ends are cut off near the
/// least and the greatest normal float.
#[inline(always)]
pub fn exp<I: Isa>(isa: I, x: f32) -> f32 {
    let x = if x < -87.0 { -87.0 } else { x };
    let x = if x > 88.0 { 88.0 } else { x };
    let shifted = isa.fused(x, std::f32::consts::LOG2_E, ROUNDER);
    let whole = shifted - ROUNDER;
    // The logarithm of two in two parts, the first of which multiplies without error.
    let r = isa.fused(whole, -0.693_359_4, x);
    let r = isa.fused(whole, 2.121_944_4e-4, r);
    let mut p = 1.987_569_1e-4;
    for factor in [
        1.398_199_9e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        0.166_666_65,
        0.5,
        1.0,
        1.0,
    ] {
        p = isa.fused(p, r, factor);
    }
    p * f32::from_bits(shifted.to_bits().wrapping_add(127) << 23)
}

/// `x` times the share of a normal distribution below it; the error is below 1e-6.
#[inline(always)]
pub fn gelu<I: Isa>(isa: I, x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    // Abramowitz and Stegun, 7.1.26.
    let t = 1.0 / isa.fused(0.327_591_1, z, 1.0);
    let mut p = 1.061_405_4;
    for factor in [-1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6] {
        p = isa.fused(p, t, factor);
    }
    let outside = 0.5 * x * p * t * exp(isa, -z * z);
    if x < 0.0 { outside } else { x - outside }
}

#[inline(always)]
pub fn sum_of(row: &[f32], f: impl Fn(f32) -> f32) -> f32 {
    let (chunks, rest) = row.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for chunk in chunks {
        for (sum, x) in sums.iter_mut().zip(chunk) {
            *sum += f(*x);
        }
    }
    let rest: f32 = rest.iter().map(|x| f(*x)).sum();
    folded(sums, |a, b| a + b) + rest
}

/// The greatest number; of lengths that are a multiple of the lanes.
#[inline(always)]
pub fn greatest(row: &[[f32; LANES]]) -> f32 {
    let mut most = [f32::MIN; LANES];
    for chunk in row {
        for (most, x) in most.iter_mut().zip(chunk) {
            *most = greater(*x, *most);
        }
    }
    folded(most, greater)
}

/// One number from all lanes, by halves: lane after lane each step would wait for the last.
#[inline(always)]
pub fn folded(lanes: [f32; LANES], f: impl Fn(f32, f32) -> f32) -> f32 {
    // Seen together with the loop before it, the compiler would cut that into pairs of lanes.
    let mut lanes = std::hint::black_box(lanes);
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] = f(lanes[lane], lanes[lane + width]);
        }
        width /= 2;
    }
    lanes[0]
}

/// Unlike [`f32::max`] this is one instruction; what it does with no-numbers does not matter.
#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The greatest distance from zero. The bits of floats without their sign are ordered as the
/// floats are, and whole numbers may be compared in any order.
#[inline(always)]
pub fn reach(row: &[f32]) -> f32 {
    let bits = row.iter().map(|x| (x.to_bits() & 0x7FFF_FFFF) as i32);
    f32::from_bits(bits.fold(0, i32::max) as u32)
}

/// Applies [`gelu`] to every number.
pub struct Gelu<'a>(pub &'a mut [f32]);

impl Kernel for Gelu<'_> {
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        for x in self.0 {
            *x = gelu(isa, *x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::isa::Portable;
    use super::*;

    #[test]
    fn the_exponential_is_near_the_true_one() {
        for step in -87_000..88_000 {
            let x = step as f32 / 1000.0;
            let (is, want) = (f64::from(exp(Portable, x)), f64::from(x).exp());
            assert!((is / want - 1.0).abs() < 1e-6, "{x}: {is} {want}");
        }
        assert!(exp(Portable, f32::MIN) < 1e-37 && exp(Portable, 1000.0).is_finite());
    }

    #[test]
    fn gelu_is_near_the_integral_of_the_normal_distribution() {
        // The integral in steps of a thousandth, by Simpson's rule.
        let density = |x: f64| (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
        let (mut share, h) = (0.5, 0.001);
        for step in 0..6000 {
            let x = f64::from(step) * h;
            let want = x * share;
            assert!(
                (f64::from(gelu(Portable, x as f32)) - want).abs() < 2e-6,
                "{x}"
            );
            assert!(
                (f64::from(gelu(Portable, -x as f32)) - (want - x)).abs() < 2e-6,
                "-{x}"
            );
            share += h / 6.0 * (density(x) + 4.0 * density(x + h / 2.0) + density(x + h));
        }
    }

    #[test]
    fn rows_are_summed_and_measured_whole() {
        let row: Vec<f32> = (0..37).map(|n| n as f32 - 30.0).collect();
        assert_eq!(sum_of(&row, |x| x), -444.0);
        assert_eq!(reach(&row), 30.0);
        assert_eq!(greatest(row.as_chunks().0), 1.0);
    }
}
