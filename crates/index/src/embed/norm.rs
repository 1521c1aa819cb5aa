//! Layer normalisation: each row is brought to mean zero and deviation one, then scaled.

use super::Error;
use super::dot::dispatch;
use super::isa::{Isa, Kernel};
use super::math::sum_of;
use super::tensors::Tensors;

pub struct Norm {
    weight: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    pub fn load(tensors: &Tensors, name: &str, size: usize, epsilon: f32) -> Result<Self, Error> {
        Ok(Self {
            weight: tensors.load(&format!("{name}.weight"), &[size])?,
            bias: tensors.load(&format!("{name}.bias"), &[size])?,
            epsilon,
        })
    }

    /// Normalises the rows of `x`.
    pub fn run(&self, x: &mut [f32]) {
        self.add_run(x, &[]);
    }

    /// Adds `y` to `x`, as far as it goes, and normalises the rows.
    pub fn add_run(&self, x: &mut [f32], y: &[f32]) {
        dispatch(Run { norm: self, x, y });
    }
}

struct Run<'a> {
    norm: &'a Norm,
    x: &'a mut [f32],
    y: &'a [f32],
}

impl Kernel for Run<'_> {
    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        for (x, y) in self.x.iter_mut().zip(self.y) {
            *x += y;
        }
        for row in self.x.chunks_exact_mut(self.norm.weight.len()) {
            normalise(self.norm, row);
        }
    }
}

#[inline(always)]
fn normalise(norm: &Norm, row: &mut [f32]) {
    let size = row.len() as f32;
    let mean = sum_of(row, |x| x) / size;
    let variance = sum_of(row, |x| (x - mean) * (x - mean)) / size;
    let scale = 1.0 / (variance + norm.epsilon).sqrt();
    for (x, (weight, bias)) in row.iter_mut().zip(norm.weight.iter().zip(&norm.bias)) {
        *x = (*x - mean) * scale * weight + bias;
    }
}
