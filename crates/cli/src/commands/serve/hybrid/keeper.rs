//! Keeps a core running: starts it, learns where it listens, and starts it again when it ends or
//! answers nobody any more.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mneme_gateway::front::Front;
use mneme_model::Secret;
use mneme_wire::Fault;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tokio::sync::watch::{self, Receiver, Sender};
use tokio::sync::{Notify, oneshot};

use super::behind::FAILED;
use crate::settings::Settings;

pub struct Keeper {
    secret: Secret,
    front: String,
    core: Sender<Option<SocketAddr>>,
    /// Why the last one did not come to serve, where it said so.
    failed: Sender<Option<Fault>>,
    /// The sum of the settings that we hold.
    held: Option<String>,
    /// Told when the core is to read its settings again.
    again: Arc<Notify>,
    /// How long it may say nothing at all.
    silence: Duration,
}

/// A core that was started.
struct Started {
    pid: Option<Pid>,
    /// It ends when this is closed, however we end.
    _tether: Option<ChildStdin>,
    ended: oneshot::Receiver<String>,
}

/// One that served is started again after this, however often it ends.
const USUAL_WAIT: Duration = Duration::from_secs(2);
/// One that never came to serve may be tried less often.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Jobs of the core get half a minute to end.
const ENDS_WITHIN: Duration = Duration::from_secs(60);

// === impl Keeper ===

impl Keeper {
    pub fn new(secret: Secret, front: String, again: Arc<Notify>, settings: &Settings) -> Self {
        let (core, _) = watch::channel(None);
        let (failed, _) = watch::channel(None);
        Self {
            secret,
            front,
            core,
            failed,
            held: settings.source.as_ref().map(|source| source.sum.clone()),
            again,
            silence: settings.hybrid.core_silence,
        }
    }

    /// Why there is none, from now on.
    pub fn failed(&self) -> Receiver<Option<Fault>> {
        self.failed.subscribe()
    }

    /// Where the core is, from now on.
    pub fn core(&self) -> Receiver<Option<SocketAddr>> {
        self.core.subscribe()
    }

    /// Until told to stop.
    pub async fn keep(self, front: Front, mut stopping: Receiver<bool>) {
        let mut wait = USUAL_WAIT;
        loop {
            let ended = match self.start() {
                Ok(mut started) => tokio::select! {
                    ended = &mut started.ended => ended.unwrap_or_default(),
                    () = told(&mut stopping) => return started.end().await,
                    () = front.silence(self.silence) => started.kill().await,
                    never = self.hang_up(started.pid) => match never {},
                },
                Err(error) => format!("could not be started: {error}"),
            };
            let served = self.core.send_replace(None).is_some();
            let (now, next) = waits(wait, served);
            wait = next;
            tracing::error!(ended, again_in_ms = now.as_millis(), "the core ended");
            tokio::select! {
                () = tokio::time::sleep(now) => {}
                () = told(&mut stopping) => return,
            }
        }
    }

    /// Hands each hang-up on, to a core that hears it: before it is ready one would end it, and
    /// what it reads then is new anyway.
    async fn hang_up(&self, core: Option<Pid>) -> Infallible {
        let mut ready = self.core.subscribe();
        loop {
            self.again.notified().await;
            // We hold the sender, so there is always somebody to wait for.
            let _ = ready.wait_for(Option::is_some).await;
            if let Some(core) = core {
                // It may have ended just now.
                let _ = kill_process(core, Signal::HUP);
            }
        }
    }

    /// A core that may still be opening its store.
    fn start(&self) -> io::Result<Started> {
        let name = std::env::args_os().next().unwrap_or_default();
        let mut child = Command::new(std::env::current_exe()?)
            .arg0(&name)
            .args(words(
                &name,
                std::env::args_os().skip(1).collect(),
                &self.front,
            ))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut tether = child.stdin.take();
        if let Some(tether) = &mut tether {
            let held = self.held.iter().map(|sum| format!(" {sum}"));
            writeln!(tether, "{}{}", self.secret.0, held.collect::<String>())?;
        }
        if let Some(out) = child.stdout.take() {
            let (core, failed) = (self.core.clone(), self.failed.clone());
            thread::spawn(move || listen(out, &core, &failed));
        }
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let (tell, ended) = oneshot::channel();
        thread::spawn(move || {
            let status = child.wait().map(|status| status.to_string());
            // Nobody waits for it once we are told to stop.
            let _ = tell.send(status.unwrap_or_else(|error| error.to_string()));
        });
        Ok(Started {
            pid,
            _tether: tether,
            ended,
        })
    }
}

/// How long to wait now, and next time if it does not come to serve.
fn waits(wait: Duration, served: bool) -> (Duration, Duration) {
    let now = if served { USUAL_WAIT } else { wait };
    (now, (now * 2).min(LONGEST_WAIT))
}

/// When we are told to stop, or nobody is there any more who could.
async fn told(stopping: &mut Receiver<bool>) {
    drop(stopping.wait_for(|stop| *stop).await);
}

