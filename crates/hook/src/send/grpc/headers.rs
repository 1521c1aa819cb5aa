//! The headers of our one call, as HPACK literals that nobody has to remember, and the status
//! among the headers of the answer.

const PATH: &str = "/memory.MemoryService/IngestEvent";
const LONG: usize = 127;

pub fn request(authority: &str) -> Vec<u8> {
    let mut block = Vec::new();
    for (name, value) in [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", PATH),
        (":authority", authority),
        ("content-type", "application/grpc"),
        ("te", "trailers"),
        (
            "user-agent",
            concat!("mneme-hook/", env!("CARGO_PKG_VERSION")),
        ),
    ] {
        // A literal without indexing whose name is a literal too.
        block.push(0);
        text(name, &mut block);
        text(value, &mut block);
    }
    block
}

/// A length in seven bits and what follows them, then the plain bytes.
fn text(text: &str, block: &mut Vec<u8>) {
    let length = text.len();
    block.push(length.min(LONG) as u8);
    if let Some(mut rest) = length.checked_sub(LONG) {
        while rest >= 128 {
            block.push((rest % 128 + 128) as u8);
            rest /= 128;
        }
        block.push(rest as u8);
    }
    block.extend_from_slice(text.as_bytes());
}

/// The gRPC status in a block of headers. Its name is no entry of the static table, and a call
/// gets it once, so it always stands there in letters: plainly, or in the one Huffman code there
/// is. Looking for these bytes spares a table of 257 codes; not finding them means "not known".
pub fn grpc_status(block: &[u8]) -> Option<u8> {
    const PLAIN: &[u8] = b"\x0bgrpc-status";
    const CODED: &[u8] = b"\x88\x9a\xca\xc8\xb2\x12\x34\xda\x8f";
    let after = |name: &[u8]| {
        let at = block.windows(name.len()).position(|bytes| bytes == name)?;
        block.get(at + name.len()..)
    };
    let (length, value) = after(PLAIN).or_else(|| after(CODED))?.split_first()?;
    let value = value.get(..usize::from(length & 0x7f))?;
    match length & 0x80 {
        0 => std::str::from_utf8(value).ok()?.parse().ok(),
        _ => digits(value),
    }
}

/// Digits in Huffman code: 0 to 2 have five bits, 3 to 9 have six; ones fill the last byte.
fn digits(bytes: &[u8]) -> Option<u8> {
    let bits = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |n| byte >> n & 1));
    let mut bits = bits.chain(std::iter::repeat(1));
    let mut text = String::new();
    loop {
        let five = bits.by_ref().take(5).fold(0, |code, bit| code << 1 | bit);
        let digit = match five {
            0..=2 => five,
            0b01100..=0b01111 => (five << 1 | bits.next()?).checked_sub(0b01_1001)? + 3,
            _ => break,
        };
        text.push(char::from(b'0' + digit));
        if text.len() == 2 {
            break;
        }
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_have_long_lengths() {
        let mut block = Vec::new();
        text(&"x".repeat(127), &mut block);
        assert_eq!(block[..3], [127, 0, b'x']);
        block.clear();
        text(&"x".repeat(400), &mut block);
        assert_eq!(block[..4], [127, 145, 2, b'x'], "127 + 17 + 2 * 128");
        assert_eq!(block.len(), 403);
    }

    #[test]
    fn the_status_is_found_in_both_spellings() {
        let plain = |value: &str| {
            [
                b"\x88\x40\x0bgrpc-status".as_slice(),
                &[value.len() as u8],
                value.as_bytes(),
            ]
            .concat()
        };
        let coded = |value: &[u8]| {
            [
                b"\x88\x40\x88\x9a\xca\xc8\xb2\x12\x34\xda\x8f".as_slice(),
                &[0x80 | value.len() as u8],
                value,
            ]
            .concat()
        };
        assert_eq!(grpc_status(&plain("3")), Some(3));
        assert_eq!(grpc_status(&plain("14")), Some(14));
        // 3 = 011001 11, 0 = 00000 111, 14 = 00001 011010 11111, 12 = 00001 00010 111111
        assert_eq!(grpc_status(&coded(&[0b0110_0111])), Some(3));
        assert_eq!(grpc_status(&coded(&[0b0000_0111])), Some(0));
        assert_eq!(grpc_status(&coded(&[0b0000_1011, 0b0101_1111])), Some(14));
        assert_eq!(grpc_status(&coded(&[0b0000_1000, 0b1011_1111])), Some(12));
        assert_eq!(grpc_status(b"\x88"), None);
        assert_eq!(grpc_status(&coded(&[])), None);
        assert_eq!(grpc_status(b"\x0bgrpc-status\x05"), None);
    }
}
