//! Where a word begins, though a letter or a digit stands before it: what was escaped or encoded
//! ends in one.

/// Whether a word may begin here. Inside another nothing does: `task-` is no key.
pub fn is_edge(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    let within = before.last().is_some_and(u8::is_ascii_alphanumeric);
    !within || is_escaped(before) || is_encoded(before)
}

/// `\n` and `\u003d`, as JSON has them that came as a text.
fn is_escaped(before: &[u8]) -> bool {
    match before {
        [.., b'\\', b'n' | b't' | b'r'] => true,
        [.., b'\\', b'u', a, b, c, d] => is_code(&[*a, *b, *c, *d]),
        [.., b'\\', b'x', a, b] => is_code(&[*a, *b]),
        _ => false,
    }
}

/// `%3D`, as addresses have it, also where that was encoded once more.
fn is_encoded(before: &[u8]) -> bool {
    match before {
        [.., b'%', a, b] | [.., b'%', b'2', b'5', a, b] => is_code(&[*a, *b]),
        _ => false,
    }
}

fn is_code(code: &[u8]) -> bool {
    code.iter().all(u8::is_ascii_hexdigit)
}
