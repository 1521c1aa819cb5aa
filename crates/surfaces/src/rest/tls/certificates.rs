//! Certificates: somebody's own from files, or one of ours made once and kept.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{CertificateParams, DnType, KeyPair};
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::version::TLS13;
use rustls::{RootCertStore, ServerConfig};

/// Where a door's certificate comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificates {
    pub cert: PathBuf,
    pub key: PathBuf,
    /// Make both if either is missing.
    pub generate: bool,
    /// Only clients with a certificate of this authority come in.
    pub client_ca: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{} cannot be read: {why}", path.display())]
    Unreadable { path: PathBuf, why: String },
    #[error("{} cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error("a certificate could not be made: {0}")]
    NotMade(#[from] rcgen::Error),
    #[error("certificate and key do not serve: {0}")]
    Unfit(#[from] rustls::Error),
    #[error("{} does not serve to check clients: {why}", path.display())]
    UnfitAuthority { path: PathBuf, why: String },
}

/// Names our own certificate is good for: this machine, as it calls itself.
const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "::1"];
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

// === impl Certificates ===

impl Certificates {
    pub fn server_config(&self) -> Result<ServerConfig, Error> {
        if self.generate && !(self.cert.exists() && self.key.exists()) {
            self.make()?;
        }
        let key = PrivateKeyDer::from_pem_file(&self.key);
        let key = key.map_err(|error| unreadable(&self.key, &error))?;
        let started = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_protocol_versions(&[&TLS13])?;
        let started = match &self.client_ca {
            Some(path) => started.with_client_cert_verifier(authority(path)?),
            None => started.with_no_client_auth(),
        };
        let mut config = started.with_single_cert(chain(&self.cert)?, key)?;
        config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
        Ok(config)
    }

    /// The key first: a certificate without its key would be taken for a finished pair.
    fn make(&self) -> Result<(), Error> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(NAMES.map(String::from))?;
        let name = &mut params.distinguished_name;
        name.push(DnType::CommonName, "mneme on this machine");
        let cert = params.self_signed(&key)?;
        write(&self.key, &key.serialize_pem())?;
        write(&self.cert, &cert.pem())
    }
}

fn chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    let certificates = CertificateDer::pem_file_iter(path)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| unreadable(path, &error))?;
    match certificates.is_empty() {
        true => Err(unreadable(path, &"there is no certificate in it")),
        false => Ok(certificates),
    }
}

/// Clients must show a certificate that one of these signed.
fn authority(path: &Path) -> Result<Arc<dyn rustls::server::danger::ClientCertVerifier>, Error> {
    let unfit = |why: &dyn std::fmt::Display| Error::UnfitAuthority {
        path: path.to_path_buf(),
        why: why.to_string(),
    };
    let mut roots = RootCertStore::empty();
    for certificate in chain(path)? {
        roots.add(certificate).map_err(|error| unfit(&error))?;
    }
    let provider = Arc::new(default_provider());
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
    verifier.map_err(|error| unfit(&error))
}

/// Readable by its owner alone; the certificate needs no more either.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    let mut open = OpenOptions::new();
    open.write(true).create(true).truncate(true).mode(0o600);
    let directory = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(directory).and_then(|()| {
        let part = path.with_extension("part");
        let mut file = open.open(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, path)
    });
    written.map_err(|source| Error::Unwritable {
        path: path.to_path_buf(),
        source,
    })
}

fn unreadable(path: &Path, why: &dyn std::fmt::Display) -> Error {
    Error::Unreadable {
        path: path.to_path_buf(),
        why: why.to_string(),
    }
}
