//! A Redis of our own: a free port, a directory that goes with it.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use redis::{Cmd, FromRedisValue};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

pub struct Server {
    child: Child,
    pub port: u16,
    more: Vec<String>,
    dir: TempDir,
}

impl Server {
    /// With these arguments besides the usual ones; `{port}` in one is a free port.
    pub fn start(more: &[&str]) -> Self {
        loop {
            let port = free_port();
            let dir = tempfile::tempdir().unwrap();
            let more: Vec<_> = more.iter().map(|arg| with_port(arg)).collect();
            let child = spawn(port, dir.path(), &more);
            let mut server = Self {
                child,
                port,
                more,
                dir,
            };
            // Somebody else may have taken the port since.
            if server.answers() {
                return server;
            }
        }
    }

    /// Database 15, as a URL.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/15", self.port)
    }

    pub fn node_url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The same server again: its port, its directory.
    pub fn again(&mut self) {
        self.child = spawn(self.port, self.dir.path(), &self.more);
        assert!(self.answers(), "redis-server did not come back");
    }

    /// Asks what no registry asks.
    pub fn look<T: FromRedisValue>(&self, cmd: &Cmd) -> T {
        let client = redis::Client::open(self.url()).unwrap();
        let mut line = client.get_connection().unwrap();
        cmd.query(&mut line).unwrap()
    }

    fn answers(&mut self) -> bool {
        let until = Instant::now() + PATIENCE;
        while self.child.try_wait().unwrap().is_none() {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return true;
            }
            assert!(Instant::now() < until, "redis-server does not listen");
            std::thread::yield_now();
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(port: u16, dir: &Path, more: &[String]) -> Child {
    Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--save", "", "--port"])
        .arg(port.to_string())
        .arg("--dir")
        .arg(dir)
        .args(more)
        .stdout(Stdio::null())
        .spawn()
        .expect("redis-server is there; `make test` installs it")
}

pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn with_port(arg: &str) -> String {
    arg.replace("{port}", &free_port().to_string())
}
