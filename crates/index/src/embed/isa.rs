//! What a processor can do with rows of numbers, and how that is done on any processor.
//!
//! Weights lie in *panels*: the same input of several outputs side by side, so that a
//! register holds one output a lane and nothing has to be summed across lanes.

/// Outputs of a panel.
pub const LANES: usize = 32;
/// Bytes that are multiplied and summed in one lane at once.
pub const QUAD: usize = 4;

/// Four inputs of each output of a panel. The alignment is that of a cache line: a load
/// across two lines costs twice.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Quads(pub [[i8; QUAD]; LANES]);

/// One input of each output of a panel.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Lanes(pub [f32; LANES]);

/// A set of instructions. A value of it is the proof that the processor has them.
pub trait Isa: Copy {
    /// Products of a panel with `R` rows, as far as the shortest of them goes.
    fn tile_u8i8<const R: usize>(
        self,
        panel: &[Quads],
        rows: &[&[[u8; QUAD]]; R],
    ) -> [[i32; LANES]; R];

    fn tile_f32<const R: usize>(self, panel: &[Lanes], rows: &[&[f32]; R]) -> [[f32; LANES]; R];

    /// The inner product of two rows, as far as the shorter goes.
    fn dot_u8i8(self, a: &[u8], b: &[i8]) -> i32;

    /// `a * b + c`, in one step where there is one.
    fn fused(self, a: f32, b: f32, c: f32) -> f32;
}

/// Work that is compiled once for each set of instructions. Whatever `run` calls has to be
/// `#[inline(always)]`, or it is compiled for the least processor.
pub trait Kernel {
    fn run<I: Isa>(self, isa: I);
}

/// Plain loops.
#[derive(Clone, Copy)]
pub struct Portable;

impl Isa for Portable {
    #[inline(always)]
    fn tile_u8i8<const R: usize>(
        self,
        panel: &[Quads],
        rows: &[&[[u8; QUAD]]; R],
    ) -> [[i32; LANES]; R] {
        rows.map(|row| {
            let mut sums = [0; LANES];
            for (weights, inputs) in panel.iter().zip(row) {
                for (sum, weights) in sums.iter_mut().zip(&weights.0) {
                    *sum += self.dot_u8i8(inputs, weights);
                }
            }
            sums
        })
    }

    #[inline(always)]
    fn tile_f32<const R: usize>(self, panel: &[Lanes], rows: &[&[f32]; R]) -> [[f32; LANES]; R] {
        rows.map(|row| {
            let mut sums = [0.0; LANES];
            for (weights, input) in panel.iter().zip(row) {
                for (sum, weight) in sums.iter_mut().zip(&weights.0) {
                    *sum += input * weight;
                }
            }
            sums
        })
    }

    #[inline(always)]
    fn dot_u8i8(self, a: &[u8], b: &[i8]) -> i32 {
        let products = a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b));
        products.fold(0, i32::wrapping_add)
    }

    #[inline(always)]
    fn fused(self, a: f32, b: f32, c: f32) -> f32 {
        a * b + c
    }
}
