//! `memoryoss.toml`: its keys open the door, what nobody knows is told, what is wrong ends it.

use serde_json::json;

use super::{ADMIN, Oss, PLAIN, READER, WRITER, client, usual};
use crate::support::{Client, Server, curl};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../memoryoss.toml.example");

#[test]
fn keys_of_the_file_open_the_door_as_far_as_their_role_goes() {
    let server = Oss::new(&usual(PLAIN)).serve(&["serve"]);
    let id = client(&server, WRITER).remember("keys open doors");
    assert_eq!(client(&server, READER).ask("keys"), ["keys open doors"]);
    let fact = json!({ "content": "not me" });
    let mut reader = client(&server, READER);
    reader.post("/v1/store", &fact).refused(403, "role_too_low");
    let mut stranger = client(&server, "ek_of_somebody_else");
    let refused = stranger
        .post("/v1/store", &fact)
        .refused(401, "bad_credential");
    assert_eq!(refused["error"], "invalid API key");
    let forget = json!({ "ids": [id] }).to_string();
    let delete = |key| client(&server, key).send("DELETE", "/v1/forget", forget.as_bytes());
    delete(WRITER).refused(403, "role_too_low");
    let gone = delete(ADMIN).ok();
    assert_eq!(gone["deleted"], 1);
}

#[test]
fn a_key_of_the_file_is_bound_to_its_namespace_and_kept_nowhere() {
    let more =
        "[[auth.api_keys]]\nkey = \"ek_of_team_a\"\nrole = \"admin\"\nnamespace = \"team-a\"\n";
    let oss = Oss::new(&(usual(PLAIN) + more));
    let server = oss.serve(&["serve"]);
    client(&server, "ek_of_team_a").remember("only for team a");
    assert!(client(&server, ADMIN).ask("team").is_empty());
    let foreign = json!({ "query": "team", "namespace": "team-a" });
    let mut admin = client(&server, ADMIN);
    admin
        .post("/v1/recall", &foreign)
        .refused(403, "foreign_namespace");
    server.stop();
    let stored = walk(&oss.home.data());
    assert!(stored.len() > 3);
    for (path, bytes) in stored {
        let found = bytes.windows(12).any(|at| at == b"ek_of_team_a");
        assert!(!found, "{}", path.display());
    }
    // Out of the file, out of the door.
    oss.write("memoryoss.toml", &usual(PLAIN));
    let server = oss.serve(&["serve"]);
    let mut gone = client(&server, "ek_of_team_a");
    gone.get("/v1/memories").refused(401, "bad_credential");
}

fn walk(dir: &std::path::Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            found.extend(walk(&path));
        } else if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            found.push((path, bytes));
        }
    }
    found
}

#[test]
fn its_token_secret_and_lists_of_addresses_hold() {
    let key = "[[auth.api_keys]]\nkey = \"ek_far\"\nrole = \"admin\"\nnamespace = \"far\"\n";
    let more = format!("{PLAIN}[trust.ip_allowlists]\nfar = [\"192.0.2.7\"]\n");
    let oss = Oss::new(&(usual(&more) + key));
    let secret = "a token secret of these tests, long enough";
    let start = || {
        let mut command = oss.command(&["serve"]);
        command.env("MEMORYOSS_JWT_SECRET", secret);
        Server::launch(command, &oss.home)
    };
    let server = start();
    let mut far = client(&server, "ek_far");
    assert_eq!(far.get("/v1/memories").status, 403);
    let traded = server
        .stranger()
        .post("/v1/auth/token", &json!({ "api_key": WRITER }))
        .ok();
    let token = traded["token"].as_str().unwrap();
    client(&server, token).remember("by token");
    server.stop();
    assert!(!oss.home.data().join("keys").join("jwt.secret").exists());
    let server = start();
    assert_eq!(client(&server, token).ask("token"), ["by token"]);
}

#[test]
fn a_backup_comes_back_under_the_same_name() {
    let oss = Oss::new(&usual(PLAIN));
    let server = oss.serve(&["serve"]);
    client(&server, WRITER).remember("kept in a backup");
    oss.run(&["backup", "-o", "kept.tar.zst", "--include-key"])
        .ok();
    server.stop();
    oss.run(&["restore", "kept.tar.zst"]).refused(1, "--force");
    std::fs::remove_dir_all(oss.home.data()).unwrap();
    oss.run(&["restore", "kept.tar.zst"]).ok();
    let server = oss.serve(&["serve"]);
    assert_eq!(client(&server, READER).ask("backup"), ["kept in a backup"]);
}

#[test]
fn what_nobody_knows_is_told_and_what_comes_later_too() {
    let more = "colour = \"red\"\n[server2]\na = 1\n[proxy]\nprimitive_algebra = true\n[tls]\nenabled = false\nciphers = \"all\"\n";
    let oss = Oss::new(&usual(more));
    let server = oss.serve(&["serve"]);
    let told = server.errors();
    for key in ["colour", "server2", "tls.ciphers"] {
        assert!(
            told.contains(&format!("nobody knows the key {key}")),
            "{told}"
        );
    }
    assert!(
        told.contains("not used by this build yet: proxy.primitive_algebra"),
        "{told}"
    );
    let asked = oss.run(&["config", "show"]);
    assert!(
        asked.err.contains("nobody knows the key colour"),
        "{asked:?}"
    );
    asked.ok();
}

