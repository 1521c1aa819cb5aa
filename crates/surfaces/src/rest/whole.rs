//! Taking a body in: no more than it may have, and no longer than somebody sends it.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use mneme_model::Code;
use tokio::time::timeout;

use super::{BODY_BYTES, Refusal};

/// How many bytes a body may have, beside the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most(pub usize);

/// Nobody waits longer than this for the next bytes.
const PATIENCE: Duration = Duration::from_secs(30);
/// Whoever sends everything before listening is heard for so long, that the answer reaches it.
const HEARD_OUT: Duration = Duration::from_secs(5);

/// The whole body of a request, as large as its route allows.
pub(crate) async fn taken(request: Request) -> Result<Bytes, Refusal> {
    let most = request.extensions().get::<Most>().copied();
    let Most(most) = most.unwrap_or(Most(BODY_BYTES));
    let (parts, body) = request.into_parts();
    whole(&parts.headers, body, most).await
}

/// The same where the body is at hand.
pub(crate) async fn whole(headers: &HeaderMap, body: Body, most: usize) -> Result<Bytes, Refusal> {
    read(headers, body, most, PATIENCE).await
}

async fn read(
    headers: &HeaderMap,
    mut body: Body,
    most: usize,
    patience: Duration,
) -> Result<Bytes, Refusal> {
    // Who waits to be asked for the rest is not asked.
    let asks_first = headers.contains_key(header::EXPECT);
    if declared(headers).is_some_and(|bytes| bytes > most as u64) {
        return Err(too_large((!asks_first).then_some(body)));
    }
    let mut all: Vec<u8> = Vec::new();
    loop {
        let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let piece = timeout(patience, next).await;
        match piece {
            Err(_) => return Err(stalled()),
            Ok(None) => return Ok(all.into()),
            Ok(Some(Err(_))) => {
                return Err(Refusal::new(Code::BadJson, "the body could not be read"));
            }
            Ok(Some(Ok(frame))) => {
                let data = frame.into_data().unwrap_or_default();
                if all.len() + data.len() > most {
                    return Err(too_large(Some(body)));
                }
                all.extend_from_slice(&data);
            }
        }
    }
}

/// As many bytes as it says it has.
fn declared(headers: &HeaderMap) -> Option<u64> {
    let length = headers.get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.trim().parse().ok()
}

fn too_large(rest: Option<Body>) -> Refusal {
    if let Some(body) = rest {
        tokio::spawn(hear_out(body));
    }
    Refusal::new(Code::BodyTooLarge, "request body too large")
}

/// A connection that is closed over unread bytes may take the answer with it.
async fn hear_out(mut body: Body) {
    let rest = async {
        while let Some(Ok(_)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {}
    };
    // Whoever sends longer has had its answer by then.
    let _ = timeout(HEARD_OUT, rest).await;
}

fn stalled() -> Refusal {
    Refusal::new(Code::BodyStalled, "the rest of the body did not come")
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::StatusCode;
    use axum::response::IntoResponse;
    use axum::routing::post;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// The beginning of the answer to a request, of which nothing more is sent.
    async fn answered(request: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let route = post(|request: Request| async move {
            let (parts, body) = request.into_parts();
            match read(&parts.headers, body, 100, Duration::from_millis(20)).await {
                Ok(_) => StatusCode::OK.into_response(),
                Err(refusal) => refusal.into_response(),
            }
        });
        tokio::spawn(async move { axum::serve(listener, Router::new().route("/", route)).await });
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[tokio::test]
    async fn nobody_waits_for_a_body_that_stops() {
        let head = |more: &str| format!("POST / HTTP/1.1\r\nhost: here\r\n{more}\r\n\r\n{{");
        let of = |bytes: usize| head(&format!("content-length: {bytes}"));
        assert_eq!(answered(&of(50)).await, "HTTP/1.1 408");
        assert_eq!(answered(&of(1)).await, "HTTP/1.1 200");
        assert_eq!(answered(&of(101)).await, "HTTP/1.1 413", "at once");
        let piece = head("transfer-encoding: chunked").replace("{", "65\r\n") + &"x".repeat(101);
        assert_eq!(answered(&piece).await, "HTTP/1.1 413", "as soon as it is");
    }
}
