//! `[tls]`: whether the HTTP doors speak it, and with which certificate.

use std::path::{Path, PathBuf};

use mneme_surfaces::rest::tls::Certificates;
use mneme_wire::Fault;

use super::bad;
use super::compat::Compat;
use super::file::{File, TlsSection};

/// Where a certificate of our own is kept.
pub fn own_key(data_dir: &Path) -> PathBuf {
    data_dir.join("tls").join("key.pem")
}

pub fn read(file: &File, compat: Compat, data_dir: &Path) -> Result<Option<Certificates>, Fault> {
    let TlsSection {
        enabled,
        auto_generate,
        cert_path,
        key_path,
        client_ca_path,
    } = file.tls.clone();
    let enabled = enabled.unwrap_or(compat.tls());
    let pair = match (cert_path, key_path) {
        (Some(cert), Some(key)) => Some((cert, key)),
        (None, None) => None,
        _ => {
            return Err(bad(
                "tls.cert_path and tls.key_path belong together: one is missing",
            ));
        }
    };
    if !enabled {
        let unguarded = "tls.client_ca_path needs tls.enabled: without TLS nobody shows one";
        return client_ca_path.map_or(Ok(None), |_| Err(bad(unguarded)));
    }
    let generate = pair.is_none();
    if generate && !auto_generate.unwrap_or(compat.tls()) {
        let message = "tls.enabled needs tls.auto_generate, or tls.cert_path and tls.key_path";
        return Err(bad(message));
    }
    let own = own_key(data_dir);
    let (cert, key) = pair.unwrap_or_else(|| (own.with_file_name("cert.pem"), own));
    Ok(Some(Certificates {
        cert,
        key,
        generate,
        client_ca: client_ca_path,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_toml(text: &str, compat: Compat) -> Result<Option<Certificates>, Fault> {
        let file: File = toml::from_str(text).unwrap();
        read(&file, compat, Path::new("/d"))
    }

    #[test]
    fn a_certificate_is_somebodys_own_or_made_and_never_half_of_one() {
        let ours = |text| read_toml(text, Compat::Mneme);
        assert_eq!(ours("").unwrap(), None);
        assert!(ours("[tls]\nenabled = true\n").is_err());
        assert!(ours("[tls]\ncert_path = \"c\"\n").is_err());
        assert!(ours("[tls]\nclient_ca_path = \"c\"\n").is_err());
        let made = ours("[tls]\nenabled = true\nauto_generate = true\n").unwrap();
        let made = made.unwrap();
        assert!(made.generate && made.key == Path::new("/d/tls/key.pem"));
        let own = ours("[tls]\nenabled = true\ncert_path = \"c\"\nkey_path = \"k\"\n").unwrap();
        assert!(!own.unwrap().generate);
    }

    #[test]
    fn memoryoss_speaks_tls_unless_told_not_to() {
        let theirs = |text| read_toml(text, Compat::Memoryoss);
        assert!(theirs("").unwrap().unwrap().generate);
        assert_eq!(theirs("[tls]\nenabled = false\n").unwrap(), None);
        assert!(theirs("[tls]\nauto_generate = false\n").is_err());
    }
}
