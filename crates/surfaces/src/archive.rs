//! The recorder's door: JSON lines over a Unix socket that only its owner may open.

mod answer;
pub(crate) mod lines;

use std::io;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use mneme_capture::recorder::{Outbox, Recorder, Watcher};
use mneme_capture::sessions::Process;
use mneme_capture::signals;
use mneme_wire::ipc::{self, Enveloped, Refusal, Reply, Trouble};
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{mpsc, watch};

use lines::{Line, Nonsense, next};

/// Requests of one connection that run beside each other; the next waits in the socket.
const BESIDE: usize = 64;

/// Set where only the owner of a file may remove it.
const SHARED: u32 = 0o1000;

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
        make_private(dir)?;
    }
    crate::control::bind(path)
}

/// A directory everybody keeps things in, such as that of temporary files, stays everybody's.
fn make_private(dir: &Path) -> io::Result<()> {
    let mode = dir.metadata()?.permissions().mode();
    match mode & SHARED {
        0 => std::fs::set_permissions(dir, std::fs::Permissions::from_mode(0o700)),
        _ => Ok(()),
    }
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
    /// Requests that run beside each other now.
    under_way: usize,
    write: OwnedWriteHalf,
}

async fn talk(stream: UnixStream, door: Door) {
    signals::IPC_OPEN.add(1);
    let pid = stream.peer_cred().ok().and_then(|peer| peer.pid());
    let caller = pid.and_then(|pid| Some(Process::here(u32::try_from(pid).ok()?, &door.host)));
    let (read, write) = stream.into_split();
    let (outbox, notices) = Outbox::new();
    let (beside, answers) = mpsc::channel(BESIDE);
    let talk = Talk {
        asker: Asker {
            door,
            outbox,
            process: caller,
        },
        notices,
        beside,
        answers,
        under_way: 0,
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
                line = heard.recv(), if self.under_way < BESIDE => match line {
                    Some(line) => if self.hear(line).await?.is_break() { break Ok(()) },
                    None => break self.finish().await,
                },
                Some(answer) = self.answers.recv() => {
                    self.under_way -= 1;
                    self.say(&answer).await?;
                }
                notice = self.notices.next() => match notice {
                    Some(notice) => self.say(&ipc::line(&*notice)).await?,
                    None => break Ok(()),
                },
            }
        };
        reading.abort();
        ended
    }

    /// They have said everything; what they asked for is still answered.
    async fn finish(&mut self) -> io::Result<()> {
        while self.under_way > 0 {
            let Some(answer) = self.answers.recv().await else {
                break;
            };
            self.under_way -= 1;
            self.say(&answer).await?;
        }
        Ok(())
    }

    /// Nobody waits for ever until somebody reads: who misses notices meanwhile is let go.
    async fn say(&mut self, line: &[u8]) -> io::Result<()> {
        tokio::select! {
            biased;
            () = self.notices.overrun() => Err(io::Error::other("the watcher reads too slowly")),
            said = self.write.write_all(line) => said,
        }
    }

    async fn hear(&mut self, line: Line) -> io::Result<ControlFlow<()>> {
        match line {
            Line::Whole(line) => self.take(&line).await.map(|()| ControlFlow::Continue(())),
            Line::TooLong => {
                let why = format!("a line is longer than {} bytes", ipc::MAX_LINE_BYTES);
                let request_id = None;
                self.refuse(Nonsense { request_id, why }).await?;
                Ok(ControlFlow::Break(()))
            }
        }
    }

    async fn take(&mut self, line: &[u8]) -> io::Result<()> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        signals::IPC_REQUESTS.add(1);
        let asked = match lines::read(line) {
            Ok(asked) => asked,
            Err(nonsense) => return self.refuse(nonsense).await,
        };
        let Some(request_id) = asked.request_id else {
            let reply = answer::to(&self.asker, asked.message).await;
            return self.say(&ipc::line(&reply)).await;
        };
        self.under_way += 1;
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

    /// What makes no sense is refused under its own id, if it has one.
    async fn refuse(&mut self, nonsense: Nonsense) -> io::Result<()> {
        signals::IPC_REFUSED.add(1);
        let reply = Enveloped {
            request_id: nonsense.request_id,
            message: Reply::Error(Refusal::new(Trouble::Parse, nonsense.why)),
        };
        self.say(&ipc::line(&reply)).await
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
