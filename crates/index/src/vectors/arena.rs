//! All vectors of one namespace in memory: a byte a number for the scan, a half for the exact
//! look at the best. The scan is exact over the bytes: nothing is approximate but the last
//! digit, and the halves mend that.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use mneme_model::Seq;
use rustc_hash::FxHashMap;

use super::centre::Centre;
use super::half::{dot, narrow, widen};
use crate::embed::dot::scan_u8i8;
use crate::search::Hit;

/// Vectors in one piece of memory; growing never copies what is there.
const CHUNK: usize = 1_024;
/// So many more than asked for are looked at exactly.
const SPARE: usize = 2;
/// From so many rows on, the scan is shared.
const SHARED_ROWS: usize = 20_000;
/// A row whose record is gone.
const GONE: Seq = Seq::MIN;

#[derive(Default)]
pub struct Arena {
    /// Numbers in a vector; those of the first that comes.
    dim: usize,
    chunks: Vec<Chunk>,
    /// Where a record's vectors start, and how many it has.
    places: FxHashMap<Seq, (u32, u32)>,
    rows: usize,
    centre: Centre,
}

#[derive(Default)]
struct Chunk {
    seqs: Vec<Seq>,
    bytes: Vec<i8>,
    /// What a byte of the row stands for, and the sum of its bytes.
    scales: Vec<(f32, i32)>,
    halves: Vec<u16>,
}

/// A question's vector as bytes, shifted to be positive: the processor multiplies unsigned by
/// signed.
struct Query {
    bytes: Vec<u8>,
    scale: f32,
}

// === impl Query ===

impl Query {
    fn of(vector: &[f32]) -> Self {
        let scale = largest(vector.iter().copied()) / 127.0;
        let bytes = vector.iter().map(|v| ((v / scale).round() + 128.0) as u8);
        Self {
            bytes: bytes.collect(),
            scale,
        }
    }
}

fn largest(values: impl Iterator<Item = f32>) -> f32 {
    values.fold(f32::MIN_POSITIVE, |most, v| most.max(v.abs()))
}

// === impl Arena ===

impl Arena {
    /// Records that have a vector.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Takes vectors, those of one record side by side. A record that is here stays as it is.
    pub fn insert(&mut self, seqs: &[Seq], halves: &[u16]) {
        if self.rows == 0 {
            self.dim = halves.len() / seqs.len().max(1);
        }
        let mut rows = halves.chunks_exact(self.dim.max(1));
        for same in seqs.chunk_by(|a, b| a == b) {
            let vectors: Vec<&[u16]> = rows.by_ref().take(same.len()).collect();
            if vectors.len() < same.len() || self.places.contains_key(&same[0]) {
                continue;
            }
            self.places
                .insert(same[0], (self.rows as u32, same.len() as u32));
            vectors.iter().for_each(|vector| self.push(same[0], vector));
        }
        self.centre.settle();
    }

    fn push(&mut self, seq: Seq, halves: &[u16]) {
        if self.rows.is_multiple_of(CHUNK) {
            self.chunks.push(Chunk::with_room(self.dim));
        }
        if let Some(chunk) = self.chunks.last_mut() {
            chunk.push(seq, halves);
            self.centre.add(halves);
            self.rows += 1;
        }
    }

    /// Forgets a record: its numbers are overwritten at once.
    pub fn remove(&mut self, seq: Seq) {
        let Some((first, n)) = self.places.remove(&seq) else {
            return;
        };
        for row in first..first + n {
            let (chunk, at) = (row as usize / CHUNK, row as usize % CHUNK);
            if let Some(chunk) = self.chunks.get_mut(chunk) {
                let numbers = chunk.halves.get(at * self.dim..(at + 1) * self.dim);
                self.centre.subtract(numbers.unwrap_or_default());
                chunk.wipe(at, self.dim);
            }
        }
        self.centre.settle();
    }

    pub fn has(&self, seq: Seq) -> bool {
        self.places.contains_key(&seq)
    }

    /// The vector of a record that has just one: a long text is more than any of its passages.
    pub fn whole(&self, seq: Seq) -> Option<Vec<f32>> {
        let (first, _) = self.places.get(&seq).filter(|(_, n)| *n == 1)?;
        let halves = self.halves(*first as usize)?.iter();
        Some(halves.map(|half| widen(*half)).collect())
    }

    fn is_whole(&self, seq: Seq) -> bool {
        self.places.get(&seq).is_some_and(|(_, n)| *n == 1)
    }

    /// Records as near to one as asked for, nearest first, of those `admits` lets through; only
    /// where one vector stands for the whole of each.
    pub fn like(
        &self,
        seq: Seq,
        least: f32,
        limit: usize,
        admits: impl Fn(Seq) -> bool + Sync,
    ) -> Vec<Hit> {
        let Some(vector) = self.whole(seq) else {
            return Vec::new();
        };
        let others = |other| other != seq && self.is_whole(other) && admits(other);
        let mut hits = self.nearest(&vector, limit, others);
        hits.retain(|hit| hit.score >= least);
        hits
    }

