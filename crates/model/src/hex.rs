//! Bytes as hexadecimal digits and back.

pub fn encode(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|b| format!("{b:02x}")).collect()
}

/// `None` for anything but pairs of digits.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let digit = |byte: &u8| char::from(*byte).to_digit(16).map(|digit| digit as u8);
    let pairs = text.as_bytes().chunks_exact(2);
    pairs
        .map(|pair| Some(digit(&pair[0])? << 4 | digit(&pair[1])?))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        assert_eq!(encode([0, 10, 255]), "000aff");
        assert_eq!(decode("000aff"), Some(vec![0, 10, 255]));
        for wrong in ["0", "0g", "é0", "+1"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
