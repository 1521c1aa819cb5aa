//! Lines, each within a bound.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

use crate::rest::BATCH_BYTES;

/// As much as the same call may have over HTTP.
pub const MOST: usize = BATCH_BYTES;

#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The last one may have no end.
    Whole(Vec<u8>),
    TooLong,
}

pub async fn line(read: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut bounded = (&mut *read).take(MOST as u64 + 1);
    let bytes = bounded.read_until(b'\n', &mut line).await?;
    Ok(match bytes {
        0 => None,
        more if more > MOST && !line.ends_with(b"\n") => {
            skip(read).await?;
            Some(Line::TooLong)
        }
        _ => Some(Line::Whole(line)),
    })
}

/// To the end of the line.
async fn skip(read: &mut (impl AsyncBufRead + Unpin)) -> io::Result<()> {
    loop {
        let some = read.fill_buf().await?;
        let end = some.iter().position(|byte| *byte == b'\n');
        let (bytes, over) = (some.len(), some.is_empty() || end.is_some());
        read.consume(end.map_or(bytes, |end| end + 1));
        if over {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_line_that_is_too_long_is_left_out_whole() {
        let long = vec![b'x'; MOST + 10];
        let text = [&b"one\n"[..], &long, b"\ntwo"].concat();
        let mut read = &text[..];
        let whole = |text: &str| Some(Line::Whole(text.as_bytes().to_vec()));
        assert_eq!(line(&mut read).await.unwrap(), whole("one\n"));
        assert_eq!(line(&mut read).await.unwrap(), Some(Line::TooLong));
        assert_eq!(line(&mut read).await.unwrap(), whole("two"));
        assert_eq!(line(&mut read).await.unwrap(), None);
    }
}
