//! One recording's stream, as its recorder sees it.

use std::sync::Arc;

use mneme_model::archive::Command;
use mneme_wire::control_center::{CommandEvent, ServerIdentity};
use tokio::task::JoinHandle;
use tonic::Streaming;

use super::fidelity::Fidelity;
use super::pool::Seat;
use super::queue::Queue;
use super::{Refusal, Target, Transport, reader};
use crate::signals;

pub type Stream = Streaming<CommandEvent>;

/// What came over the stream, or became of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// An agent did something, or asked where the pointer is.
    Command(Box<Command>),
    /// The peer is there; the agent may have changed.
    Heartbeat {
        agent_id: String,
        agent_version: String,
        os_type: String,
    },
    /// The peer says that no agent is there any more.
    AgentGone,
    /// The peer ended the stream in good order, as it does with those who are too slow.
    Ended,
    /// The connection failed; coming again may help.
    Broken(String),
    /// Nothing was heard for too long, not even a heartbeat.
    Silent,
    /// No command for too long.
    Idle,
    /// What is heard must not be recorded, or may no longer be heard.
    Refused(Refusal),
}

/// A stream that is being read. Dropping it ends the stream.
pub struct Watch {
    /// Who the peer says it is; empty where it does not say.
    pub server: ServerIdentity,
    pub transport: Transport,
    queue: Arc<Queue>,
    reader: JoinHandle<()>,
    _seat: Seat,
}

// === impl Heard ===

impl Heard {
    /// Whether nothing comes after it.
    pub fn is_last(&self) -> bool {
        !matches!(self, Heard::Command(_) | Heard::Heartbeat { .. })
    }

    /// Whether a new stream may go on where this one ended.
    pub fn may_pass(&self) -> bool {
        matches!(self, Heard::Ended | Heard::Broken(_))
    }

    /// What is told of the end of a recording.
    pub fn reason(&self) -> Option<String> {
        Some(match self {
            Heard::Command(_) | Heard::Heartbeat { .. } => return None,
            Heard::AgentGone => "agent disconnected".into(),
            Heard::Ended => "transport error: the stream was ended by Control-Center".into(),
            Heard::Broken(why) => format!("transport error: {why}"),
            Heard::Silent => "silence timeout".into(),
            Heard::Idle => "idle timeout".into(),
            Heard::Refused(refusal) => format!("refused: {refusal}"),
        })
    }
}

// === impl Watch ===

impl Watch {
    pub(super) fn start(
        stream: Stream,
        fidelity: Fidelity,
        server: ServerIdentity,
        transport: Transport,
        seat: Seat,
        target: &Target,
    ) -> Self {
        signals::STREAMS.add(1);
        let queue = Arc::new(Queue::new(target.queue_bytes));
        let reader = reader::Reader {
            stream,
            fidelity,
            queue: queue.clone(),
            address: target.address.clone(),
            silence: target.silence,
            idle: target.idle,
        };
        Self {
            server,
            transport,
            queue,
            reader: tokio::spawn(reader.run()),
            _seat: seat,
        }
    }

    /// The next command, if it is here already.
    pub fn waiting(&mut self) -> Option<Command> {
        self.queue.waiting()
    }

    /// The next thing heard. After the last one it is said again.
    pub async fn next(&mut self) -> Heard {
        self.queue.next().await
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        signals::STREAMS.sub(1);
        self.reader.abort();
    }
}
