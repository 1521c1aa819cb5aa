//! Every set of instructions this processor has, against plain loops.

use super::super::isa::{LANES, Lanes, QUAD, Quads};
use super::*;

/// The same numbers on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        self.0 >> 33
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.roll() as u8).collect()
    }

    fn signed(&mut self, length: usize) -> Vec<i8> {
        (0..length).map(|_| self.roll() as i8).collect()
    }

    fn floats(&mut self, length: usize) -> Vec<f32> {
        let float = |n| n as f32 / (1u64 << 30) as f32 - 1.0;
        (0..length).map(|_| float(self.roll())).collect()
    }
}

fn levels() -> impl Iterator<Item = Level> {
    let all = [Level::Portable, Level::Avx2, Level::Vnni];
    all.into_iter().filter(|level| *level <= Level::best())
}

fn naive(a: &[u8], b: &[i8]) -> i32 {
    a.iter()
        .zip(b)
        .map(|(a, b)| i32::from(*a) * i32::from(*b))
        .sum()
}

fn scan_at(level: Level, query: &[u8], rows: &[i8], dim: usize) -> Vec<i32> {
    let mut out = vec![7; rows.len().checked_div(dim).unwrap_or(1)];
    let scan = Scan {
        query,
        rows,
        dim,
        out: &mut out,
    };
    dispatch_at(level, scan);
    out
}

#[test]
fn rows_of_any_length_are_multiplied_exactly() {
    let mut dice = Dice(1);
    for level in levels() {
        for dim in (1..200).chain([255, 256, 384, 768, 1000, 1024]) {
            let (query, rows) = (dice.bytes(dim), dice.signed(dim * 3));
            let want: Vec<i32> = rows.chunks(dim).map(|row| naive(&query, row)).collect();
            assert_eq!(scan_at(level, &query, &rows, dim), want, "{level:?} {dim}");
        }
    }
}

#[test]
fn the_farthest_bytes_are_not_cut_off() {
    for level in levels() {
        for byte in [i8::MIN, i8::MAX] {
            let sums = scan_at(level, &[255; 1024], &[byte; 1024], 1024);
            assert_eq!(sums, [255 * 1024 * i32::from(byte)], "{level:?}");
        }
    }
}

#[test]
fn odd_shapes_are_no_danger() {
    for level in levels() {
        assert_eq!(scan_at(level, &[], &[], 0), [0]);
        assert_eq!(
            scan_at(level, &[2; 3], &[1; 8], 8),
            [6],
            "a query that is too short"
        );
        assert_eq!(
            scan_at(level, &[2; 9], &[1; 8], 4),
            [8, 8],
            "one that is too long"
        );
    }
    assert_eq!(dot_u8i8(&[1, 2, 3], &[-1, -1]), -3);
    assert_eq!(dot_u8i8(&[], &[1]), 0);
    let mut out = [0; 4];
    scan_u8i8(&[1; 2], &[1; 5], 2, &mut out);
    assert_eq!(out, [2, 2, 0, 0]);
}

/// One tile of each sort, with rows of which one is shorter.
struct Tiles<'a, const R: usize> {
    quads: &'a [Quads],
    bytes: [&'a [[u8; QUAD]]; R],
    lanes: &'a [Lanes],
    floats: [&'a [f32]; R],
    sums: &'a mut [[i32; LANES]; R],
    float_sums: &'a mut [[f32; LANES]; R],
}

impl<const R: usize> Kernel for Tiles<'_, R> {
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        *self.sums = isa.tile_u8i8(self.quads, &self.bytes);
        *self.float_sums = isa.tile_f32(self.lanes, &self.floats);
    }
}

fn tiles_agree<const R: usize>(dice: &mut Dice, steps: usize) {
    let quads: Vec<Quads> = (0..steps).map(|_| quads(dice)).collect();
    let lanes: Vec<Lanes> = (0..steps).map(|_| floats(dice)).collect();
    let bytes: [Vec<u8>; R] = std::array::from_fn(|_| dice.bytes(steps * QUAD));
    let inputs: [Vec<f32>; R] = std::array::from_fn(|_| dice.floats(steps));
    for level in levels() {
        let (mut sums, mut float_sums) = ([[0; LANES]; R], [[0.0; LANES]; R]);
        let tiles = Tiles {
            quads: &quads,
            bytes: std::array::from_fn(|r| bytes[r].as_chunks().0),
            lanes: &lanes,
            floats: std::array::from_fn(|r| inputs[r].as_slice()),
            sums: &mut sums,
            float_sums: &mut float_sums,
        };
        dispatch_at(level, tiles);
        for r in 0..R {
            for lane in 0..LANES {
                let row: Vec<i8> = quads.iter().flat_map(|quads| quads.0[lane]).collect();
                assert_eq!(sums[r][lane], naive(&bytes[r], &row), "{level:?}");
                let products = inputs[r].iter().zip(&lanes).map(|(x, w)| x * w.0[lane]);
                let off = float_sums[r][lane] - products.sum::<f32>();
                assert!(off.abs() < 1e-4, "{level:?} {off}");
            }
        }
    }
}

fn quads(dice: &mut Dice) -> Quads {
    let bytes = dice.signed(LANES * QUAD);
    Quads(std::array::from_fn(|lane| {
        std::array::from_fn(|n| bytes[lane * QUAD + n])
    }))
}

fn floats(dice: &mut Dice) -> Lanes {
    let floats = dice.floats(LANES);
    Lanes(std::array::from_fn(|lane| floats[lane]))
}

#[test]
fn tiles_of_any_size_agree_with_plain_loops() {
    let mut dice = Dice(2);
    for steps in [0, 1, 2, 7, 24, 96] {
        tiles_agree::<1>(&mut dice, steps);
        tiles_agree::<3>(&mut dice, steps);
        tiles_agree::<4>(&mut dice, steps);
        tiles_agree::<8>(&mut dice, steps);
    }
}

#[test]
fn a_tile_goes_as_far_as_its_shortest_row() {
    let mut dice = Dice(3);
    let quads: Vec<Quads> = (0..4).map(|_| quads(&mut dice)).collect();
    let lanes: Vec<Lanes> = (0..4).map(|_| floats(&mut dice)).collect();
    for level in levels() {
        let (mut sums, mut float_sums) = ([[1; LANES]; 2], [[1.0; LANES]; 2]);
        let tiles = Tiles {
            quads: &quads,
            bytes: [&[], &[]],
            lanes: &lanes,
            floats: [&[], &[]],
            sums: &mut sums,
            float_sums: &mut float_sums,
        };
        dispatch_at(level, tiles);
        assert_eq!((sums, float_sums), ([[0; LANES]; 2], [[0.0; LANES]; 2]));
    }
}
