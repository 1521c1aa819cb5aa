//! TLS at the door, seen with curl.

use std::io::Read;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

use super::{ADMIN, Oss, PLAIN, usual};
use crate::support::{Home, Reply, Server, curl};

/// `curl` to the server's own address, with further arguments.
fn ask(server: &Server, more: &[&str]) -> Result<Reply, i32> {
    let url = format!("https://{}/health", server.http());
    curl(server.home(), &[more, &[url.as_str()]].concat())
}

#[test]
fn tls_is_on_by_default_and_nothing_is_said_in_the_clear() {
    let oss = Oss::new(&usual(""));
    let server = oss.serve(&["serve"]);
    let address = server.facts["doors"]["http"].as_str().unwrap();
    assert!(address.starts_with("https://"), "{address}");
    let doors = server.facts["doors"].as_object().unwrap();
    assert_eq!(doors.len(), 2, "its own door and the control socket");
    let reply = ask(&server, &["-k"]).unwrap();
    assert_eq!(reply.status, 200);
    let strict = reply.header("strict-transport-security");
    assert_eq!(strict, Some("max-age=63072000; includeSubDomains"));
    assert!(
        ask(&server, &[]).is_err(),
        "nobody believes it without -k or its certificate"
    );
    let plain = format!("http://{}/health", server.http());
    assert!(curl(server.home(), &[plain.as_str()]).is_err());
    for way in [["-k", "--http1.1"], ["-k", "--tlsv1.3"]] {
        assert_eq!(ask(&server, &way).unwrap().status, 200);
    }
    let older = ask(&server, &["-k", "--tls-max", "1.2"]);
    assert!(older.is_err(), "TLS 1.3 and nothing before it: {older:?}");
    let auth = format!("authorization: Bearer {ADMIN}");
    let url = format!("https://{}/v1/memories", server.http());
    let listed = curl(server.home(), &["-k", "-H", auth.as_str(), url.as_str()]).unwrap();
    assert_eq!(listed.ok()["count"], 0);
    server.stop();
}

#[test]
fn http_2_is_offered() {
    let oss = Oss::new(&usual(""));
    let server = oss.serve(&["serve"]);
    let reply = ask(&server, &["-k", "--http2"]).unwrap();
    assert!(reply.first_line.starts_with("HTTP/2"), "{reply:?}");
}

#[test]
fn plain_http_promises_no_tls() {
    let oss = Oss::new(&usual("[tls]\nclient_ca_path = \"nowhere.pem\"\n"));
    let server = oss.serve(&["dev"]);
    let address = server.facts["doors"]["http"].as_str().unwrap();
    assert!(address.starts_with("http://"), "{address}");
    let reply = server.stranger().get("/health");
    assert_eq!(reply.header("strict-transport-security"), None);
    assert_eq!(reply.header("x-frame-options"), Some("DENY"));
    let mut stranger = server.stranger();
    stranger.get("/v1/memories").refused(401, "no_credential");
}

#[test]
fn the_certificate_is_made_once_and_good_for_this_machine() {
    let oss = Oss::new(&usual(""));
    let files = ["cert.pem", "key.pem"].map(|name| oss.home.data().join("tls").join(name));
    let read = || files.clone().map(|file| std::fs::read(file).unwrap());
    let server = oss.serve(&["serve"]);
    let made = read();
    let mode = std::fs::metadata(&files[1]).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let trusted = ["--cacert", files[0].to_str().unwrap()];
    ask(&server, &trusted).unwrap();
    server.stop();
    let server = oss.serve(&["serve"]);
    assert_eq!(read(), made);
    let port = server.http().port();
    let url = format!("https://localhost:{port}/health");
    let resolve = format!("localhost:{port}:127.0.0.1");
    let args = [&trusted[..], &["--resolve", &resolve, &url]].concat();
    assert_eq!(curl(server.home(), &args).unwrap().status, 200);
}

/// An authority, and a certificate for this machine signed by it.
fn signed(oss: &Oss) -> String {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    // Else it has the name of what it signs, which then passes for signed by itself.
    let name = &mut params.distinguished_name;
    name.push(DnType::CommonName, "authority of these tests");
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    oss.write("ca.pem", &authority.pem());
    for (name, host) in [("server", "127.0.0.1"), ("client", "ann")] {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![host.to_owned()]).unwrap();
        let cert = params.signed_by(&key, &authority).unwrap();
        oss.write(&format!("{name}.pem"), &cert.pem());
        oss.write(&format!("{name}-key.pem"), &key.serialize_pem());
    }
    oss.home.path().to_str().unwrap().to_owned()
}

