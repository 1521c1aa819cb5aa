//! The recorder's door: JSON lines over a Unix socket that only its owner may open.

mod answer;
mod lines;

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use mneme_capture::recorder::{Outbox, Recorder, Watcher};
use mneme_capture::sessions::Process;
use mneme_capture::signals;
use mneme_wire::ipc::{self, Enveloped, Refusal, Reply, Request, Trouble};
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};

use lines::{Line, next};

/// Answers of requests that run beside each other, on their way to the connection.
const ANSWERS: usize = 64;

/// What every connection needs.
#[derive(Clone)]
pub struct Door {
    pub recorder: Recorder,
    pub version: Arc<str>,
    /// The name of this machine.
    pub host: Arc<str>,
}

/// Binds the socket: 0600, in a directory that is 0700. One left by a killed recorder is taken
/// away first; whoever calls this holds the recorder's lock.
pub fn bind(path: &Path) -> io::Result<UnixListener> {
    if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
        std::fs::create_dir_all(dir)?;
        std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700))?;
    }
    crate::control::bind(path)
}

/// Serves until told to stop.
pub async fn serve(listener: UnixListener, door: Door, mut stopping: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    tokio::spawn(talk(stream, door.clone()));
                }
                Err(error) => {
                    tracing::warn!(target: "ma_core::ipc", %error, "a connection failed");
                    // Out of descriptors: let some be given back before trying again.
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                }
            },
            () = told_to_stop(&mut stopping) => return,
        }
    }
}

/// Who asks, and where notices for them go.
#[derive(Clone)]
struct Asker {
    door: Door,
    outbox: Outbox,
    /// The process at the other end, if the system tells.
    process: Option<Process>,
}

async fn told_to_stop(stopping: &mut watch::Receiver<bool>) {
    // Whoever would tell us may be gone: then nobody wants us any more.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// One connection: requests in, answers and notices out.
struct Talk {
    asker: Asker,
    notices: Watcher,
    beside: mpsc::Sender<Vec<u8>>,
    answers: mpsc::Receiver<Vec<u8>>,
    write: OwnedWriteHalf,
}

async fn talk(stream: UnixStream, door: Door) {
    signals::IPC_OPEN.add(1);
    let pid = stream.peer_cred().ok().and_then(|peer| peer.pid());
    let caller = pid.and_then(|pid| Some(Process::here(u32::try_from(pid).ok()?, &door.host)));
    let (read, write) = stream.into_split();
    let (outbox, notices) = Outbox::new();
    let (beside, answers) = mpsc::channel(ANSWERS);
    let talk = Talk {
        asker: Asker {
            door,
            outbox,
            process: caller,
        },
        notices,
        beside,
        answers,
        write,
    };
    if let Err(error) = talk.run(BufReader::new(read)).await {
        tracing::debug!(target: "ma_core::ipc", %error, "a connection ended");
    }
    signals::IPC_OPEN.sub(1);
}

// === impl Talk ===

impl Talk {
    /// A request without an id is answered by the next line written; notices wait for that.
    async fn run(mut self, read: BufReader<OwnedReadHalf>) -> io::Result<()> {
        let (lines, mut heard) = mpsc::channel(1);
        let reading = tokio::spawn(listen(read, lines));
        let ended = loop {
            tokio::select! {
                line = heard.recv() => match line {
                    Some(Line::Whole(line)) => self.take(&line).await?,
                    Some(Line::TooLong) => {
                        let told = format!("a line is longer than {} bytes", ipc::MAX_LINE_BYTES);
                        self.refuse(Refusal::new(Trouble::Parse, told)).await?;
                        break Ok(());
                    }
                    None => break Ok(()),
                },
                Some(answer) = self.answers.recv() => self.write.write_all(&answer).await?,
                notice = self.notices.next() => match notice {
                    Some(notice) => self.tell(&notice).await?,
                    None => break Ok(()),
                },
            }
        };
        reading.abort();
        ended
    }

    /// Several notices at a time, as far as there are any.
    async fn tell(&mut self, first: &ipc::Notice) -> io::Result<()> {
        if self.notices.overrun() {
            return Err(io::Error::other("the watcher reads too slowly"));
        }
        self.write.write_all(&ipc::line(first)).await
    }

    async fn take(&mut self, line: &[u8]) -> io::Result<()> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        signals::IPC_REQUESTS.add(1);
        let asked: Enveloped<Request> = match serde_json::from_slice(line) {
            Ok(asked) => asked,
            Err(error) => {
                return self
                    .refuse(Refusal::new(Trouble::Parse, error.to_string()))
                    .await;
            }
        };
        let Some(request_id) = asked.request_id else {
            let reply = answer::to(&self.asker, asked.message).await;
            return self.write.write_all(&ipc::line(&reply)).await;
        };
        let (asker, beside) = (self.asker.clone(), self.beside.clone());
        tokio::spawn(async move {
            let message = answer::to(&asker, asked.message).await;
            let reply = Enveloped {
                request_id: Some(request_id),
                message,
            };
            // The connection may be gone; what was asked for is done all the same.
            let _ = beside.send(ipc::line(&reply)).await;
        });
        Ok(())
    }

    async fn refuse(&mut self, refusal: Refusal) -> io::Result<()> {
        signals::IPC_REFUSED.add(1);
        self.write
            .write_all(&ipc::line(&Reply::Error(refusal)))
            .await
    }
}

/// Reads lines in a task of its own: half a line is never lost to something else that happens.
async fn listen(mut read: BufReader<OwnedReadHalf>, lines: mpsc::Sender<Line>) {
    while let Some(line) = next(&mut read).await {
        let last = matches!(line, Line::TooLong);
        if lines.send(line).await.is_err() || last {
            return;
        }
    }
}
