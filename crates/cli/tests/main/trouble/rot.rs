//! Bytes of one record changed on the disk: everything else goes on, and it is told.

use std::fs;

use serde_json::{Value, json};

use super::inhabited;
use crate::support::{Client, Home, Server, eventually, rows, sqlite};

/// What happens to bytes on a disk; the last is no bytes at all.
const ROT: [&str; 4] = [
    "zeroblob(length(body))",
    "x''",
    "substr(body, 1, 20)",
    "'no bytes'",
];

/// Three memories and the ids they have; the second is about to suffer.
fn furnished() -> (Home, Vec<String>) {
    let home = Home::new();
    let server = Server::start(&home);
    let mut owner = server.owner();
    let words = ["hen", "goose", "swan"].map(|bird| format!("The {bird} sleeps in the barn."));
    let ids = words.iter().map(|words| owner.remember(words)).collect();
    server.settled();
    server.stop();
    (home, ids)
}

fn damage(home: &Home, id: &str, how: &str) {
    let statement = format!("UPDATE journal SET body = {how} WHERE ext_id = '{id}'");
    sqlite(home, &[&statement]);
}

fn listed(client: &mut Client) -> Vec<String> {
    let list = client.get("/v1/memories").ok();
    let all = list["memories"].as_array().unwrap().iter();
    all.map(|one| one["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_damaged_record_is_left_out_and_all_others_are_there() {
    for how in ROT {
        let (home, ids) = furnished();
        damage(&home, &ids[1], how);
        let server = Server::start(&home);
        let mut owner = server.owner();
        assert_eq!(listed(&mut owner), [&*ids[0], &*ids[2]], "{how}");
        let mut found = owner.ask("who sleeps in the barn");
        found.sort_unstable();
        let others = [
            "The hen sleeps in the barn.",
            "The swan sleeps in the barn.",
        ];
        assert_eq!(found, others, "{how}");
        let export = owner.get("/v1/export").ok();
        assert_eq!(export["count"], 2, "{how}");
        let lost = export["damaged"][0].as_str().unwrap_or_default();
        assert!(lost.contains(&ids[1]), "{how}: {export}");
        let more = owner.remember("The duck sleeps in the barn.");
        assert_eq!(owner.inspect(&more)["status"], "active", "{how}");
        let again = owner.remember("The goose sleeps in the barn.");
        assert_ne!(again, ids[1], "what is lost may be told again");
        server.stop();
        let export = home.run(&["export"]);
        assert!(
            export.err.contains("warning: 1 record"),
            "{how}: {export:?}"
        );
        assert!(export.err.contains(&ids[1]), "{how}: {export:?}");
    }
}

#[test]
fn whoever_asks_for_that_very_record_is_told_which_it_is() {
    let (home, ids) = furnished();
    damage(&home, &ids[1], ROT[0]);
    let before = rows(&home, "SELECT count(*) FROM journal");
    let server = Server::start(&home);
    let mut owner = server.owner();
    let change = json!({ "id": ids[1], "content": "The goose is awake." });
    let wish = json!({ "ids": [ids[1]] });
    let told = [
        owner.get(&format!("/v1/inspect/{}", ids[1])),
        owner.get(&format!("/v1/history/{}", ids[1])),
        owner.patch("/v1/update", &change),
        owner.delete("/v1/forget", &wish),
    ];
    for reply in told {
        let fault = reply.refused(503, "storage_corrupt");
        let error = fault["error"].as_str().unwrap();
        assert!(error.contains(&ids[1]) && error.contains("row "), "{fault}");
        let hint = fault["hint"].as_str().unwrap();
        assert!(hint.contains("mneme restore"), "{fault}");
    }
    server.stop();
    let after = rows(&home, "SELECT count(*) FROM journal");
    assert_eq!(after, before, "nothing was deleted, and nothing added");
}

#[test]
fn health_metrics_status_and_doctor_tell_of_it() {
    let (home, ids) = furnished();
    damage(&home, &ids[1], ROT[0]);
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    assert_eq!(listed(&mut server.owner()).len(), 2);
    let health = server.health();
    let told = [&health["status"], &health["code"]];
    assert_eq!(told, ["degraded", "storage_corrupt"], "{health}");
    let error = health["error"].as_str().unwrap();
    assert!(error.starts_with("1 record is damaged"), "{health}");
    assert!(
        !error.contains(&ids[1]),
        "a stranger learns no ids: {health}"
    );
    assert_eq!(server.metric("mneme_damaged_records"), 1);
    let status = home.json(&["status", "--json"]);
    assert_eq!(status["storage"]["trouble"]["code"], "storage_corrupt");
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(doctor.out.contains(&ids[1]), "{doctor:?}");
    server.stop();
    let verified = home.run(&["verify"]).refused(6, "verify_failed");
    assert!(verified.err.contains(&ids[1]), "{verified:?}");
    assert!(verified.err.contains("mneme restore"), "{verified:?}");
    home.run(&["rebuild", "--json"])
        .refused(6, "storage_corrupt");
}

#[test]
fn a_server_finds_it_though_nobody_asks() {
    let (home, ids) = furnished();
    damage(&home, &ids[1], ROT[0]);
    let server = Server::start(&home);
    let health = || server.health();
    let told = eventually("the damage to be found", || {
        Some(health()).filter(|health| health["status"] == "degraded")
    });
    assert_eq!(told["code"], "storage_corrupt", "{told}");
}

/// It is a copy of what there is; an older one may have more.
#[test]
fn a_backup_is_made_and_warns() {
    let (home, ids) = furnished();
    let file = home.path().join("later.tar.zst");
    let file = file.to_str().unwrap();
    let good = home.run(&["backup", "-o", file]);
    assert!(!good.err.contains("warning"), "{good:?}");
    damage(&home, &ids[1], ROT[0]);
    let made = home.run(&["backup", "-o", file, "--force"]);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(made.err.contains("warning: 1 record"), "{made:?}");
    assert!(made.err.contains(&ids[1]), "{made:?}");
    let told = home.json(&["backup", "-o", file, "--force", "--json"]);
    let damaged: &Value = &told["damaged"];
    assert!(damaged[0].as_str().unwrap().contains(&ids[1]), "{told}");
    assert!(fs::metadata(file).unwrap().len() > 0);
}

#[test]
fn bytes_that_are_put_back_are_all_that_was_missing() {
    let (home, ids) = furnished();
    let body = format!("SELECT hex(body) FROM journal WHERE ext_id = '{}'", ids[1]);
    let body = rows(&home, &body).remove(0);
    damage(&home, &ids[1], ROT[0]);
    assert_eq!(home.json(&["list", "--json"])["count"], 2);
    damage(&home, &ids[1], &format!("x'{body}'"));
    assert_eq!(home.json(&["list", "--json"])["count"], 3);
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

/// A page with damaged rows in it is not the last one.
#[test]
fn many_damaged_events_do_not_end_a_list_early() {
    let home = inhabited();
    sqlite(
        &home,
        &["UPDATE journal SET body = x'00' WHERE kind < 20 AND seq % 3 = 0"],
    );
    let broken = rows(
        &home,
        "SELECT count(*) FROM journal WHERE kind < 20 AND seq % 3 = 0",
    );
    let broken: usize = broken[0].parse().unwrap();
    let server = Server::start(&home);
    assert_eq!(server.owner().count(), (1, 2_000 - broken));
    server.stop();
}
