//! The middle of a namespace's vectors, kept as they come and go.
//!
//! The sum is exact: a half is a multiple of 2⁻²⁴, and a float of twice the width holds the sum of half
//! a thousand million of them without rounding. So what goes takes along just what it brought, and the
//! middle does not depend on the order in which vectors came.

use super::half::widen;

#[derive(Default)]
pub struct Centre {
    sum: Vec<f64>,
    /// The sum, as long as one; empty where it points nowhere.
    direction: Vec<f32>,
}

// === impl Centre ===

impl Centre {
    pub fn add(&mut self, halves: &[u16]) {
        self.sum.resize(halves.len().max(self.sum.len()), 0.0);
        let pairs = self.sum.iter_mut().zip(halves);
        pairs.for_each(|(sum, half)| *sum += f64::from(widen(*half)));
    }

    pub fn subtract(&mut self, halves: &[u16]) {
        let pairs = self.sum.iter_mut().zip(halves);
        pairs.for_each(|(sum, half)| *sum -= f64::from(widen(*half)));
    }

    /// Works the direction out, once after many changes.
    pub fn settle(&mut self) {
        let length = self.sum.iter().map(|v| v * v).sum::<f64>().sqrt();
        self.direction.clear();
        if length > f64::EPSILON {
            let numbers = self.sum.iter().map(|v| (v / length) as f32);
            self.direction.extend(numbers);
        }
    }

    pub fn direction(&self) -> Option<&[f32]> {
        (!self.direction.is_empty()).then_some(&self.direction)
    }
}
