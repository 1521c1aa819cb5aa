//! Recordings as wholes: from the first message to the last, deleted, crashed, remembered.

use serde_json::json;

use super::lifecycle::{code, recorded, wanted};
use super::{Line, Studio, click};
use crate::support::eventually;

#[test]
fn a_192_a_deleted_session_is_gone_and_a_foreign_directory_is_not() {
    let studio = Studio::started();
    let id = recorded(&studio, "deleted");
    let running = studio.register("running");
    let mut line = studio.line();
    assert_eq!(
        code(&line.of("delete_session", &running)),
        "SESSION_IN_FLIGHT"
    );
    assert_eq!(
        code(&line.of("delete_session", "../..")),
        "INVALID_SESSION_ID"
    );
    let told = studio.run(&["session", "delete", "-s", &id, "--yes"]).ok();
    assert!(
        told.contains("deleted") && told.contains("removed"),
        "{told}"
    );
    assert!(!studio.dir("deleted").exists());
    assert_eq!(
        code(&line.of("get_session_status", &id)),
        "SESSION_NOT_FOUND"
    );
    // A directory that says it is somebody else's stays.
    let other = recorded(&studio, "foreign");
    let path = studio.dir("foreign").join("metadata.json");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace(&other, "somebody-else")).unwrap();
    studio
        .run(&["session", "delete", "-s", &other, "--yes"])
        .ok();
    assert!(studio.dir("foreign").is_dir());
}

#[test]
fn a_195_the_whole_way_over_one_connection() {
    let studio = Studio::started();
    for compile in [true, false] {
        let name = format!("whole-{compile}");
        let mut line = studio.line();
        let id = line.ask(&wanted(&name))["session_id"]
            .as_str()
            .unwrap()
            .to_owned();
        line.of("start_watch", &id);
        studio.cc.say(click(8, 9));
        studio.steps(&id, 1);
        let done = line.of("done", &id);
        assert_eq!(done["total_steps"], 1, "{done}");
        line.of("load_session", &id);
        line.of("complete_annotation", &id);
        if compile {
            let ready = line.of("compile_memory", &id);
            assert_eq!(
                ready["memory_path"],
                studio.dir(&name).display().to_string()
            );
        }
        assert_eq!(line.of("finalize_memory", &id)["type"], "memory_finalized");
        let document = std::fs::read_to_string(studio.dir(&name).join("memory.md")).unwrap();
        assert!(
            document.starts_with(&format!("# Memory: {name}\n")),
            "{document}"
        );
        assert!(document.contains("### Step 1 — mouse/left"), "{document}");
        let at = studio.metadata(&name).steps[0].image_path.clone().unwrap();
        assert!(document.contains(&format!("![Step 1]({at})")), "{document}");
    }
}

#[test]
fn a_206_leftovers_of_a_crash_are_not_promoted() {
    let mut studio = Studio::started();
    let (id, _line) = studio.recording("crashed");
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    studio.kill();
    let frames = studio.dir("crashed").join("vision/frames");
    std::fs::write(frames.join(".0123456789abcdef.part"), "half a picture").unwrap();
    std::fs::write(studio.dir("crashed").join(".fedcba9876543210.part"), "{").unwrap();
    studio.start();
    let dir = studio.dir("crashed (incomplete)");
    studio.sound(&dir);
    let left = crate::support::files(&dir);
    assert!(
        left.iter()
            .all(|file| !file.display().to_string().ends_with(".part")),
        "{left:?}"
    );
}

#[test]
fn what_was_recorded_is_found_through_every_other_door() {
    let studio = Studio::started();
    let id = recorded(&studio, "remembered");
    let mut line: Line = studio.line();
    line.of("load_session", &id);
    let entry = json!({
        "step_id": 1, "reasoning": "The zebra button opens the ledger.", "source": "human",
        "timestamp_annotated": "2026-11-16T08:00:00Z",
    });
    let file = studio.dir("remembered").join("reasoning/reasoning.jsonl");
    std::fs::write(file, format!("{entry}\n")).unwrap();
    line.of("complete_annotation", &id);
    line.of("finalize_memory", &id);
    let found = |question: &str| {
        let answer = studio.home.json(&["recall", question, "--json"]);
        answer.to_string()
    };
    eventually("the reasoning to be found", || {
        found("zebra ledger")
            .contains("The zebra button opens")
            .then_some(())
    });
    assert!(found("remembered step").contains("# Memory: remembered"));
}
