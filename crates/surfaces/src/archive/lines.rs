//! Lines of bounded length.

use mneme_wire::ipc::MAX_LINE_BYTES;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

pub enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// The next line; `None` at the end, or when the last one was never finished.
pub async fn next(read: &mut (impl AsyncBufRead + Unpin)) -> Option<Line> {
    let mut line = Vec::new();
    let mut bounded = read.take(MAX_LINE_BYTES as u64);
    bounded.read_until(b'\n', &mut line).await.ok()?;
    match line.last() {
        Some(b'\n') => Some(Line::Whole(line)),
        _ if line.len() >= MAX_LINE_BYTES => Some(Line::TooLong),
        _ => None,
    }
}