    /// How near a record is, −1 to 1; `None` while it has no vector.
    pub fn cosine(&self, seq: Seq, vector: &[f32]) -> Option<f32> {
        let (first, n) = *self.places.get(&seq)?;
        (first..first + n)
            .filter_map(|row| self.halves(row as usize))
            .map(|halves| dot(vector, halves))
            .max_by(f32::total_cmp)
    }

    /// How near a record is to the middle of all, −1 to 1; alone it is the middle itself, which
    /// says nothing. A long text counts as the mean of its passages.
    pub fn coherence(&self, seq: Seq) -> Option<f32> {
        let (first, n) = *self.places.get(&seq)?;
        let middle = self.centre.direction().filter(|_| self.len() > 1)?;
        let rows = (first..first + n).filter_map(|row| self.halves(row as usize));
        Some(rows.map(|halves| dot(middle, halves)).sum::<f32>() / n as f32)
    }

    fn halves(&self, row: usize) -> Option<&[u16]> {
        let at = row % CHUNK * self.dim;
        self.chunks.get(row / CHUNK)?.halves.get(at..at + self.dim)
    }

    /// The nearest records that `admits` lets through, nearest first.
    pub fn nearest(
        &self,
        vector: &[f32],
        limit: usize,
        admits: impl Fn(Seq) -> bool + Sync,
    ) -> Vec<Hit> {
        if vector.len() != self.dim || limit == 0 {
            return Vec::new();
        }
        let mut seen: Vec<Seq> = self.scan(&Query::of(vector), limit * SPARE, &admits);
        seen.sort_unstable();
        seen.dedup();
        let exact = seen.into_iter().filter_map(|seq| {
            let score = self.cosine(seq, vector)?;
            Some(Hit { seq, score })
        });
        let mut hits: Vec<Hit> = exact.collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.seq.cmp(&b.seq)));
        hits.truncate(limit);
        hits
    }

    /// The best rows by their bytes; a large arena is looked through from both ends at once.
    fn scan(&self, query: &Query, keep: usize, admits: &(impl Fn(Seq) -> bool + Sync)) -> Vec<Seq> {
        let best = |chunks: &[Chunk]| best_of(chunks, self.dim, query, keep, admits);
        if self.rows < SHARED_ROWS {
            return best(&self.chunks);
        }
        let (left, right) = self.chunks.split_at(self.chunks.len() / 2);
        let (mut left, right) = rayon::join(|| best(left), || best(right));
        left.extend(right);
        left
    }
}

/// The best rows of some chunks.
fn best_of(
    chunks: &[Chunk],
    dim: usize,
    query: &Query,
    keep: usize,
    admits: &impl Fn(Seq) -> bool,
) -> Vec<Seq> {
    let mut best: BinaryHeap<Reverse<(Order, Seq)>> = BinaryHeap::with_capacity(keep + 1);
    let mut sums = vec![0; CHUNK];
    for chunk in chunks {
        let sums = &mut sums[..chunk.seqs.len()];
        scan_u8i8(&query.bytes, &chunk.bytes, dim, sums);
        for ((seq, (scale, shift)), sum) in chunk.seqs.iter().zip(&chunk.scales).zip(sums) {
            let score = (*sum - 128 * shift) as f32 * scale * query.scale;
            let low = best.peek().map_or(f32::MIN, |Reverse((least, _))| least.0);
            if (best.len() < keep || score > low) && *seq != GONE && admits(*seq) {
                best.push(Reverse((Order(score), *seq)));
                if best.len() > keep {
                    best.pop();
                }
            }
        }
    }
    best.into_iter().map(|Reverse((_, seq))| seq).collect()
}

/// A score that can be ordered.
#[derive(Clone, Copy, PartialEq)]
struct Order(f32);

impl Eq for Order {}

impl PartialOrd for Order {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Order {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

// === impl Chunk ===

impl Chunk {
    fn with_room(dim: usize) -> Self {
        Self {
            seqs: Vec::with_capacity(CHUNK),
            bytes: Vec::with_capacity(CHUNK * dim),
            scales: Vec::with_capacity(CHUNK),
            halves: Vec::with_capacity(CHUNK * dim),
        }
    }

    fn push(&mut self, seq: Seq, halves: &[u16]) {
        let scale = largest(halves.iter().map(|half| widen(*half))) / 127.0;
        let start = self.bytes.len();
        self.bytes.extend(
            halves
                .iter()
                .map(|half| (widen(*half) / scale).round() as i8),
        );
        let sum = self.bytes[start..]
            .iter()
            .map(|byte| i32::from(*byte))
            .sum();
        self.seqs.push(seq);
        self.scales.push((scale, sum));
        self.halves.extend_from_slice(halves);
    }

    fn wipe(&mut self, at: usize, dim: usize) {
        let numbers = at * dim..(at + 1) * dim;
        if let (Some(bytes), Some(halves)) = (
            self.bytes.get_mut(numbers.clone()),
            self.halves.get_mut(numbers),
        ) {
            bytes.fill(0);
            halves.fill(0);
            self.seqs[at] = GONE;
            self.scales[at] = (0.0, 0);
        }
    }
}

/// A vector as halves.
pub fn halves(vector: &[f32]) -> impl Iterator<Item = u16> + '_ {
    vector.iter().map(|value| narrow(*value))
}

#[cfg(test)]
mod tests;
