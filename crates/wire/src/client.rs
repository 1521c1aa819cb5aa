//! The other end of a server's control socket.

pub mod http;
mod patience;

use std::path::{Path, PathBuf};

use mneme_model::Code;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::UnixStream;

use self::patience::lost;
use crate::Fault;
use crate::control::{Call, Reply, TIMELINE, Timeline, socket_path};
use crate::operations::{Answer, Port, Progress};
use crate::shapes::OnBehalf;

/// Operations carried out by the server that owns a data directory.
pub struct ControlClient {
    socket: PathBuf,
    /// Who listens there.
    process: Option<i32>,
    on_behalf: Option<OnBehalf>,
}

// === impl ControlClient ===

impl ControlClient {
    /// A client if somebody serves this directory.
    pub async fn find(data_dir: &Path) -> Option<Self> {
        let socket = socket_path(data_dir);
        let stream = UnixStream::connect(&socket).await.ok()?;
        let peer = stream.peer_cred().ok();
        is_ours(&stream).then_some(Self {
            socket,
            process: peer.and_then(|peer| peer.pid()),
            on_behalf: None,
        })
    }

    /// The same for somebody who may less than the owner of the machine.
    pub fn on_behalf(self, of: Option<OnBehalf>) -> Self {
        Self {
            on_behalf: of,
            ..self
        }
    }

    /// A connection on which the timeline answers, for a namespace of this directory.
    pub async fn timeline(&self, namespace: Option<&str>) -> Result<UnixStream, Fault> {
        let args = Timeline {
            namespace: namespace.map(str::to_owned),
        };
        let call = Call {
            args: serde_json::to_value(args).map_err(broken)?,
            on_behalf: self.on_behalf.clone(),
            ..Call::new(TIMELINE)
        };
        self.patiently(self.handed_over(&call)).await
    }

    async fn handed_over(&self, call: &Call) -> Result<UnixStream, Fault> {
        let mut stream = self.connect().await?;
        stream.write_all(&line_of(call)?).await.map_err(lost)?;
        // Byte by byte: what stands behind the line belongs to another protocol.
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            line.push(stream.read_u8().await.map_err(lost)?);
        }
        match serde_json::from_slice(&line).map_err(broken)? {
            Reply::Fault(fault) => Err(fault),
            Reply::Ok(_) | Reply::Progress(..) => Ok(stream),
        }
    }

    async fn connect(&self) -> Result<UnixStream, Fault> {
        let stream = UnixStream::connect(&self.socket).await.map_err(lost)?;
        let message = "the control socket belongs to another user";
        let foreign = || Fault::new(Code::NotServing, message);
        is_ours(&stream).then_some(stream).ok_or_else(foreign)
    }

    async fn carry(&self, call: &Call, progress: Progress<'_>) -> Result<Value, Fault> {
        let mut lines = self.patiently(self.sent(call)).await?;
        let mut next = async || lines.next_line().await.map_err(lost);
        while let Some(line) = self.patiently(next()).await? {
            match serde_json::from_str(&line) {
                Ok(Reply::Progress(done, all)) => progress(done, all),
                Ok(Reply::Ok(value)) => return Ok(value),
                Ok(Reply::Fault(fault)) => return Err(fault),
                Err(error) => return Err(Fault::new(Code::Internal, error.to_string())),
            }
        }
        Err(Fault::new(
            Code::NotServing,
            "the server ended before it answered",
        ))
    }

    /// What comes back, line by line.
    async fn sent(&self, call: &Call) -> Result<Lines<BufReader<UnixStream>>, Fault> {
        let mut stream = self.connect().await?;
        stream.write_all(&line_of(call)?).await.map_err(lost)?;
        Ok(BufReader::new(stream).lines())
    }
}

fn broken(error: serde_json::Error) -> Fault {
    Fault::new(Code::Internal, error.to_string())
}

fn line_of(call: &Call) -> Result<Vec<u8>, Fault> {
    let mut line = serde_json::to_vec(call).map_err(broken)?;
    line.push(b'\n');
    Ok(line)
}

/// Whether the server at the other end is this user, or the one who may do anything anyway.
fn is_ours(stream: &UnixStream) -> bool {
    let own = rustix::process::getuid().as_raw();
    stream
        .peer_cred()
        .is_ok_and(|peer| peer.uid() == own || peer.uid() == 0)
}

impl Port for ControlClient {
    fn call<'a>(&'a self, name: &'static str, args: Value, progress: Progress<'a>) -> Answer<'a> {
        let call = Call {
            args,
            on_behalf: self.on_behalf.clone(),
            ..Call::new(name)
        };
        Box::pin(async move { self.carry(&call, progress).await })
    }
}
