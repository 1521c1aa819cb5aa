use std::future::poll_fn;

use axum::body::Body;
use proptest::prelude::*;

use super::*;
use crate::begun::again;

const STREAM: &str = "event: x\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"Grüße\"}}]}\r\n\r\n: remark\n\
    data:{\"choices\":[{\"delta\":{\"content\":\" an 日本\"}}]}\n\ndata: [DONE]\n\n";

proptest! {
    #[test]
    fn words_are_heard_however_a_stream_is_cut(cuts in prop::collection::vec(0..STREAM.len(), 0..12)) {
        let mut cuts = cuts;
        cuts.sort_unstable();
        let (mut ear, mut from) = (Ear::new(Inlet::Chat), 0);
        for cut in cuts.into_iter().chain([STREAM.len()]) {
            ear.hear(&STREAM.as_bytes()[from..cut]);
            from = cut;
        }
        prop_assert_eq!(ear.all(), Some(String::from("Grüße an 日本")));
    }
}

#[test]
fn what_a_provider_says_failed_said_nothing_and_of_several_answers_the_first_is_heard() {
    let failed = STREAM.replace(
        "data: [DONE]",
        "data: {\"error\":{\"message\":\"x\"}}\n\ndata: [DONE]",
    );
    let mut ear = Ear::new(Inlet::Chat);
    ear.hear(failed.as_bytes());
    assert_eq!(ear.all(), None);
    let both = "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"}}]}\n\n\
        data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"yes\"}}]}\n\ndata: [DONE]\n\n";
    let mut ear = Ear::new(Inlet::Chat);
    ear.hear(both.as_bytes());
    assert_eq!(ear.all(), Some(String::from("yes")));
}

/// Whether a stream counts as broken off, and whether it was heard.
async fn breaks(pieces: &[&'static str], end: Option<&'static str>, read: bool) -> (bool, bool) {
    let pieces = pieces
        .iter()
        .map(|piece| Ok(Frame::data(Bytes::from(*piece))));
    let end = end.map(|why| Err(axum::Error::new(why)));
    let body = again(pieces.chain(end).collect::<Vec<_>>(), Body::empty());
    let (tell, told) = std::sync::mpsc::channel();
    let heard = Box::new(move |words: String| tell.send(words).unwrap());
    let before = signals::BROKEN.get();
    let mut body = Tapped::new(body, &HeaderMap::new(), Inlet::Chat, heard);
    let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
    assert!(frame.await.is_some());
    match read {
        true => drop(axum::body::to_bytes(Body::new(body), usize::MAX).await),
        false => drop(body),
    }
    (signals::BROKEN.get() > before, told.try_recv().is_ok())
}

#[tokio::test]
async fn an_answer_that_broke_off_is_counted() {
    let half = &STREAM[..40];
    let lost = (true, false);
    assert_eq!(breaks(&[half], Some("gone"), true).await, lost);
    assert_eq!(breaks(&[half], None, true).await, lost, "it just ended");
    assert_eq!(
        breaks(&[half, half], None, false).await,
        lost,
        "it was left"
    );
    assert!(
        breaks(&[STREAM], None, false).await.1,
        "heard at the last word"
    );
}

#[test]
fn what_broke_off_said_nothing() {
    let mut ear = Ear::new(Inlet::Chat);
    ear.hear(&STREAM.as_bytes()[..STREAM.len() - 12]);
    assert_eq!(ear.all(), None);
    let mut ear = Ear::new(Inlet::Chat);
    ear.hear(&vec![b'x'; LONGEST_LINE + 1]);
    ear.hear(STREAM.as_bytes());
    assert_eq!(ear.all(), None, "a line without end");
}
