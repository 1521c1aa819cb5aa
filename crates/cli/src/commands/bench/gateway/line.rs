//! One connection of a client that is as cheap as can be, and notes when the first byte came.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

pub struct Line {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

/// How long one call took: to the first byte of what is answered, and to the last.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    pub first: Duration,
    pub whole: Duration,
    pub status: u16,
}

// === impl Line ===

impl Line {
    pub fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let stream = BufReader::new(stream);
        Ok(Self { address, stream })
    }

    /// Sends a body with these lines of a head, and reads the answer to its end.
    pub fn call(&mut self, path: &str, head: &str, body: &str) -> io::Result<Timing> {
        let message = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{head}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let began = Instant::now();
        self.stream.get_mut().write_all(message.as_bytes())?;
        let (status, length) = self.head()?;
        self.stream.fill_buf()?;
        let first = began.elapsed();
        match length {
            Some(length) => self.skip(length)?,
            None => self.chunks()?,
        }
        Ok(Timing {
            first,
            whole: began.elapsed(),
            status,
        })
    }

    /// The status, and how long the body is unless it comes in parts.
    fn head(&mut self) -> io::Result<(u16, Option<u64>)> {
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut length = Some(0);
        loop {
            let line = self.line()?.to_ascii_lowercase();
            match line.split_once(": ") {
                Some(("content-length", value)) => length = value.parse().ok(),
                Some(("transfer-encoding", _)) => length = None,
                None if line.is_empty() => break,
                _ => {}
            }
        }
        let broken = || io::Error::new(io::ErrorKind::InvalidData, "no status");
        Ok((status.ok_or_else(broken)?, length))
    }

    fn chunks(&mut self) -> io::Result<()> {
        loop {
            let size = self.line()?;
            let size = u64::from_str_radix(&size, 16).map_err(io::Error::other)?;
            self.skip(size + 2)?;
            if size == 0 {
                return Ok(());
            }
        }
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        let skipped = io::copy(&mut (&mut self.stream).take(bytes), &mut io::sink())?;
        match skipped == bytes {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }
}
