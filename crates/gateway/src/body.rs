//! Reading a request's body, whole and bounded, also where it comes compressed.

use std::io::Read;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, header};
use flate2::read::MultiGzDecoder;

use crate::answer::{Refused, Result, Why};

/// A body as it came, and as it reads.
pub struct Received {
    pub raw: Bytes,
    pub plain: Bytes,
}

const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Whether it says itself that it is packed in another way than those we know.
pub fn is_sealed(headers: &HeaderMap) -> bool {
    let told = headers.get_all(header::CONTENT_ENCODING).iter();
    let told = told.flat_map(|value| value.to_str().unwrap_or("?").split(','));
    let mut told = told.map(|name| name.trim().to_ascii_lowercase());
    told.any(|name| !["", "identity", "gzip", "x-gzip", "zstd"].contains(&name.as_str()))
}

/// A body that says itself how long it is may be refused before it is read.
pub fn told(headers: &HeaderMap, limit: usize) -> Result<()> {
    let told = headers.get(header::CONTENT_LENGTH);
    let told = told.and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    match told.is_some_and(|bytes| bytes > limit) {
        true => Err(too_large()),
        false => Ok(()),
    }
}

/// The bytes as they came.
async fn raw(headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes> {
    told(headers, limit)?;
    to_bytes(body, limit).await.map_err(|error| {
        // The library wraps its limit twice.
        let mut cause: &dyn std::error::Error = &error;
        while let Some(inner) = cause.source() {
            cause = inner;
        }
        match cause.to_string().contains("length limit") {
            true => too_large(),
            false => Refused::invalid("the body could not be read"),
        }
    })
}

pub async fn read(headers: &HeaderMap, body: Body, limit: usize) -> Result<Received> {
    let raw = raw(headers, body, limit).await?;
    let plain = match raw.as_ref() {
        bytes if bytes.starts_with(&ZSTD) => {
            let decoder = zstd::Decoder::new(bytes).map_err(|_| damaged())?;
            bounded(decoder, limit)?
        }
        bytes if bytes.starts_with(&GZIP) => bounded(MultiGzDecoder::new(bytes), limit)?,
        _ => raw.clone(),
    };
    Ok(Received { raw, plain })
}

/// Small bodies can be large ones in disguise.
fn bounded(decoder: impl Read, limit: usize) -> Result<Bytes> {
    let mut plain = Vec::new();
    let mut decoder = decoder.take(limit as u64 + 1);
    decoder.read_to_end(&mut plain).map_err(|_| damaged())?;
    match plain.len() > limit {
        true => Err(too_large()),
        false => Ok(plain.into()),
    }
}

fn damaged() -> Refused {
    Refused::invalid("the body could not be decompressed")
}

pub fn too_large() -> Refused {
    Refused::new(Why::TooLarge, "request body too large")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    async fn plain(bytes: Vec<u8>, limit: usize) -> Result<Bytes> {
        let received = read(&HeaderMap::new(), Body::from(bytes), limit).await?;
        Ok(received.plain)
    }

    #[tokio::test]
    async fn a_compressed_body_reads_as_what_it_was_within_its_limit() {
        let text = "x".repeat(5_000).into_bytes();
        let zstd = zstd::encode_all(text.as_slice(), 0).unwrap();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text).unwrap();
        for body in [text.clone(), zstd, gzip.finish().unwrap()] {
            assert_eq!(plain(body.clone(), 5_000).await.unwrap(), text);
            let refused = plain(body, 4_999).await.unwrap_err();
            assert_eq!(refused.why, Why::TooLarge);
        }
        let broken = [&ZSTD[..], b"nonsense"].concat();
        assert_eq!(plain(broken, 100).await.unwrap_err().why, Why::Invalid);
    }
}
