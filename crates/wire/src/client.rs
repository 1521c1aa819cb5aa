//! The other end of a server's control socket.

pub mod http;

use std::path::{Path, PathBuf};

use mneme_model::Code;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;

use crate::Fault;
use crate::control::{Call, Reply, socket_path};
use crate::operations::{Answer, Port, Progress};

/// Operations carried out by the server that owns a data directory.
pub struct ControlClient {
    socket: PathBuf,
}

// === impl ControlClient ===

impl ControlClient {
    /// A client if somebody serves this directory.
    pub async fn find(data_dir: &Path) -> Option<Self> {
        let socket = socket_path(data_dir);
        let stream = UnixStream::connect(&socket).await.ok()?;
        is_ours(&stream).then_some(Self { socket })
    }

    async fn carry(&self, call: &Call, progress: Progress<'_>) -> Result<Value, Fault> {
        let lost = |error: std::io::Error| {
            Fault::new(Code::NotServing, format!("the server went away: {error}"))
        };
        let stream = UnixStream::connect(&self.socket).await.map_err(lost)?;
        if !is_ours(&stream) {
            return Err(Fault::new(
                Code::NotServing,
                "the control socket belongs to another user",
            ));
        }
        let (read, mut write) = stream.into_split();
        let mut line =
            serde_json::to_string(call).map_err(|e| Fault::new(Code::Internal, e.to_string()))?;
        line.push('\n');
        write.write_all(line.as_bytes()).await.map_err(lost)?;
        let mut lines = BufReader::new(read).lines();
        while let Some(line) = lines.next_line().await.map_err(lost)? {
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
            op: name.to_owned(),
            args,
        };
        Box::pin(async move { self.carry(&call, progress).await })
    }
}
