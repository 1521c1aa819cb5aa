//! An answer that is held until it is whole, so that one that breaks off can be told in place of it;
//! a longer one goes by as it comes.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http_body::Frame;
use tokio::time::timeout;

use crate::answer::{Refused, Result, Why};
use crate::begun::again;
use crate::signals;

pub enum Held {
    Whole(Bytes),
    /// Longer than anybody holds: from its beginning, as it comes.
    Longer(Body),
}

/// Longer ones are not held.
const MOST: usize = 10 * 1024 * 1024;

/// Where answers have a longest, one that is longer is refused. So is one that falls silent.
pub async fn held(body: reqwest::Body, longest: Option<usize>, silence: Duration) -> Result<Held> {
    let mut rest = Body::new(body);
    let (mut first, mut length) = (Vec::new(), 0);
    while let Some(frame) = next(&mut rest, silence).await? {
        let Ok(bytes) = frame.into_data() else {
            continue;
        };
        length += bytes.len();
        first.push(bytes);
        match longest {
            Some(limit) if length > limit => {
                let told = format!("the provider's answer is longer than {limit} bytes");
                return Err(broken(told));
            }
            None if length > MOST => {
                let first = first.into_iter().map(|bytes| Ok(Frame::data(bytes)));
                return Ok(Held::Longer(again(first, rest)));
            }
            _ => {}
        }
    }
    Ok(Held::Whole(joined(first)))
}

async fn next(body: &mut Body, silence: Duration) -> Result<Option<Frame<Bytes>>> {
    let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context));
    match timeout(silence, frame).await {
        Ok(frame) => frame
            .transpose()
            .map_err(|_| broken("the provider's answer broke off")),
        Err(_) => Err(broken("the provider's answer did not go on in time")),
    }
}

fn joined(mut pieces: Vec<Bytes>) -> Bytes {
    match pieces.len() {
        0 | 1 => pieces.pop().unwrap_or_default(),
        _ => Bytes::from(pieces.concat()),
    }
}

fn broken(told: impl Into<String>) -> Refused {
    signals::UPSTREAM_ERRORS.add(1);
    Refused::new(Why::Upstream, told)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(bytes: usize, longest: Option<usize>) -> Result<(bool, usize)> {
        let body = reqwest::Body::from(vec![b'x'; bytes]);
        Ok(match held(body, longest, Duration::MAX).await? {
            Held::Whole(bytes) => (true, bytes.len()),
            Held::Longer(body) => {
                let read = axum::body::to_bytes(body, usize::MAX).await;
                (false, read.unwrap().len())
            }
        })
    }

    #[tokio::test]
    async fn an_answer_comes_whole_or_as_it_comes_and_never_shortened() {
        assert_eq!(read(0, None).await.unwrap(), (true, 0));
        assert_eq!(read(MOST, None).await.unwrap(), (true, MOST));
        assert_eq!(read(MOST + 1, None).await.unwrap(), (false, MOST + 1));
        assert_eq!(read(5, Some(5)).await.unwrap(), (true, 5));
        assert_eq!(read(6, Some(5)).await.unwrap_err().why, Why::Upstream);
    }
}
