//! As much of HTTP/1.1 as a provider needs. Written by hand: what came is kept as it came, and an
//! answer that breaks off is easier made than persuaded out of a library.

use std::io;
use std::sync::Arc;

use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::net::{TcpListener, TcpStream};

use super::Request;
use super::desk::Desk;
use super::{route, write};

const LONGEST_HEAD: u64 = 256 * 1024;
const LONGEST_BODY: u64 = 128 * 1024 * 1024;

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

async fn converse(mut stream: TcpStream, desk: &Desk) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (reader, mut writer) = stream.split();
    let mut reader = BufReader::new(reader);
    while let Some(request) = request(&mut reader, &mut writer).await? {
        if !desk.is_on() {
            return Ok(());
        }
        let Some((answer, reply)) = route::answer(&request, desk) else {
            return Ok(());
        };
        let sending = write::send(&mut writer, answer, &reply, &desk.settings);
        // Whoever hangs up in the middle is noticed, as a provider notices.
        let goes_on = tokio::select! {
            sent = sending => sent,
            () = gone(&mut reader) => Err(io::ErrorKind::BrokenPipe.into()),
        };
        if goes_on.is_err() {
            desk.note_hang_up();
        }
        let last = request.header("connection") == Some("close");
        if !goes_on? || last {
            return Ok(());
        }
    }
    Ok(())
}

/// Ends when the other side has closed the connection. What it sends meanwhile is its next
/// request and stays where it is.
async fn gone<R: AsyncBufRead + Unpin>(reader: &mut R) {
    match reader.fill_buf().await {
        Ok(more) if !more.is_empty() => std::future::pending().await,
        _ => (),
    }
}

/// The next request; none when the client is done.
async fn request<R, W>(reader: &mut R, writer: &mut W) -> io::Result<Option<Request>>
where
    R: AsyncBufRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut head = (&mut *reader).take(LONGEST_HEAD);
    let Some(first) = line(&mut head).await? else {
        return Ok(None);
    };
    let mut words = first.split(' ');
    let (Some(method), Some(target)) = (words.next(), words.next()) else {
        return Ok(None);
    };
    let mut request = Request {
        method: method.to_owned(),
        target: target.to_owned(),
        headers: Vec::new(),
        body: Vec::new(),
    };
    while let Some(header) = line(&mut head).await?.filter(|line| !line.is_empty()) {
        if let Some((name, value)) = header.split_once(':') {
            let header = (name.to_owned(), value.trim().to_owned());
            request.headers.push(header);
        }
    }
    if request.header("expect").is_some() {
        writer.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
    }
    request.body = body(reader, &request).await?;
    Ok(Some(request))
}

/// A line without its end; none at the end of everything.
async fn line<R: AsyncBufRead + Unpin>(reader: &mut R) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if reader.read_until(b'\n', &mut bytes).await? == 0 {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}

async fn body<R: AsyncBufRead + Unpin>(reader: &mut R, request: &Request) -> io::Result<Vec<u8>> {
    let coding = request.header("transfer-encoding").unwrap_or_default();
    let mut body = Vec::new();
    if !coding.eq_ignore_ascii_case("chunked") {
        let length = request.header("content-length");
        let length = length.map_or(Ok(0), str::parse);
        let length = length.map_err(io::Error::other)?;
        more(reader, length, &mut body).await?;
        return Ok(body);
    }
    loop {
        let size = line(reader).await?.unwrap_or_default();
        let size = size.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(size, 16).map_err(io::Error::other)?;
        more(reader, size, &mut body).await?;
        // Behind a part its line ends; behind the last one trailers may stand.
        while line(reader).await?.is_some_and(|line| !line.is_empty()) {}
        if size == 0 {
            return Ok(body);
        }
    }
}

async fn more<R: AsyncBufRead + Unpin>(
    reader: &mut R,
    length: u64,
    body: &mut Vec<u8>,
) -> io::Result<()> {
    if body.len() as u64 + length > LONGEST_BODY {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let read = reader.take(length).read_to_end(body).await?;
    match read as u64 == length {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
