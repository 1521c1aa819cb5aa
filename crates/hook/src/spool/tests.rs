use super::*;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

#[test]
fn lines_follow_each_other_and_are_nobody_elses() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("a").join("spool");
    append(&dir, "control.jsonl", "{1}").unwrap();
    append(&dir, "control.jsonl", "{2}").unwrap();
    let file = dir.join("control.jsonl");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{1}\n{2}\n");
    assert_eq!((mode(&dir), mode(&file)), (0o700, 0o600));
}

#[test]
fn a_torn_line_does_not_take_the_next_one_along() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.jsonl");
    fs::write(&file, "{1}\n{\"id\":\"to").unwrap();
    append(dir.path(), "x.jsonl", "{2}").unwrap();
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "{1}\n{\"id\":\"to\n{2}\n"
    );
}

#[test]
fn a_full_spool_takes_no_more() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("other.jsonl"), "1234567890").unwrap();
    append_up_to(13, dir.path(), "x.jsonl", "{1}").unwrap();
    let error = append_up_to(13, dir.path(), "x.jsonl", "{2}").unwrap_err();
    assert!(error.contains("lost"), "{error}");
    assert_eq!(
        fs::read_to_string(dir.path().join("x.jsonl")).unwrap(),
        "{1}\n"
    );
}

#[test]
fn a_file_taken_away_is_left_and_a_new_one_begun() {
    let dir = tempfile::tempdir().unwrap();
    let (path, taken) = (
        dir.path().join("x.jsonl"),
        dir.path().join("x.jsonl.draining"),
    );
    append(dir.path(), "x.jsonl", "{1}").unwrap();
    let reader = File::open(&path).unwrap();
    reader.lock().unwrap();
    thread::scope(|scope| {
        let writer = scope.spawn(|| write_line(&path, "{2}", Duration::from_secs(60)).map(drop));
        fs::rename(&path, &taken).unwrap();
        writer.join().unwrap().unwrap();
    });
    assert_eq!(fs::read_to_string(&taken).unwrap(), "{1}\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), "{2}\n");
}

#[test]
fn a_lock_that_is_never_given_back_is_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.jsonl");
    let stuck = File::create(&path).unwrap();
    stuck.lock().unwrap();
    append(dir.path(), "x.jsonl", "{1}").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "{1}\n");
}

/// Takes the file over as a server does, and says how many lines it had.
fn take_over(path: &Path) -> usize {
    let Ok(file) = File::open(path) else {
        return 0;
    };
    file.lock().unwrap();
    let taken = path.with_extension("draining");
    fs::rename(path, &taken).unwrap();
    drop(file);
    let lines = fs::read_to_string(&taken).unwrap().lines().count();
    fs::remove_file(&taken).unwrap();
    lines
}

#[test]
fn no_line_is_lost_between_writers_and_a_reader() {
    const WRITERS: usize = 4;
    const LINES: usize = 500;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.jsonl");
    let write = || {
        for _ in 0..LINES {
            write_line(&path, "{}", Duration::from_secs(60)).unwrap();
        }
    };
    let read = thread::scope(|scope| {
        let writers = [0; WRITERS].map(|_| scope.spawn(write));
        let mut read = 0;
        while writers.iter().any(|writer| !writer.is_finished()) {
            read += take_over(&path);
        }
        read + take_over(&path)
    });
    assert_eq!(read, WRITERS * LINES);
}
