//! A request sent byte for byte, and the bytes that came back.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::Recorded;

#[derive(Debug)]
pub struct Got {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// Sends what was recorded, with further headers.
pub fn exchange(address: SocketAddr, request: &Recorded, more: &[(&str, &str)]) -> Got {
    let stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut head = format!("{}\r\nHost: {address}\r\n", request.line);
    let own = request
        .headers
        .iter()
        .map(|(n, v)| (n.as_str(), v.as_str()));
    for (name, value) in own.chain(more.iter().copied()) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\n\r\n", request.body.len()));
    let mut stream = BufReader::new(stream);
    stream.get_mut().write_all(head.as_bytes()).unwrap();
    stream.get_mut().write_all(&request.body).unwrap();
    read(&mut stream)
}

fn read(stream: &mut impl BufRead) -> Got {
    let first = line(stream);
    let status = first.split(' ').nth(1).unwrap().parse().unwrap();
    let mut headers = Vec::new();
    loop {
        let line = line(stream);
        let Some((name, value)) = line.split_once(':') else {
            break;
        };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut got = Got {
        status,
        headers,
        body: Vec::new(),
    };
    match got.header("transfer-encoding") {
        Some("chunked") => while more(stream, &mut got.body) {},
        _ => {
            let length = got.header("content-length").unwrap_or("0").parse().unwrap();
            stream.take(length).read_to_end(&mut got.body).unwrap();
        }
    }
    got
}

fn more(stream: &mut impl BufRead, body: &mut Vec<u8>) -> bool {
    let size = u64::from_str_radix(&line(stream), 16).unwrap();
    stream.take(size).read_to_end(body).unwrap();
    line(stream);
    size > 0
}

fn line(stream: &mut impl BufRead) -> String {
    let mut line = String::new();
    assert_ne!(stream.read_line(&mut line).unwrap(), 0, "hung up");
    line.trim_end().to_owned()
}

// === impl Got ===

impl Got {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}
