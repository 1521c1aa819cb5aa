//! A copy of the store in a dataset, and a store made of it again.

use std::process::{Command, Stdio};

use super::hub::Hub;
use super::*;
use crate::support::{Ran, eventually, sqlite};

fn with_hub(home: &Home, hub: &Hub, args: &[&str]) -> Command {
    let mut command = home.command(args);
    command.envs(hub.variables()).stdin(Stdio::null());
    command
}

fn backup(home: &Home, hub: &Hub) -> String {
    Ran::soon(with_hub(home, hub, &["notebook", "backup", "--once"])).ok()
}

fn restore(home: &Home, hub: &Hub) -> String {
    Ran::soon(with_hub(home, hub, &["notebook", "restore"])).ok()
}

fn exported(server: &Server) -> Value {
    let mut export = guest(server).get("/agentmemory/export").ok();
    export.as_object_mut().unwrap().remove("exportedAt");
    export
}

#[test]
fn n_088_what_changed_is_uploaded_once_and_restored_as_it_was() {
    let (home, other, hub) = (Home::new(), Home::new(), Hub::start());
    let server = served(&home, &[]);
    let mut client = guest(&server);
    client.post(
        "/agentmemory/remember",
        &json!({ "content": "the bridge opens at nine" }),
    );
    client.observe(&told("s", "stop", json!("seen")));
    let picture = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    client.observe(&told("s", "stop", json!({ "picture": picture })));
    let note = json!({ "file": "plan.md", "content": "# Plan" });
    client.post("/agentmemory/second-brain", &note).ok();
    assert!(backup(&home, &hub).contains("backed up"));
    assert_eq!(hub.commits(), 1);
    assert_eq!(
        hub.files(),
        ["manifest.json", "second-brain/plan.md", "store.tar.zst"]
    );
    hub.asked();
    assert!(backup(&home, &hub).contains("unchanged"));
    assert_eq!(
        (hub.commits(), hub.asked()),
        (1, Vec::<String>::new()),
        "nothing was asked at all"
    );
    client.post(
        "/agentmemory/remember",
        &json!({ "content": "and closes at noon, as ever" }),
    );
    backup(&home, &hub);
    assert_eq!(hub.commits(), 2);
    let before = exported(&server);
    assert!(before.to_string().contains(picture));
    hub.asked();
    assert!(restore(&other, &hub).contains("restored"));
    let asked = hub.asked();
    assert!(
        asked.iter().all(|call| call.contains("/resolve/main/")),
        "single files only: {asked:?}"
    );
    let again = served(&other, &[]);
    assert_eq!(exported(&again), before);
    let notes = guest(&again)
        .get("/agentmemory/second-brain?file=plan.md")
        .ok();
    assert_eq!(notes["content"], "# Plan");
    assert!(
        backup(&other, &hub).contains("unchanged"),
        "it is what the dataset has"
    );
    other.run(&["verify"]).ok();
}

#[test]
fn n_088_a_copy_taken_while_others_write_opens_cleanly() {
    let (home, other, hub) = (Home::new(), Home::new(), Hub::start());
    let server = served(&home, &[]);
    guest(&server).observe(&told("s0", "stop", json!("first")));
    let writing = std::sync::atomic::AtomicBool::new(true);
    std::thread::scope(|scope| {
        for n in 0..3 {
            let (server, writing) = (&server, &writing);
            scope.spawn(move || {
                let mut client = guest(server);
                let mut count = 0;
                while writing.load(std::sync::atomic::Ordering::Relaxed) {
                    client.observe(&told(
                        &format!("s{n}-{}", count / 400),
                        "stop",
                        json!(format!("{n} {count}")),
                    ));
                    count += 1;
                }
            });
        }
        let once = || Ran::soon(with_hub(&home, &hub, &["notebook", "backup", "--once"]));
        let copies = [once(), once()];
        // First of all: whoever fails here must not leave writers behind.
        writing.store(false, std::sync::atomic::Ordering::Relaxed);
        for copy in copies {
            copy.ok();
        }
    });
    restore(&other, &hub);
    other.run(&["verify"]).ok();
    let again = served(&other, &[]);
    assert!(guest(&again).noted_session("s0").is_some());
}

#[test]
fn a_dataset_that_is_public_or_of_another_store_is_left_alone() {
    let (home, other, hub) = (Home::new(), Home::new(), Hub::start());
    for home in [&home, &other] {
        home.run(&["remember", "something to keep"]).ok();
    }
    backup(&home, &hub);
    let refused = Ran::soon(with_hub(&other, &hub, &["notebook", "backup", "--once"]));
    assert!(
        refused.code != 0 && refused.err.contains("left alone"),
        "{refused:?}"
    );
    assert_eq!(hub.commits(), 1);
    Ran::soon(with_hub(
        &other,
        &hub,
        &["notebook", "backup", "--once", "--force"],
    ))
    .ok();
    assert_eq!(hub.commits(), 2);
    let open = Hub::start();
    open.make_public();
    let refused = Ran::soon(with_hub(&home, &open, &["notebook", "backup", "--once"]));
    assert!(
        refused.code != 0 && refused.err.contains("public"),
        "{refused:?}"
    );
    assert_eq!(open.commits(), 0);
}

