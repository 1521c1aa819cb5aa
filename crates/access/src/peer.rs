//! Where a caller is: what lists of addresses are asked about.

use std::net::IpAddr;

/// How [`Peer::Here`] is told to another process of the house.
const HERE: &str = "here";

/// Where a caller is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// In the house: we ourselves, or at a socket that only the machine's owner can open.
    Here,
    /// The other end of its socket.
    At(IpAddr),
    /// Over a network, and nobody knows from where.
    Unknown,
}

// === impl Peer ===

impl Peer {
    /// In words for another process of the house; what it makes of them is [`Peer::heard`].
    pub fn told(self) -> Option<String> {
        match self {
            Peer::Here => Some(HERE.to_owned()),
            Peer::At(address) => Some(address.to_string()),
            Peer::Unknown => None,
        }
    }

    /// Only from whoever owns the machine: everybody else could say anything.
    pub fn heard(told: Option<&str>) -> Self {
        match told {
            Some(HERE) => Peer::Here,
            told => told.and_then(|told| told.parse().ok()).into(),
        }
    }
}

/// What a listener says of a socket.
impl From<Option<IpAddr>> for Peer {
    fn from(address: Option<IpAddr>) -> Self {
        address.map_or(Peer::Unknown, Peer::At)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_heard_and_nothing_else_is_in_the_house() {
        let address = "10.0.0.1".parse().unwrap();
        for peer in [Peer::Here, Peer::At(address), Peer::Unknown] {
            assert_eq!(Peer::heard(peer.told().as_deref()), peer);
        }
        for told in ["", "Here", "localhost", "10.0.0.1:80"] {
            assert_eq!(Peer::heard(Some(told)), Peer::Unknown, "{told}");
        }
    }
}
