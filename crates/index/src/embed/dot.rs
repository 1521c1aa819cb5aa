//! Inner products with the instructions this processor has.
//!
//! All unsafe code of the project is in this file. It rests on two facts: a value of `Vnni`
//! or `Avx2` is made only after the processor was asked ([`Level::best`]), and every place
//! in memory is compared with the lengths of the slices before it is read.

#![allow(unsafe_code)]

use std::sync::LazyLock;

use super::isa::{Isa, Kernel, Portable};

#[cfg(test)]
mod tests;

/// Sets of instructions, each more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Portable,
    Avx2,
    /// AVX-512 with products of bytes.
    Vnni,
}

impl Level {
    /// The most this processor has.
    pub fn best() -> Self {
        static BEST: LazyLock<Level> = LazyLock::new(detect);
        *BEST
    }
}

/// Runs a kernel with the best instructions there are.
#[inline]
pub fn dispatch<K: Kernel>(kernel: K) {
    dispatch_at(Level::Vnni, kernel);
}

/// Runs a kernel with the instructions of `level`, or fewer if the processor lacks them.
#[inline]
pub fn dispatch_at<K: Kernel>(level: Level, kernel: K) {
    match level.min(Level::best()) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `best` has found the instructions of both levels.
        Level::Vnni => unsafe { x86::run_vnni(kernel) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx2 => unsafe { x86::run_avx2(kernel) },
        _ => kernel.run(Portable),
    }
}

/// The inner product of two rows, as far as the shorter goes.
pub fn dot_u8i8(a: &[u8], b: &[i8]) -> i32 {
    let mut out = [0];
    let length = a.len().min(b.len());
    scan_u8i8(&a[..length], &b[..length], length, &mut out);
    out[0]
}

/// Inner products of a query with rows of `dim` bytes that follow each other, as many as
/// there are rows and places in `out`.
pub fn scan_u8i8(query: &[u8], rows: &[i8], dim: usize, out: &mut [i32]) {
    dispatch(Scan {
        query,
        rows,
        dim,
        out,
    });
}

struct Scan<'a> {
    query: &'a [u8],
    rows: &'a [i8],
    dim: usize,
    out: &'a mut [i32],
}

