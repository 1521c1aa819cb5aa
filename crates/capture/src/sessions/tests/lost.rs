//! Answers that get lost on the way: what was asked for happened, and nobody heard of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mneme_model::archive::{Status, Turn};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};

use super::desk::{NOW_MS, clock, session};
use super::server::Server;
use crate::sessions::{Error, Move, Redis, RedisSettings, Registry, Retention};

/// Stands before a server and, so often, takes a script's answer and hangs up.
async fn thief(server: u16, times: Arc<AtomicU32>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let server = TcpStream::connect(("127.0.0.1", server)).await.unwrap();
            tokio::spawn(pass_on(client, server, times.clone()));
        }
    });
    port
}

async fn pass_on(client: TcpStream, server: TcpStream, times: Arc<AtomicU32>) {
    let (mut asked, mut answer) = client.into_split();
    let (mut back, mut forth) = server.into_split();
    let steals = Arc::new(AtomicU32::new(0));
    let armed = steals.clone();
    let answers = tokio::spawn(async move {
        let mut bytes = vec![0; 65_536];
        while let Ok(n @ 1..) = back.read(&mut bytes).await {
            if armed.load(Ordering::SeqCst) > 0 || answer.write_all(&bytes[..n]).await.is_err() {
                return;
            }
        }
    });
    let mut bytes = vec![0; 65_536];
    while let Ok(n @ 1..) = asked.read(&mut bytes).await {
        let is_script = bytes[..n].windows(4).any(|word| word == b"EVAL");
        let left = |n: u32| n.checked_sub(1);
        if is_script
            && times
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, left)
                .is_ok()
        {
            steals.store(1, Ordering::SeqCst);
            forth.write_all(&bytes[..n]).await.unwrap();
            // Its answer came, so it was done.
            answers.await.unwrap();
            return;
        }
        forth.write_all(&bytes[..n]).await.unwrap();
    }
    let _ = copy(&mut asked, &mut forth).await;
}

#[tokio::test]
async fn a_021_what_was_done_unheard_is_not_refused_the_second_time() {
    let server = Server::start(&[]);
    let times = Arc::new(AtomicU32::new(0));
    let port = thief(server.port, times.clone()).await;
    let settings = RedisSettings::at(format!("redis://127.0.0.1:{port}/15"));
    let registry = Redis::open(&settings, Retention::Seed, clock())
        .await
        .unwrap();
    times.store(1, Ordering::SeqCst);
    registry.register(&session("a")).await.unwrap();
    assert_eq!(times.swap(1, Ordering::SeqCst), 0);
    let done = registry.turn("a", Move::new(Turn::Done, NOW_MS + 1)).await;
    assert_eq!(done.unwrap(), Status::PendingAnnotation);
    assert_eq!(times.swap(1, Ordering::SeqCst), 0);
    // Somebody else's turn is not taken for ours.
    let refused = registry.turn("a", Move::new(Turn::Done, NOW_MS + 2)).await;
    assert!(matches!(refused, Err(Error::Refused(_))));
    assert_eq!(times.swap(1, Ordering::SeqCst), 0);
    let again = registry.register(&session("a")).await;
    assert!(matches!(again, Err(Error::Exists(_))));
}
