//! Requests no decent client would send.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::Reply;

/// A request, line by line.
pub struct Raw<'a> {
    pub line: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
    pub body: &'a [u8],
}

/// Sends it on a connection of its own. A server may answer and hang up before it has read
/// the whole body, so a failed write is no trouble as long as an answer came.
pub fn send_raw(address: SocketAddr, request: &Raw<'_>) -> Reply {
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut head = format!(
        "{}\r\nhost: {address}\r\nconnection: close\r\n",
        request.line
    );
    for (name, value) in request.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("content-length: {}\r\n\r\n", request.body.len()));
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(request.body);
    let mut answer = Vec::new();
    // The end of a hung-up connection may be an error; what came before it counts.
    let _ = stream.read_to_end(&mut answer);
    parse(&answer)
}

pub fn parse(answer: &[u8]) -> Reply {
    let text = String::from_utf8_lossy(answer).into_owned();
    let (head, body) = text
        .split_once("\r\n\r\n")
        .unwrap_or_else(|| panic!("no answer: {text}"));
    let mut lines = head.lines();
    let first = lines.next().unwrap_or_default().to_owned();
    let status = first.split(' ').nth(1);
    let status = status.and_then(|status| status.parse().ok()).unwrap();
    let headers = lines.filter_map(|line| line.split_once(':'));
    let headers = headers
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    Reply {
        first_line: first.clone(),
        ..Reply::new(status, headers, body.as_bytes())
    }
}