#[test]
fn without_a_dataset_or_with_a_damaged_one_it_is_a_fresh_start() {
    let (home, hub) = (Home::new(), Hub::start());
    assert!(
        home.run(&["notebook", "restore"]).ok().is_empty(),
        "no token, no repo"
    );
    assert!(home.run(&["notebook", "backup", "--once"]).ok().is_empty());
    assert!(restore(&home, &hub).contains("fresh start"), "no dataset");
    home.run(&["remember", "something to keep"]).ok();
    backup(&home, &hub);
    hub.damage("store.tar.zst");
    let other = Home::new();
    restore(&other, &hub);
    assert!(
        !other.database().exists(),
        "what is damaged is not unpacked"
    );
    let mut gone = with_hub(&other, &hub, &["notebook", "restore"]);
    gone.env("HF_ENDPOINT", "http://127.0.0.1:1");
    Ran::soon(gone).ok();
}

/// The boot script of the container, with the product under its names.
fn boot(home: &Home, hub: Option<&Hub>) -> Server {
    let bin = home.path().join("bin");
    home.run(&["install-aliases", "--dir", bin.to_str().unwrap()])
        .ok();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/notebook/boot.sh");
    let mut command = home.program(script);
    command
        .env("MNEME", &home.line(&[])[0])
        .env("AGENTMEMORY", bin.join("agentmemory"))
        .env("MNEME_DATA_DIR", home.data())
        .env("AGENTMEMORY_HOST", "127.0.0.1")
        .env("PORT", "0")
        .env("AGENTMEMORY_BACKUP_SECS", "1");
    if let Some(hub) = hub {
        command.envs(hub.variables());
    }
    Server::launch(command, home)
}

#[test]
fn n_105_a_container_restores_serves_and_copies_in_this_order() {
    let (home, other, hub) = (Home::new(), Home::new(), Hub::start());
    home.run(&["remember", "the bridge opens at nine"]).ok();
    backup(&home, &hub);
    hub.asked();
    let server = boot(&other, Some(&hub));
    let secret = std::fs::read_to_string(other.data().join(".hmac")).unwrap();
    assert_eq!(secret.len(), 64, "made at the first boot");
    let mut client = Client::new(server.notebook(), Some(&secret));
    let first = client.get("/agentmemory/memories").ok();
    assert_eq!(first["memories"][0]["content"], "the bridge opens at nine");
    guest(&server)
        .get("/agentmemory/memories")
        .refused(401, "bad_credential");
    let asked = hub.asked();
    let restored: Vec<_> = asked
        .iter()
        .take_while(|call| call.contains("/resolve/main/"))
        .collect();
    assert!(
        restored.len() >= 2,
        "restored first, file by file: {asked:?}"
    );
    eventually("the secret is in the copy", || {
        hub.files().contains(&".hmac".to_owned()).then_some(())
    });
    let commits = hub.commits();
    client.post(
        "/agentmemory/remember",
        &json!({ "content": "and closes at noon" }),
    );
    eventually("a change is uploaded", || {
        (hub.commits() > commits).then_some(())
    });
    server.stop();
}

#[test]
fn n_105_without_a_dataset_a_container_starts_empty() {
    let home = Home::new();
    let server = boot(&home, None);
    let secret = std::fs::read_to_string(home.data().join(".hmac")).unwrap();
    let mut client = Client::new(server.notebook(), Some(&secret));
    assert_eq!(client.get("/agentmemory/memories").ok()["total"], 0);
    server.stop();
}

#[test]
fn a_copy_of_a_damaged_store_is_made_and_warns() {
    let (home, hub) = (Home::new(), Hub::start());
    home.run(&["remember", "The goose sleeps in the barn."])
        .ok();
    let zeros = "UPDATE journal SET body = zeroblob(length(body)) \
                 WHERE seq = (SELECT max(seq) FROM memories)";
    sqlite(&home, &[zeros]);
    let ran = Ran::soon(with_hub(&home, &hub, &["notebook", "backup", "--once"]));
    assert!(
        ran.err
            .contains("warning: 1 record of this store cannot be read"),
        "{ran:?}"
    );
    assert!(ran.ok().contains("backed up"));
    assert_eq!(hub.commits(), 1);
}

#[test]
fn n_108_the_copy_in_a_dataset_and_the_index_are_told_with_their_figures() {
    let (home, hub) = (Home::new(), Hub::start());
    let server = served(&home, &[]);
    let mut client = guest(&server);
    client.observe(&told("s", "stop", json!("seen")));
    let parts = || guest(&server).tool("memory_diagnose", json!({}))["subsystems"].clone();
    let fresh = parts();
    assert_eq!(fresh["backup"]["state"], "off", "{fresh}");
    assert_eq!(fresh["keywordIndex"]["documents"], 1, "{fresh}");
    assert!(fresh["keywordIndex"]["waiting"].is_u64(), "{fresh}");
    let mut lost = with_hub(&home, &hub, &["notebook", "backup", "--once"]);
    lost.env("HF_ENDPOINT", "http://127.0.0.1:1");
    assert_ne!(Ran::soon(lost).code, 0);
    let failed = parts();
    assert_eq!(failed["backup"]["state"], "failed", "{failed}");
    assert!(failed["backup"]["message"].is_string(), "{failed}");
    backup(&home, &hub);
    let well = parts();
    let at = well["backup"]["lastCopyAt"].as_str().unwrap();
    assert_eq!((&well["backup"]["state"], &at[..2]), (&json!("ok"), "20"));
}
