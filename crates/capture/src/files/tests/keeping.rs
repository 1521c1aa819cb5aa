use std::fs::{self, File};

use proptest::prelude::*;
use serde_json::Value;

use super::*;

#[test]
fn a_036_lines_while_capturing_and_arrays_afterwards() {
    let root = tempfile::tempdir().unwrap();
    let writer = Writer::at(root.path().join("a"), generated());
    writer.create().unwrap();
    let session = session(5);
    for (step, command) in &session {
        writer.append(step, command).unwrap();
    }
    let dir = root.path().join("a");
    for path in [ACTUATION, REPLAYS] {
        let text = read(&dir, path);
        assert_eq!(text.lines().count(), 5);
        assert!(
            text.lines()
                .all(|line| serde_json::from_str::<Value>(line).is_ok())
        );
    }
    writer.finalize().unwrap();
    let commands: Vec<Command> = serde_json::from_str(&read(&dir, ACTUATION)).unwrap();
    assert!(
        commands
            .iter()
            .eq(session.iter().map(|(_, command)| command))
    );
    let replays: Vec<Replay> = serde_json::from_str(&read(&dir, REPLAYS)).unwrap();
    assert_eq!(
        replays.iter().map(|r| r.step_id).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5]
    );
    let first: Value =
        serde_json::from_str::<Vec<Value>>(&read(&dir, ACTUATION)).unwrap()[0].clone();
    assert_eq!(first.as_object().unwrap().len(), 17);
    assert!(read(&dir, ACTUATION).starts_with("[\n  {\n    \"session_id\""));
}

#[test]
fn a_036_a_recording_without_steps_has_empty_arrays() {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 0);
    assert_eq!(
        (read(&dir, ACTUATION), read(&dir, REPLAYS)),
        ("[]".into(), "[]".into())
    );
    assert_eq!(fsck::check(&dir), []);
}

#[test]
fn a_036_ending_twice_changes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 4);
    let before = COMMANDS.map(|path| read(&dir, path));
    let writer = Writer::at(&dir, generated());
    writer.finalize().unwrap();
    let (step, command) = recorded(5, "Typed: late", true);
    assert!(matches!(
        writer.append(&step, &command),
        Err(Error::Closed(_))
    ));
    assert_eq!(before, COMMANDS.map(|path| read(&dir, path)));
}

#[test]
fn a_034_what_a_crash_tore_is_made_again_from_the_steps() {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 6);
    let whole = COMMANDS.map(|path| read(&dir, path));
    let writer = Writer::at(&dir, generated());
    for path in COMMANDS {
        let text = read(&dir, path);
        fs::write(dir.join(path), &text.as_bytes()[..text.len() / 2]).unwrap();
    }
    fs::remove_file(dir.join(RAW_TABLE)).unwrap();
    regenerate(&writer, &session(6), Form::Arrays).unwrap();
    assert_eq!(whole, COMMANDS.map(|path| read(&dir, path)));
    regenerate(&writer, &session(6), Form::Lines).unwrap();
    writer.finalize().unwrap();
    assert_eq!(whole, COMMANDS.map(|path| read(&dir, path)));
}

#[test]
fn a_034_a_torn_line_is_not_passed_over() {
    let root = tempfile::tempdir().unwrap();
    let writer = Writer::at(root.path().join("a"), generated());
    writer.create().unwrap();
    for (step, command) in session(2) {
        writer.append(&step, &command).unwrap();
    }
    let path = root.path().join("a").join(ACTUATION);
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 3]).unwrap();
    let refused = writer.finalize().unwrap_err();
    assert!(matches!(refused, Error::Torn { line: 2, .. }), "{refused}");
    assert_eq!(fs::read(&path).unwrap().len(), text.len() - 3);
}

