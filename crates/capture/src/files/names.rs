//! Names that come from outside and become paths, and the names of pictures.

use mneme_model::Code;
use mneme_model::archive::Step;
use mneme_model::text::is_unseen;

use super::{Error, FRAMES, Result};

/// With `" (incomplete)"` and a number behind it, a name still has to fit a file system.
const LONGEST_NAME: usize = 200;
const LONGEST_TENANT: usize = 128;
const LONGEST_ADDRESS: usize = 2048;

/// Which of its three pictures a step has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
    Before,
    At,
    After,
}

pub fn memory_name(name: &str) -> Result<&str> {
    let why = if name.trim().is_empty() {
        "must not be empty"
    } else if name.contains(['/', '\\']) || name.contains("..") || name.starts_with('.') {
        "must not contain `/`, `\\` or `..`, nor begin with a dot"
    } else if name.chars().any(|c| c.is_control() || is_unseen(c)) {
        "must not contain control characters, nor others that nobody sees or that turn text around"
    } else if is_lost(name) {
        "must not end in `(incomplete)`: recordings that were lost are called so"
    } else if name.len() > LONGEST_NAME {
        "must not be longer than 200 bytes"
    } else {
        return Ok(name);
    };
    Err(invalid(Code::BadName, "memory_name", why))
}

/// Whether it is a name that [`mark_incomplete`](super::mark_incomplete) gives.
fn is_lost(name: &str) -> bool {
    let counted = name
        .trim_end()
        .trim_end_matches(|c: char| c.is_ascii_digit());
    counted.trim_end().ends_with("(incomplete)")
}

/// The tenant without the space around it.
pub fn tenant_id(tenant: &str) -> Result<&str> {
    let tenant = tenant.trim();
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    let fits = (1..=LONGEST_TENANT).contains(&tenant.len()) && tenant.bytes().all(plain);
    let why = "must be 1 to 128 letters, digits, `_` or `-`";
    fits.then_some(tenant)
        .ok_or_else(|| invalid(Code::BadName, "tenant_id", why))
}

/// The address of a peer that speaks HTTP; empty is none.
pub fn http_address(address: &str) -> Result<&str> {
    let why = "must be empty or begin with `http://` or `https://`, and name a host";
    (address.is_empty() || is_url(address))
        .then_some(address)
        .ok_or_else(|| invalid(Code::BadRequest, "the address", why))
}

/// The address of a peer that speaks gRPC: as above, or a bare `host:port`.
pub fn grpc_address(address: &str) -> Result<&str> {
    let why = "must be empty, `host:port`, or begin with `http://` or `https://`";
    (address.is_empty() || is_url(address) || is_host_and_port(address))
        .then_some(address)
        .ok_or_else(|| invalid(Code::BadRequest, "the address", why))
}

/// A path inside the directory, without empty parts and dots. The disk is not looked at.
pub fn relative_path(path: &str) -> Result<String> {
    let refused = |why| Err(invalid(Code::BadPath, "the path", why));
    if path.starts_with('/') {
        return refused("must be relative");
    }
    if path.contains(['\\', '\0']) {
        return refused("must not contain backslashes or zero bytes");
    }
    let parts = path.split('/').filter(|part| !matches!(*part, "" | "."));
    let parts: Vec<_> = parts.collect();
    match parts.is_empty() {
        _ if parts.contains(&"..") => refused("must not contain `..`"),
        true => refused("must not be empty"),
        false => Ok(parts.join("/")),
    }
}

/// What the paths of a listing begin with; empty is all of them.
pub fn prefix(path: &str) -> Result<String> {
    if path.is_empty() {
        return Ok(String::new());
    }
    let plain = relative_path(path)?;
    Ok(if path.ends_with('/') {
        plain + "/"
    } else {
        plain
    })
}

/// Where a picture of a step goes, relative to the directory. Its time is the command's.
pub fn frame(step: &Step, shot: Shot, extension: &str) -> String {
    let digits: String = step
        .timestamp
        .chars()
        .filter(char::is_ascii_digit)
        .take(14)
        .collect();
    let (day, time) = match digits.len() {
        14 => digits.split_at(8),
        _ => ("00000000", "000000"),
    };
    let (id, shot) = (step.step_id, shot.name());
    format!("{FRAMES}/step_{id:04}_{day}_{time}_{shot}.{extension}")
}

/// Where the last picture of a recording goes.
pub fn closing_frame(extension: &str) -> String {
    format!("{FRAMES}/closing_state.{extension}")
}

fn is_url(address: &str) -> bool {
    let rest = ["http://", "https://"].map(|scheme| address.strip_prefix(scheme));
    let rest = rest.into_iter().flatten().next();
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/')) && is_plain(address)
}

fn is_host_and_port(address: &str) -> bool {
    let parts = address.rsplit_once(':');
    let fits = |(host, port): (&str, &str)| !host.is_empty() && port.parse::<u16>().is_ok();
    parts.is_some_and(fits) && !address.contains('/') && is_plain(address)
}

fn is_plain(address: &str) -> bool {
    let odd = |c: char| c.is_control() || c.is_whitespace();
    address.len() <= LONGEST_ADDRESS && !address.contains(odd)
}

fn invalid(code: Code, what: &'static str, why: &'static str) -> Error {
    Error::Invalid { code, what, why }
}

// === impl Shot ===

impl Shot {
    pub const ALL: [Shot; 3] = [Shot::Before, Shot::At, Shot::After];

    pub fn name(self) -> &'static str {
        match self {
            Shot::Before => "before",
            Shot::At => "at",
            Shot::After => "after",
        }
    }
}
