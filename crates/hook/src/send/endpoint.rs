//! A gRPC address, in any of the ways people write one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};

const PORT: u16 = 50051;

#[derive(Clone, Debug, PartialEq)]
pub struct Endpoint {
    host: String,
    port: u16,
}

impl Endpoint {
    /// Where a daemon is when nobody says where: first one, then the other.
    pub fn usual() -> [Self; 2] {
        [Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()].map(|host: IpAddr| Self {
            host: host.to_string(),
            port: PORT,
        })
    }

    /// Reads `http://[::1]:50051`, `localhost:50051`, `127.0.0.1`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not an address such as http://127.0.0.1:{PORT}");
        let place = text.trim();
        let place = place.strip_prefix("http://").unwrap_or(place);
        if place.contains("://") {
            return Err(wrong());
        }
        let place = place.split('/').next().unwrap_or_default();
        let (host, port) = match (place.parse::<IpAddr>(), place.rsplit_once(':')) {
            (Err(_), Some((host, port))) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong())?)
            }
            _ => (place, PORT),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        match host.is_empty() || host.contains(|c: char| c.is_whitespace() || c.is_control()) {
            true => Err(wrong()),
            false => Ok(Self {
                host: host.to_lowercase(),
                port,
            }),
        }
    }

    pub fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    pub fn addresses(&self) -> Vec<SocketAddr> {
        if self.host == "localhost" {
            let both: [IpAddr; 2] = [Ipv6Addr::LOCALHOST.into(), Ipv4Addr::LOCALHOST.into()];
            return both.map(|ip| SocketAddr::new(ip, self.port)).into();
        }
        let found = (self.host.as_str(), self.port).to_socket_addrs();
        found.map(Iterator::collect).unwrap_or_default()
    }

    /// A server on this machine empties the file of its own port, so what is meant for another
    /// machine has to lie under another name.
    pub fn spool_name(&self) -> String {
        if self.is_local() {
            return format!("grpc-{}.jsonl", self.port);
        }
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() || c == '.' {
                c
            } else {
                '_'
            }
        };
        let host: String = self.host.chars().map(plain).take(100).collect();
        format!("grpc-{host}-{}.jsonl", self.port)
    }

    fn is_local(&self) -> bool {
        let ip = self.host.parse::<IpAddr>();
        self.host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_in_every_usual_form() {
        for (text, authority, spool) in [
            ("http://[::1]:50051", "[::1]:50051", "grpc-50051.jsonl"),
            ("http://127.0.0.1:7/", "127.0.0.1:7", "grpc-7.jsonl"),
            ("localhost:8", "localhost:8", "grpc-8.jsonl"),
            ("127.0.0.1", "127.0.0.1:50051", "grpc-50051.jsonl"),
            ("::1", "[::1]:50051", "grpc-50051.jsonl"),
            ("[::1]", "[::1]:50051", "grpc-50051.jsonl"),
            ("Box_a.lan:9", "box_a.lan:9", "grpc-box_a.lan-9.jsonl"),
            ("[fd00::2]:9", "[fd00::2]:9", "grpc-fd00__2-9.jsonl"),
        ] {
            let endpoint = Endpoint::parse(text).unwrap();
            assert_eq!(
                (
                    endpoint.authority().as_str(),
                    endpoint.spool_name().as_str()
                ),
                (authority, spool)
            );
        }
        for text in [
            "https://a:1",
            "unix:///x",
            ":1",
            "a:b",
            "a:70000",
            "http://",
            "a b:1",
        ] {
            assert!(Endpoint::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_usual_ones_are_the_two_loopbacks() {
        let both = Endpoint::usual().map(|endpoint| endpoint.addresses());
        assert_eq!(
            both.concat(),
            Endpoint::parse("localhost:50051").unwrap().addresses()
        );
    }
}
