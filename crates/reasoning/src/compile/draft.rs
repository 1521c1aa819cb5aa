//! When a document that exists is made anew.

/// What is to become of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nobody has worked on it: it follows the reasoning.
    Make,
    /// Somebody has worked on it.
    Keep,
    /// Made anew because somebody said so; the old one is put aside first.
    SetAside,
}

/// `made` is the fingerprint of the document as it was made.
pub fn decide(document: Option<&str>, made: Option<&str>, regenerate: bool) -> Decision {
    let Some(document) = document else {
        return Decision::Make;
    };
    let untouched = made.map(str::trim) == Some(fingerprint(document).as_str());
    match (untouched, regenerate) {
        (true, _) => Decision::Make,
        (false, true) => Decision::SetAside,
        (false, false) => Decision::Keep,
    }
}

/// Where it is kept what a document was when it was made, relative to its recording.
pub const MADE: &str = "reasoning/.memory.md.made";

/// FNV-1a of the text, and its length. It tells edited from untouched; it protects nothing.
pub fn fingerprint(text: &str) -> String {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash = text.bytes().fold(start, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("1:{hash:016x}:{}", text.len())
}
