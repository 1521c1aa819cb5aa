//! Texts of a certain form: addresses, versions, names. Empty always means that there is none.

use std::net::IpAddr;

use mneme_capture::files::names;

/// What fits, and what to tell whoever wrote something else.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub fits: fn(&str) -> bool,
    pub must: &'static str,
}

/// Where something of ours is to be opened.
pub const LOCAL: Shape = Shape {
    fits: |text| text == "localhost" || text.parse::<IpAddr>().is_ok(),
    must: "an IP address, or localhost",
};

pub const PEER: Shape = Shape {
    fits: |text| text.is_empty() || is_peer(text),
    must: "host:port, or empty",
};

pub const PEER_OR_URL: Shape = Shape {
    fits: |text| names::grpc_address(text).is_ok(),
    must: "host:port, or a URL that begins with http:// or https://, or empty",
};

pub const WEB: Shape = Shape {
    fits: |text| names::http_address(text).is_ok(),
    must: "a URL that begins with http:// or https:// and names a host, or empty",
};

pub const BROKERS: Shape = Shape {
    fits: |text| text.is_empty() || text.split(',').all(|one| is_peer(one.trim())),
    must: "host:port, or several with commas between them, or empty",
};

pub const VERSION: Shape = Shape {
    fits: |text| text.is_empty() || is_version(text),
    must: "a version such as 1.3.0, or empty",
};

pub const TENANT: Shape = Shape {
    fits: |text| text.is_empty() || names::tenant_id(text).is_ok(),
    must: "1 to 128 letters, digits, `_` or `-`, or empty",
};

pub const ANNOTATOR: Shape = Shape {
    fits: |text| text.len() <= 64 && text.bytes().all(is_of_a_name),
    must: "up to 64 letters, digits, `.`, `_` or `-`",
};

pub const FINGERPRINT: Shape = Shape {
    fits: |text| text.is_empty() || is_fingerprint(text),
    must: "the 32 pairs of hex digits of a SHA-256 (AA:BB:…), or empty",
};

fn is_peer(text: &str) -> bool {
    !text.is_empty() && !text.contains("://") && names::grpc_address(text).is_ok()
}

fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u32>().is_ok())
}

fn is_of_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-')
}

/// Case, colons and blanks do not count.
fn is_fingerprint(text: &str) -> bool {
    let digits = text.chars().filter(|c| !matches!(c, ':' | ' '));
    let digits: Vec<char> = digits.collect();
    digits.len() == 64 && digits.iter().all(char::is_ascii_hexdigit)
}