impl Kernel for Scan<'_> {
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) {
        if self.dim == 0 {
            return self.out.fill(0);
        }
        for (row, out) in self.rows.chunks_exact(self.dim).zip(self.out) {
            *out = isa.dot_u8i8(self.query, row);
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Level {
    let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    match (avx2, avx512 && is_x86_feature_detected!("avx512vnni")) {
        (true, true) => Level::Vnni,
        (true, false) => Level::Avx2,
        _ => Level::Portable,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Level {
    Level::Portable
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::super::isa::{Isa, Kernel, LANES, Lanes, QUAD, Quads};

    /// Bytes of a register.
    const ZMM: usize = 64;
    const YMM: usize = 32;

    /// Proof of AVX-512 with VNNI; made by `run_vnni` only.
    #[derive(Clone, Copy)]
    pub struct Vnni(());

    /// Proof of AVX2 with FMA; made by `run_avx2` only.
    #[derive(Clone, Copy)]
    pub struct Avx2(());

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma")]
    pub fn run_vnni<K: Kernel>(kernel: K) {
        kernel.run(Vnni(()));
    }

    #[target_feature(enable = "avx2,fma")]
    pub fn run_avx2<K: Kernel>(kernel: K) {
        kernel.run(Avx2(()));
    }

    // SAFETY of every block in these two: `self` is the proof that the processor has the
    // instructions.
    impl Isa for Vnni {
        #[inline(always)]
        fn tile_u8i8<const R: usize>(
            self,
            panel: &[Quads],
            rows: &[&[[u8; QUAD]]; R],
        ) -> [[i32; LANES]; R] {
            // SAFETY: see above.
            unsafe { tile_u8i8_vnni(panel, rows) }
        }

        #[inline(always)]
        fn tile_f32<const R: usize>(
            self,
            panel: &[Lanes],
            rows: &[&[f32]; R],
        ) -> [[f32; LANES]; R] {
            // SAFETY: see above.
            unsafe { tile_f32_avx512(panel, rows) }
        }

        #[inline(always)]
        fn dot_u8i8(self, a: &[u8], b: &[i8]) -> i32 {
            // SAFETY: see above.
            unsafe { dot_vnni(a, b) }
        }

        #[inline(always)]
        fn fused(self, a: f32, b: f32, c: f32) -> f32 {
            a.mul_add(b, c)
        }
    }

    impl Isa for Avx2 {
        #[inline(always)]
        fn tile_u8i8<const R: usize>(
            self,
            panel: &[Quads],
            rows: &[&[[u8; QUAD]]; R],
        ) -> [[i32; LANES]; R] {
            // SAFETY: see above.
            unsafe { tile_u8i8_avx2(panel, rows) }
        }

        #[inline(always)]
        fn tile_f32<const R: usize>(
            self,
            panel: &[Lanes],
            rows: &[&[f32]; R],
        ) -> [[f32; LANES]; R] {
            // SAFETY: see above.
            unsafe { tile_f32_avx2(panel, rows) }
        }

        #[inline(always)]
        fn dot_u8i8(self, a: &[u8], b: &[i8]) -> i32 {
            // SAFETY: see above.
            unsafe { dot_avx2(a, b) }
        }

        #[inline(always)]
        fn fused(self, a: f32, b: f32, c: f32) -> f32 {
            a.mul_add(b, c)
        }
    }

    /// Two registers of outputs a row: with eight rows, sixteen sums that do not wait for
    /// each other.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn tile_u8i8_vnni<const R: usize>(
        panel: &[Quads],
        rows: &[&[[u8; QUAD]]; R],
    ) -> [[i32; LANES]; R] {
        let steps = shortest(panel.len(), rows);
        let mut sums = [[_mm512_setzero_si512(); 2]; R];
        for (k, quads) in panel[..steps].iter().enumerate() {
            let quads: *const __m512i = quads.0.as_ptr().cast();
            // SAFETY: a `Quads` has 128 bytes, aligned to 64.
            let (low, high) =
                unsafe { (_mm512_load_si512(quads), _mm512_load_si512(quads.add(1))) };
            for (sum, row) in sums.iter_mut().zip(rows) {
                // SAFETY: `k` is below `steps`, the shortest of all lengths.
                let inputs = unsafe { row.get_unchecked(k) };
                let inputs = _mm512_set1_epi32(i32::from_le_bytes(*inputs));
                sum[0] = _mm512_dpbusd_epi32(sum[0], inputs, low);
                sum[1] = _mm512_dpbusd_epi32(sum[1], inputs, high);
            }
        }
        // SAFETY: both types are 32 numbers of 32 bits a row; every pattern of bits is valid.
        sums.map(|sum| unsafe { std::mem::transmute::<[__m512i; 2], [i32; LANES]>(sum) })
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn tile_f32_avx512<const R: usize>(panel: &[Lanes], rows: &[&[f32]; R]) -> [[f32; LANES]; R] {
        let steps = shortest(panel.len(), rows);
        let mut sums = [[_mm512_setzero_ps(); 2]; R];
        for (k, lanes) in panel[..steps].iter().enumerate() {
            let lanes = lanes.0.as_ptr();
            // SAFETY: a `Lanes` has 32 floats, aligned to 64.
            let (low, high) = unsafe { (_mm512_load_ps(lanes), _mm512_load_ps(lanes.add(16))) };
            for (sum, row) in sums.iter_mut().zip(rows) {
                // SAFETY: `k` is below `steps`, the shortest of all lengths.
                let input = _mm512_set1_ps(unsafe { *row.get_unchecked(k) });
                sum[0] = _mm512_fmadd_ps(input, low, sum[0]);
                sum[1] = _mm512_fmadd_ps(input, high, sum[1]);
            }
        }
        // SAFETY: both types are 32 floats a row; every pattern of bits is valid.
        sums.map(|sum| unsafe { std::mem::transmute::<[__m512; 2], [f32; LANES]>(sum) })
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn dot_vnni(a: &[u8], b: &[i8]) -> i32 {
        let length = a.len().min(b.len());
        let (a, a_rest) = a[..length].as_chunks::<ZMM>();
        let (b, b_rest) = b[..length].as_chunks::<ZMM>();
        let mut sums = _mm512_setzero_si512();
        for (a, b) in a.iter().zip(b) {
            // SAFETY: both arrays have 64 bytes.
            let (a, b) = unsafe {
                let a = _mm512_loadu_si512(a.as_ptr().cast());
                (a, _mm512_loadu_si512(b.as_ptr().cast()))
            };
            sums = _mm512_dpbusd_epi32(sums, a, b);
        }
        if !a_rest.is_empty() {
            let mask = u64::MAX >> (ZMM - a_rest.len());
            // SAFETY: the mask holds back every byte after the rest.
            let (a, b) = unsafe {
                let a = _mm512_maskz_loadu_epi8(mask, a_rest.as_ptr().cast());
                (a, _mm512_maskz_loadu_epi8(mask, b_rest.as_ptr()))
            };
            sums = _mm512_dpbusd_epi32(sums, a, b);
        }
        _mm512_reduce_add_epi32(sums)
    }

    /// Two rows at a time, because there are only sixteen registers.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn tile_u8i8_avx2<const R: usize>(
        panel: &[Quads],
        rows: &[&[[u8; QUAD]]; R],
    ) -> [[i32; LANES]; R] {
        let mut out = [[0; LANES]; R];
        for (out, rows) in out.chunks_mut(2).zip(rows.chunks(2)) {
            let pair = pair_u8i8_avx2(panel, &[rows[0], rows[rows.len() - 1]]);
            out.copy_from_slice(&pair[..rows.len()]);
        }
        out
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn pair_u8i8_avx2(panel: &[Quads], rows: &[&[[u8; QUAD]]; 2]) -> [[i32; LANES]; 2] {
        let steps = shortest(panel.len(), rows);
        let mut sums = [[_mm256_setzero_si256(); 4]; 2];
        for (k, quads) in panel[..steps].iter().enumerate() {
            let quads: *const __m256i = quads.0.as_ptr().cast();
            // SAFETY: `k` is below `steps`, the shortest of all lengths.
            let inputs = rows.map(|row| i32::from_le_bytes(unsafe { *row.get_unchecked(k) }));
            let inputs = inputs.map(|quad| _mm256_set1_epi32(quad));
            for part in 0..4 {
                // SAFETY: a `Quads` has four times 32 bytes, aligned to 64.
                let weights = unsafe { _mm256_load_si256(quads.add(part)) };
                for (sum, inputs) in sums.iter_mut().zip(inputs) {
                    sum[part] = _mm256_add_epi32(sum[part], products(inputs, weights));
                }
            }
        }
        // SAFETY: both types are 32 numbers of 32 bits a row; every pattern of bits is valid.
        sums.map(|sum| unsafe { std::mem::transmute::<[__m256i; 4], [i32; LANES]>(sum) })
    }

    /// Four neighbouring products summed in each lane. Bytes are widened first: the
    /// instruction that multiplies bytes would cut sums off at 16 bits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn products(a: __m256i, b: __m256i) -> __m256i {
        let low = _mm256_set1_epi16(0xFF);
        let (even_a, odd_a) = (_mm256_and_si256(a, low), _mm256_srli_epi16::<8>(a));
        let even_b = _mm256_srai_epi16::<8>(_mm256_slli_epi16::<8>(b));
        let odd_b = _mm256_srai_epi16::<8>(b);
        let even = _mm256_madd_epi16(even_a, even_b);
        _mm256_add_epi32(even, _mm256_madd_epi16(odd_a, odd_b))
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn tile_f32_avx2<const R: usize>(panel: &[Lanes], rows: &[&[f32]; R]) -> [[f32; LANES]; R] {
        let mut out = [[0.0; LANES]; R];
        for (out, rows) in out.chunks_mut(2).zip(rows.chunks(2)) {
            let pair = pair_f32_avx2(panel, &[rows[0], rows[rows.len() - 1]]);
            out.copy_from_slice(&pair[..rows.len()]);
        }
        out
    }

    #[inline]
    #[target_feature(enable = "avx2,fma")]
    fn pair_f32_avx2(panel: &[Lanes], rows: &[&[f32]; 2]) -> [[f32; LANES]; 2] {
        let steps = shortest(panel.len(), rows);
        let mut sums = [[_mm256_setzero_ps(); 4]; 2];
        for (k, lanes) in panel[..steps].iter().enumerate() {
            // SAFETY: `k` is below `steps`, the shortest of all lengths.
            let inputs = rows.map(|row| _mm256_set1_ps(unsafe { *row.get_unchecked(k) }));
            for part in 0..4 {
                // SAFETY: a `Lanes` has four times 8 floats, aligned to 64.
                let weights = unsafe { _mm256_load_ps(lanes.0.as_ptr().add(part * 8)) };
                for (sum, input) in sums.iter_mut().zip(inputs) {
                    sum[part] = _mm256_fmadd_ps(input, weights, sum[part]);
                }
            }
        }
        // SAFETY: both types are 32 floats a row; every pattern of bits is valid.
        sums.map(|sum| unsafe { std::mem::transmute::<[__m256; 4], [f32; LANES]>(sum) })
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn dot_avx2(a: &[u8], b: &[i8]) -> i32 {
        let length = a.len().min(b.len());
        let (a, a_rest) = a[..length].as_chunks::<YMM>();
        let (b, b_rest) = b[..length].as_chunks::<YMM>();
        let mut sums = _mm256_setzero_si256();
        for (a, b) in a.iter().zip(b) {
            // SAFETY: both arrays have 32 bytes.
            let (a, b) = unsafe {
                let a = _mm256_loadu_si256(a.as_ptr().cast());
                (a, _mm256_loadu_si256(b.as_ptr().cast()))
            };
            sums = _mm256_add_epi32(sums, products(a, b));
        }
        // SAFETY: both types are 8 numbers of 32 bits; every pattern of bits is valid.
        let sums = unsafe { std::mem::transmute::<__m256i, [i32; 8]>(sums) };
        let sum = sums.into_iter().fold(0, i32::wrapping_add);
        sum.wrapping_add(super::Portable.dot_u8i8(a_rest, b_rest))
    }

    #[inline(always)]
    fn shortest<T, const R: usize>(panel: usize, rows: &[&[T]; R]) -> usize {
        rows.iter().fold(panel, |least, row| least.min(row.len()))
    }
}
