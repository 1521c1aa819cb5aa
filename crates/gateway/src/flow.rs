//! A body on its way through, which nobody holds in memory: counted as it goes by, and cut off where
//! it is longer than it may be.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::HeaderMap;
use http_body::{Frame, SizeHint};

use crate::answer::Result;
use crate::begun::begun;
use crate::body;

/// A body that is handed on as it comes.
pub struct Flow {
    // Only ever reached alone; the lock is what makes it fit for sharing.
    body: Mutex<Body>,
    left: usize,
    over: Overflow,
}

/// Whether it turned out to be longer than it may be.
#[derive(Clone, Debug, Default)]
pub struct Overflow(Arc<AtomicBool>);

#[derive(Debug, thiserror::Error)]
pub enum Broken {
    #[error("the body is longer than it may be")]
    TooLong,
    #[error("the body broke off")]
    Off(#[source] axum::Error),
}

// === impl Flow ===

impl Flow {
    /// Refused at once where it says itself that it is too long.
    pub async fn new(headers: &HeaderMap, body: Body, limit: usize) -> Result<(Self, Overflow)> {
        body::told(headers, limit)?;
        let body = begun(body).await;
        let over = Overflow::default();
        let flow = Self {
            body: Mutex::new(body),
            left: limit,
            over: over.clone(),
        };
        Ok((flow, over))
    }
}

impl HttpBody for Flow {
    type Data = Bytes;
    type Error = Broken;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Broken>>> {
        let body = self.body.get_mut().unwrap_or_else(PoisonError::into_inner);
        let polled = Pin::new(body).poll_frame(context);
        let Poll::Ready(Some(Ok(frame))) = &polled else {
            return polled.map_err(Broken::Off);
        };
        let length = frame.data_ref().map_or(0, Bytes::len);
        match self.left.checked_sub(length) {
            Some(left) => self.left = left,
            None => {
                self.over.0.store(true, Ordering::Release);
                return Poll::Ready(Some(Err(Broken::TooLong)));
            }
        }
        polled.map_err(Broken::Off)
    }

    fn is_end_stream(&self) -> bool {
        let body = self.body.lock().unwrap_or_else(PoisonError::into_inner);
        body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let body = self.body.lock().unwrap_or_else(PoisonError::into_inner);
        body.size_hint()
    }
}

// === impl Overflow ===

impl Overflow {
    /// Why nothing came of it, if that was why.
    pub fn instead_of<T>(&self, done: Result<T>) -> Result<T> {
        match self.happened() {
            true => Err(body::too_large()),
            false => done,
        }
    }

    pub fn happened(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_fits_goes_by_and_what_does_not_is_cut_off() {
        let none = HeaderMap::new();
        let made = |limit| Flow::new(&none, Body::from("five!"), limit);
        let (flow, over) = made(5).await.unwrap();
        assert_eq!(flow.size_hint().exact(), Some(5));
        let read = axum::body::to_bytes(Body::new(flow), usize::MAX).await;
        assert_eq!(read.unwrap(), "five!");
        assert!(!over.happened() && over.instead_of(Ok(())).is_ok());
        let (flow, over) = made(4).await.unwrap();
        let read = axum::body::to_bytes(Body::new(flow), usize::MAX).await;
        assert!(read.is_err() && over.happened());
        assert!(over.instead_of(Ok(())).is_err());
        let told =
            HeaderMap::from_iter([(axum::http::header::CONTENT_LENGTH, "6".parse().unwrap())]);
        let said = Flow::new(&told, Body::from("sixsix"), 5).await;
        assert!(said.is_err(), "said so itself");
    }
}
