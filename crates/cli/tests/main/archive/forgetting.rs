//! What is forgotten is gone from the directories of recordings too, whoever forgets it, and does
//! not come back.

use std::fs;
use std::path::{Path, PathBuf};

use mneme_model::Moment;
use mneme_model::archive::Step;
use serde_json::{Value, json};

use super::{Studio, click, press, typed};
use crate::support::{Server, eventually, files, having};

/// Typed in the second step, and written about it.
const WORD: &str = "zanzibarok";
const REASON: &str = "velvetorum";
/// Written about the first step.
const KEPT: &str = "lanternfish";
const NAME: &str = "secretive";

/// Three steps with reasons and a document of them.
fn compiled(studio: &Studio) -> String {
    let (id, _watching) = studio.recording(NAME);
    for (n, command) in (1..).zip([click(1, 2), typed(WORD), press("Enter")]) {
        studio.cc.say(command);
        studio.steps(&id, n);
    }
    studio.run(&["done", "-s", &id]).ok();
    let mut line = studio.line();
    line.of("load_session", &id);
    write_reasons(studio);
    line.ask(&json!({
        "type": "update_annotation_progress", "session_id": id, "annotated": 2, "skipped": 0,
    }));
    line.of("complete_annotation", &id);
    line.of("compile_memory", &id);
    let done = line.of("finalize_memory", &id);
    assert_eq!(done["type"], "memory_finalized", "{done}");
    for word in [WORD, REASON, KEPT] {
        assert!(having(&studio.storage(), word).len() > 1, "{word}");
    }
    id
}

/// A server with every door, the recorder's too.
fn served(studio: &Studio) -> Server {
    let socket = studio.socket().display().to_string();
    Server::start_with(&studio.home, &["--ipc", &socket])
}

fn write_reasons(studio: &Studio) {
    let entry = |step: u32, command: &str, text: &str| {
        json!({
            "step_id": step, "converted_command": command, "reasoning": text,
            "timestamp_annotated": "2026-11-16T08:00:00Z", "source": "human",
        })
        .to_string()
    };
    let lines = [
        entry(1, "Left-click at (1, 2)", &format!("The {KEPT} is here.")),
        entry(
            2,
            &format!("Type: {WORD}"),
            &format!("The {REASON} asks for it."),
        ),
    ];
    fs::write(
        dir(studio).join("reasoning/reasoning.jsonl"),
        lines.join("\n") + "\n",
    )
    .unwrap();
}

fn dir(studio: &Studio) -> PathBuf {
    studio.dir(NAME)
}

fn at(step: &Step) -> Moment {
    Moment::parse(&step.timestamp).unwrap()
}

fn document(studio: &Studio) -> String {
    fs::read_to_string(dir(studio).join("memory.md")).unwrap()
}

/// The pictures of a step; of all of them without a number.
fn pictures(dir: &Path, step: &str) -> usize {
    let frames = files(&dir.join("vision/frames"));
    let of = |path: &&PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.contains(step)
    };
    frames.iter().filter(of).count()
}

/// The files that have a word, under storage and data, in logs and a backup. The home itself also
/// has links to the program, which are long to read and say nothing.
fn left(studio: &Studio, word: &str) -> Vec<PathBuf> {
    let mut found = having(&studio.storage(), word);
    found.extend(having(&studio.home.data(), word));
    for name in ["core.log", "core.out", "stderr", "backup.tar"] {
        let path = studio.home.path().join(name);
        let text = fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).to_lowercase();
        found.extend(text.contains(word).then_some(path));
    }
    found
}

/// Nowhere in any file, nor in what is sealed.
fn assert_nowhere(studio: &Studio, words: &[&str]) {
    eventually("the words to go", || {
        let dump = studio.home.run(&["debug", "dump", "--plain"]).ok();
        let dump = dump.to_lowercase();
        let gone = |word: &&&str| left(studio, word).is_empty() && !dump.contains(**word);
        (words.iter().filter(gone).count() == words.len()).then_some(())
    });
}

/// Also after a restart, and in a backup made afterwards.
fn assert_for_good(studio: &mut Studio, words: &[&str]) {
    assert_nowhere(studio, words);
    studio.restart();
    let backup = studio.home.path().join("backup.tar");
    studio
        .home
        .run(&["backup", "-o", &backup.display().to_string()])
        .ok();
    assert_nowhere(studio, words);
    let found = studio.home.json(&["verify", "--json"]);
    assert_eq!(found["clean"], true, "{found}");
    studio.sound(&dir(studio));
}

#[test]
fn a_forgotten_step_keeps_its_number_and_its_time() {
    let mut studio = Studio::started();
    let id = compiled(&studio);
    let before = studio.metadata(NAME);
    assert_eq!(pictures(&dir(&studio), "step_0002_"), 3);
    let told = studio
        .home
        .run(&["forget", &format!("{id}/step/2"), "--yes"]);
    assert!(!told.err.contains("recorder"), "{}", told.err);
    told.ok();
    // What was written about it, and the document that quotes both, went with it.
    assert_for_good(&mut studio, &[WORD, REASON]);
    let after = studio.metadata(NAME);
    assert_eq!((after.total_steps, after.annotated_steps), (3, 1));
    assert_eq!(studio.session(&id)["annotated_steps"], "1");
    assert_eq!(after.steps[0], before.steps[0]);
    assert_eq!(after.steps[2], before.steps[2]);
    let step = &after.steps[1];
    assert_eq!((step.step_id, at(step)), (2, at(&before.steps[1])));
    assert_eq!(step.converted_command, "(forgotten)");
    assert!(step.image_path.is_none() && step.raw_command.is_empty());
    assert_eq!(pictures(&dir(&studio), "step_0002_"), 0);
    assert_eq!(pictures(&dir(&studio), "step_"), 6);
    // Nobody had edited the document: it was made again.
    let document = document(&studio);
    assert!(
        document.contains("### Step 2 — forgotten/step\n"),
        "{document}"
    );
    assert!(document.contains(KEPT), "{document}");
}

