use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::shapes::EventRequest;
use tempfile::TempDir;

use super::{Drained, drain};

const NAME: &str = "control.jsonl";

fn line(id: &str) -> String {
    format!("{{\"id\":\"{id}\",\"session\":\"s\",\"text\":\"t\"}}\n")
}

fn spool(text: &str) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join(NAME), text).unwrap();
    dir
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Something that takes events in, but answers as told for some ids.
#[derive(Default)]
struct Server {
    taken: RefCell<Vec<String>>,
    calls: RefCell<usize>,
    refuses: Option<(&'static str, Code)>,
}

impl Server {
    fn refusing(id: &'static str, code: Code) -> Self {
        Self {
            refuses: Some((id, code)),
            ..Self::default()
        }
    }

    fn ingest(&self, events: Vec<EventRequest>) -> Result<(), Fault> {
        *self.calls.borrow_mut() += 1;
        let ids: Vec<String> = events.into_iter().filter_map(|event| event.id).collect();
        match self.refuses {
            Some((id, code)) if ids.iter().any(|one| one == id) => Err(Fault::new(code, "no")),
            _ => {
                self.taken.borrow_mut().extend(ids);
                Ok(())
            }
        }
    }

    async fn drain(&self, dir: &Path) -> Drained {
        let ingest = |events| std::future::ready(self.ingest(events));
        drain(dir, &["grpc-50051.jsonl", NAME], ingest)
            .await
            .unwrap()
    }

    fn taken(&self) -> String {
        self.taken.borrow().join(" ")
    }
}

fn done(events: usize, bad: usize) -> Drained {
    Drained {
        events,
        bad,
        unfinished: false,
    }
}

#[tokio::test]
async fn a_file_is_read_and_deleted() {
    let lines: String = (0..1200).map(|n| line(&n.to_string())).collect();
    let (dir, server) = (spool(&lines), Server::default());
    assert_eq!(server.drain(dir.path()).await, done(1200, 0));
    assert_eq!(*server.calls.borrow(), 3);
    assert!(names(dir.path()).is_empty());
    assert_eq!(server.drain(dir.path()).await, done(0, 0));
    assert_eq!(server.drain(&dir.path().join("gone")).await, done(0, 0));
}

#[test]
fn a_server_can_do_it_beside_its_work() {
    fn can_move(_: impl Send) {}
    let ingest = |_| std::future::ready(Ok(()));
    can_move(drain(Path::new("spool"), &[NAME], ingest));
}

#[tokio::test]
async fn torn_and_foreign_lines_are_set_aside() {
    let torn = "{\"id\":\"b\",\"sess";
    let no_id = "{\"session\":\"s\",\"text\":\"t\"}";
    let text = format!(
        "{}{torn}\n\n{}{no_id}\n{}",
        line("a"),
        line("c"),
        "\u{0}\u{0}"
    );
    let (dir, server) = (spool(&text), Server::default());
    assert_eq!(server.drain(dir.path()).await, done(2, 3));
    assert_eq!(server.taken(), "a c");
    assert_eq!(names(dir.path()), ["control.jsonl.bad"]);
    let bad = fs::read_to_string(dir.path().join("control.jsonl.bad")).unwrap();
    assert_eq!(bad, format!("{torn}\n{no_id}\n\0\0\n"));
}

#[tokio::test]
async fn one_refused_event_does_not_hold_up_the_others() {
    let text = format!("{}{}{}", line("a"), line("b"), line("c"));
    let (dir, server) = (spool(&text), Server::refusing("b", Code::BadName));
    assert_eq!(server.drain(dir.path()).await, done(2, 1));
    assert_eq!(server.taken(), "a c");
    let bad = fs::read_to_string(dir.path().join("control.jsonl.bad")).unwrap();
    assert_eq!(bad, line("b"));
}

#[tokio::test]
async fn what_has_to_wait_is_read_again_before_what_came_since() {
    let (dir, server) = (spool(&line("a")), Server::refusing("a", Code::StorageFull));
    assert!(server.drain(dir.path()).await.unfinished);
    assert_eq!(names(dir.path()), ["control.jsonl.draining"]);
    fs::write(dir.path().join(NAME), line("b")).unwrap();
    let server = Server::default();
    assert_eq!(server.drain(dir.path()).await, done(2, 0));
    assert_eq!(server.taken(), "a b");
    assert!(names(dir.path()).is_empty());
}

#[tokio::test]
async fn a_file_in_other_hands_is_left_alone() {
    let (dir, server) = (spool(&line("a")), Server::default());
    let other = File::open(dir.path().join(NAME)).unwrap();
    other.lock().unwrap();
    assert_eq!(server.drain(dir.path()).await, done(0, 0));
    assert_eq!(names(dir.path()), [NAME]);
    drop(other);
    assert_eq!(server.drain(dir.path()).await, done(1, 0));
}

#[tokio::test]
async fn a_hook_that_was_faster_is_read_and_a_slower_one_begins_a_new_file() {
    let (dir, server) = (spool(&line("a")), Server::default());
    let path = dir.path().join(NAME);
    let mut fast = File::options().append(true).open(&path).unwrap();
    fast.write_all(line("b").as_bytes()).unwrap();
    let ingest = |events| {
        // While the first file is read, a hook comes along.
        fs::write(&path, line("c")).unwrap();
        std::future::ready(server.ingest(events))
    };
    let drained = drain(dir.path(), &[NAME], ingest).await.unwrap();
    assert_eq!(drained, done(2, 0));
    assert_eq!(names(dir.path()), [NAME]);
    assert_eq!(server.drain(dir.path()).await, done(1, 0));
    assert_eq!(server.taken(), "a b c");
}
