//! Keys of the door: processes, TLS, keys of callers, and what receipts are signed with.

use std::process::Command;

use serde_json::json;

use super::{ADMIN, Oss, changed, client, free_port, served, with};
use crate::support::{Client, Server};

#[test]
pub fn g_063_one_process_or_two_as_the_file_says() {
    let (port, core) = (free_port(), free_port());
    let oss = Oss::new(&changed(&[
        ("port = 8000", &format!("port = {port}")),
        ("core_port = 8001", &format!("core_port = {core}")),
        ("model = \"all-minilm-l6-v2\"", "model = \"off\""),
    ]));
    let server = oss.serve(&["serve"]);
    assert_eq!(server.http().port(), port);
    let health = server.health();
    assert_eq!(
        (&health["mode"], &health["core_status"]),
        (&json!("hybrid"), &json!("ok"))
    );
    let mut behind = Client::new(([127, 0, 0, 1], core).into(), Some(ADMIN));
    let id = behind.remember("The ferry is red.");
    assert_eq!(
        client(&server, ADMIN).inspect(&id)["content"],
        "The ferry is red."
    );
    server.stop();
    let (_oss, alone) = served(&[]);
    let health = alone.health();
    assert_eq!(
        (&health["mode"], &health["memory_mode"]),
        (&json!(null), &json!("full"))
    );
    let same = changed(&[("core_port = 8001", "core_port = 8000")]);
    let refused = Oss::new(&same).run(&["serve"]);
    assert!(refused.err.contains("server.core_port"), "{}", refused.err);
}

#[test]
pub fn g_063_tls_follows_the_file() {
    let address = |server: &Server| server.facts["doors"]["http"].as_str().unwrap().to_owned();
    let (_oss, plain) = served(&[]);
    assert!(address(&plain).starts_with("http://"));
    let (from, on) = (
        "enabled = false\nauto_generate = false",
        "enabled = true\nauto_generate = true",
    );
    let (oss, sealed) = served(&[(from, on)]);
    assert!(address(&sealed).starts_with("https://"));
    assert!(oss.home.data().join("tls/cert.pem").exists());
    let neither = "enabled = true\nauto_generate = false";
    let refused = with(&[(from, neither)]).run(&["serve"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(refused.err.contains("tls.auto_generate"), "{}", refused.err);
}

#[test]
pub fn g_063_a_key_opens_what_its_line_says() {
    let line = "role = \"admin\"\nnamespace = \"default\"";
    let (oss, server) = served(&[]);
    let id = client(&server, ADMIN).remember("The ferry is red.");
    server.stop();
    let forget = json!({ "ids": [id] });
    let again = |from: &str, to: &str| {
        let text = std::fs::read_to_string(oss.home.path().join("memoryoss.toml")).unwrap();
        assert!(text.contains(from), "{from}");
        oss.write("memoryoss.toml", &text.replace(from, to));
        oss.serve(&["serve"])
    };
    let writing = again(line, "role = \"writer\"\nnamespace = \"default\"");
    let mut writer = client(&writing, ADMIN);
    assert_eq!(writer.ask("ferry"), ["The ferry is red."]);
    writer
        .delete("/v1/forget", &forget)
        .refused(403, "role_too_low");
    writing.stop();
    let apart = again(
        "role = \"writer\"\nnamespace = \"default\"",
        "role = \"admin\"\nnamespace = \"elsewhere\"",
    );
    assert!(client(&apart, ADMIN).ask("ferry").is_empty());
    apart.stop();
    let other = again(ADMIN, "ek_another_of_these_tests");
    client(&other, ADMIN)
        .get("/v1/memories")
        .refused(401, "bad_credential");
    client(&other, "ek_another_of_these_tests")
        .get("/v1/memories")
        .ok();
}

/// What somebody does who has the secret and the receipt, and nothing of ours.
const SIGNED: &str = "
import hashlib, hmac, json, sys
receipt = json.loads(sys.argv[2])
key = hashlib.sha256(sys.argv[1].encode() + b'memoryoss deletion certificate').digest()
text = json.dumps(receipt['certificate'], separators=(',', ':'), ensure_ascii=False)
print(hmac.new(key, text.encode(), hashlib.sha256).hexdigest() == receipt['signature'])
";

#[test]
pub fn g_063_receipts_are_signed_with_the_secret_of_the_file() {
    let secret = "an audit secret of these tests, long enough";
    let checked = |secret: &str, receipt: &str| {
        let ran = Command::new("python3")
            .args(["-c", SIGNED, secret, receipt])
            .output()
            .unwrap();
        assert!(ran.status.success(), "{ran:?}");
        String::from_utf8(ran.stdout).unwrap().trim() == "True"
    };
    let (oss, server) = served(&[]);
    let mut admin = client(&server, ADMIN);
    let ids = ["The ferry is red.", "The mole is long."].map(|text| admin.remember(text));
    let forgotten = |admin: &mut Client, id: &str| {
        let reply = admin.delete("/v1/forget/certified", &json!({ "ids": [id] }));
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.text
    };
    let first = forgotten(&mut admin, &ids[0]);
    assert!(checked(secret, &first) && !checked("another secret", &first));
    server.stop();
    // The environment has the last word.
    let told = "a secret of the environment, also long enough";
    let mut command = oss.command(&["serve"]);
    command.env("MEMORYOSS_AUDIT_HMAC_SECRET", told);
    let server = Server::launch(command, &oss.home);
    let second = forgotten(&mut client(&server, ADMIN), &ids[1]);
    assert!(checked(told, &second) && !checked(secret, &second));
    let short = with(&[(secret, "short")]);
    short.run(&["serve"]).refused(2, "auth.audit_hmac_secret");
}
