//! The other end of a recorder's socket.

use std::collections::VecDeque;
use std::path::Path;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};

use super::{Notice, Refusal, Reply, Request, line};

/// One connection. Requests are answered in their order; notices that come between are kept
/// until they are asked for.
pub struct Client {
    read: Lines<BufReader<OwnedReadHalf>>,
    write: OwnedWriteHalf,
    notices: VecDeque<Notice>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    #[error("the recorder cannot be reached: {0}")]
    Unreachable(std::io::Error),
    #[error("the recorder went away before it answered")]
    Gone,
    #[error("the recorder's answer cannot be read: {0}")]
    Unread(String),
    #[error(transparent)]
    Refused(#[from] Refusal),
}

enum Heard {
    Reply(Reply),
    Notice(Notice),
}

// === impl Client ===

impl Client {
    pub async fn connect(socket: &Path) -> Result<Self, Lost> {
        let stream = UnixStream::connect(socket).await;
        let (read, write) = stream.map_err(Lost::Unreachable)?.into_split();
        Ok(Self {
            read: BufReader::new(read).lines(),
            write,
            notices: VecDeque::new(),
        })
    }

    /// Asks, and waits for the answer to that.
    pub async fn ask(&mut self, request: &Request) -> Result<Reply, Lost> {
        let sent = self.write.write_all(&line(request)).await;
        sent.map_err(|_| Lost::Gone)?;
        loop {
            match self.hear(true).await? {
                Heard::Notice(notice) => self.notices.push_back(notice),
                Heard::Reply(Reply::Error(refusal)) => return Err(refusal.into()),
                Heard::Reply(reply) => return Ok(reply),
            }
        }
    }

    /// The next thing said unasked; `None` when the recorder ended.
    pub async fn notice(&mut self) -> Result<Option<Notice>, Lost> {
        if let Some(kept) = self.notices.pop_front() {
            return Ok(Some(kept));
        }
        match self.hear(false).await {
            Ok(Heard::Notice(notice)) => Ok(Some(notice)),
            Ok(Heard::Reply(_)) => Err(Lost::Unread("an answer to nothing".into())),
            Err(Lost::Gone) => Ok(None),
            Err(lost) => Err(lost),
        }
    }

    /// One line. `session_complete` and `reasoning_degraded_event` are answers as well as notices: which of the
    /// two it is depends on whether an answer is awaited.
    async fn hear(&mut self, awaiting: bool) -> Result<Heard, Lost> {
        let line = self.read.next_line().await.map_err(|_| Lost::Gone)?;
        let line = line.ok_or(Lost::Gone)?;
        let reply = || serde_json::from_str(&line).map(Heard::Reply);
        let notice = || serde_json::from_str(&line).map(Heard::Notice);
        let read = match awaiting {
            true => reply().or_else(|_| notice()),
            false => notice().or_else(|_| reply()),
        };
        read.map_err(|error| Lost::Unread(error.to_string()))
    }
}
