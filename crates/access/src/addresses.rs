//! Lists of addresses: who may use a namespace over the network at all.

use std::collections::HashMap;
use std::net::IpAddr;

use crate::{Error, Peer, Result};

/// One address, or a network of them. IPv4 counts as its part of IPv6, so that an address is the
/// same however the socket spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    start: u128,
    mask: u128,
}

/// The ranges of each namespace that has a list; others are open to every address.
#[derive(Clone, Debug, Default)]
pub struct AllowLists(HashMap<String, Vec<Range>>);

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// Digits alone: the library would also take a sign.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

// === impl Range ===

impl Range {
    /// Reads `127.0.0.1`, `10.0.0.0/8` or the same in IPv6.
    pub fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        let width: u32 = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Some(width), number)?;
        let free = width.checked_sub(prefix)?;
        let mask = u128::MAX.checked_shl(free).unwrap_or(0);
        Some(Self {
            start: bits(address) & mask,
            mask,
        })
    }

    pub fn contains(&self, address: IpAddr) -> bool {
        bits(address) & self.mask == self.start
    }
}

// === impl AllowLists ===

impl AllowLists {
    pub fn set(&mut self, namespace: &str, ranges: Vec<Range>) {
        self.0.insert(namespace.to_owned(), ranges);
    }

    /// Whoever is in the house is not asked; an address nobody knows is on no list.
    pub fn check(&self, namespace: &str, peer: Peer) -> Result<()> {
        let Some(ranges) = self.0.get(namespace) else {
            return Ok(());
        };
        let listed = match peer {
            Peer::Here => true,
            Peer::At(address) => ranges.iter().any(|range| range.contains(address)),
            Peer::Unknown => false,
        };
        listed.then_some(()).ok_or(Error::AddressNotAllowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(range: &str, address: &str) -> bool {
        let range = Range::parse(range).unwrap();
        range.contains(address.parse().unwrap())
    }

    #[test]
    fn ranges_hold_what_they_say() {
        for (range, inside, outside) in [
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.0"),
            ("10.9.9.9/8", "10.0.0.1", "9.255.255.255"),
            ("192.168.1.128/25", "192.168.1.255", "192.168.1.127"),
            ("10.0.0.0/8", "::ffff:10.1.2.3", "::10.1.2.3"),
            ("::ffff:10.0.0.1", "10.0.0.1", "10.0.0.2"),
            ("::1", "::1", "127.0.0.1"),
            ("2001:db8::/32", "2001:db8:1::1", "2001:db9::1"),
            ("0.0.0.0/0", "8.8.8.8", "2001:db8::1"),
        ] {
            assert!(contains(range, inside), "{inside} in {range}");
            assert!(!contains(range, outside), "{outside} in {range}");
        }
        assert!(contains("::/0", "2001:db8::1"));
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in [
            "",
            "localhost",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "10.0.0.0/",
            "10.0.0.0/-1",
            "10.0.0.0/+8",
            "10.0.0.1:80",
            "*",
        ] {
            assert_eq!(Range::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_unknown_address_is_on_no_list_and_the_local_door_needs_none() {
        let mut lists = AllowLists::default();
        lists.set("closed", vec![Range::parse("10.0.0.0/8").unwrap()]);
        lists.set("shut", Vec::new());
        let inside = Peer::At("10.1.1.1".parse().unwrap());
        assert!(lists.check("closed", inside).is_ok());
        assert!(lists.check("closed", Peer::Unknown).is_err());
        assert!(lists.check("closed", Peer::Here).is_ok());
        assert!(lists.check("shut", inside).is_err());
        assert!(lists.check("open", Peer::Unknown).is_ok());
    }
}
