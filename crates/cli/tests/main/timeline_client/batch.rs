//! Many events over one connection.

use published_client::{ClientError, Event};
use tonic::Code;

use super::{START_MS, connect, event, serve};
use crate::support::chatter;

fn events(last: i64) -> Vec<Event> {
    let said = |n| chatter(usize::try_from(n).unwrap());
    (0..last).map(|n| event(n, &said(n))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn t_070_a_batch_is_stored_once() {
    let (_server, endpoint) = serve();
    let mut client = connect(&endpoint).await;
    let batch = events(1_000);
    assert_eq!(client.ingest_batch(batch.clone()).await.unwrap(), 1_000);
    assert_eq!(client.ingest_batch(batch.clone()).await.unwrap(), 0);
    assert_eq!(client.ingest_batch(Vec::new()).await.unwrap(), 0);
    let end = START_MS + 1_000_000;
    let stored = client.get_events(START_MS, end, 2_000).await.unwrap();
    assert!(!stored.has_more);
    assert!(stored.events == batch, "they came back otherwise");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_ends_with_its_first_error_and_can_be_sent_again() {
    let (_server, endpoint) = serve();
    let mut client = connect(&endpoint).await;
    let mut batch = events(300);
    batch[150].session_id.clear();
    let error = client.ingest_batch(batch).await.unwrap_err();
    let ClientError::Rpc(status) = error else {
        panic!("{error:?}");
    };
    assert_eq!(status.code(), Code::InvalidArgument);
    client.ingest_batch(events(300)).await.unwrap();
    let stored = client.get_events(START_MS, i64::MAX, 1_000).await.unwrap();
    assert_eq!(stored.events.len(), 300);
}
