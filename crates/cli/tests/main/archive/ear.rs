//! Somebody between a screen and the recorder, who notes what the screen says.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::Studio;

pub struct Ear {
    heard: Arc<Mutex<Vec<Value>>>,
    config: PathBuf,
}

// === impl Ear ===

impl Ear {
    pub fn new(studio: &Studio) -> Self {
        let path = studio.home.path().join("ear.sock");
        let config = studio.home.path().join("ear.json");
        std::fs::write(&config, json!({"ipc_socket_path": path}).to_string()).unwrap();
        let listener = UnixListener::bind(path).unwrap();
        let heard = Arc::default();
        let (noting, recorder) = (Arc::clone(&heard), studio.socket());
        std::thread::spawn(move || {
            for person in listener.incoming().flatten() {
                hand_on(person, UnixStream::connect(&recorder).unwrap(), &noting);
            }
        });
        Self { heard, config }
    }

    /// Leads a command here.
    pub fn variable(&self) -> (&'static str, &str) {
        ("MEMORY_ARCHIVE_CONFIG", self.config.to_str().unwrap())
    }

    /// What was said of this kind so far.
    pub fn heard(&self, kind: &str) -> Vec<Value> {
        let heard = self.heard.lock().unwrap();
        let of_kind = heard.iter().filter(|said| said["type"] == kind);
        of_kind.cloned().collect()
    }
}

fn hand_on(person: UnixStream, mut recorder: UnixStream, heard: &Arc<Mutex<Vec<Value>>>) {
    let (mut back, mut answers) = (person.try_clone().unwrap(), recorder.try_clone().unwrap());
    std::thread::spawn(move || std::io::copy(&mut answers, &mut back));
    let heard = Arc::clone(heard);
    std::thread::spawn(move || {
        for line in BufReader::new(person).lines().map_while(Result::ok) {
            heard
                .lock()
                .unwrap()
                .push(serde_json::from_str(&line).unwrap());
            if writeln!(recorder, "{line}").is_err() {
                return;
            }
        }
        let _ = recorder.shutdown(std::net::Shutdown::Both);
    });
}
