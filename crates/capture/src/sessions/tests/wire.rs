//! What other programs find in Redis.

use std::collections::BTreeSet;
use std::sync::Arc;

use mneme_model::archive::{Status, Turn};
use redis::cmd;

use super::desk::{self, Desk, NOW_MS, clock, session};
use super::server::Server;
use crate::sessions::{Error, Instance, Mended, Move, Redis, RedisSettings, Retention};

fn members(server: &Server, key: &str) -> BTreeSet<String> {
    server.look(cmd("SMEMBERS").arg(key))
}

fn one(id: &str) -> BTreeSet<String> {
    BTreeSet::from([id.to_owned()])
}

async fn with(desk: &Desk, id: &str, turns: &[Turn]) {
    desk.registry.register(&session(id)).await.unwrap();
    for turn in turns {
        desk.registry
            .turn(id, Move::new(*turn, NOW_MS))
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_006_a_record_is_in_the_sets_of_its_status_system_and_mode() {
    let desk = desk::redis(Retention::Seed).await;
    let server = desk.server.as_ref().unwrap();
    with(&desk, "a", &[]).await;
    for key in [
        "sessions:active",
        "sessions:by_os:LINUX",
        "sessions:by_mode:manual",
    ] {
        assert_eq!(members(server, key), one("a"), "{key}");
    }
    let way = [
        (Turn::Degraded, "sessions:reasoning_degraded"),
        (Turn::Done, "sessions:pending_human_annotation"),
        (Turn::Opened, "sessions:annotating"),
        (Turn::ClosedHere, "sessions:pending"),
        (Turn::Opened, "sessions:annotating"),
        (Turn::Annotated, "sessions:pending_compilation"),
    ];
    for (turn, set) in way {
        desk.registry
            .turn("a", Move::new(turn, NOW_MS))
            .await
            .unwrap();
        for key in Status::ALL.into_iter().filter_map(Status::index) {
            let wanted = if key == set {
                one("a")
            } else {
                BTreeSet::new()
            };
            assert_eq!(members(server, key), wanted, "{key} after {turn:?}");
        }
        let queued: i64 = server.look(cmd("ZCARD").arg("sessions:queue"));
        assert_eq!(queued == 1, set == "sessions:pending_human_annotation");
    }
    assert_eq!(members(server, "sessions:by_os:LINUX"), one("a"));
}

#[tokio::test]
async fn a_013_a_record_that_ended_has_its_time_and_others_have_none() {
    let desk = desk::redis(Retention::Seed).await;
    let server = desk.server.as_ref().unwrap();
    with(&desk, "open", &[]).await;
    with(&desk, "lost", &[Turn::Lost]).await;
    with(
        &desk,
        "whole",
        &[Turn::Done, Turn::Opened, Turn::Annotated, Turn::Finalized],
    )
    .await;
    with(&desk, "saved", &[Turn::Lost, Turn::Salvaged]).await;
    let ttl = |id: &str| -> i64 { server.look(cmd("TTL").arg(format!("session:{id}"))) };
    assert_eq!((ttl("open"), ttl("saved")), (-1, -1));
    assert!(
        (604_790..=604_800).contains(&ttl("lost")),
        "{}",
        ttl("lost")
    );
    assert!(
        (7_775_990..=7_776_000).contains(&ttl("whole")),
        "{}",
        ttl("whole")
    );
}

#[tokio::test]
async fn nothing_goes_by_itself_when_a_sweep_looks_after_it() {
    let desk = desk::redis(Retention::Safe).await;
    let server = desk.server.as_ref().unwrap();
    with(&desk, "lost", &[Turn::Lost]).await;
    let ttl: i64 = server.look(cmd("TTL").arg("session:lost"));
    assert_eq!(ttl, -1);
    let met = desk.registry.walk(Status::Incomplete, None).await.unwrap();
    assert_eq!(met.sessions[0].id(), "lost");
}

/// Records that vanished and lists that lie: both are put right, and nothing else is touched.
#[tokio::test]
async fn a_mending_takes_out_orphans_and_moves_what_is_misplaced() {
    let desk = desk::redis(Retention::Seed).await;
    let server = desk.server.as_ref().unwrap();
    with(&desk, "fine", &[]).await;
    with(&desk, "gone", &[Turn::Lost]).await;
    with(&desk, "moved", &[]).await;
    let _: i64 = server.look(cmd("DEL").arg("session:gone"));
    let moved = cmd("HSET")
        .arg("session:moved")
        .arg("status")
        .arg("annotating")
        .take();
    let _: i64 = server.look(&moved);
    for n in 0..1_100 {
        let _: i64 = server.look(cmd("SADD").arg("sessions:pending").arg(format!("o{n}")));
    }
    let Mended { orphans, misplaced } = desk.registry.mend().await.unwrap();
    // The lists of what is gone: its state, its system, its mode.
    assert_eq!((orphans, misplaced), (1_103, 1));
    assert_eq!(members(server, "sessions:active"), one("fine"));
    assert_eq!(members(server, "sessions:annotating"), one("moved"));
    assert!(members(server, "sessions:pending").is_empty());
    let both = BTreeSet::from(["fine".to_owned(), "moved".to_owned()]);
    assert_eq!(members(server, "sessions:by_os:LINUX"), both);
    assert_eq!(desk.registry.mend().await.unwrap(), Mended::default());
}

#[tokio::test]
async fn an_instance_that_stops_beating_is_gone() {
    let server = Server::start(&[]);
    let beat_ms = 10;
    let settings = RedisSettings {
        beat_ms,
        ..RedisSettings::at(server.url())
    };
    let registry = Redis::open(&settings, Retention::Seed, clock())
        .await
        .unwrap();
    let registry: Arc<dyn crate::sessions::Registry> = Arc::new(registry);
    let one = Instance {
        id: "one".into(),
        ..Instance::default()
    };
    registry.beat(&one).await.unwrap();
    while !registry.instances().await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    registry.mend().await.unwrap();
    assert!(members(&server, "instances").is_empty());
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_without_its_password() {
    let port = super::server::free_port();
    let url = format!("redis://:hunter2@127.0.0.1:{port}/3");
    let settings = RedisSettings {
        wait_ms: 300,
        ..RedisSettings::at(url)
    };
    let refused = Redis::open(&settings, Retention::Seed, clock())
        .await
        .err()
        .unwrap();
    assert!(matches!(refused, Error::Redis { .. }));
    assert_eq!(refused.ipc_code(), "REDIS_ERROR");
    let said = refused.to_string();
    assert!(
        said.contains(&format!("redis://127.0.0.1:{port}/3")),
        "{said}"
    );
    assert!(!said.contains("hunter2"));
    let bad = Redis::open(&RedisSettings::at("nonsense"), Retention::Seed, clock()).await;
    assert!(matches!(bad.err().unwrap(), Error::BadUrl(_)));
}

/// A server that speaks the protocol and says it is six.
#[tokio::test]
async fn a_server_that_is_too_old_is_refused_by_its_version() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut line, _)) = listener.accept().await {
            let mut asked = [0; 4096];
            while let Ok(n @ 1..) = line.read(&mut asked).await {
                let asked = String::from_utf8_lossy(&asked[..n]).to_lowercase();
                let requests = asked.matches('*').count();
                let about = "redis_version:6.2.14\r\nredis_mode:standalone\r\n";
                let answer = match asked.contains("$4\r\ninfo") {
                    true => format!("${}\r\n{about}\r\n", about.len()),
                    false => "+OK\r\n".repeat(requests),
                };
                let _ = line.write_all(answer.as_bytes()).await;
            }
        }
    });
    let settings = RedisSettings::at(format!("redis://127.0.0.1:{port}"));
    let refused = Redis::open(&settings, Retention::Seed, clock())
        .await
        .err()
        .unwrap();
    let said = refused.to_string();
    assert!(said.contains("6.2.14") && said.contains("7.0"), "{said}");
}

/// Without a certificate anybody knows, TLS is refused; it does not fall back or panic.
#[tokio::test]
async fn rediss_speaks_tls() {
    let server = Server::start(&[]);
    let url = server.url().replace("redis:", "rediss:");
    let settings = RedisSettings {
        wait_ms: 500,
        answer_ms: 200,
        ..RedisSettings::at(url)
    };
    let refused = Redis::open(&settings, Retention::Seed, clock()).await;
    assert!(matches!(refused.err().unwrap(), Error::Redis { .. }));
}
