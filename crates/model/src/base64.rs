//! Bytes as letters, and back: the common alphabet, with padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |n: usize| u32::from(group.get(n).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * n) & 63) as usize];
            let there = n <= group.len();
            text.push(if there { char::from(letter) } else { '=' });
        }
    }
    text
}

/// None if it is something else. White space counts for nothing, padding may be missing.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let letters = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let letters: Vec<u8> = letters.collect();
    let padding = letters
        .iter()
        .rev()
        .take_while(|byte| **byte == b'=')
        .count();
    let letters = letters.get(..letters.len() - padding.min(2))?;
    if letters.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3 + 3);
    for group in letters.chunks(4) {
        let mut bits = 0;
        for n in 0..4 {
            let value = group.get(n).map_or(Some(0), |letter| value(*letter))?;
            bits = bits << 6 | value;
        }
        let three = [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8];
        bytes.extend_from_slice(&three[..group.len() - 1]);
    }
    Some(bytes)
}

fn value(letter: u8) -> Option<u32> {
    Some(u32::from(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_everybody_knows_and_lead_back() {
        for (plain, letters) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ] {
            assert_eq!(encode(plain.as_bytes()), letters);
            assert_eq!(decode(letters).as_deref(), Some(plain.as_bytes()));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Some(all));
        assert_eq!(decode("Zm9v\nYg"), Some(b"foob".to_vec()));
        for bad in ["Z", "Zm9v!", "Zg===", "====", "ä"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
