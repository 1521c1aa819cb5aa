//! Single calls, and what they refuse.

use std::collections::HashMap;
use std::net::TcpListener;

use published_client::{ClientError, HookEvent, HookEventType, MemoryClient, map_hook_event};
use tonic::Code;

use super::{START_MS, connect, event, moment, serve};

fn assert_refused<T>(answer: Result<T, ClientError>, word: &str) {
    let Err(ClientError::Rpc(status)) = answer else {
        panic!("{:?}", answer.err());
    };
    assert_eq!(status.code(), Code::InvalidArgument, "{status}");
    assert!(status.message().contains(word), "{status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn t_069_refusals_silence_and_nonsense_are_told_apart() {
    let (_server, endpoint) = serve();
    let mut client = connect(&endpoint).await;
    assert_refused(client.get_node("").await, "node_id");
    assert_refused(client.browse_toc("", 10, None).await, "parent_id");
    assert_refused(client.expand_grip("", None, None).await, "grip_id");
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let silent = MemoryClient::connect(&format!("http://{free}")).await;
    assert!(
        matches!(silent, Err(ClientError::Connection(_))),
        "{silent:?}"
    );
    let nonsense = MemoryClient::connect("not a url").await;
    assert!(matches!(nonsense, Err(ClientError::InvalidEndpoint(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn t_106_a_mapped_hook_is_ingested_and_comes_back_as_it_was() {
    let (_server, endpoint) = serve();
    let mut client = connect(&endpoint).await;
    let metadata = HashMap::from([("file_path".to_owned(), "/src/main.rs".to_owned())]);
    let hook = HookEvent::new("session-1", HookEventType::ToolResult, "File contents")
        .with_timestamp(moment(START_MS))
        .with_tool_name("Read")
        .with_metadata(metadata)
        .with_agent("claude");
    let event = map_hook_event(hook);
    let told = client.ingest(event.clone()).await.unwrap();
    assert_eq!(told, (event.event_id.clone(), true));
    let stored = client.get_events(START_MS, START_MS, 10).await.unwrap();
    assert_eq!((stored.events, stored.has_more), (vec![event], false));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_empty() {
    let (_server, endpoint) = serve();
    let mut client = connect(&endpoint).await;
    assert_eq!(client.get_toc_root().await.unwrap(), []);
    assert_eq!(client.get_node("toc:year:1999").await.unwrap(), None);
    let page = client.browse_toc("toc:year:1999", 10, None).await.unwrap();
    assert_eq!((page.children, page.has_more), (Vec::new(), false));
    assert_eq!(page.continuation_token, None);
    let expanded = client.expand_grip("grip:none", Some(3), Some(3)).await;
    let expanded = expanded.unwrap();
    assert_eq!((expanded.grip, expanded.excerpt_events.len()), (None, 0));
}

/// The library's own limit of an answer is 4 MiB.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_page_comes_whole() {
    const LONG: usize = 3 * 1024 * 1024;
    let (_server, endpoint) = serve();
    let mut client = connect(&endpoint).await;
    for n in 0..3 {
        client.ingest(event(n, &"x".repeat(LONG))).await.unwrap();
    }
    let page = client.get_events(START_MS, i64::MAX, 10).await.unwrap();
    let lengths: Vec<usize> = page.events.iter().map(|event| event.text.len()).collect();
    assert_eq!(lengths, [LONG; 3]);
}