#[test]
fn own_certificates_serve_and_clients_can_be_asked_for_theirs() {
    let own = "[tls]\ncert_path = \"server.pem\"\nkey_path = \"server-key.pem\"\n";
    let oss = Oss::new(&usual(own));
    let dir = signed(&oss);
    let path = |name: &str| format!("{dir}/{name}");
    let ca = path("ca.pem");
    let trusted = ["--cacert", ca.as_str()];
    let server = oss.serve(&["serve"]);
    assert_eq!(ask(&server, &trusted).unwrap().status, 200);
    assert!(!oss.home.data().join("tls").exists(), "none is made");
    server.stop();

    oss.write(
        "memoryoss.toml",
        &usual(&format!("{own}client_ca_path = \"ca.pem\"\n")),
    );
    let server = oss.serve(&["serve"]);
    assert!(ask(&server, &trusted).is_err(), "a client without one");
    let (cert, key) = (path("client.pem"), path("client-key.pem"));
    let known = ["--cert", cert.as_str(), "--key", key.as_str()];
    let shown = [&trusted[..], &known[..]].concat();
    assert_eq!(ask(&server, &shown).unwrap().status, 200);
    let stranger = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["eve".to_owned()]).unwrap();
    oss.write("eve.pem", &params.self_signed(&stranger).unwrap().pem());
    oss.write("eve-key.pem", &stranger.serialize_pem());
    let (cert, key) = (path("eve.pem"), path("eve-key.pem"));
    let foreign = ["--cert", cert.as_str(), "--key", key.as_str()];
    assert!(ask(&server, &[&trusted[..], &foreign[..]].concat()).is_err());
}

#[test]
fn the_process_in_front_asks_for_certificates_too() {
    let own = "[tls]\ncert_path = \"server.pem\"\nkey_path = \"server-key.pem\"\nclient_ca_path = \"ca.pem\"\n";
    let two = usual(own).replace("port = 0", "port = 0\nhybrid_mode = true");
    let oss = Oss::new(&two);
    let dir = signed(&oss);
    let path = |name: &str| format!("{dir}/{name}");
    let (ca, cert, key) = (path("ca.pem"), path("client.pem"), path("client-key.pem"));
    let server = oss.serve(&["serve"]);
    let trusted = ["--cacert", ca.as_str()];
    assert!(ask(&server, &trusted).is_err(), "a client without one");
    let known = ["--cert", cert.as_str(), "--key", key.as_str()];
    let told = ask(&server, &[&trusted[..], &known[..]].concat()).unwrap();
    assert_eq!(told.ok()["core_status"], "ok");
}

#[test]
fn a_key_that_is_not_the_certificates_is_told() {
    let own = "[tls]\ncert_path = \"server.pem\"\nkey_path = \"client-key.pem\"\n";
    let oss = Oss::new(&usual(own));
    signed(&oss);
    oss.run(&["serve"]).refused(2, "[bad_setting]");
    oss.write("server.pem", "no certificate");
    oss.run(&["serve"]).refused(2, "server.pem");
    std::fs::remove_file(oss.home.path().join("server.pem")).unwrap();
    oss.run(&["serve"]).refused(2, "server.pem");
}

#[test]
fn a_stalled_handshake_keeps_nobody_else_waiting_and_is_let_go() {
    let oss = Oss::new(&usual(""));
    let server = oss.serve(&["serve"]);
    let began = Instant::now();
    let mut silent: Vec<_> = (0..50)
        .map(|_| TcpStream::connect(server.http()).unwrap())
        .collect();
    assert_eq!(ask(&server, &["-k"]).unwrap().status, 200);
    let waited = began.elapsed();
    assert!(waited < Duration::from_secs(9), "{waited:?}");
    let stream = &mut silent[0];
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    assert_eq!(stream.read(&mut [0; 1]).unwrap(), 0, "hung up on");
    assert_eq!(ask(&server, &["-k"]).unwrap().status, 200);
}

#[test]
fn mneme_itself_speaks_tls_when_told_to() {
    let home = Home::with_settings("[tls]\nenabled = true\nauto_generate = true\n");
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    assert_eq!(ask(&server, &["-k"]).unwrap().status, 200);
    let metrics = server.facts["doors"]["metrics"].as_str().unwrap();
    assert!(metrics.starts_with("https://"), "{metrics}");
    let found = home.run(&["doctor"]).ok();
    assert!(
        found.contains("tls/key.pem is readable by its owner"),
        "{found}"
    );
    for half in [
        "[tls]\nenabled = true\n",
        "[tls]\nkey_path = \"k\"\n",
        "[tls]\nclient_ca_path = \"k\"\n",
    ] {
        let home = Home::with_settings(half);
        home.run(&["status"]).refused(2, "[bad_setting]");
    }
    let plain = Oss::new(&usual(PLAIN)).serve(&["serve"]);
    assert_eq!(plain.health()["status"], "ok");
}
