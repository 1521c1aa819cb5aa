use std::sync::Arc;

use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use super::*;

const SHORT: Duration = Duration::from_millis(50);
const HALF: &[u8] = b"GET / HTTP/1.1\r\nhost: he";
const WHOLE: &[u8] = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n";

/// Where it listens, and who stops it. It answers once it is told to.
async fn served(answer: Arc<Notify>) -> (SocketAddr, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let route = get(move || async move {
        answer.notified().await;
        "late"
    });
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(serve_on(
        listener,
        Router::new().route("/", route),
        stopping,
        SHORT,
    ));
    (address, stop)
}

async fn said(address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    stream
}

/// All that comes until the connection is closed.
async fn rest(mut stream: TcpStream) -> String {
    let mut all = Vec::new();
    // A closed connection may be told as an error.
    let _ = stream.read_to_end(&mut all).await;
    String::from_utf8_lossy(&all).into_owned()
}

#[tokio::test]
async fn who_asks_nothing_is_let_go_and_who_waits_is_not() {
    let answer = Arc::new(Notify::new());
    let (address, _stop) = served(answer.clone()).await;
    let waiting = said(address, WHOLE).await;
    for begun in [HALF, b"", b"PRI * HTTP/2.0\r\n"] {
        assert_eq!(rest(said(address, begun).await).await, "");
    }
    answer.notify_one();
    let told = rest(waiting).await;
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
    assert!(told.ends_with("late"), "{told}");
}

#[tokio::test]
async fn a_stop_waits_for_who_was_asked_and_not_for_half_a_request() {
    let answer = Arc::new(Notify::new());
    let (address, stop) = served(answer.clone()).await;
    let waiting = said(address, WHOLE).await;
    let half = said(address, HALF).await;
    stop.send(true).unwrap();
    assert_eq!(rest(half).await, "");
    answer.notify_one();
    assert!(rest(waiting).await.ends_with("late"));
}
