//! A layer of weights: every output is a weighted sum of all inputs.

mod exact;
mod int8;

#[cfg(test)]
mod tests;

use super::Error;
use super::isa::LANES;
use super::tensors::Tensors;
use exact::Exact;
use int8::Int8;

/// How exactly weights are kept.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// As floats: the vectors of the reference to four places and more.
    Exact,
    /// As bytes: a quarter of the memory and several times as fast; vectors that differ from
    /// the exact ones by less than texts of like meaning do.
    #[default]
    Int8,
}

pub struct Linear {
    outputs: usize,
    weights: Weights,
}

enum Weights {
    Exact(Exact),
    Int8(Int8),
}

impl Linear {
    /// Loads layers that read the same inputs as one, their outputs behind each other. Never
    /// more than one of them is in memory as floats, unless floats are what is kept.
    pub fn load(
        tensors: &Tensors,
        names: &[String],
        inputs: usize,
        outputs: usize,
        precision: Precision,
    ) -> Result<Self, Error> {
        let mut linear = Self::empty(inputs, outputs * names.len(), precision);
        for (name, from) in names.iter().zip((0..).step_by(outputs)) {
            let weight = tensors.load(&format!("{name}.weight"), &[outputs, inputs])?;
            let bias = tensors.load(&format!("{name}.bias"), &[outputs])?;
            let rows = weight.chunks_exact(inputs).zip(bias);
            for ((row, bias), output) in rows.zip(from..) {
                linear.set(output, row, bias);
            }
        }
        Ok(linear)
    }

    fn empty(inputs: usize, outputs: usize, precision: Precision) -> Self {
        let weights = match precision {
            Precision::Exact => Weights::Exact(Exact::new(inputs, outputs)),
            Precision::Int8 => Weights::Int8(Int8::new(inputs, outputs)),
        };
        Self { outputs, weights }
    }

    fn set(&mut self, output: usize, row: &[f32], bias: f32) {
        match &mut self.weights {
            Weights::Exact(weights) => weights.set(output, row, bias),
            Weights::Int8(weights) => weights.set(output, row, bias),
        }
    }

    /// Puts the outputs for each row of `x` into `y`.
    pub fn run(&self, x: &[f32], y: &mut Vec<f32>) {
        let rows = x.len() / self.inputs();
        y.resize(rows * self.outputs, 0.0);
        match &self.weights {
            Weights::Exact(weights) => weights.run(x, self.outputs, y),
            Weights::Int8(weights) => weights.run(x, self.outputs, y),
        }
    }

    fn inputs(&self) -> usize {
        match &self.weights {
            Weights::Exact(weights) => weights.inputs,
            Weights::Int8(weights) => weights.inputs,
        }
    }
}

/// Rows that are worked on at once: many, or few for what is left over.
const MANY: usize = 8;
const FEW: usize = 4;

/// Splits rows into tiles: where each begins, and whether it has [`MANY`] rows.
fn tiles(rows: usize) -> impl Iterator<Item = (usize, bool)> {
    let starts = (0..rows).step_by(MANY);
    starts.map(move |at| (at, rows - at > FEW))
}

/// Copies as many outputs as there is room for. Nearly always that is all of them, and a copy
/// of known length needs no call.
#[inline(always)]
fn put(out: &mut [f32], outputs: &[f32; LANES]) {
    match out.first_chunk_mut() {
        Some(out) => *out = *outputs,
        None => out.copy_from_slice(&outputs[..out.len()]),
    }
}
