//! Weights as signed bytes with one scale an output; inputs become bytes, one scale a row.
//!
//! The processor multiplies unsigned by signed bytes, so inputs are kept 128 too high. What
//! that adds to an output is 128 times the sum of its weights, known beforehand.

use super::super::dot::dispatch;
use super::super::isa::{Isa, Kernel, LANES, QUAD, Quads};
use super::super::math::{ROUNDER, reach};
use super::{FEW, MANY, put, tiles};

/// The farthest a byte goes from zero (or from 128).
const REACH: f32 = 127.0;
const OFFSET: i32 = 128;

pub struct Int8 {
    pub inputs: usize,
    panels: Vec<Quads>,
    ends: Vec<End>,
}

/// What turns the sums of a panel into its outputs.
#[derive(Clone, Copy)]
struct End {
    /// What the offset of the inputs adds, to be taken away again.
    surplus: [i32; LANES],
    scale: [f32; LANES],
    bias: [f32; LANES],
}

impl Int8 {
    pub fn new(inputs: usize, outputs: usize) -> Self {
        let panels = outputs.div_ceil(LANES);
        let end = End {
            surplus: [0; LANES],
            scale: [0.0; LANES],
            bias: [0.0; LANES],
        };
        Self {
            inputs,
            panels: vec![Quads([[0; QUAD]; LANES]); panels * inputs.div_ceil(QUAD)],
            ends: vec![end; panels],
        }
    }

    pub fn set(&mut self, output: usize, row: &[f32], bias: f32) {
        let (panel, lane, steps) = (output / LANES, output % LANES, self.steps());
        let (scale, inverse) = scales(row);
        let mut sum = 0;
        for (quads, weights) in self.panels[panel * steps..]
            .iter_mut()
            .zip(row.chunks(QUAD))
        {
            for (byte, weight) in quads.0[lane].iter_mut().zip(weights) {
                *byte = rounded(weight * inverse, 0) as i8;
                sum += i32::from(*byte);
            }
        }
        let end = &mut self.ends[panel];
        end.surplus[lane] = sum * OFFSET;
        end.scale[lane] = scale;
        end.bias[lane] = bias;
    }

    /// The inputs become bytes first, with a scale for each row.
    pub fn run(&self, x: &[f32], outputs: usize, y: &mut [f32]) {
        let rows = x.len() / self.inputs;
        dispatch(Run {
            weights: self,
            x,
            y,
            outputs,
            bytes: vec![[0; QUAD]; rows * self.steps()],
            scales: vec![0.0; rows],
        });
    }

    fn steps(&self) -> usize {
        self.inputs.div_ceil(QUAD)
    }
}

struct Run<'a> {
    weights: &'a Int8,
    x: &'a [f32],
    y: &'a mut [f32],
    outputs: usize,
    bytes: Vec<[u8; QUAD]>,
    scales: Vec<f32>,
}

impl Kernel for Run<'_> {
    /// Panels outside, rows inside: a panel stays in the nearest cache for all rows.
    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        self.quantise();
        for panel in 0..self.weights.ends.len() {
            for (at, many) in tiles(self.scales.len()) {
                match many {
                    true => self.tile::<I, MANY>(isa, panel, at),
                    false => self.tile::<I, FEW>(isa, panel, at),
                }
            }
        }
    }
}

impl Run<'_> {
    #[inline(always)]
    fn quantise(&mut self) {
        let rows = self.x.chunks_exact(self.weights.inputs);
        let bytes = self.bytes.chunks_exact_mut(self.weights.steps());
        for ((row, bytes), out) in rows.zip(bytes).zip(&mut self.scales) {
            let (scale, inverse) = scales(row);
            *out = scale;
            for (byte, x) in bytes.as_flattened_mut().iter_mut().zip(row) {
                *byte = rounded(x * inverse, OFFSET);
            }
        }
    }

    /// A tile that reaches past the last row works on that row again and drops the outcome.
    #[inline(always)]
    fn tile<I: Isa, const R: usize>(&mut self, isa: I, panel: usize, at: usize) {
        let (steps, last) = (self.weights.steps(), self.scales.len() - 1);
        let weights = &self.weights.panels[panel * steps..][..steps];
        let mut tile = [&self.bytes[..0]; R];
        for (r, row) in tile.iter_mut().enumerate() {
            *row = &self.bytes[(at + r).min(last) * steps..][..steps];
        }
        let sums = isa.tile_u8i8(weights, &tile);
        let end = &self.weights.ends[panel];
        let start = panel * LANES;
        let width = LANES.min(self.outputs - start);
        let lines = self.y[at * self.outputs..].chunks_exact_mut(self.outputs);
        for ((line, scale), sums) in lines.zip(&self.scales[at..]).zip(&sums) {
            put(&mut line[start..][..width], &end.outputs(sums, *scale));
        }
    }
}

impl End {
    #[inline(always)]
    fn outputs(&self, sums: &[i32; LANES], scale: f32) -> [f32; LANES] {
        let mut outputs = [0.0; LANES];
        for (lane, output) in outputs.iter_mut().enumerate() {
            let sum = sums[lane].wrapping_sub(self.surplus[lane]);
            *output = sum as f32 * (scale * self.scale[lane]) + self.bias[lane];
        }
        outputs
    }
}

/// The nearest whole number, moved by `offset`, as the lowest byte.
#[inline(always)]
fn rounded(x: f32, offset: i32) -> u8 {
    (x + (ROUNDER + offset as f32)).to_bits() as u8
}

/// From a byte to a number, and back. Of a row of zeros, nothing comes.
#[inline(always)]
fn scales(row: &[f32]) -> (f32, f32) {
    let reach = reach(row);
    let inverse = if reach > 0.0 { REACH / reach } else { 0.0 };
    (reach / REACH, inverse)
}
