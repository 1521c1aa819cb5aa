//! Words told at the notebook's door and by a hook, forgotten, looked for in every file, in a backup
//! made afterwards, and in what brings things in by itself.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{assert_clean, assert_purged, dump};
use crate::backup::archive::entries;
use crate::support::{Client, Home, Server, eventually, files, having};

const OBSERVED: &str = "quarkolom";
const NOTED: &str = "brindlefex";
const LEARNT: &str = "tamaruvik";
const HOOKED: &str = "osselwyn";
const ALL: [&str; 4] = [OBSERVED, NOTED, LEARNT, HOOKED];
const KEPT: &str = "lanternfish";
/// The smallest PNG there is.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn served(home: &Home) -> Server {
    Server::start_with(home, &["--notebook", "127.0.0.1:0"])
}

fn observation(session: &str, words: &str) -> Value {
    json!({
        "sessionId": session, "hookType": "post_tool_use", "timestamp": "2026-01-30T10:00:00Z",
        "project": "/code/app", "cwd": "/code/app",
        "data": {
            "tool_name": "Screenshot", "tool_input": words,
            "tool_output": [{ "image": format!("data:image/png;base64,{PNG}") }],
        },
    })
}

/// A line as a hook leaves it where nobody serves.
fn spooled(home: &Home) {
    let spool = home.data().join("spool");
    fs::create_dir_all(&spool).unwrap();
    let text = format!("The {HOOKED} is under the stairs.");
    let line = json!({ "id": "hooked-1", "session": "hooked", "text": text, "role": "user" });
    fs::write(spool.join("control.jsonl"), format!("{line}\n")).unwrap();
}

/// Gives the ids of the memory and of the lesson.
fn tell(notebook: &mut Client) -> [Value; 2] {
    for (session, word) in [("gone", OBSERVED), ("kept", KEPT)] {
        let told = observation(session, &format!("TODO: polish the {word} lamp"));
        assert_eq!(notebook.post("/agentmemory/observe", &told).status, 201);
    }
    for path in ["/agentmemory/summarize", "/agentmemory/slot/reflect"] {
        notebook.post(path, &json!({ "sessionId": "gone" })).ok();
    }
    let mut made = |path: &str, content: String, name: &str| {
        let reply = notebook.post(path, &json!({ "content": content }));
        assert!(reply.status < 300, "{}", reply.text);
        reply.body[name]["id"].clone()
    };
    [
        made(
            "/agentmemory/remember",
            format!("The {NOTED} is blue."),
            "memory",
        ),
        made(
            "/agentmemory/lessons",
            format!("Always feed the {LEARNT}."),
            "lesson",
        ),
    ]
}

fn forget(owner: &mut Client, notebook: &mut Client, ids: &[Value]) {
    for id in ids {
        let wish = json!({ "memoryId": id });
        assert_eq!(
            notebook.post("/agentmemory/forget", &wish).ok()["deleted"],
            1
        );
    }
    notebook
        .post("/agentmemory/forget", &json!({ "sessionId": "gone" }))
        .ok();
    assert_eq!(owner.forget(&json!({ "session": "hooked" })), 1);
}

fn assert_in_no_file(dir: &Path) {
    for word in ALL {
        assert_eq!(having(dir, word), Vec::<PathBuf>::new(), "{word}");
    }
}

/// What a backup holds is sealed, so it is also unpacked elsewhere and looked at unsealed.
fn assert_not_in_a_backup(home: &Home) {
    let file = home.path().join("later.tar.zst");
    let path = file.to_str().unwrap();
    home.run(&["backup", "-o", path, "--include-key"]).ok();
    for entry in entries(&file) {
        let plain = String::from_utf8_lossy(&entry.bytes).to_lowercase();
        assert!(
            !ALL.iter().any(|word| plain.contains(word)),
            "{}",
            entry.path
        );
    }
    let elsewhere = Home::new();
    elsewhere.run(&["restore", path]).ok();
    let unsealed = dump(&elsewhere);
    assert!(unsealed.contains(KEPT), "the search is blind");
    assert!(!ALL.iter().any(|word| unsealed.contains(word)));
}

/// The export of before and the same line of a hook: neither is somebody telling it on purpose.
fn assert_not_brought_back(home: &Home, server: Server, export: &Value) {
    let notebook = &mut Client::new(server.notebook(), None);
    notebook
        .post("/agentmemory/import", &json!({ "exportData": export }))
        .ok();
    assert_purged(home, &ALL);
    server.stop();
    spooled(home);
    let server = served(home);
    eventually("the spool to be read", || {
        files(&home.data().join("spool")).is_empty().then_some(())
    });
    assert_purged(home, &ALL);
    for word in ALL {
        assert_eq!(server.owner().ask(word), Vec::<String>::new(), "{word}");
    }
}

/// What an older backup has is forgotten again, lines that a session left in a slot among it.
fn assert_not_restored(home: &Home, early: &str) {
    home.run(&["restore", early, "--force"]).ok();
    let unsealed = dump(home);
    assert!(unsealed.contains(KEPT), "the search is blind");
    for word in ALL {
        assert!(!unsealed.contains(word), "{word}");
    }
}

#[test]
fn what_other_doors_and_hooks_told_is_nowhere_and_does_not_come_back() {
    let home = Home::with_settings("[storage]\npurge_ms = 20\n[logging]\nlevel = \"trace\"\n");
    spooled(&home);
    let server = served(&home);
    let (mut owner, mut notebook) = (server.owner(), Client::new(server.notebook(), None));
    let ids = tell(&mut notebook);
    eventually("what the hook left", || owner.ask(HOOKED).pop());
    let export = notebook.get("/agentmemory/export").ok();
    let before = dump(&home);
    for word in ALL {
        assert!(before.contains(word), "{word} was told");
    }
    let early = home.path().join("early.tar.zst");
    let early = early.to_str().unwrap();
    home.run(&["backup", "-o", early, "--include-key"]).ok();
    forget(&mut owner, &mut notebook, &ids);
    assert_purged(&home, &ALL);
    assert_in_no_file(home.path());
    assert_not_in_a_backup(&home);
    assert_not_brought_back(&home, server, &export);
    assert_clean(&home);
    assert_in_no_file(home.path());
    assert_not_restored(&home, early);
}
