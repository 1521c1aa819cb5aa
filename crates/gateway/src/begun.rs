//! A body of which something is here already. Taken along, it leaves in one piece with the head: each
//! piece of its own wakes whoever waits for it once more, and that is most of what a call costs here.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use tokio::task::yield_now;

type Came = Result<Frame<Bytes>, axum::Error>;

/// What came already, and the rest.
struct Begun {
    first: VecDeque<Came>,
    rest: Body,
}

/// Whoever reads the connection gets a turn after the first, and has handed over what it had by the
/// second. Nobody waits for more.
const GLANCES: usize = 2;

/// The same body, with what is here of it at hand.
pub async fn begun(mut body: Body) -> Body {
    for _ in 0..GLANCES {
        match glance(&mut body).await {
            Poll::Ready(Some(came)) => return again([came], body),
            Poll::Ready(None) => return body,
            Poll::Pending => yield_now().await,
        }
    }
    body
}

async fn glance(body: &mut Body) -> Poll<Option<Came>> {
    poll_fn(|context| Poll::Ready(Pin::new(&mut *body).poll_frame(context))).await
}

/// A body from its beginning, after somebody looked at that.
pub fn again(first: impl IntoIterator<Item = Came>, rest: Body) -> Body {
    let first = first.into_iter().collect();
    Body::new(Begun { first, rest })
}

// === impl Begun ===

impl Begun {
    fn length(&self) -> u64 {
        let data = |came: &Came| came.as_ref().ok()?.data_ref().map(Bytes::len);
        self.first.iter().filter_map(data).sum::<usize>() as u64
    }
}

impl HttpBody for Begun {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        match self.first.pop_front() {
            Some(came) => Poll::Ready(Some(came)),
            None => Pin::new(&mut self.rest).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.first.is_empty() && self.rest.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (came, rest) = (self.length(), self.rest.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(rest.lower() + came);
        if let Some(upper) = rest.upper() {
            hint.set_upper(upper + came);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comes in pieces; nothing stands for a turn in which none is there.
    struct Pieces(VecDeque<Option<&'static str>>);

    const BROKEN: &str = "broken";

    impl HttpBody for Pieces {
        type Data = Bytes;
        type Error = axum::Error;

        fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Came>> {
            let Some(piece) = self.0.pop_front() else {
                return Poll::Ready(None);
            };
            let Some(piece) = piece else {
                context.waker().wake_by_ref();
                return Poll::Pending;
            };
            Poll::Ready(Some(match piece {
                BROKEN => Err(axum::Error::new(BROKEN)),
                piece => Ok(Frame::data(Bytes::from(piece))),
            }))
        }
    }

    fn pieces<const N: usize>(pieces: [Option<&'static str>; N]) -> Body {
        Body::new(Pieces(pieces.into()))
    }

    async fn all(body: Body) -> Result<Bytes, axum::Error> {
        axum::body::to_bytes(body, usize::MAX).await
    }

    #[tokio::test]
    async fn a_body_is_the_same_from_its_beginning_however_it_comes() {
        let known = begun(Body::from("five!")).await;
        assert_eq!(known.size_hint().exact(), Some(5));
        assert_eq!(all(known).await.unwrap(), "five!");
        assert!(begun(Body::empty()).await.is_end_stream());
        for body in [
            pieces([Some("fi"), None, Some("ve!")]),
            pieces([None, Some("five!")]),
            pieces([None, None, None, Some("fi"), Some("ve!")]),
        ] {
            assert_eq!(all(begun(body).await).await.unwrap(), "five!");
        }
        for body in [
            pieces([Some(BROKEN)]),
            pieces([None, Some("a"), Some(BROKEN)]),
        ] {
            assert!(all(begun(body).await).await.is_err(), "not told as an end");
        }
    }

    #[tokio::test]
    async fn what_is_there_by_the_second_look_is_at_hand_and_nothing_is_waited_for() {
        let mut soon = begun(pieces([None, Some("soon"), None])).await;
        assert!(glance(&mut soon).await.is_ready());
        let mut late = begun(pieces([None, None, None, Some("late")])).await;
        assert!(glance(&mut late).await.is_pending());
    }
}
