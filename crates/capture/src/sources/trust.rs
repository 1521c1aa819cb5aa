//! Opening a connection: whom to trust, and what a failure means.

use std::error::Error as _;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rustls::RootCertStore;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, TrustAnchor};
use tonic::transport::{Channel, ClientTlsConfig, Endpoint};

use super::address::Address;
use super::{Refusal, Transport};

/// The authorities of this system. They are read once: doing so for every peer took longer than
/// everything else a recording needs to start.
#[derive(Default)]
pub struct Trust {
    system: OnceLock<Arc<RootCertStore>>,
}

const CONNECT: Duration = Duration::from_secs(5);
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Finds out about a peer that vanished; the peer's heartbeats do the rest.
const KEEPALIVE: Duration = Duration::from_secs(30);

// === impl Trust ===

impl Trust {
    pub async fn connect(
        &self,
        address: &Address,
        transport: Transport,
        ca: Option<&Path>,
    ) -> Result<Channel, Refusal> {
        let mut endpoint = endpoint(address, transport)?;
        if transport == Transport::Tls {
            let _ = rustls::crypto::ring::default_provider().install_default();
            let tls = ClientTlsConfig::new().trust_anchors(self.anchors(ca)?);
            let tls = tls.timeout(CONNECT);
            endpoint = endpoint
                .tls_config(tls)
                .map_err(|error| failure(address, transport, &error))?;
        }
        match tokio::time::timeout(HANDSHAKE, endpoint.connect()).await {
            Ok(connected) => connected.map_err(|error| failure(address, transport, &error)),
            Err(_) => Err(Refusal::Unreachable {
                address: address.to_string(),
                why: "no connection in time".into(),
            }),
        }
    }

    fn anchors(&self, ca: Option<&Path>) -> Result<Vec<TrustAnchor<'static>>, Refusal> {
        match ca {
            Some(path) => Ok(authority(path)?.roots),
            None => {
                let system = self.system.get_or_init(|| Arc::new(system()));
                Ok(system.roots.clone())
            }
        }
    }
}

fn endpoint(address: &Address, transport: Transport) -> Result<Endpoint, Refusal> {
    let endpoint = Endpoint::from_shared(address.uri(transport));
    let endpoint = endpoint.map_err(|_| Refusal::BadAddress {
        text: address.to_string(),
    })?;
    Ok(endpoint
        .connect_timeout(CONNECT)
        .tcp_keepalive(Some(KEEPALIVE))
        .tcp_nodelay(true))
}

fn system() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    roots
}

fn authority(path: &Path) -> Result<RootCertStore, Refusal> {
    let bad = |why: &dyn std::fmt::Display| Refusal::BadCa {
        path: path.display().to_string(),
        why: why.to_string(),
    };
    let pem = std::fs::read(path).map_err(|error| bad(&error))?;
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&pem) {
        let certificate = certificate.map_err(|error| bad(&error))?;
        roots.add(certificate).map_err(|error| bad(&error))?;
    }
    match roots.is_empty() {
        true => Err(bad(&"there is no certificate in it")),
        false => Ok(roots),
    }
}

/// What went wrong: nobody there, somebody who does not speak TLS, or somebody we do not trust.
fn failure(address: &Address, transport: Transport, error: &tonic::transport::Error) -> Refusal {
    let (address, why) = (address.to_string(), chain(error));
    if let Some(rustls::Error::InvalidCertificate(_)) = find_tls(error) {
        return Refusal::Certificate { address, why };
    }
    match transport == Transport::Tls && !is_nobody(error) {
        true => Refusal::NoTls { address, why },
        false => Refusal::Unreachable { address, why },
    }
}

fn causes(
    error: &tonic::transport::Error,
) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
    std::iter::successors(error.source(), |error| (**error).source())
}

fn chain(error: &tonic::transport::Error) -> String {
    let mut words = Vec::new();
    for said in causes(error).map(ToString::to_string) {
        if !words.iter().any(|before: &String| before.contains(&said)) {
            words.push(said);
        }
    }
    match words.is_empty() {
        true => error.to_string(),
        false => words.join(": "),
    }
}

/// TLS errors travel inside those of the connection.
fn find_tls(error: &tonic::transport::Error) -> Option<&rustls::Error> {
    causes(error).find_map(|cause| match cause.downcast_ref::<io::Error>() {
        Some(error) => error.get_ref()?.downcast_ref(),
        None => cause.downcast_ref(),
    })
}

fn is_nobody(error: &tonic::transport::Error) -> bool {
    let kinds = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>());
    let mut kinds = kinds.map(io::Error::kind);
    kinds.any(|kind| {
        matches!(
            kind,
            io::ErrorKind::ConnectionRefused
                | io::ErrorKind::HostUnreachable
                | io::ErrorKind::NetworkUnreachable
        )
    })
}