/// The same command line, for the process behind.
fn words(name: &OsString, mut words: Vec<OsString>, front: &str) -> Vec<OsString> {
    let published = Path::new(name)
        .file_name()
        .is_some_and(|name| name == "memoryoss");
    match (published, verb(&words)) {
        (true, Some(at)) => words[at] = "serve-core".into(),
        (true, None) => words.push("serve-core".into()),
        (false, _) => {}
    }
    words.extend(["--core".into(), front.into()]);
    words
}

/// Where the command stands: the first word that is no flag and no file behind one, whatever that
/// file is called.
fn verb(words: &[OsString]) -> Option<usize> {
    let named = |word: &str| {
        let flags = word.strip_prefix('-').unwrap_or_default();
        word == "--config" || flags.trim_start_matches('v') == "c"
    };
    let mut file = false;
    words.iter().position(|word| {
        let word = word.to_str().unwrap_or_default();
        let behind = named(word) && !file;
        let is_file = std::mem::replace(&mut file, behind);
        !is_file && !word.starts_with('-')
    })
}

/// The line it prints when it is ready says where it is; another one, why it never will be.
fn listen(out: ChildStdout, core: &Sender<Option<SocketAddr>>, failed: &Sender<Option<Fault>>) {
    for line in BufReader::new(out).lines().map_while(Result::ok) {
        let why = line.strip_prefix(FAILED);
        if let Some(why) = why.and_then(|why| serde_json::from_str::<Fault>(why).ok()) {
            failed.send_replace(Some(why));
        }
        let facts = line.strip_prefix("ready ");
        let facts = facts.and_then(|facts| serde_json::from_str::<Value>(facts).ok());
        if let Some(at) = facts.and_then(|facts| address(&facts)) {
            failed.send_replace(None);
            core.send_replace(Some(at));
        }
    }
}

fn address(facts: &Value) -> Option<SocketAddr> {
    let url = facts["doors"]["core"].as_str()?;
    url.strip_prefix("http://")?.parse().ok()
}

// === impl Started ===

impl Started {
    /// Asked to end, and waited for.
    async fn end(mut self) {
        if let Some(pid) = self.pid {
            // It may have ended just now.
            let _ = kill_process(pid, Signal::TERM);
        }
        let ended = tokio::time::timeout(ENDS_WITHIN, &mut self.ended);
        if ended.await.is_err() {
            tracing::warn!("the core did not end in time");
            // Left alone it would keep its port and the store.
            self.kill().await;
        }
    }

    /// Whoever answers nobody does not hear that it should end. Says how it did.
    async fn kill(self) -> String {
        if let Some(pid) = self.pid {
            // It may have ended just now.
            let _ = kill_process(pid, Signal::KILL);
        }
        let ended = self.ended.await.unwrap_or_default();
        format!("it answered nobody any more: {ended}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_found_by_what_it_says() {
        let facts =
            serde_json::json!({ "doors": { "core": "http://127.0.0.1:8001", "http": "x" } });
        assert_eq!(
            address(&facts),
            Some(SocketAddr::from(([127, 0, 0, 1], 8001)))
        );
        assert_eq!(address(&serde_json::json!({})), None);
    }

    #[test]
    fn only_a_core_that_never_serves_is_waited_for_longer_each_time() {
        let after = |served: &[bool]| {
            let mut wait = USUAL_WAIT;
            let each = served.iter().map(|served| {
                let (now, next) = waits(wait, *served);
                wait = next;
                now.as_secs()
            });
            each.collect::<Vec<_>>()
        };
        assert_eq!(after(&[true; 9]), [2; 9], "killed again and again");
        assert_eq!(after(&[false; 6]), [2, 4, 8, 16, 30, 30]);
        assert_eq!(after(&[false, false, true, false]), [2, 4, 2, 4]);
    }

    #[test]
    fn the_process_behind_gets_the_same_words() {
        let words = |name: &str, line: &[&str]| {
            let line = line.iter().map(OsString::from).collect();
            super::words(&name.into(), line, "http://f")
        };
        let told = words("mneme", &["--data-dir", "d", "serve", "--hybrid"]);
        assert_eq!(
            told,
            ["--data-dir", "d", "serve", "--hybrid", "--core", "http://f"]
        );
        let told = words("/bin/memoryoss", &["-c", "x.toml", "serve"]);
        assert_eq!(told, ["-c", "x.toml", "serve-core", "--core", "http://f"]);
        // A file may be called as a command is.
        for (line, core) in [
            (
                &["serve", "-c", "dev"][..],
                &["serve-core", "-c", "dev"][..],
            ),
            (
                &["-vc", "serve", "dev", "-v"],
                &["-vc", "serve", "serve-core", "-v"],
            ),
            (&["--config", "serve"], &["--config", "serve", "serve-core"]),
            (&["--config=dev", "serve"], &["--config=dev", "serve-core"]),
        ] {
            let told = words("memoryoss", line);
            assert_eq!(told, [core, &["--core", "http://f"]].concat(), "{line:?}");
        }
        assert_eq!(
            words("memoryoss", &[]),
            ["serve-core", "--core", "http://f"]
        );
    }
}
