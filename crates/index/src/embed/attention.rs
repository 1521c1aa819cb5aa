//! Attention: every piece of a text takes from every other what it asks for.

use super::dot::dispatch;
use super::isa::{Isa, Kernel, LANES, Lanes};
use super::math::{exp, folded, greatest};

/// Pieces that ask at once.
const TILE: usize = 8;

/// One text: `rows` rows of query, key and value behind each other, `heads` heads in each.
pub struct Attention<'a> {
    pub qkv: &'a [f32],
    pub out: &'a mut [f32],
    pub rows: usize,
    pub heads: usize,
    pub size: usize,
}

impl Attention<'_> {
    pub fn run(self) {
        dispatch(self);
    }
}

/// What is used again for each head: keys and values as panels, and the shares of a tile.
struct Scratch {
    keys: Vec<Lanes>,
    values: Vec<Lanes>,
    shares: Vec<f32>,
    /// Length of a row of shares: as many as rows, rounded up to whole panels.
    stride: usize,
}

impl Kernel for Attention<'_> {
    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) {
        let stride = self.rows.next_multiple_of(LANES);
        let mut scratch = Scratch {
            keys: vec![Lanes([0.0; LANES]); stride / LANES * self.size],
            values: vec![Lanes([0.0; LANES]); self.size.div_ceil(LANES) * self.rows],
            shares: vec![0.0; TILE * stride],
            stride,
        };
        for head in 0..self.heads {
            self.pack(head, &mut scratch);
            for at in (0..self.rows).step_by(TILE) {
                self.tile(isa, head, at, &mut scratch);
            }
        }
    }
}

impl Attention<'_> {
    fn hidden(&self) -> usize {
        self.heads * self.size
    }

    /// The part of a row that belongs to a head: 0 asks, 1 is asked, 2 answers.
    #[inline(always)]
    fn part(&self, row: usize, which: usize, head: usize) -> &[f32] {
        let start = (row * 3 + which) * self.hidden() + head * self.size;
        &self.qkv[start..start + self.size]
    }

    #[inline(always)]
    fn pack(&self, head: usize, scratch: &mut Scratch) {
        for row in 0..self.rows {
            let (panel, lane) = (row / LANES, row % LANES);
            let keys = &mut scratch.keys[panel * self.size..][..self.size];
            for (lanes, key) in keys.iter_mut().zip(self.part(row, 1, head)) {
                lanes.0[lane] = *key;
            }
            for (panel, part) in self.part(row, 2, head).chunks(LANES).enumerate() {
                let lanes = &mut scratch.values[panel * self.rows + row];
                lanes.0[..part.len()].copy_from_slice(part);
            }
        }
    }

    /// A tile that reaches past the last row asks for that row again and drops the answer.
    #[inline(always)]
    fn tile<I: Isa>(&mut self, isa: I, head: usize, at: usize, scratch: &mut Scratch) {
        let row = |r: usize| (at + r).min(self.rows - 1);
        let mut queries = [&self.qkv[..0]; TILE];
        for (r, query) in queries.iter_mut().enumerate() {
            *query = self.part(row(r), 0, head);
        }
        let (shares, _) = scratch.shares.as_chunks_mut::<LANES>();
        let panels = scratch.stride / LANES;
        for (panel, keys) in scratch.keys.chunks_exact(self.size).enumerate() {
            let scores = isa.tile_f32(keys, &queries);
            for (r, scores) in scores.iter().enumerate() {
                shares[r * panels + panel] = *scores;
            }
        }
        let scale = 1.0 / (self.size as f32).sqrt();
        let rows = scratch.shares.chunks_mut(scratch.stride);
        let mut sums = [1.0; TILE];
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum = soften(isa, row, self.rows, scale);
        }
        self.answer(isa, head, at, &sums, scratch);
    }

    /// Values weighted by the shares. Dividing by the sum comes last, where there is least.
    #[inline(always)]
    fn answer<I: Isa>(
        &mut self,
        isa: I,
        head: usize,
        at: usize,
        sums: &[f32; TILE],
        scratch: &Scratch,
    ) {
        let mut shares = [&scratch.shares[..0]; TILE];
        for (r, row) in shares.iter_mut().enumerate() {
            *row = &scratch.shares[r * scratch.stride..][..self.rows];
        }
        let (hidden, size) = (self.hidden(), self.size);
        let out = &mut self.out[at * hidden..];
        for (panel, values) in scratch.values.chunks_exact(self.rows).enumerate() {
            let answers = isa.tile_f32(values, &shares);
            let from = panel * LANES;
            let width = LANES.min(size - from);
            for ((row, answer), sum) in out.chunks_exact_mut(hidden).zip(&answers).zip(sums) {
                let share = 1.0 / sum;
                let part = &mut row[head * size + from..][..width];
                for (out, answer) in part.iter_mut().zip(answer) {
                    *out = answer * share;
                }
            }
        }
    }
}

/// Turns scores into shares before their division, and tells their sum. Places after the
/// last row belong to nobody and get no share.
#[inline(always)]
fn soften<I: Isa>(isa: I, row: &mut [f32], rows: usize, scale: f32) -> f32 {
    row[rows..].fill(f32::MIN);
    let (chunks, _) = row.as_chunks_mut::<LANES>();
    let most = greatest(chunks);
    let mut sums = [0.0; LANES];
    for chunk in chunks {
        for (sum, share) in sums.iter_mut().zip(chunk) {
            *share = exp(isa, (*share - most) * scale);
            *sum += *share;
        }
    }
    folded(sums, |a, b| a + b)
}
