//! A Redis that comes back empty while recordings go on.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use super::{Studio, click};
use crate::support::eventually;

/// A server of our own that keeps nothing.
struct Redis {
    child: Child,
    port: u16,
}

// === impl Redis ===

impl Redis {
    fn start() -> Self {
        loop {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let port = listener.local_addr().unwrap().port();
            drop(listener);
            let mut redis = Self {
                child: spawn(port),
                port,
            };
            // Somebody else may have taken the port since.
            if redis.answers() {
                return redis;
            }
        }
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/15", self.port)
    }

    fn answers(&mut self) -> bool {
        eventually("redis-server to listen or to end", || {
            let ended = self.child.try_wait().unwrap().is_some();
            let listens = TcpStream::connect(("127.0.0.1", self.port)).is_ok();
            (ended || listens).then_some(!ended)
        })
    }

    /// Everything it knew is gone.
    fn come_back_empty(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = spawn(self.port);
        assert!(self.answers(), "redis-server did not come back");
    }

    /// A question whose answer is one line.
    fn ask(&self, question: &str) -> String {
        let mut line = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        write!(line, "SELECT 15\r\n{question}\r\n").unwrap();
        let mut lines = BufReader::new(line).lines().map_while(Result::ok);
        assert_eq!(lines.next().as_deref(), Some("+OK"));
        lines.next().unwrap()
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(port: u16) -> Child {
    Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--save", "", "--port"])
        .arg(port.to_string())
        .stdout(Stdio::null())
        .spawn()
        .expect("redis-server is there; `make test` installs it")
}

fn recorded_with(redis: &Redis) -> (Studio, String, super::Line) {
    let mut studio = Studio::new();
    studio.configure(&json!({"redis_url": redis.url()}));
    studio.start();
    let (id, line) = studio.recording("kept");
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    (studio, id, line)
}

#[test]
fn a_021_a_recording_that_goes_on_is_listed_again_by_itself() {
    let mut redis = Redis::start();
    let (studio, id, _line) = recorded_with(&redis);
    redis.come_back_empty();
    // Nobody asks the recorder: it notices by itself.
    eventually("the record to be back", || {
        (redis.ask(&format!("EXISTS session:{id}")) == ":1").then_some(())
    });
    assert_eq!(redis.ask(&format!("SISMEMBER sessions:active {id}")), ":1");
    let session = studio.session(&id);
    assert_eq!(
        (&session["status"], &session["total_steps"]),
        (&json!("active"), &json!("1"))
    );
    studio.cc.say(click(2, 2));
    studio.steps(&id, 2);
}

#[test]
fn a_021_done_finds_its_recording_in_an_empty_registry() {
    let mut redis = Redis::start();
    let (studio, id, _line) = recorded_with(&redis);
    redis.come_back_empty();
    studio.run(&["done", "-s", &id]).ok();
    assert_eq!(studio.status(&id), "pending_annotation");
    assert_eq!(redis.ask(&format!("SISMEMBER sessions:pending {id}")), ":1");
    assert_eq!(studio.metadata("kept").total_steps, 1);
    studio.sound(&studio.dir("kept"));
}
