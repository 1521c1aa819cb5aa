//! Lists of addresses and networks.

#![no_main]

use std::net::IpAddr;

use libfuzzer_sys::fuzz_target;
use mneme_access::Range;
use mneme_fuzz::{room, within};

fuzz_target!(|text: &str| {
    let Some(range) = within(room(text.len()), || Range::parse(text)) else {
        return;
    };
    let (address, prefix) = text.split_once('/').unwrap_or((text, ""));
    assert!(prefix.bytes().all(|digit| digit.is_ascii_digit()), "{text}");
    let address: IpAddr = address.parse().expect("a range begins with an address");
    assert!(range.contains(address), "{text} holds its own address");
    // The last bit of the network decides, and none behind it.
    let (bits, width) = match address {
        IpAddr::V4(address) => (u128::from(address.to_bits()), 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    };
    let prefix: u32 = prefix.parse().unwrap_or(width);
    for bit in 0..width {
        let other = bits ^ 1 << bit;
        let other = match address {
            IpAddr::V4(_) => IpAddr::from((other as u32).to_be_bytes()),
            IpAddr::V6(_) => IpAddr::from(other.to_be_bytes()),
        };
        assert_eq!(
            range.contains(other),
            bit < width - prefix,
            "{other} in {text}"
        );
    }
});
