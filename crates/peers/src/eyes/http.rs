//! As much of HTTP/1.1 as two GET requests need. Written by hand, because a fault of a body is
//! easier made than persuaded out of a library.

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::Desk;
use super::answer::{self, Answer, Body};

const LONGEST_HEAD: u64 = 16 * 1024;

pub async fn serve(listener: TcpListener, desk: Arc<Desk>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let desk = desk.clone();
                // A client that leaves in the middle is nothing to tell.
                tokio::spawn(async move { converse(stream, &desk).await.ok() });
            }
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

async fn converse(mut stream: TcpStream, desk: &Arc<Desk>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (reader, mut writer) = stream.split();
    let mut reader = BufReader::new(reader);
    while let Some(target) = request(&mut reader).await? {
        if !desk.on.load(Ordering::SeqCst) {
            return Ok(());
        }
        desk.note(&target);
        tokio::time::sleep(desk.faults().delay.of(desk.count())).await;
        let asked = desk.clone();
        // Drawing and packing a screen is work for many milliseconds.
        let answer = tokio::task::spawn_blocking(move || answer::to(&target, &asked));
        let answer = answer.await.map_err(io::Error::other)?;
        if !write(&mut writer, answer).await? {
            return Ok(());
        }
    }
    Ok(())
}

/// The target of the next request; none when the client is done. Anything but GET is given a
/// target that no answer knows, so that it shows in the log.
async fn request<R: AsyncBufReadExt + Unpin>(reader: &mut R) -> io::Result<Option<String>> {
    let mut head = reader.take(LONGEST_HEAD);
    let mut line = String::new();
    if head.read_line(&mut line).await? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace();
    let target = match (words.next(), words.next()) {
        (Some("GET"), Some(target)) => target.to_owned(),
        (Some(method), Some(target)) => format!("{method} {target}"),
        _ => return Ok(None),
    };
    let mut header = String::new();
    while head.read_line(&mut header).await? > 2 {
        header.clear();
    }
    Ok(Some(target))
}

/// Whether the connection can be used again.
async fn write<W: AsyncWriteExt + Unpin>(writer: &mut W, answer: Answer) -> io::Result<bool> {
    let length = match &answer.body {
        Body::Bytes(bytes) | Body::CutShort(bytes) => bytes.len() as u64,
        Body::Long(_, length) => *length,
    };
    let mut head = format!(
        "HTTP/1.1 {} -\r\ncontent-type: {}\r\ncontent-length: {length}\r\n",
        answer.status, answer.media_type
    );
    for (name, value) in answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    writer.write_all(head.as_bytes()).await?;
    match answer.body {
        Body::Bytes(bytes) => writer.write_all(&bytes).await?,
        Body::CutShort(bytes) => {
            writer.write_all(&bytes[..bytes.len() / 2]).await?;
            return Ok(false);
        }
        Body::Long(start, length) => long(writer, &start, length).await?,
    }
    Ok(true)
}

async fn long<W: AsyncWriteExt + Unpin>(
    writer: &mut W,
    start: &[u8],
    length: u64,
) -> io::Result<()> {
    writer.write_all(start).await?;
    let zeroes = vec![0_u8; 64 * 1024];
    let mut left = length.saturating_sub(start.len() as u64);
    while left > 0 {
        let part = left.min(zeroes.len() as u64);
        writer.write_all(&zeroes[..part as usize]).await?;
        left -= part;
    }
    Ok(())
}
