//! Being let in without a credential: only somebody at this machine, and no page in a browser.

use std::net::IpAddr;

use crate::{Error, Result};

/// Whether a request may go without a credential. The socket alone proves nothing: a browser on
/// this machine also runs the pages of others. So the name it asked for must be this machine's
/// (a foreign name that points here is an old trick), and it must not speak for a page at all:
/// an `Origin`, `null` included, always needs a token.
pub fn local_trust(peer: Option<IpAddr>, host: Option<&str>, origin: Option<&str>) -> Result<()> {
    if origin.is_some() {
        return Err(Error::ForeignOrigin);
    }
    if !peer.is_some_and(|peer| peer.to_canonical().is_loopback()) {
        return Err(Error::NoCredential);
    }
    if !host.is_some_and(is_loopback_name) {
        return Err(Error::ForeignHost);
    }
    Ok(())
}

/// Whether a page is one of ours: it came from this very address, and the address is a name of this
/// machine, so no foreign name that points here can say so.
pub fn is_own_page(host: Option<&str>, origin: Option<&str>) -> bool {
    let (Some(host), Some(origin)) = (host, origin) else {
        return false;
    };
    let from = origin
        .strip_prefix("http://")
        .or_else(|| origin.strip_prefix("https://"));
    from == Some(host) && is_loopback_name(host)
}

/// `localhost`, or a loopback address; with or without a port.
fn is_loopback_name(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').unwrap_or(("", "")),
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let port = port.strip_prefix(':').unwrap_or(port);
    let address = name.parse::<IpAddr>();
    let ours = name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|a| a.is_loopback());
    ours && port.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trust(peer: &str, host: Option<&str>, origin: Option<&str>) -> Result<()> {
        local_trust(peer.parse().ok(), host, origin)
    }

    #[test]
    fn this_machine_is_trusted_under_its_own_names() {
        for peer in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            for host in [
                "localhost",
                "LocalHost:8000",
                "127.0.0.1",
                "127.0.0.1:9091",
                "[::1]",
                "[::1]:80",
            ] {
                assert!(trust(peer, Some(host), None).is_ok(), "{peer} {host}");
            }
        }
    }

    #[test]
    fn another_name_that_points_here_is_not() {
        let names = [
            "evil.example",
            "evil.example:9091",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil.example:127.0.0.1",
            "10.0.0.1",
            "[2001:db8::1]",
            "::1",
            "",
            ":80",
            "[",
            "[::1",
            "localhost@evil.example",
            "localhost:80@evil.example",
            "[::1]evil.example",
            "0.0.0.0",
        ];
        for host in names {
            let refused = trust("127.0.0.1", Some(host), None);
            assert!(matches!(refused, Err(Error::ForeignHost)), "{host}");
        }
        assert!(trust("127.0.0.1", None, None).is_err(), "no name at all");
    }

    #[test]
    fn another_machine_needs_a_credential_and_so_does_an_unknown_one() {
        for peer in [
            "10.0.0.1",
            "192.168.1.1",
            "2001:db8::1",
            "0.0.0.0",
            "unknown",
        ] {
            let refused = trust(peer, Some("localhost"), None);
            assert!(matches!(refused, Err(Error::NoCredential)), "{peer}");
        }
    }

    #[test]
    fn our_own_page_is_the_one_from_this_very_address() {
        let own = |host, origin| is_own_page(Some(host), Some(origin));
        assert!(own("127.0.0.1:3111", "http://127.0.0.1:3111"));
        assert!(own("localhost:3111", "https://localhost:3111"));
        assert!(!own("127.0.0.1:3111", "http://localhost:3111"));
        assert!(!own("127.0.0.1:3111", "http://127.0.0.1:8080"));
        assert!(!own("evil.example:3111", "http://evil.example:3111"));
        assert!(!own("127.0.0.1:3111", "null") && !is_own_page(Some("127.0.0.1"), None));
    }

    #[test]
    fn a_page_is_never_trusted_whatever_its_origin_says() {
        for origin in [
            "null",
            "",
            "https://evil.example",
            "http://localhost:8000",
            "http://127.0.0.1",
        ] {
            let refused = trust("127.0.0.1", Some("localhost"), Some(origin));
            assert!(matches!(refused, Err(Error::ForeignOrigin)), "{origin}");
        }
    }
}
