//! Reading a request's body, whole and bounded, also where it comes compressed.

use std::io::Read;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, header};
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::answer::{Refused, Result, Why};

/// A body as it came, and as it reads.
pub struct Received {
    /// What goes on where nothing is put in.
    pub raw: Bytes,
    pub plain: Bytes,
    /// It goes on as it reads: some who get it packed like this read something else in it.
    pub unpacked: bool,
}

const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Known by its name alone.
const DEFLATE: &str = "deflate";
/// The ways of packing that are read here, as a client is told them.
pub const READ: &str = "gzip, deflate, zstd";

/// Whether it says itself that it is packed in another way than those we know, or more than once.
pub fn is_sealed(headers: &HeaderMap) -> bool {
    let known = ["gzip", "x-gzip", "zstd", DEFLATE];
    let mut packed = packings(headers).filter(|name| !is_plain(name));
    let first = packed.next();
    first.is_some_and(|name| !known.contains(&name.as_str())) || packed.next().is_some()
}

/// How it says it is packed, the innermost first.
fn packings(headers: &HeaderMap) -> impl Iterator<Item = String> {
    let told = headers.get_all(header::CONTENT_ENCODING).iter();
    let told = told.flat_map(|value| value.to_str().unwrap_or("?").split(','));
    told.map(|name| name.trim().to_ascii_lowercase())
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
        bytes if packings(headers).any(|name| name == DEFLATE) => {
            let plain = inflated(bytes, limit)?;
            return Ok(Received {
                raw: plain.clone(),
                plain,
                unpacked: true,
            });
        }
        _ => raw.clone(),
    };
    Ok(Received {
        raw,
        plain,
        unpacked: false,
    })
}

/// An answer as it reads; none where nobody here can read it.
pub fn unpacked(headers: &HeaderMap, bytes: &Bytes, limit: usize) -> Option<Bytes> {
    let packed: Vec<String> = packings(headers).filter(|name| !is_plain(name)).collect();
    match packed.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(bytes.clone()),
        ["gzip" | "x-gzip"] => bounded(MultiGzDecoder::new(&bytes[..]), limit).ok(),
        [DEFLATE] => inflated(bytes, limit).ok(),
        ["zstd"] => bounded(zstd::Decoder::new(&bytes[..]).ok()?, limit).ok(),
        _ => None,
    }
}

/// Whether an answer comes packed.
pub fn is_packed(headers: &HeaderMap) -> bool {
    packings(headers).any(|name| !is_plain(&name))
}

fn is_plain(packing: &str) -> bool {
    matches!(packing, "" | "identity")
}

/// By its name it has a frame around it; some clients send it without.
fn inflated(bytes: &[u8], limit: usize) -> Result<Bytes> {
    let framed = bytes
        .first_chunk::<2>()
        .is_some_and(|head| head[0] & 0x0f == 8 && u16::from_be_bytes(*head).is_multiple_of(31));
    match framed {
        true => bounded(ZlibDecoder::new(bytes), limit),
        false => bounded(DeflateDecoder::new(bytes), limit),
    }
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

    fn called(packing: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::CONTENT_ENCODING, packing.parse().unwrap())])
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
    #[tokio::test]
    async fn what_is_called_deflate_is_read_with_its_frame_and_without() {
        let text = "x".repeat(5_000).into_bytes();
        let fast = flate2::Compression::fast();
        let mut framed = flate2::write::ZlibEncoder::new(Vec::new(), fast);
        framed.write_all(&text).unwrap();
        let mut bare = flate2::write::DeflateEncoder::new(Vec::new(), fast);
        bare.write_all(&text).unwrap();
        let headers = called("Deflate");
        for packed in [framed.finish().unwrap(), bare.finish().unwrap()] {
            let body = || Body::from(packed.clone());
            let received = read(&headers, body(), 5_000).await.unwrap();
            assert_eq!(
                (&received.plain[..], &received.raw[..]),
                (&text[..], &text[..])
            );
            assert!(received.unpacked);
            let refused = read(&headers, body(), 4_999).await.err().unwrap();
            assert_eq!(refused.why, Why::TooLarge, "however small it came");
        }
        let broken = read(&headers, Body::from("no such thing"), 100).await;
        assert_eq!(broken.err().unwrap().why, Why::Invalid);
    }

    #[test]
    fn an_answer_is_read_however_it_is_packed() {
        let text = Bytes::from("x".repeat(5_000));
        let fast = flate2::Compression::fast();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), fast);
        gzip.write_all(&text).unwrap();
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), fast);
        zlib.write_all(&text).unwrap();
        for (packing, bytes) in [
            ("", text.to_vec()),
            ("gzip", gzip.finish().unwrap()),
            ("deflate", zlib.finish().unwrap()),
            ("zstd", zstd::encode_all(&text[..], 0).unwrap()),
        ] {
            let bytes = Bytes::from(bytes);
            let read = |limit| unpacked(&called(packing), &bytes, limit);
            assert_eq!(read(5_000), Some(text.clone()), "{packing}");
            assert_eq!(is_packed(&called(packing)), !packing.is_empty());
        }
        assert_eq!(unpacked(&called("br"), &text, 5_000), None);
        assert_eq!(unpacked(&called("gzip"), &text, 5_000), None, "it is none");
    }

    #[test]
    fn a_packing_nobody_here_knows_is_a_seal() {
        for known in [
            "",
            "identity",
            "gzip",
            "x-gzip",
            "zstd",
            "deflate",
            "identity, GZIP",
        ] {
            assert!(!is_sealed(&called(known)), "{known}");
        }
        for unknown in ["br", "gzip, br", "gzip, gzip", "compress"] {
            assert!(is_sealed(&called(unknown)), "{unknown}");
        }
    }
}
