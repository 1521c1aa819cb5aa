//! Where a peer is, whatever way it was written.

use std::fmt;

use super::{Refusal, Transport};

/// `host:port`, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

// === impl Address ===

impl Address {
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let bare = text.trim();
        let bare = ["http://", "https://"]
            .iter()
            .find_map(|scheme| bare.strip_prefix(scheme))
            .unwrap_or(bare)
            .trim_end_matches('/');
        let bad = || Refusal::BadAddress {
            text: text.trim().to_owned(),
        };
        let uri: tonic::transport::Uri = format!("http://{bare}").parse().map_err(|_| bad())?;
        let plain = uri.host().is_some_and(|host| !host.is_empty())
            && uri.port_u16().is_some()
            && matches!(uri.path(), "" | "/")
            && uri.query().is_none()
            && !bare.contains('@');
        match plain {
            true => Ok(Self(bare.to_ascii_lowercase())),
            false => Err(bad()),
        }
    }

    pub fn uri(&self, transport: Transport) -> String {
        match transport {
            Transport::Tls => format!("https://{}", self.0),
            Transport::Plaintext => format!("http://{}", self.0),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_says_nothing_about_the_transport() {
        for text in ["h:50051", "http://h:50051", "https://H:50051/", " h:50051 "] {
            let address = Address::parse(text).unwrap();
            assert_eq!(address.uri(Transport::Tls), "https://h:50051");
            assert_eq!(address.uri(Transport::Plaintext), "http://h:50051");
        }
        assert!(Address::parse("[::1]:50051").is_ok());
    }

    #[test]
    fn what_is_no_address_is_refused_by_name() {
        for text in [
            "",
            "host",
            "host:port",
            "a b:1",
            "h:1/path",
            "u@h:1",
            "h:99999",
        ] {
            let refusal = Address::parse(text).unwrap_err().to_string();
            assert!(refusal.contains("control_center_addr"), "{text}: {refusal}");
        }
    }
}