#[test]
fn an_edited_document_keeps_what_was_not_forgotten() {
    let mut studio = Studio::started();
    let id = compiled(&studio);
    let edited = document(&studio).replace("## Prerequisites", "Say {word}.\n\n## Mine");
    let edited = edited.replace("{word}", WORD);
    fs::write(dir(&studio).join("memory.md"), &edited).unwrap();
    fs::write(dir(&studio).join("memory.20260101000000.md"), &edited).unwrap();
    studio
        .home
        .run(&["forget", &format!("{id}/step/2"), "--yes"])
        .ok();
    assert_for_good(&mut studio, &[WORD, REASON]);
    let document = document(&studio);
    assert!(
        document.contains("Say (forgotten).\n\n## Mine"),
        "{document}"
    );
    assert!(
        document.contains("### Step 2 — (forgotten)\n\n(forgotten)\n"),
        "{document}"
    );
    // Whoever had it open saves it once more.
    write_reasons(&studio);
    let mut line = studio.line();
    assert_eq!(line.of("finalize_memory", &id)["type"], "memory_finalized");
    assert_nowhere(&studio, &[WORD, REASON]);
    // The document itself is forgotten as well.
    studio
        .home
        .run(&["forget", "--session", &id, "--kind", "procedure", "--yes"])
        .ok();
    eventually("the document to go", || {
        (!dir(&studio).join("memory.md").exists()).then_some(())
    });
    studio.sound(&dir(&studio));
}

#[test]
fn forgotten_reasons_go_and_their_steps_stay() {
    let mut studio = Studio::new();
    let server = served(&studio);
    let id = compiled(&studio);
    let wish = json!({ "session": id, "kinds": ["reasoning"] });
    assert_eq!(server.owner().forget(&wish), 2);
    eventually("the files to be cleaned", || {
        having(&studio.storage(), REASON).is_empty().then_some(())
    });
    server.stop();
    studio.start();
    assert_for_good(&mut studio, &[REASON, KEPT]);
    let metadata = studio.metadata(NAME);
    assert_eq!(metadata.annotated_steps, 0);
    assert_eq!(metadata.steps[1].raw_command, format!("Typed: {WORD}"));
    assert_eq!(pictures(&dir(&studio), "step_"), 9);
}

#[test]
fn a_receipt_for_a_recording_waits_for_its_directory() {
    let mut studio = Studio::new();
    let server = served(&studio);
    let id = compiled(&studio);
    let wish = json!({ "session": id });
    let receipt: Value = server.owner().delete("/v1/forget/certified", &wish).ok();
    assert!(receipt["deleted"].as_u64().unwrap() >= 6, "{receipt}");
    for word in [WORD, REASON, KEPT] {
        assert_eq!(having(&studio.storage(), word), Vec::<PathBuf>::new());
    }
    server.stop();
    studio.start();
    assert_for_good(&mut studio, &[WORD, REASON, KEPT]);
    assert!(!dir(&studio).join("memory.md").exists());
    assert_eq!(pictures(&dir(&studio), ""), 0, "not even the last one");
    assert_eq!(studio.metadata(NAME).total_steps, 3);
}

#[test]
fn without_a_recorder_the_next_one_does_it_first() {
    let mut studio = Studio::started();
    let id = compiled(&studio);
    studio.stop();
    let told = studio.home.run(&["forget", "--session", &id, "--yes"]);
    assert!(
        told.err.contains("when it starts"),
        "somebody may believe it is gone: {}",
        told.err
    );
    told.ok();
    assert!(!having(&studio.storage(), WORD).is_empty());
    studio.start();
    assert_eq!(having(&studio.storage(), WORD), Vec::<PathBuf>::new());
    assert_for_good(&mut studio, &[WORD, REASON, KEPT]);
}

#[test]
fn a_recording_that_goes_on_counts_behind_what_was_forgotten() {
    let mut studio = Studio::started();
    let (id, _line) = studio.recording(NAME);
    studio.cc.say(click(1, 2));
    studio.cc.say(typed(WORD));
    studio.steps(&id, 2);
    let forget = [&format!("{id}/step/2")[..], "--yes"];
    studio.home.run(&[&["forget"][..], &forget].concat()).ok();
    assert_nowhere(&studio, &[WORD]);
    studio.cc.say(typed(REASON));
    studio.steps(&id, 3);
    studio.kill();
    // A crash: everything is told again from the journal.
    studio.start();
    let dir = studio.dir(&format!("{NAME} (incomplete)"));
    assert_nowhere(&studio, &[WORD]);
    studio.sound(&dir);
    let steps = super::studio::read_metadata(&dir).steps;
    let told: Vec<_> = steps
        .iter()
        .map(|step| &step.converted_command[..])
        .collect();
    assert_eq!(told[1..], ["(forgotten)", &format!("Type: {REASON}")]);
    assert_eq!(pictures(&dir, "step_0002_"), 0);
}
