//! A backup taken while everybody writes.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use serde_json::json;

use super::{MANY, back_up, count, import, text};
use crate::support::{Client, Home, Server, eventually, ids};

/// Id and words of what was acknowledged, and when.
type Told = (String, String, Instant);

#[derive(Default)]
struct Load {
    told: Mutex<Vec<Told>>,
    enough: AtomicBool,
}

// === impl Load ===

impl Load {
    fn so_far(&self) -> usize {
        self.told.lock().unwrap().len()
    }

    /// Writes until it is enough; every word is noted once it was acknowledged.
    fn write(&self, writer: usize, address: SocketAddr, key: &str) {
        let mut client = Client::new(address, Some(key));
        for n in 0.. {
            if self.enough.load(Ordering::Relaxed) {
                return;
            }
            let said = match writer % 2 {
                0 => store(&mut client, writer, n),
                _ => ingest(&mut client, writer, n),
            };
            let now = Instant::now();
            let said = said.into_iter().map(|(id, text)| (id, text, now));
            self.told.lock().unwrap().extend(said);
        }
    }

    /// The longest that nobody was told anything, in milliseconds.
    fn longest_gap(&self, from: usize) -> u128 {
        let told = self.told.lock().unwrap();
        let gaps = told[from..].windows(2).map(|two| two[1].2 - two[0].2);
        gaps.max().unwrap_or_default().as_millis()
    }
}

fn store(client: &mut Client, writer: usize, n: usize) -> Vec<(String, String)> {
    let text = format!("Fact {n} of writer {writer} is zw{writer}n{n}.");
    vec![(client.remember(&text), text)]
}

fn ingest(client: &mut Client, writer: usize, n: usize) -> Vec<(String, String)> {
    let one = |k: usize| {
        let id = format!("zw{writer}b{n}e{k}");
        (id.clone(), format!("Event {k} of batch {n} is {id}."))
    };
    let said: Vec<(String, String)> = (0..50).map(one).collect();
    let event =
        |(id, text): &(String, String)| json!({ "id": id, "session": "busy", "text": text });
    client.ingest(&said.iter().map(event).collect());
    said
}

/// A backup under load: its file, and what was acknowledged before it began.
fn backed_up_under_load(server: &Server) -> (std::path::PathBuf, Vec<Told>) {
    let (load, key) = (Load::default(), server.key("default", "writer"));
    thread::scope(|scope| {
        let (load, key) = (&load, &key);
        for writer in 0..6 {
            scope.spawn(move || load.write(writer, server.http(), key));
        }
        eventually("the load", || (load.so_far() > 2_000).then_some(()));
        let before = load.told.lock().unwrap().clone();
        let file = back_up(server.home(), &["--include-key"]);
        let meanwhile = load.so_far() - before.len();
        load.enough.store(true, Ordering::Relaxed);
        assert!(meanwhile > 0, "writers went on");
        let gap = load.longest_gap(before.len());
        eprintln!("{meanwhile} writes during the backup, longest gap {gap} ms");
        (file, before)
    })
}

#[test]
fn a_backup_under_load_holds_everything_acknowledged_before_it() {
    let home = Home::new();
    let server = Server::start(&home);
    import(&home, "talk", MANY);
    let (file, before) = backed_up_under_load(&server);
    server.assert_sound();

    let copy = Home::new();
    copy.run(&["restore", text(&file)]).ok();
    let verified = copy.json(&["verify", "--json"]);
    assert_eq!(verified["clean"], true, "{verified}");
    let (memories, events) = count(&copy);
    assert!(
        memories + events >= (MANY + before.len()) as u64,
        "{memories} and {events}"
    );
    assert!(events % 50 == 0, "batches are whole: {events}");
    let server = Server::start(&copy);
    let mut owner = server.owner();
    for (id, text, _) in &before {
        assert_eq!(owner.inspect(id)["content"], text.as_str());
    }
    for (id, text, _) in before.iter().step_by(before.len() / 20) {
        let found = owner.recall(&json!({ "query": text, "limit": 5 }));
        assert!(
            ids(&found).contains(id),
            "{text} does not find {id}: {found}"
        );
    }
    server.assert_sound();
}

#[test]
fn the_log_is_folded_back_after_a_backup() {
    let home = Home::new();
    let server = Server::start(&home);
    import(&home, "talk", MANY);
    backed_up_under_load(&server);
    let log = home.data().join("mneme.db-wal");
    eventually("the log to be emptied", || {
        (std::fs::metadata(&log).unwrap().len() == 0).then_some(())
    });
    server.assert_sound();
}
