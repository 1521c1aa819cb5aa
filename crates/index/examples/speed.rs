//! How fast the encoder is here. Usage: `speed MODEL_DIR`; the model is all-MiniLM-L6-v2.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use mneme_index::embed::{Encoder, Precision, dot, open};

const SENTENCE: &str = "When did Caroline go to the LGBTQ support group in town?";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: speed MODEL_DIR")?;
    println!(
        "instructions {:?}, {} MB at start",
        dot::Level::best(),
        rss_mb()
    );
    for precision in [Precision::Int8, Precision::Exact] {
        model(Path::new(&folder), precision)?;
    }
    scan();
    Ok(())
}

fn model(folder: &Path, precision: Precision) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let encoder = open("all-minilm-l6-v2", folder, precision)?;
    println!(
        "{precision:?}: loaded in {:.0?}, {} MB",
        start.elapsed(),
        rss_mb()
    );
    let one = least(300, || encoder.encode(&[SENTENCE]));
    println!("  {} pieces: {one:.2?}", encoder.count(SENTENCE));
    per_piece(
        encoder.as_ref(),
        "one long text",
        &[&"seven words make one more short sentence. ".repeat(40)],
    );
    per_piece(encoder.as_ref(), "17 short texts", &[SENTENCE; 17]);
    println!("  {} MB after", rss_mb());
    Ok(())
}

fn per_piece(encoder: &dyn Encoder, what: &str, texts: &[&str]) {
    let pieces: usize = texts.iter().map(|text| encoder.count(text)).sum();
    let all = least(40, || encoder.encode(texts));
    println!(
        "  {what}, {pieces} pieces: {all:.2?}, {:.1?} a piece",
        all / pieces as u32
    );
}

fn scan() {
    const ROWS: usize = 100_000;
    const DIM: usize = 384;
    let rows: Vec<i8> = (0..ROWS * DIM).map(|n| (n * 31 % 255) as i8).collect();
    let query: Vec<u8> = (0..DIM).map(|n| (n * 7 % 256) as u8).collect();
    let mut out = vec![0; ROWS];
    let time = least(30, || {
        dot::scan_u8i8(&query, &rows, DIM, black_box(&mut out))
    });
    let speed = rows.len() as f64 / time.as_secs_f64() / 1e9;
    println!("scan of {ROWS} x {DIM}: {time:.2?}, {speed:.1} GB/s");
}

/// The least of several times: what it takes when nothing else runs.
fn least<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    let mut once = || {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..times).map(|_| once()).min().unwrap_or_default()
}

fn rss_mb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let kb = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kb.unwrap_or(0) / 1024
}