#[test]
fn an_append_costs_the_same_however_many_there_were() {
    let root = tempfile::tempdir().unwrap();
    let writer = Writer::at(root.path().join("a"), generated());
    writer.create().unwrap();
    let open = || fs::read_dir("/proc/self/fd").unwrap().count();
    let before = open();
    let grown: Vec<u64> = (1..=200)
        .map(|id| {
            let (step, command) = recorded(id, "Typed: x", true);
            writer.append(&step, &command).unwrap();
            fs::metadata(root.path().join("a").join(REPLAYS))
                .unwrap()
                .len()
        })
        .collect();
    assert!(grown.windows(2).all(|pair| pair[1] - pair[0] <= 60));
    assert!(open() <= before + 100, "descriptors are left open");
}

#[test]
fn a_directory_that_exists_is_somebody_elses() {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 1);
    assert!(Writer::at(&dir, generated()).create().is_err());
    assert_eq!(fsck::check(&dir), []);
}

#[test]
fn a_040_a_lost_recording_takes_the_next_free_name() {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("a task (incomplete)")).unwrap();
    let dir = finished(root.path(), 1);
    let renamed = mark_incomplete(&dir).unwrap();
    assert_eq!(renamed, root.path().join("a task (incomplete) 2"));
    assert!(!dir.exists() && fsck::check(&renamed).is_empty());
    let dir = finished(root.path(), 1);
    assert!(
        mark_incomplete(&dir)
            .unwrap()
            .ends_with("a task (incomplete) 3")
    );
    assert!(mark_incomplete(&dir).is_err());
}

#[test]
fn a_206_leftovers_are_deleted_once_they_are_stale() {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 1);
    let planted = [
        ".00000000000000aa.part",
        "commands/raw_input.md.tmp",
        "vision/frames/.x.tmp.12",
    ];
    for path in planted {
        File::create(dir.join(path)).unwrap();
    }
    assert_eq!(sweep(&dir, 1000).unwrap(), 0, "none is that old");
    let found = fsck::check(&dir);
    assert_eq!(
        found
            .iter()
            .filter(|f| f.problem == fsck::Problem::Leftover)
            .count(),
        3
    );
    assert_eq!(sweep(&dir, i64::MAX / 1_000_000).unwrap(), 3);
    assert_eq!(fsck::check(&dir), []);
}

#[test]
fn the_record_keeps_what_it_does_not_know() {
    let root = tempfile::tempdir().unwrap();
    let old = r#"{"memory_name": "a", "session_id": "s", "status": "active",
        "created_at": "t", "odd": {"x": 1}, "steps": [{"step_id": 1}]}"#;
    fs::write(root.path().join(METADATA), old).unwrap();
    let record = metadata::read(root.path()).unwrap();
    assert!(record.steps[0].success && record.rest["odd"]["x"] == 1);
    metadata::write(root.path(), &record).unwrap();
    assert_eq!(metadata::read(root.path()).unwrap(), record);
    fs::write(root.path().join(METADATA), "{").unwrap();
    assert!(matches!(
        metadata::read(root.path()),
        Err(Error::Record { .. })
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn a_036_any_commands_come_back_from_both_forms(raws in prop::collection::vec(any::<(String, bool)>(), 0..6)) {
        let root = tempfile::tempdir().unwrap();
        let dir = root.path().join("a");
        let writer = Writer::at(&dir, generated());
        writer.create().unwrap();
        let session: Vec<_> = (1..).zip(&raws).map(|(id, (raw, ok))| recorded(id, raw, *ok)).collect();
        for (step, command) in &session {
            writer.append(step, command).unwrap();
        }
        writer.finalize().unwrap();
        let appended = COMMANDS.map(|path| read(&dir, path));
        regenerate(&writer, &session, Form::Arrays).unwrap();
        prop_assert_eq!(appended, COMMANDS.map(|path| read(&dir, path)));
        metadata::write(&dir, &record(session)).unwrap();
        prop_assert_eq!(fsck::check(&dir), []);
    }
}
