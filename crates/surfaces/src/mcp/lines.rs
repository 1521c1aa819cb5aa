//! Standard input and output, a JSON object a line.
//!
//! The kit's own transport says nothing to a line it cannot read, and stops listening to its
//! calls a moment after the last line. Here every line that wants an answer gets one, and whoever
//! closes standard input still reads the answers that were under way.

mod group;
mod judge;
mod read;

use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, GetMeta, JsonRpcMessage,
    RequestId,
};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, BufReader, Stdout};
use tokio::sync::{Mutex, mpsc, watch};
use tokio::time::{Instant, timeout_at};

use super::batch;
use group::{Groups, Taken};
use judge::judge;
use read::Line;

pub(super) use judge::{Judged, answer, judge_value};

/// Messages that were read and not yet looked at.
const WAITING: usize = 16;
/// Answers under way when standard input ends get this long: more than a call waits for a store.
const LAST_ANSWERS: Duration = Duration::from_secs(120);

/// The id of the greeting that is said for a client that says none.
const GREETING: &str = "mneme-greeting";

/// Requests that have no answer yet.
type Open = watch::Sender<HashSet<RequestId>>;
type Out = Arc<Mutex<Stdout>>;

pub struct Lines {
    heard: mpsc::Receiver<ClientJsonRpcMessage>,
    out: Out,
    open: Arc<Open>,
    groups: Arc<Groups>,
    /// When answers are given up, once nothing more can be asked.
    until: Option<Instant>,
}

// === impl Lines ===

impl Lines {
    /// Reads from now on.
    pub fn listen() -> Self {
        let (tell, heard) = mpsc::channel(WAITING);
        let (out, open): (Out, Arc<Open>) =
            (Arc::new(Mutex::new(tokio::io::stdout())), Arc::default());
        let groups = Arc::<Groups>::default();
        let ear = Ear {
            tell,
            out: out.clone(),
            open: open.clone(),
            groups: groups.clone(),
            begun: false,
            batches: false,
        };
        tokio::spawn(ear.run());
        Self {
            heard,
            out,
            open,
            groups,
            until: None,
        }
    }
}

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (out, open) = (self.out.clone(), self.open.clone());
        let groups = self.groups.clone();
        async move {
            if answered(&message).is_some_and(is_greeting) {
                return Ok(());
            }
            let told = || serde_json::to_value(&message).ok();
            let taken = answered(&message).map(|id| groups.take(id, told));
            let written = match taken {
                None | Some(Taken::Alone) => write(&out, &message).await,
                Some(Taken::Kept) => Ok(()),
                Some(Taken::Whole(line)) => write(&out, &line).await,
            };
            if let Some(id) = answered(&message) {
                open.send_if_modified(|ids| ids.remove(id));
            }
            written
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let message = self.heard.recv().await;
        if message.is_none() {
            let until = *self
                .until
                .get_or_insert_with(|| Instant::now() + LAST_ANSWERS);
            let mut open = self.open.subscribe();
            // What is not answered by then never is.
            let _ = timeout_at(until, open.wait_for(HashSet::is_empty)).await;
        }
        message
    }

    async fn close(&mut self) -> io::Result<()> {
        self.out.lock().await.flush().await
    }
}

/// Whoever reads. A task of its own, so that nothing it has begun to say is ever cut off.
struct Ear {
    tell: mpsc::Sender<ClientJsonRpcMessage>,
    out: Out,
    open: Arc<Open>,
    groups: Arc<Groups>,
    /// Whether the client has begun a conversation.
    begun: bool,
    /// Whether it may say several things in one line.
    batches: bool,
}

// === impl Ear ===

impl Ear {
    async fn run(mut self) {
        let mut input = BufReader::new(tokio::io::stdin());
        while let Ok(Some(line)) = read::line(&mut input).await {
            if self.hear(line).await.is_none() {
                return;
            }
        }
    }

    /// Nothing once nobody is there to read or to answer.
    async fn hear(&mut self, line: Line) -> Option<()> {
        let judged = match line {
            Line::Whole(line) => judge(&line),
            Line::TooLong => judge::too_long(),
        };
        match judged {
            Judged::Nothing => Some(()),
            Judged::Answer(value) => write(&self.out, &value).await.ok(),
            Judged::Message(message) => self.pass(*message).await,
            Judged::Several(messages) => self.hear_all(messages).await,
        }
    }

