//! Whether a server is well, in a line: what a status line shows.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use crate::json;
use crate::send::within;

/// A status line is drawn again and again.
const WAIT: Duration = Duration::from_millis(400);
const MAX_BYTES: u64 = 64 * 1024;

pub fn line(address: Option<OsString>) -> String {
    let address = address.and_then(|address| address.into_string().ok());
    let told = address.and_then(|address| within(WAIT, move || ask(&address))?);
    let (mark, told) = match told.as_deref() {
        Some("ok") => ("●", "ok"),
        Some(_) => ("◐", "degraded"),
        None => ("○", "off"),
    };
    format!("{mark} memoryOSS {told}\n")
}

fn ask(address: &str) -> Option<String> {
    let at = address.to_socket_addrs().ok()?.next()?;
    let mut stream = TcpStream::connect_timeout(&at, WAIT).ok()?;
    stream.set_read_timeout(Some(WAIT)).ok()?;
    let asked = format!("GET /health HTTP/1.0\r\nHost: {address}\r\n\r\n");
    stream.write_all(asked.as_bytes()).ok()?;
    let mut reply = String::new();
    stream.take(MAX_BYTES).read_to_string(&mut reply).ok()?;
    read(&reply)
}

/// In two processes the first is always well, and tells how the other is.
fn read(reply: &str) -> Option<String> {
    let (_, body) = reply.split_once("\r\n\r\n")?;
    let told = json::read(body).ok()?;
    let core = told.get("core_status").or_else(|| told.get("status"));
    core.map(json::Value::words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_the_server_is() {
        let reply = |body: &str| read(&format!("HTTP/1.0 200 OK\r\n\r\n{body}"));
        assert_eq!(reply(r#"{"status":"ok"}"#).as_deref(), Some("ok"));
        let hybrid = r#"{"status":"ok","core_status":"degraded"}"#;
        assert_eq!(reply(hybrid).as_deref(), Some("degraded"));
        assert_eq!(reply("nonsense"), None);
        assert_eq!(line(Some("127.0.0.1:1".into())), "○ memoryOSS off\n");
        assert_eq!(line(None), "○ memoryOSS off\n");
    }
}
