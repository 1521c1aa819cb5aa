//! Bytes that are no text, in a text: each is one of the characters that nobody uses, so that a
//! file in any encoding can be edited, and every byte of it comes out as it went in.

/// What a byte above ASCII is added to: the end of the last private characters.
const BASE: u32 = 0x10_FE00;

/// Nothing where a file uses one of those characters itself: it could not be told from a byte.
pub fn text(bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        if chunk.valid().chars().any(|c| byte(c).is_some()) {
            return None;
        }
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| character(*byte)));
    }
    Some(text)
}

pub fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut room = [0; 4];
    for c in text.chars() {
        match byte(c) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(c.encode_utf8(&mut room).as_bytes()),
        }
    }
    bytes
}

fn character(byte: u8) -> Option<char> {
    char::from_u32(BASE + u32::from(byte))
}

fn byte(c: char) -> Option<u8> {
    let byte = u8::try_from(u32::from(c).checked_sub(BASE)?).ok()?;
    (!byte.is_ascii()).then_some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_out_as_it_went_in() {
        let all: Vec<u8> = (0..=255).collect();
        let cases: [&[u8]; 5] = [
            &all,
            b"caf\xe9 \xff\xfe\n",
            "caf\u{e9} \u{1F980}\n".as_bytes(),
            b"",
            b"\xe2\x82",
        ];
        for case in cases {
            assert_eq!(bytes(&text(case).unwrap()), case);
        }
        assert_eq!(text("caf\u{e9}".as_bytes()).unwrap(), "caf\u{e9}");
    }

    #[test]
    fn what_could_be_mistaken_for_a_byte_is_not_read() {
        assert_eq!(text("\u{10FE80}".as_bytes()), None);
        assert_eq!(text("\u{10FEFF}".as_bytes()), None);
        assert!(text("\u{10FE00}\u{10FF00}".as_bytes()).is_some());
    }
}
