//! Pictures of observations: kept once, forgotten with the last that shows them.

use super::*;
use crate::support::{files, having_bytes};

/// The smallest PNG there is.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn pictured(session: &str, words: &str) -> Value {
    let uri = format!("data:image/png;base64,{PNG}");
    told(
        session,
        "post_tool_use",
        json!({ "tool_name": "Screenshot", "tool_input": words, "tool_output": [{ "image": uri }] }),
    )
}

#[test]
fn n_025_a_picture_is_kept_once_and_goes_with_the_last_that_shows_it() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let (first, second) = (
        client.observe(&pictured("s", "the login page")),
        client.observe(&pictured("s", "the login page again")),
    );
    let images = home.data().join("images");
    assert_eq!(files(&images).len(), 1, "one file for both");
    let seen = client.observations("s");
    assert_eq!(seen[0]["modality"], "mixed");
    let address = seen[0]["imageData"].as_str().unwrap().to_owned();
    assert_eq!(seen[1]["imageData"], address.as_str());
    assert_eq!(
        seen[0]["toolOutput"][0]["image"],
        address.as_str(),
        "in its place"
    );
    let bytes = mneme_model::base64::decode(PNG).unwrap();
    let reply = client.get(&address);
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (200, Some("image/png"))
    );
    assert_eq!(
        having_bytes(home.path(), &bytes),
        Vec::<std::path::PathBuf>::new(),
        "sealed"
    );
    let alone = told(
        "t",
        "post_tool_use",
        json!({ "tool_name": "Screenshot", "image_data": PNG }),
    );
    let third = client.observe(&alone);
    assert_eq!(client.observations("t")[0]["modality"], "image");
    let forget = |client: &mut Client, session: &str, id: &str| {
        let wish = json!({ "sessionId": session, "observationIds": [id] });
        assert_eq!(client.post("/agentmemory/forget", &wish).ok()["deleted"], 1);
    };
    forget(&mut client, "s", &first);
    forget(&mut client, "t", &third);
    assert_eq!(files(&images).len(), 1, "somebody shows it still");
    assert_eq!(client.get(&address).status, 200);
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    forget(&mut client, "s", &second);
    assert_eq!(files(&images).len(), 0);
    client.get(&address).refused(404, "no_such_memory");
}

#[test]
fn pictures_are_taken_along_and_do_not_grow_without_end() {
    let (home, other) = (Home::new(), Home::new());
    let server = served(&home, &[]);
    let full = served(&other, &[("AGENTMEMORY_IMAGE_STORE_MAX_BYTES", "10")]);
    let (mut client, mut there) = (guest(&server), guest(&full));
    client.observe(&pictured("s", "the login page"));
    there.observe(&pictured("s", "the login page"));
    let seen = there.observations("s");
    assert_eq!(
        (&seen[0]["imageData"], &seen[0]["toolOutput"][0]["image"]),
        (&Value::Null, &json!("[a picture that is not kept]"))
    );
    let mut export = client.get("/agentmemory/export").ok();
    export.as_object_mut().unwrap().remove("exportedAt");
    let last = Home::new();
    let last_server = served(&last, &[]);
    let mut last_client = guest(&last_server);
    last_client
        .post("/agentmemory/import", &json!({ "exportData": export }))
        .ok();
    let mut again = last_client.get("/agentmemory/export").ok();
    again.as_object_mut().unwrap().remove("exportedAt");
    assert_eq!(again, export);
    assert_eq!(files(&last.data().join("images")).len(), 1);
}

#[test]
fn a_backup_has_the_pictures_and_a_restore_leaves_what_is_no_part_of_it() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    client.observe(&pictured("s", "the login page"));
    let note = json!({ "file": "plan.md", "content": "# Plan" });
    client.post("/agentmemory/second-brain", &note).ok();
    let before = client.get("/agentmemory/export").ok();
    assert!(before.to_string().contains(PNG));
    home.run(&["backup", "-o", "all.tar.zst", "--include-key"])
        .ok();
    client
        .post("/agentmemory/forget", &json!({ "sessionId": "s" }))
        .ok();
    client.observe(&pictured("t", "another page"));
    server.stop();
    let dir = home.data();
    let elsewhere = home.path().join("elsewhere");
    let at = ["--data-dir", elsewhere.to_str().unwrap()];
    home.run(&[&["restore", "all.tar.zst"][..], &at[..]].concat())
        .ok();
    assert_eq!(files(&elsewhere.join("images")).len(), 1);
    let serve = [
        "serve",
        "--http",
        "127.0.0.1:0",
        "--notebook",
        "127.0.0.1:0",
    ];
    let command = home.command(&[&serve[..], &at[..]].concat());
    let there = Server::launch(command, &home);
    let after = guest(&there).get("/agentmemory/export").ok();
    assert_eq!(
        after["observations"], before["observations"],
        "with its picture"
    );
    there.stop();
    home.run(&["restore", "all.tar.zst", "--force"]).ok();
    assert_eq!(
        std::fs::read_to_string(dir.join("second-brain/plan.md")).unwrap(),
        "# Plan",
        "what no backup has stays"
    );
    home.run(&["verify"]).ok();
}

#[test]
fn n_025_a_path_is_kept_as_it_was_told_and_no_file_is_read() {
    let home = Home::new();
    let file = home.path().join("mine.png");
    std::fs::write(&file, mneme_model::base64::decode(PNG).unwrap()).unwrap();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let path = file.to_str().unwrap();
    let data = json!({ "tool_name": "Screenshot", "image_path": path, "imagePath": path });
    client.observe(&told("s", "post_tool_use", data));
    let seen = &client.observations("s")[0];
    assert_eq!(
        seen["raw"],
        json!({ "image_path": path, "imagePath": path }),
        "{seen}"
    );
    assert_eq!(
        (&seen["imageData"], &seen["modality"]),
        (&Value::Null, &Value::Null)
    );
    assert!(!home.data().join("images").exists());
}
