//! The control door: JSON lines over a Unix socket that only its owner may open; or the timeline,
//! for an owner who asks for it.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use mneme_access::{Caller, Role};
use mneme_model::{Code, Door};
use mneme_wire::Fault;
use mneme_wire::control::{ALIVE, Call, MAX_LINE_BYTES, Reply, TIMELINE, Timeline};
use mneme_wire::shapes::OnBehalf;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};
use tokio::net::unix::OwnedWriteHalf;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::mpsc;

use crate::desk::{Desk, Told, fault, local_caller};
use crate::grpc;

/// Binds the socket. A socket left by a killed server is taken away first: whoever holds the
/// directory's lock is the only one who may serve it.
pub fn bind(path: &Path) -> io::Result<UnixListener> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(path)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Serves until the listener is dropped.
pub async fn serve(listener: UnixListener, desk: Desk) {
    let own = rustix::process::getuid().as_raw();
    loop {
        match listener.accept().await {
            Ok((stream, _)) if is_owner(&stream, own) => {
                tokio::spawn(talk(stream, desk.clone()));
            }
            Ok(_) => tracing::warn!("a control connection of another user was refused"),
            Err(error) => tracing::warn!(%error, "a control connection failed"),
        }
    }
}

fn is_owner(stream: &UnixStream, own: u32) -> bool {
    stream
        .peer_cred()
        .is_ok_and(|peer| peer.uid() == own || peer.uid() == 0)
}

async fn talk(stream: UnixStream, desk: Desk) {
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    while let Some(line) = next_line(&mut read).await {
        if let Some((caller, asked)) = timeline_of(&line) {
            let stream = read.into_inner().reunite(write);
            // Both halves are of one stream.
            let Ok(stream) = stream else { return };
            return hand_over(stream, desk, &caller, asked).await;
        }
        if answer(&line, &desk, &mut write).await.is_err() {
            return;
        }
    }
}

/// Who asks at this door: the owner of the machine, or the holder of a key, for whom the owner
/// asks. Whoever has a key is bound by it, here as elsewhere.
pub fn caller(on_behalf: Option<OnBehalf>) -> Result<Caller, Fault> {
    let owner = local_caller(Door::Control);
    let Some(of) = on_behalf else {
        return Ok(owner);
    };
    // As for whom a gateway asks: a writer where nothing is said.
    let role = of.role.as_deref().map_or(Some(Role::Writer), Role::parse);
    let unknown = || Fault::new(Code::BadRequest, "there is no such role");
    Ok(Caller {
        key: Some(of.subject.clone()),
        subject: of.subject,
        namespace: of.namespace,
        role: role.ok_or_else(unknown)?,
        ..owner
    })
}

/// Whether the connection is to be the timeline's, and for whom.
fn timeline_of(line: &[u8]) -> Option<(Caller, Timeline)> {
    let call: Call = serde_json::from_slice(line).ok()?;
    let asked = Some(call).filter(|call| call.op == TIMELINE)?;
    let caller = caller(asked.on_behalf).ok()?;
    Some((caller, serde_json::from_value(asked.args).ok()?))
}

async fn hand_over(mut stream: UnixStream, desk: Desk, caller: &Caller, asked: Timeline) {
    let entered = desk.engine.within(caller, asked.namespace.as_deref());
    let reply = match &entered {
        Ok(_) => Reply::Ok(serde_json::Value::Null),
        Err(error) => Reply::Fault(fault(error)),
    };
    if send(&mut stream, &reply).await.is_ok()
        && let Ok(caller) = entered
    {
        grpc::converse(stream, desk, caller).await;
    }
}

/// One line, bounded; `None` at the end or when it is too long.
pub(crate) async fn next_line(read: &mut (impl AsyncBufRead + Unpin)) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut bounded = read.take(MAX_LINE_BYTES as u64);
    let bytes = bounded.read_until(b'\n', &mut line).await.ok()?;
    (bytes > 0 && line.ends_with(b"\n")).then_some(line)
}

async fn answer(line: &[u8], desk: &Desk, write: &mut OwnedWriteHalf) -> io::Result<()> {
    let (caller, call) = match read(line) {
        Ok(read) => read,
        Err(fault) => return send(write, &Reply::Fault(fault)).await,
    };
    if call.op == ALIVE {
        return send(write, &Reply::Ok(serde_json::Value::Null)).await;
    }
    let (told, mut heard) = mpsc::unbounded_channel();
    let told: Told = Arc::new(move |done, all| {
        // Nobody listening any more is no trouble.
        let _ = told.send((done, all));
    });
    let mut work = std::pin::pin!(desk.call(&caller, &call.op, call.args, told));
    loop {
        tokio::select! {
            done = &mut work => {
                let reply = done.map_or_else(Reply::Fault, Reply::Ok);
                return send(write, &reply).await;
            }
            Some((done, all)) = heard.recv() => send(write, &Reply::Progress(done, all)).await?,
        }
    }
}

fn read(line: &[u8]) -> Result<(Caller, Call), Fault> {
    let wrong = |error: serde_json::Error| Fault::new(Code::BadJson, error.to_string());
    let mut call: Call = serde_json::from_slice(line).map_err(wrong)?;
    Ok((caller(call.on_behalf.take())?, call))
}

async fn send(write: &mut (impl AsyncWrite + Unpin), reply: &Reply) -> io::Result<()> {
    let mut line = serde_json::to_vec(reply)?;
    line.push(b'\n');
    write.write_all(&line).await
}
