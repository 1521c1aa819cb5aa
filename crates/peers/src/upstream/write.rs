//! Sending an answer: at once, in parts, held back, packed, or only half of it.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::{AsyncWrite, AsyncWriteExt};

use super::format::{Answer, Body};
use super::{Reply, Settings};

/// Whether the connection can be used again.
pub async fn send<W: AsyncWrite + Unpin>(
    writer: &mut W,
    mut answer: Answer,
    reply: &Reply,
    settings: &Settings,
) -> io::Result<bool> {
    if !settings.delay.is_zero() {
        tokio::time::sleep(settings.delay).await;
    }
    hold(reply, 0).await;
    if reply.gzip {
        answer.set("content-encoding", "gzip");
        answer.body = packed(answer.body)?;
    }
    match &answer.body {
        Body::Whole(bytes) => whole(writer, &answer, bytes, reply).await,
        Body::Stream(parts) => stream(writer, &answer, parts, (reply, settings)).await,
    }
}

async fn hold(reply: &Reply, sent: usize) {
    for (_, gate) in reply.gates.iter().filter(|(after, _)| *after == sent) {
        gate.pass().await;
    }
}

async fn whole<W: AsyncWrite + Unpin>(
    writer: &mut W,
    answer: &Answer,
    bytes: &[u8],
    reply: &Reply,
) -> io::Result<bool> {
    let length = ("content-length", bytes.len().to_string());
    let mut sent = head(answer, &length);
    let half = reply.cut.is_some();
    sent.extend_from_slice(match half {
        true => &bytes[..bytes.len() / 2],
        false => bytes,
    });
    writer.write_all(&sent).await?;
    writer.flush().await?;
    Ok(!half)
}

async fn stream<W: AsyncWrite + Unpin>(
    writer: &mut W,
    answer: &Answer,
    parts: &[Vec<u8>],
    (reply, settings): (&Reply, &Settings),
) -> io::Result<bool> {
    let coding = ("transfer-encoding", String::from("chunked"));
    let mut waiting = head(answer, &coding);
    for (n, part) in parts.iter().enumerate() {
        if reply.cut == Some(n) {
            writer.write_all(&waiting).await?;
            return Ok(false);
        }
        if n > 0 {
            if !settings.pause.is_zero() {
                tokio::time::sleep(settings.pause).await;
            }
            hold(reply, n).await;
        }
        waiting.extend(format!("{:x}\r\n", part.len()).into_bytes());
        waiting.extend_from_slice(part);
        waiting.extend_from_slice(b"\r\n");
        writer.write_all(&waiting).await?;
        waiting.clear();
    }
    writer.write_all(b"0\r\n\r\n").await?;
    writer.flush().await?;
    Ok(true)
}

fn head(answer: &Answer, (length, value): &(&str, String)) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {} {}\r\n", answer.status, reason(answer.status));
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("{length}: {value}\r\n\r\n"));
    head.into_bytes()
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        401 => "Unauthorized",
        404 => "Not Found",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "-",
    }
}

/// Each part of a stream can be read as soon as it is there.
fn packed(body: Body) -> io::Result<Body> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let parts = match body {
        Body::Whole(bytes) => {
            packer.write_all(&bytes)?;
            return Ok(Body::Whole(packer.finish()?));
        }
        Body::Stream(parts) => parts,
    };
    let mut sent = Vec::with_capacity(parts.len());
    for part in &parts {
        packer.write_all(part)?;
        packer.flush()?;
        sent.push(std::mem::take(packer.get_mut()));
    }
    let end = packer.finish()?;
    if let Some(last) = sent.last_mut() {
        last.extend(end);
    }
    Ok(Body::Stream(sent))
}
