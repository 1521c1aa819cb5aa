//! Connections that can be cut from outside.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, ready};

use rustix::net::Shutdown;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tonic::transport::server::Connected;

/// The open connections, and whether there may be more.
#[derive(Default)]
pub struct Lines {
    open: Mutex<Vec<Weak<TcpStream>>>,
    off: AtomicBool,
}

/// One connection. It is shared so that it can be shut while somebody reads from it.
pub struct Line(Arc<TcpStream>);

const WAITING_LINES: usize = 128;

pub type Accepted = mpsc::Receiver<io::Result<Line>>;

pub fn accept(listener: TcpListener, lines: Arc<Lines>) -> (JoinHandle<()>, Accepted) {
    let (sender, accepted) = mpsc::channel(WAITING_LINES);
    let task = tokio::spawn(async move {
        loop {
            // Out of descriptors, or a client that left at once: the next one may do better.
            let Ok((stream, _)) = listener.accept().await else {
                tokio::task::yield_now().await;
                continue;
            };
            let Some(line) = lines.admit(stream) else {
                continue;
            };
            if sender.send(Ok(line)).await.is_err() {
                return;
            }
        }
    });
    (task, accepted)
}

// === impl Lines ===

impl Lines {
    fn admit(&self, stream: TcpStream) -> Option<Line> {
        let _ = stream.set_nodelay(true);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if self.off.load(Ordering::SeqCst) {
            return None;
        }
        let stream = Arc::new(stream);
        open.retain(|line| line.strong_count() > 0);
        open.push(Arc::downgrade(&stream));
        Some(Line(stream))
    }

    pub fn cut(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for line in open.drain(..).filter_map(|line| line.upgrade()) {
            // Whoever is gone already needs no cutting.
            let _ = rustix::net::shutdown(&*line, Shutdown::Both);
        }
    }

    pub fn switch(&self, on: bool) {
        self.off.store(!on, Ordering::SeqCst);
        if !on {
            self.cut();
        }
    }
}

// === impl Line ===

impl Connected for Line {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Line {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(cx))?;
            match self.0.try_read(buffer.initialize_unfilled()) {
                Ok(n) => {
                    buffer.advance(n);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(cx))?;
            match self.0.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let _ = rustix::net::shutdown(&*self.0, Shutdown::Write);
        Poll::Ready(Ok(()))
    }
}
