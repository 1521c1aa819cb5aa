//! How far a comment or a literal goes, measured from its first byte.

pub fn line_comment(rest: &[u8]) -> usize {
    rest.iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(rest.len())
}

pub fn block_comment(rest: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < rest.len() {
        let step = &rest[at..];
        if step.starts_with(b"/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if step.starts_with(b"*/") {
            (at, depth) = (at + 2, depth - 1);
        } else {
            at += 1;
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

pub fn quoted(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

pub fn raw(rest: &[u8], hashes: usize) -> usize {
    let end: Vec<u8> = std::iter::once(b'"')
        .chain(std::iter::repeat_n(b'#', hashes))
        .collect();
    let opening = hashes + 2;
    let found = rest[opening..]
        .windows(end.len())
        .position(|window| window == end);
    found.map_or(rest.len(), |at| opening + at + end.len())
}

/// A character literal whole, or one byte when the apostrophe begins a lifetime.
pub fn character(rest: &[u8]) -> usize {
    let first = rest.get(1).copied().unwrap_or_default();
    let width = match first {
        b'\\' => {
            return 2 + rest
                .iter()
                .skip(3)
                .position(|b| *b == b'\'')
                .map_or(0, |at| at + 2);
        }
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    if rest.get(1 + width) == Some(&b'\'') {
        width + 2
    } else {
        1
    }
}