#[test]
fn what_is_wrong_ends_every_command() {
    for wrong in [
        "this is no toml",
        "[server]\nport = 99999\n",
        "[server]\nhost = \"not an address\"\n",
        "[server]\nhybrid_mode = true\nport = 9000\ncore_port = 9000\n",
        "[tls]\ncert_path = \"c.pem\"\n",
        "[tls]\nauto_generate = false\n",
        "[auth]\njwt_secret = \"short\"\n",
        "[auth]\njwt_expiry_secs = 0\n",
        "[auth]\naudit_hmac_secret = \"short\"\n",
        "[[auth.api_keys]]\nkey = \"k\"\n",
        "[[auth.api_keys]]\nkey = \"k\"\nrole = \"emperor\"\n",
        "[[auth.api_keys]]\nkey = \"k\"\nrole = \"reader\"\nnamespace = \"a b\"\n",
        "[[auth.api_keys]]\nkey = \"\"\nrole = \"reader\"\n",
        "[limits]\nrate_limit_per_sec = 0\n",
        "[limits]\nmax_content_bytes = 0\n",
        "[limits]\ngroup_commit_batch_size = 0\n",
        "[embeddings]\nmodel = \"big-brain\"\n",
        "[encryption]\nprovider = \"rot13\"\n",
        "[encryption]\nprovider = \"aws_kms\"\n",
        "[trust]\nthreshold = 2.0\n",
        "[proxy]\ndefault_memory_mode = \"sometimes\"\n",
    ] {
        let oss = Oss::new(wrong);
        for command in ["serve", "doctor"] {
            oss.run(&[command]).refused(2, "[bad_setting]");
        }
        assert!(!oss.home.data().exists(), "{wrong}");
    }
    let oss = Oss::new(&usual(PLAIN));
    let mut command = oss.command(&["doctor"]);
    let ended = command
        .env("MEMORYOSS_JWT_SECRET", "short")
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(2));
}

#[test]
fn without_a_settings_file_it_says_where_it_looked() {
    let oss = Oss::new("");
    std::fs::remove_file(oss.home.path().join("memoryoss.toml")).unwrap();
    for command in ["status", "doctor", "serve"] {
        let ran = oss.run(&[command]);
        assert_ne!(ran.code, 0);
        assert!(
            ran.err.contains("config not found at 'memoryoss.toml'"),
            "{ran:?}"
        );
    }
    let ran = oss.run(&["status", "-c", "other.toml"]);
    assert!(
        ran.err.contains("config not found at 'other.toml'"),
        "{ran:?}"
    );
    assert!(oss.run(&["--license"]).ok().contains("Apache-2.0"));
    assert!(oss.run(&["--version"]).ok().starts_with("memoryoss "));
}

#[test]
fn without_a_command_it_serves_and_its_commands_ask_the_server() {
    let oss = Oss::new(&usual(PLAIN));
    let config = oss.home.path().join("memoryoss.toml");
    let server = oss.serve(&["-c", config.to_str().unwrap()]);
    let id = client(&server, WRITER).remember("asked through the other name");
    assert!(oss.run(&["status"]).ok().contains("1 memory"));
    assert!(oss.run(&["doctor"]).ok().contains("Doctor OK"));
    let memory = oss.run(&["inspect", &id]).json();
    assert_eq!(memory["content"], "asked through the other name");
    oss.run(&[
        "migrate-embeddings",
        "--model",
        "nonsense",
        "--batch-size",
        "32",
    ])
    .refused(2, "[bad_model]");
    let later = oss.run(&["passport", "export", "-o", "x"]);
    assert!(
        later
            .err
            .contains("`memoryoss passport` is not in this build yet"),
        "{later:?}"
    );
    assert_ne!(later.code, 0);
    assert_ne!(oss.run(&["dance"]).code, 0);
}

#[test]
fn what_it_says_names_the_program_that_was_started() {
    let oss = Oss::new(&usual(PLAIN).replace("model = \"off\"", "model = \"all-minilm-l6-v2\""));
    let server = oss.serve(&["serve"]);
    client(&server, WRITER).remember("asked through the other name");
    server.stop();
    let status = oss.run(&["status"]).ok();
    assert!(status.starts_with("memoryoss "), "{status}");
    assert!(status.contains("(memoryoss serve starts it)"), "{status}");
    let doctor = oss.run(&["doctor"]).ok();
    assert!(doctor.contains("[note] model: words only"), "{doctor}");
    assert!(
        doctor.contains("`memoryoss model fetch`"),
        "it has that too: {doctor}"
    );
    let unknown = oss.run(&["backup", "-o", "no/such/place.tar.zst"]);
    assert!(
        unknown.err.contains("`memoryoss backup -o FILE`"),
        "{unknown:?}"
    );
    let ours = oss.home.run(&["status"]).ok();
    assert!(
        ours.starts_with("mneme ") && ours.contains("(mneme serve starts it)"),
        "{ours}"
    );
}

