//! Telling somebody outside that something happened. Whoever names the address may be a stranger
//! to this machine's network, so what is connected to is looked at, not what is written: a name is
//! resolved once, and only addresses out there are left of it. Nobody is followed elsewhere.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use mneme_model::{hex, with_causes};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Url, redirect};
use ring::hmac;

use crate::signals;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Unusable(&'static str),
    #[error("a webhook may not lead to this machine or its network")]
    Private,
    #[error("a webhook cannot be called: {0}")]
    Unreachable(String),
    #[error("a webhook answered with status {0}")]
    Status(u16),
}

/// Who calls webhooks, and whether also those of this network.
pub struct Caller {
    client: Client,
    private: bool,
}

/// Whoever is called has so long.
pub const TIMEOUT: Duration = Duration::from_secs(10);
/// Longer than any address somebody means.
const MAX_BYTES: usize = 2_048;
const SIGNATURE: &str = "x-mneme-signature";

// === impl Caller ===

impl Caller {
    pub fn new(private: bool) -> Result<Self, Error> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .timeout(TIMEOUT)
            .redirect(redirect::Policy::none())
            // A proxy would resolve the name itself.
            .no_proxy()
            .dns_resolver(Arc::new(Outside { private }))
            .build();
        let client = client.map_err(|error| Error::Unreachable(error.to_string()))?;
        Ok(Self { client, private })
    }

    /// Tells one thing, signed with a secret the other side knows.
    pub async fn tell(&self, url: &str, body: String, secret: &str) -> Result<(), Error> {
        signals::HOOKS.add(1);
        let told = self.send(url, body, secret).await;
        told.inspect_err(|_| signals::HOOK_FAILURES.add(1))
    }

    async fn send(&self, url: &str, body: String, secret: &str) -> Result<(), Error> {
        let url = checked(url, self.private)?;
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let signature = hex::encode(hmac::sign(&key, body.as_bytes()));
        let request = self.client.post(url).body(body);
        let request = request.header("content-type", "application/json");
        let request = request.header(SIGNATURE, format!("sha256={signature}"));
        let response = request.send().await.map_err(lost)?;
        match response.status() {
            status if status.is_success() => Ok(()),
            status => Err(Error::Status(status.as_u16())),
        }
    }
}

/// Whether an address may be called as it is written; where its name leads is seen when it is.
pub fn check(url: &str, private: bool) -> Result<(), Error> {
    let url = checked(url, private)?;
    // It is shown to whoever lists spaces, and stands in exports of them.
    match url.username().is_empty() && url.password().is_none() {
        true => Ok(()),
        false => Err(Error::Unusable(
            "a webhook's address holds no user name and no password: calls are signed with the secret that is told when the space is made",
        )),
    }
}

fn checked(url: &str, private: bool) -> Result<Url, Error> {
    if url.len() > MAX_BYTES {
        return Err(Error::Unusable("a webhook's address is too long"));
    }
    let url = Url::parse(url).map_err(|_| Error::Unusable("a webhook is a whole address"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Error::Unusable("a webhook is called by http or https"));
    }
    let host = url.host_str().unwrap_or_default();
    if host.is_empty() {
        return Err(Error::Unusable("a webhook is a whole address"));
    }
    match private || !is_ours(host) {
        true => Ok(url),
        false => Err(Error::Private),
    }
}

/// Whether a host is this machine or its network, by an address or by the one name that always is.
fn is_ours(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse() {
        Ok(address) => is_private(address),
        Err(_) => {
            let name = bare.trim_end_matches('.').to_ascii_lowercase();
            name == "localhost" || name.ends_with(".localhost")
        }
    }
}

