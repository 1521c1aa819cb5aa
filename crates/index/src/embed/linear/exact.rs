//! Weights as floats.

use super::super::dot::dispatch;
use super::super::isa::{Isa, Kernel, LANES, Lanes};
use super::{FEW, MANY, put, tiles};

pub struct Exact {
    pub inputs: usize,
    panels: Vec<Lanes>,
    bias: Vec<Lanes>,
}

impl Exact {
    pub fn new(inputs: usize, outputs: usize) -> Self {
        let panels = outputs.div_ceil(LANES);
        let zero = Lanes([0.0; LANES]);
        Self {
            inputs,
            panels: vec![zero; panels * inputs],
            bias: vec![zero; panels],
        }
    }

    pub fn set(&mut self, output: usize, row: &[f32], bias: f32) {
        let (panel, lane) = (output / LANES, output % LANES);
        for (lanes, weight) in self.panels[panel * self.inputs..].iter_mut().zip(row) {
            lanes.0[lane] = *weight;
        }
        self.bias[panel].0[lane] = bias;
    }

    pub fn run(&self, x: &[f32], outputs: usize, y: &mut [f32]) {
        dispatch(Run {
            weights: self,
            x,
            y,
            outputs,
            rows: x.len() / self.inputs,
        });
    }
}

struct Run<'a> {
    weights: &'a Exact,
    x: &'a [f32],
    y: &'a mut [f32],
    outputs: usize,
    rows: usize,
}

impl Kernel for Run<'_> {
    /// Panels outside, rows inside: a panel stays in the nearest cache for all rows.
    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        for panel in 0..self.weights.bias.len() {
            for (at, many) in tiles(self.rows) {
                match many {
                    true => self.tile::<I, MANY>(isa, panel, at),
                    false => self.tile::<I, FEW>(isa, panel, at),
                }
            }
        }
    }
}

impl Run<'_> {
    /// A tile that reaches past the last row works on that row again and drops the outcome.
    #[inline(always)]
    fn tile<I: Isa, const R: usize>(&mut self, isa: I, panel: usize, at: usize) {
        let (inputs, last) = (self.weights.inputs, self.rows - 1);
        let weights = &self.weights.panels[panel * inputs..][..inputs];
        let mut tile = [&self.x[..0]; R];
        for (r, row) in tile.iter_mut().enumerate() {
            *row = &self.x[(at + r).min(last) * inputs..][..inputs];
        }
        let mut sums = isa.tile_f32(weights, &tile);
        let bias = &self.weights.bias[panel].0;
        let start = panel * LANES;
        let width = LANES.min(self.outputs - start);
        let lines = self.y[at * self.outputs..].chunks_exact_mut(self.outputs);
        for (line, sums) in lines.zip(&mut sums) {
            sums.iter_mut()
                .zip(bias)
                .for_each(|(sum, bias)| *sum += bias);
            put(&mut line[start..][..width], sums);
        }
    }
}
