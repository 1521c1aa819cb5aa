//! Requests as known clients send them: a first line, headers, an empty line, a body.

use std::path::Path;

#[derive(Clone, Debug)]
pub struct Recorded {
    /// The client, and which of its calls.
    pub name: String,
    pub line: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// All of them, by name.
pub fn recorded() -> Vec<Recorded> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/clients");
    let mut files: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| read(file)).collect()
}

fn read(file: &Path) -> Recorded {
    let bytes = std::fs::read(file).unwrap();
    let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap();
    let head = std::str::from_utf8(&bytes[..end]).unwrap();
    // The file ends with a line; the body does not.
    let body = bytes[end + 2..].strip_suffix(b"\n").unwrap();
    let (line, headers) = head.split_once('\n').unwrap();
    let headers = headers.lines().map(|line| line.split_once(": ").unwrap());
    Recorded {
        name: file.file_stem().unwrap().to_str().unwrap().to_owned(),
        line: line.to_owned(),
        headers: headers
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        body: body.to_vec(),
    }
}

// === impl Recorded ===

impl Recorded {
    /// The same, sent to the provider without us.
    pub fn direct(&self) -> Self {
        let line = self.line.replace("/proxy/anthropic/v1/v1/", "/v1/");
        let line = line.replace("/proxy/anthropic/", "/");
        Self {
            line: line.replace("/proxy/", "/"),
            ..self.clone()
        }
    }

    /// With another body.
    pub fn saying(&self, body: Vec<u8>) -> Self {
        Self {
            body,
            ..self.clone()
        }
    }
}
