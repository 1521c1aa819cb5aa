//! A server with a certificate of its own small authority, made anew each time.

use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use tonic::transport::{Identity, Server, ServerTlsConfig};

use super::Error;

const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// With a directory, the server speaks TLS and `ca.pem` is written there.
pub fn server(directory: Option<&Path>) -> Result<(Server, Option<PathBuf>), Error> {
    let server = Server::builder();
    let Some(directory) = directory else {
        return Ok((server, None));
    };
    let made = make().map_err(|error| Error::Certificate(error.to_string()))?;
    let path = directory.join("ca.pem");
    std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(&path, made.authority))
        .map_err(|error| Error::Certificate(error.to_string()))?;
    let identity = Identity::from_pem(made.certificate, made.key);
    let server = server.tls_config(ServerTlsConfig::new().identity(identity));
    let server = server.map_err(|error| Error::Certificate(error.to_string()))?;
    Ok((server, Some(path)))
}

struct Made {
    authority: String,
    certificate: String,
    key: String,
}

fn make() -> Result<Made, rcgen::Error> {
    let mut params = CertificateParams::new(Vec::new())?;
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    let name = &mut params.distinguished_name;
    name.push(DnType::CommonName, "simulated peer authority");
    let key = KeyPair::generate()?;
    let authority = params.self_signed(&key)?.pem();
    let issuer = Issuer::new(params, key);
    let key = KeyPair::generate()?;
    let params = CertificateParams::new(NAMES.map(String::from))?;
    let certificate = params.signed_by(&key, &issuer)?.pem();
    Ok(Made {
        authority,
        certificate,
        key: key.serialize_pem(),
    })
}
