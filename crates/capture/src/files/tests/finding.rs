use std::fs;

use super::super::fsck::{Finding, Problem, check};
use super::*;

fn problems(dir: &Path) -> Vec<(String, Problem)> {
    let found = check(dir).into_iter();
    found
        .map(|Finding { path, problem, .. }| (path, problem))
        .collect()
}

/// What is found once a whole directory has been broken on purpose.
#[track_caller]
fn broken(by: impl FnOnce(&Path), path: &str, problem: Problem) {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 3);
    assert_eq!(check(&dir), []);
    by(&dir);
    let found = problems(&dir);
    assert!(found.contains(&(path.to_owned(), problem)), "{found:?}");
}

fn changed(by: impl Fn(&mut Metadata)) -> impl FnOnce(&Path) {
    move |dir| {
        let mut record = metadata::read(dir).unwrap();
        by(&mut record);
        metadata::write(dir, &record).unwrap();
    }
}

#[test]
fn what_is_missing_or_torn_is_found() {
    for path in COMMANDS {
        broken(
            |dir| fs::remove_file(dir.join(path)).unwrap(),
            path,
            Problem::Missing,
        );
    }
    for path in [ACTUATION, REPLAYS, METADATA] {
        let tear = |dir: &Path| {
            let text = read(dir, path);
            fs::write(dir.join(path), &text[..text.len() - 2]).unwrap();
        };
        broken(tear, path, Problem::Unreadable);
    }
    let lines = |dir: &Path| {
        regenerate(&Writer::at(dir, generated()), &session(3), Form::Lines).unwrap();
    };
    broken(lines, ACTUATION, Problem::Unreadable);
}

#[test]
fn files_that_disagree_are_found() {
    let shorter = |dir: &Path| {
        regenerate(&Writer::at(dir, generated()), &session(2), Form::Arrays).unwrap();
    };
    for path in COMMANDS {
        broken(shorter, path, Problem::Disagrees);
    }
    let renamed = |m: &mut Metadata| m.steps[1].raw_command.push('x');
    broken(changed(renamed), ACTUATION, Problem::Disagrees);
    broken(changed(renamed), RAW_TABLE, Problem::Disagrees);
    broken(
        changed(|m| m.steps[1].step_id = 9),
        METADATA,
        Problem::Numbering,
    );
    broken(changed(|m| m.total_steps = 9), METADATA, Problem::Disagrees);
    broken(
        changed(|m| m.annotated_steps = 1),
        METADATA,
        Problem::Disagrees,
    );
}

#[test]
fn pictures_are_looked_at() {
    let path = "vision/frames/step_0001_20260102_030401_at.png";
    let named = |m: &mut Metadata| {
        (m.steps[0].image_path, m.steps[0].image_fetched) = (Some(path.into()), true);
    };
    broken(changed(named), path, Problem::Missing);
    let page = |dir: &Path| {
        fs::write(dir.join(path), "No frames in buffer").unwrap();
        changed(named)(dir);
    };
    broken(page, path, Problem::Unreadable);
    let out = changed(|m| m.closing_image_path = Some("../x.png".into()));
    broken(out, "../x.png", Problem::Outside);
    broken(
        changed(|m| m.steps[0].image_fetched = true),
        METADATA,
        Problem::Disagrees,
    );
}

#[test]
fn what_does_not_belong_is_found() {
    let stray = |dir: &Path| fs::write(dir.join("commands/other"), "").unwrap();
    broken(stray, "commands/other", Problem::Outside);
    let link = |dir: &Path| std::os::unix::fs::symlink("/", dir.join("out")).unwrap();
    broken(link, "out", Problem::Outside);
}

#[test]
fn reasons_are_counted_again() {
    let written =
        |text: &'static str| move |dir: &Path| fs::write(dir.join(REASONING), text).unwrap();
    let one = "{\"step_id\":2,\"reasoning\":\"because\"}\n";
    broken(written(one), METADATA, Problem::Disagrees);
    broken(
        written("{\"step_id\":2}\n{\"step_id\":2}\n"),
        REASONING,
        Problem::Numbering,
    );
    broken(written("{\"step_id\":7}\n"), REASONING, Problem::Disagrees);
    broken(written("{\"step\n"), REASONING, Problem::Unreadable);
}

#[test]
fn what_nobody_saved_does_not_count() {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 3);
    let draft = r#"{"step_id":1,"reasoning":"half","draft":true}"#;
    let skipped = r#"{"step_id":2,"skipped":true}"#;
    let degraded = r#"{"step_id":3,"source":"model_degraded"}"#;
    fs::write(dir.join(REASONING), [draft, skipped, degraded].join("\n")).unwrap();
    changed(|m| m.skipped_steps = 1)(&dir);
    assert_eq!(check(&dir), []);
}

#[test]
fn a_recording_under_way_may_be_ahead_of_its_record() {
    let root = tempfile::tempdir().unwrap();
    let dir = finished(root.path(), 3);
    regenerate(&Writer::at(&dir, generated()), &session(5), Form::Lines).unwrap();
    changed(|m| m.status = "active".into())(&dir);
    assert_eq!(check(&dir), []);
}
