//! Whether somebody shows what we know, in a time that says nothing about it. Secrets are compared
//! here and nowhere else.

mod sought;

use ring::hmac::{HMAC_SHA256, Key, Tag, sign, verify};

pub use sought::stands_in;

/// What somebody shows.
pub struct Shown {
    key: Key,
    tag: Tag,
}

/// Both are hashed with it, so that only hashes of one length are compared. It is no secret.
const LABEL: &[u8] = b"mneme: is it the same secret";

// === impl Shown ===

impl Shown {
    pub fn of(bytes: &[u8]) -> Self {
        let key = Key::new(HMAC_SHA256, LABEL);
        let tag = sign(&key, bytes);
        Self { key, tag }
    }

    /// As a signature is checked: by the cryptographic library, which looks at every byte whatever it
    /// finds.
    pub fn is(&self, known: &[u8]) -> bool {
        verify(&self.key, known, self.tag.as_ref()).is_ok()
    }
}

pub fn is_same(shown: &[u8], known: &[u8]) -> bool {
    Shown::of(shown).is(known)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn g_208_what_is_shown_is_the_same_or_not_whatever_differs() {
        assert!(is_same(b"abcd", b"abcd") && is_same(b"", b""));
        for other in [&b"abce"[..], b"bbcd", b"abc", b"abcd\0", b""] {
            assert!(!is_same(b"abcd", other) && !is_same(other, b"abcd"));
        }
    }

    /// Names of what must not be told by time.
    const SECRET: [&str; 6] = [
        "secret",
        "hash",
        "offered",
        "proxy_key",
        "signature",
        "credential",
    ];

    /// The operator's own, held against the one of settings that are read again: nobody shows it.
    const ALLOWED: &str = "*held != secret";

    /// What stands on either side of a comparison of a line.
    fn compared(line: &str) -> Vec<String> {
        let mut sides = Vec::new();
        for sign in [" == ", " != "] {
            for (at, _) in line.match_indices(sign) {
                sides.extend(line[..at].split_whitespace().next_back());
                sides.extend(line[at + sign.len()..].split_whitespace().next());
            }
        }
        for sign in [".contains(", ".starts_with(", ".ends_with(", ".find("] {
            let shown = line.match_indices(sign);
            sides.extend(shown.filter_map(|(at, _)| line[at + sign.len()..].split(')').next()));
        }
        let bare = |side: &str| side.trim_end_matches(['(', ')', '{', ';', ',']).to_owned();
        sides.into_iter().map(bare).collect()
    }

    fn is_telling(line: &str) -> bool {
        let names = |side: &String| SECRET.iter().any(|name| side.ends_with(name));
        let known = line.trim_start().starts_with("//") || line.contains(ALLOWED);
        !known && compared(line).iter().any(names)
    }

    fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => sources(&path, found),
                false if path.extension().is_some_and(|kind| kind == "rs") => found.push(path),
                false => {}
            }
        }
    }

    #[test]
    fn g_208_no_secret_is_compared_but_in_constant_time() {
        for told in [
            "key.hash == offered",
            "if a != self.secret {",
            "x() == row.hash)",
            "8.. => text.contains(proxy_key),",
        ] {
            assert!(is_telling(told), "{told}");
        }
        assert!(!is_telling("key.key_id == key_id") && !is_telling("// a == secret"));
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        for room in ["access", "gateway", "surfaces"] {
            sources(&crates.join(room).join("src"), &mut files);
        }
        assert!(files.len() > 50, "{}", files.len());
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_test = file.file_name().is_some_and(|name| name == "tests.rs");
            for line in code.lines().filter(|_| !is_test) {
                assert!(!is_telling(line), "{}: {line}", file.display());
            }
        }
    }
}
