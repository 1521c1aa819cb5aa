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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_cannot_hold_is_written_by_its_bytes() {
        assert_eq!(encode("a b/ä&", ""), "a%20b%2F%C3%A4%26");
        assert_eq!(encode("a b/c", "/"), "a%20b/c");
    }
}
