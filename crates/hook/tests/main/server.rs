//! A control socket, served by hand.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixListener;
use std::thread;

use mneme_wire::control::{Call, socket_path};
use mneme_wire::shapes::{EventRequest, IngestRequest};

use crate::support::Home;

/// Answers one call with these lines and gives the events it was told.
pub fn serve(home: &Home, reply: &'static str) -> thread::JoinHandle<Vec<EventRequest>> {
    fs::create_dir_all(home.data_dir()).unwrap();
    let listener = UnixListener::bind(socket_path(&home.data_dir())).unwrap();
    thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(&stream).lines();
        let call: Call = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(call.op, "ingest");
        // The hook may have gone already.
        let _ = (&stream).write_all(reply.as_bytes());
        // Until the hook goes: a silent server is silent for good.
        lines.for_each(drop);
        serde_json::from_value::<IngestRequest>(call.args)
            .unwrap()
            .events
    })
}
