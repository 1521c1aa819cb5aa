//! Forgetting while others store and ask at full speed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::json;

use super::{assert_clean, assert_purged, dump};
use crate::support::{Client, HASHED, Home, Server};

const CLIENTS: usize = 8;
const ROUNDS: usize = 12;
const BUSY: &str =
    "[storage]\npurge_ms = 5\n[index]\nsmall_namespace = 50\nfollow_ms = 5\nbatch_events = 40\n";

/// Tells the workers to stop, also where the test fails: it would wait for them for ever.
struct Stops<'s>(&'s AtomicBool);

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Stores and asks until told to stop; gives what must still be there.
fn work(client: &mut Client, name: usize, stop: &AtomicBool) -> Vec<(String, String)> {
    let mut kept = Vec::new();
    for n in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let said = format!("Worker {name} keeps kept{name}x{n} safe.");
        let id = match n % 2 {
            0 => client.remember(&said),
            _ => {
                let event = json!([{ "session": format!("talk{}", name % 3), "text": said }]);
                client.ingest(&event)[0]["id"].as_str().unwrap().to_owned()
            }
        };
        let word = format!("kept{name}x{n}");
        assert!(
            client.ask(&word).contains(&said),
            "{word} right after it was stored"
        );
        kept.push((id, said));
    }
    kept
}

/// Tells and forgets, in turn at once and with a receipt.
fn forget(client: &mut Client, round: usize) {
    let told = format!("Nobody keeps vanishuk{round} for long.");
    let memory = client.remember(&told);
    let events = json!([{ "id": format!("gone{round}"), "session": format!("talk{}", round % 3), "text": told }]);
    client.ingest(&events);
    let wish = json!({ "ids": [memory, format!("gone{round}")] });
    match round % 3 {
        0 => assert_eq!(
            client.delete("/v1/forget/certified", &wish).ok()["deleted"],
            2
        ),
        _ => assert_eq!(client.forget(&wish), 2),
    }
    let found = client.ask(&format!("vanishuk{round}"));
    assert!(!found.contains(&told), "{found:?}");
}

#[test]
fn nothing_else_is_lost_when_others_write_and_ask_meanwhile() {
    let home = Home::with_settings(&format!("{BUSY}{HASHED}"));
    let server = Server::start(&home);
    let (key, stop) = (server.key("busy", "admin"), AtomicBool::new(false));
    let client = || Client::new(server.http(), Some(&key));
    let kept: Vec<(String, String)> = thread::scope(|scope| {
        let stop = &stop;
        let client = &client;
        let workers: Vec<_> = (0..CLIENTS)
            .map(|name| scope.spawn(move || work(&mut client(), name, stop)))
            .collect();
        let stops = Stops(stop);
        (0..ROUNDS).for_each(|round| forget(&mut client(), round));
        drop(stops);
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    assert_purged(&home, &["vanishuk"]);
    let mut client = client();
    for (id, said) in &kept {
        assert_eq!(client.inspect(id)["content"], *said);
    }
    assert_clean(&home);
    server.assert_sound();
    server.stop();
    assert_clean(&home);
    assert!(!dump(&home).contains("vanishuk"));
}