#[test]
fn whatever_a_hint_names_can_be_done_under_the_same_name() {
    let oss = Oss::new(&usual(PLAIN));
    let server = oss.serve(&["serve"]);
    client(&server, WRITER).remember("asked through the other name");
    let listed = oss.run(&["list"]).ok();
    assert!(listed.contains("asked through the other name"), "{listed}");
    server.stop();
    let verified = oss.run(&["verify", "--json"]).json();
    assert_eq!(
        (&verified["clean"], verified["events"].as_u64() > Some(0)),
        (&json!(true), true)
    );
    oss.run(&["rebuild"]).ok();
    let wrong = oss.run(&["inspect", "nobody"]);
    assert!(wrong.err.contains("`memoryoss list`"), "{wrong:?}");
    let page = oss.run(&["list", "--cursor", "nonsense", "--json"]);
    let fault = page.refused(2, "bad_cursor").fault();
    assert!(
        !fault["hint"].as_str().unwrap().contains("mneme "),
        "{fault}"
    );
    assert_ne!(oss.run(&["dance"]).code, 0);
    assert_ne!(
        oss.run(&["connect", "codex"]).code,
        0,
        "that is mneme's own"
    );
}

#[test]
fn its_help_names_the_program_that_was_started() {
    let oss = Oss::new(&usual(PLAIN));
    for args in [
        &["--help"][..],
        &["status", "--help"],
        &["review", "queue", "--help"],
        &["decay", "--help"],
        &["verify", "--help"],
        &["export", "--help"],
        &["key", "--help"],
        &["history", "--help"],
    ] {
        let told = oss.run(args).ok();
        let ours = told.lines().filter(|line| line.contains("`mneme "));
        let ours: Vec<&str> = ours
            .filter(|line| !line.contains("`mneme --help`"))
            .collect();
        assert!(ours.is_empty(), "{args:?}: {ours:?}");
    }
}

#[test]
fn a_second_start_says_who_serves() {
    let oss = Oss::new(&usual(PLAIN));
    let server = oss.serve(&["serve"]);
    oss.run(&["serve"]).refused(5, "http://127.0.0.1:");
    let port = format!("port = {}", server.http().port());
    let same = usual(PLAIN).replace("port = 0", &port);
    oss.write("memoryoss.toml", &same);
    let told = oss.run(&["serve"]).ok();
    assert!(told.contains(&server.http().to_string()), "{told}");
    server.assert_sound();
}

#[test]
fn its_own_store_file_is_left_alone() {
    let oss = Oss::new(&usual(PLAIN));
    std::fs::create_dir_all(oss.home.data()).unwrap();
    let file = oss.home.data().join("memoryoss.redb");
    std::fs::write(&file, "junk that was here before").unwrap();
    let server = oss.serve(&["serve"]);
    client(&server, WRITER).remember("beside the old file");
    server.stop();
    assert_eq!(std::fs::read(&file).unwrap(), b"junk that was here before");
    assert!(oss.home.database().exists());
}

#[test]
fn g_223_the_example_loads_once_secrets_are_filled_in_and_two_edits_move_it() {
    let example = std::fs::read_to_string(EXAMPLE).unwrap();
    let oss = Oss::new(&example);
    oss.run(&["serve"]).refused(2, "placeholder");
    let filled = example.replace("REPLACE_ME", "made_by_me");
    oss.write("memoryoss.toml", &filled);
    let shown = oss.run(&["config", "show"]).ok();
    assert!(!shown.contains("made_by_me"), "{shown}");
    let volume = oss.home.path().join("volume");
    let moved = filled
        .replace("host = \"127.0.0.1\"", "host = \"0.0.0.0\"")
        .replace("data_dir = \"data\"", &format!("data_dir = {volume:?}"))
        // The suite takes whatever port is free.
        .replace("port = 8000", "port = 0")
        .replace("enabled = true\nauto", "enabled = false\nauto");
    assert_eq!(moved.matches("0.0.0.0").count(), 2, "one of them a comment");
    oss.write("memoryoss.toml", &moved);
    let server = oss.serve(&["serve"]);
    let address = (std::net::Ipv4Addr::LOCALHOST, server.http().port());
    let mut writer = Client::new(address.into(), Some("made_by_me_writer_key"));
    writer.remember("kept on the volume");
    assert!(volume.join("mneme.db").exists() && !oss.home.data().exists());
    server.stop();
    // As it stands, but for the port: with a certificate of its own.
    oss.write("memoryoss.toml", &filled.replace("port = 8000", "port = 0"));
    let server = oss.serve(&["serve"]);
    let address = server.facts["doors"]["http"].as_str().unwrap();
    assert!(address.starts_with("https://"), "{address}");
    let auth = "authorization: Bearer made_by_me_writer_key";
    let url = format!("{address}/v1/memories");
    let listed = curl(&oss.home, &["-k", "-H", auth, url.as_str()]).unwrap();
    assert_eq!(listed.ok()["count"], 0);
}