/// Whether an address is of this machine, of a network behind it, or of nobody out there.
pub fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_private_v4(address),
        IpAddr::V6(address) => {
            inside_v6(address).map_or_else(|| is_private_v6(address), is_private_v4)
        }
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        // This network, those of carriers, protocol assignments, benchmarks, the reserved rest.
        || a == 0
        || a == 100 && (64..128).contains(&b)
        || (a, b, c) == (192, 0, 0)
        || a == 198 && (18..20).contains(&b)
        || a >= 240
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        || address.is_unique_local()
        || address.is_unicast_link_local()
        // Site-local as it was once, documentation, and what only discards.
        || first & 0xffc0 == 0xfec0
        || (first, second) == (0x2001, 0xdb8)
        || (first, second) == (0x100, 0)
}

/// The older address a newer one stands for, in each of the ways there are to write it.
fn inside_v6(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let older = |high: u16, low: u16| Some(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
    match [a, b, c, d, e, f] {
        [0, 0, 0, 0, 0, 0xffff] | [0, 0, 0, 0, 0xffff, 0] => older(g, h),
        // `::` and `::1` are no older address.
        [0, 0, 0, 0, 0, 0] if g != 0 || h > 1 => older(g, h),
        [0x64, 0xff9b, 0, 0, 0, 0] => older(g, h),
        [0x2002, high, low, ..] => older(high, low),
        _ => None,
    }
}

/// Finds the addresses of a name, and leaves out those nobody may be sent to.
struct Outside {
    private: bool,
}

impl Resolve for Outside {
    fn resolve(&self, name: Name) -> Resolving {
        let private = self.private;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let left: Vec<SocketAddr> = found
                .filter(|address| private || !is_private(address.ip()))
                .collect();
            match left.is_empty() {
                true => Err(Error::Private.into()),
                false => Ok(Box::new(left.into_iter()) as Addrs),
            }
        })
    }
}

/// Never with the address: it may hold what should not be logged.
fn lost(error: reqwest::Error) -> Error {
    Error::Unreachable(with_causes(&error.without_url()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_this_machine_and_its_network_are_seen_through_their_spelling() {
        for url in [
            "http://127.0.0.1/",
            "http://127.1:8000/x",
            "http://0x7f000001/",
            "http://2130706433/",
            "http://0.0.0.0/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.64.0.1/",
            "http://198.18.0.1/",
            "http://192.0.2.7/",
            "http://224.0.0.1/",
            "http://255.255.255.255/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:a00:1]/",
            "http://[::127.0.0.1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://[2002:7f00:1::]/",
            "http://[fe80::1]/",
            "http://[fc00::1]/",
            "http://[fd12:3456::1]/",
            "http://[fec0::1]/",
            "http://[ff02::1]/",
            "http://localhost/",
            "https://LOCALHOST.:8443/",
            "http://a.localhost/",
        ] {
            assert!(matches!(check(url, false), Err(Error::Private)), "{url}");
            assert!(check(url, true).is_ok(), "{url}");
        }
    }

    #[test]
    fn addresses_out_there_are_fine_and_other_protocols_are_not() {
        for url in [
            "http://example.org/hook",
            "https://93.184.216.34/",
            "https://[2606:4700::1111]/x?y=z",
            "http://172.32.0.1/",
            "http://[2002:5db8:d822::]/",
        ] {
            assert!(check(url, false).is_ok(), "{url}");
        }
        for url in [
            "",
            "example.org",
            "ftp://example.org/",
            "file:///etc/passwd",
            "http://",
            "javascript:1",
            "https://user:pw@example.org/hook",
            "https://user@example.org/hook",
            "https://:pw@example.org/hook",
        ] {
            assert!(matches!(check(url, true), Err(Error::Unusable(_))), "{url}");
        }
        let long = format!("http://example.org/{}", "x".repeat(MAX_BYTES));
        assert!(check(&long, true).is_err());
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_connected_to() {
        let name = || "localhost".parse::<Name>().unwrap();
        assert!(Outside { private: false }.resolve(name()).await.is_err());
        let found = Outside { private: true }.resolve(name()).await.unwrap();
        assert!(found.count() > 0);
    }
}
