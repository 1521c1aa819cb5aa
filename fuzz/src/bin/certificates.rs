//! Certificates and keys somebody put into files.

#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{fs, path::Path};

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{AT_ONCE, parts, room, scratch, within, write};
use mneme_surfaces::rest::tls::Certificates;

/// With a pair of our own in it: no key of anybody has to stand among the seeds.
static DIR: LazyLock<PathBuf> = LazyLock::new(|| {
    let dir = scratch("certificates");
    pair(&dir, "own", true, None).server_config().unwrap();
    dir
});

fn pair(dir: &Path, name: &str, generate: bool, client_ca: Option<PathBuf>) -> Certificates {
    Certificates {
        cert: dir.join(format!("{name}-cert.pem")),
        key: dir.join(format!("{name}-key.pem")),
        generate,
        client_ca,
    }
}

fuzz_target!(|input: &[u8]| {
    let [key, cert, authority] = parts(input);
    let own = pair(&DIR, "own", false, None);
    let authority_file = DIR.join("authority.pem");
    let client_ca = (!authority.is_empty()).then(|| authority_file.clone());
    let mut files = pair(&DIR, "given", false, client_ca);
    write(&authority_file, authority);
    match key.is_empty() {
        true => files.key = own.key,
        false => write(&files.key, key),
    }
    match cert.is_empty() {
        true => files.cert = own.cert,
        false => write(&files.cert, cert),
    }
    let read = within(AT_ONCE + room(input.len()), || files.server_config());
    if input.is_empty() {
        assert!(
            read.is_ok() && fs::exists(&files.key).unwrap(),
            "our own serves"
        );
    }
});
