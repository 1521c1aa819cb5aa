//! A small blocking HTTP/1.1 client with one kept-alive connection: what the load bench and
//! the tests speak, cheap enough not to be what they measure. Plain loopback only.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(60);

pub struct HttpClient {
    address: SocketAddr,
    key: Option<String>,
    stream: BufReader<TcpStream>,
}

/// What came back.
#[derive(Debug)]
pub struct HttpReply {
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

// === impl HttpClient ===

impl HttpClient {
    pub fn connect(address: SocketAddr, key: Option<&str>) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        Ok(Self {
            address,
            key: key.map(str::to_owned),
            stream: BufReader::new(stream),
        })
    }

    /// Sends a JSON body (or none when it is empty) and reads the whole answer.
    pub fn send(&mut self, method: &str, path: &str, body: &[u8]) -> io::Result<HttpReply> {
        self.send_as(method, path, "application/json", body)
    }

    pub fn send_as(
        &mut self,
        method: &str,
        path: &str,
        kind: &str,
        body: &[u8],
    ) -> io::Result<HttpReply> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        if let Some(key) = &self.key {
            head.push_str(&format!("authorization: Bearer {key}\r\n"));
        }
        if !body.is_empty() {
            head.push_str(&format!("content-type: {kind}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        let mut message = head.into_bytes();
        message.extend_from_slice(body);
        self.stream.get_mut().write_all(&message)?;
        self.read()
    }

    fn read(&mut self) -> io::Result<HttpReply> {
        HttpReply::read(&mut self.stream)
    }
}

// === impl HttpReply ===

impl HttpReply {
    /// Reads one answer. No more is allocated than arrives, whatever its head promises.
    pub fn read(from: &mut impl BufRead) -> io::Result<Self> {
        let status = line(from)?;
        let status = status
            .split(' ')
            .nth(1)
            .and_then(|code| code.parse().ok())
            .ok_or_else(broken)?;
        let mut headers = Vec::new();
        loop {
            let line = line(from)?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').ok_or_else(broken)?;
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let length = length
            .and_then(|(_, value)| value.parse().ok())
            .unwrap_or(0);
        let mut body = Vec::new();
        if from.take(length).read_to_end(&mut body)? as u64 != length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Self {
            status,
            headers,
            body,
        })
    }
}

fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end().to_owned())
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "this is not an HTTP answer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_of_many_bytes_reserves_none() {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\nx", u64::MAX);
        let cut = HttpReply::read(&mut head.as_bytes()).unwrap_err();
        assert_eq!(cut.kind(), io::ErrorKind::UnexpectedEof);
    }
}
