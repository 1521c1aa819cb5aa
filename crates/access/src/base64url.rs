//! Base64 for addresses, without padding: the alphabet of tokens. One text has one spelling.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |n: usize| u32::from(chunk.get(n).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for n in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(word >> (18 - 6 * n)) as usize & 63]));
        }
    }
    text
}

/// `None` for letters outside the alphabet, a length no text has, or bits nobody would write.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.as_bytes().chunks(4) {
        let mut word = 0;
        for letter in chunk {
            word = word << 6 | value(*letter)?;
        }
        word <<= 6 * (4 - chunk.len());
        let whole = [(word >> 16) as u8, (word >> 8) as u8, word as u8];
        let (kept, rest) = whole.split_at(chunk.len() - 1);
        if chunk.len() == 1 || rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend_from_slice(kept);
    }
    Some(bytes)
}

fn value(letter: u8) -> Option<u32> {
    Some(match letter {
        b'A'..=b'Z' => u32::from(letter - b'A'),
        b'a'..=b'z' => u32::from(letter - b'a') + 26,
        b'0'..=b'9' => u32::from(letter - b'0') + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_standard_come_out_as_it_says() {
        let pairs = [
            ("", ""),
            ("f", "Zg"),
            ("fo", "Zm8"),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg"),
            ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, coded) in pairs {
            assert_eq!(encode(plain.as_bytes()), coded);
            assert_eq!(decode(coded).unwrap(), plain.as_bytes());
        }
        assert_eq!(encode(&[0xfb, 0xff, 0xbf]), "-_-_");
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)).unwrap(), all);
    }

    #[test]
    fn a_second_spelling_is_refused() {
        for text in [
            "Z", "Zh", "Zm9", "Zg==", "Zm 9v", "Zm+v", "Zm/v", "Zg\n", "Zm9vY", "é",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
