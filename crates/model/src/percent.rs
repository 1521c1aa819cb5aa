//! Text inside of an address.

/// Letters, digits and `-_.~` stay as they are, and so do those of `kept`.
pub fn encode(text: &str, kept: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
            char::from(byte).to_string()
        }
        _ if kept.as_bytes().contains(&byte) => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

/// One layer of such writing taken off; what is not written well stays as it is.
pub fn decode(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let escaped = after.get(..2).filter(|_| *first == b'%').and_then(unhex);
        plain.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() {
            &after[2..]
        } else {
            after
        };
    }
    plain
}

fn unhex(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(digits[0])? * 16 + digit(digits[1])?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_layer_is_taken_off_at_a_time() {
        assert_eq!(decode(b"a%20b%2F%C3%A4%2526"), "a b/ä%26".as_bytes());
        assert_eq!(decode(b"100%, %g1%2"), b"100%, %g1%2");
    }

    #[test]
    fn what_an_address_cannot_hold_is_written_by_its_bytes() {
        assert_eq!(encode("a b/ä&", ""), "a%20b%2F%C3%A4%26");
        assert_eq!(encode("a b/c", "/"), "a%20b/c");
    }
}