    async fn pass(&mut self, message: ClientJsonRpcMessage) -> Option<()> {
        if self.is_early(&message) {
            self.greet().await?;
        }
        if !self.admits(&message) {
            return Some(());
        }
        if let Some(id) = cancelled(&message)
            && let Taken::Whole(line) = self.groups.take(id, || None)
            && !line.is_empty()
        {
            write(&self.out, &line).await.ok()?;
        }
        self.tell.send(message).await.ok()
    }

    /// Whether somebody asks who has not said what it speaks.
    fn is_early(&self, message: &ClientJsonRpcMessage) -> bool {
        let JsonRpcMessage::Request(asked) = message else {
            return false;
        };
        let greets = begins(&asked.request) || needs_no_greeting(&asked.request);
        !self.begun && !greets
    }

    /// As a client of the oldest version would.
    async fn greet(&mut self) -> Option<()> {
        let greeting = json!({ "jsonrpc": "2.0", "id": GREETING, "method": "initialize" });
        let Judged::Message(greeting) = judge_value(greeting) else {
            return Some(());
        };
        self.begun = true;
        self.tell.send(*greeting).await.ok()
    }

    /// One line of answers to one line of messages.
    async fn hear_all(&mut self, messages: Vec<Value>) -> Option<()> {
        let unheard_of = || String::from("a message is one JSON object");
        let wrong = match self.batches {
            true => batch::wrong(&messages),
            false => Some(unheard_of()),
        };
        if let Some(why) = wrong {
            let told = answer(ErrorCode::INVALID_REQUEST, &why, Value::Null);
            return write(&self.out, &told).await.ok();
        }
        let (mut told, mut asked) = (Vec::new(), Vec::new());
        let mut waiting = HashSet::new();
        for message in messages {
            match self.judge_among(message, &mut waiting) {
                Judged::Answer(value) => told.push(value),
                Judged::Message(message) => asked.push(*message),
                Judged::Nothing | Judged::Several(_) => {}
            }
        }
        match waiting.is_empty() {
            true if told.is_empty() => {}
            true => write(&self.out, &told).await.ok()?,
            false => self.groups.open(waiting, told),
        }
        for message in asked {
            self.pass(message).await?;
        }
        Some(())
    }

    /// A message beside others. No two that wait for an answer have the same id.
    fn judge_among(&self, message: Value, waiting: &mut HashSet<RequestId>) -> Judged {
        let id = message["id"].clone();
        let invalid = |why: &str| Judged::Answer(answer(ErrorCode::INVALID_REQUEST, why, id));
        if let Some(why) = batch::alone(&message) {
            return invalid(&why);
        }
        let judged = judge_value(message);
        if let Judged::Message(message) = &judged
            && let JsonRpcMessage::Request(asked) = message.as_ref()
            && (self.open.borrow().contains(&asked.id) || !waiting.insert(asked.id.clone()))
        {
            return invalid("another request with this id waits for its answer");
        }
        judged
    }

    /// Notes what has to be answered. What belongs to no conversation yet has nobody to hear it.
    fn admits(&mut self, message: &ClientJsonRpcMessage) -> bool {
        match message {
            JsonRpcMessage::Request(asked) => {
                self.begun |= begins(&asked.request);
                if let ClientRequest::InitializeRequest(begun) = &asked.request {
                    self.batches = batch::is_known_to(&begun.params.protocol_version);
                }
                // It is answered when its listener leaves.
                if !matches!(asked.request, ClientRequest::SubscriptionsListenRequest(_)) {
                    self.open
                        .send_if_modified(|ids| ids.insert(asked.id.clone()));
                }
                true
            }
            message => {
                if let Some(id) = cancelled(message) {
                    self.open.send_if_modified(|ids| ids.remove(id));
                }
                self.begun
            }
        }
    }
}

/// The request that nobody answers any more.
fn cancelled(message: &ClientJsonRpcMessage) -> Option<&RequestId> {
    let JsonRpcMessage::Notification(told) = message else {
        return None;
    };
    match &told.notification {
        ClientNotification::CancelledNotification(told) => told.params.request_id.as_ref(),
        _ => None,
    }
}

/// Old clients begin with a greeting, new ones say everything with each request.
fn begins(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        other => other.get_meta().protocol_version().is_some(),
    }
}

fn needs_no_greeting(request: &ClientRequest) -> bool {
    matches!(
        request,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_)
    )
}

fn is_greeting(id: &RequestId) -> bool {
    matches!(id, RequestId::String(id) if id.as_ref() == GREETING)
}

fn answered(message: &TxJsonRpcMessage<RoleServer>) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Response(answer) => Some(&answer.id),
        JsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

async fn write(out: &Out, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut out = out.lock().await;
    out.write_all(&line).await?;
    out.flush().await
}
