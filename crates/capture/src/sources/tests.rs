use std::sync::Arc;

use mneme_model::archive::Command;
use mneme_peers::control_center::Settings;
use mneme_peers::{Agent, ControlCenter, Grant, Ticking};

use super::*;

const TOKEN: &str = "eyJ-a-token-nobody-may-see";
const NOW: i64 = 1_767_225_600_000;

async fn peer(settings: Settings) -> ControlCenter {
    let clock = Arc::new(Ticking::from(NOW));
    ControlCenter::start(settings, clock).await.unwrap()
}

fn of_version(version: &str) -> Settings {
    Settings {
        version: version.into(),
        heartbeat: Duration::from_millis(30),
        ..Settings::default()
    }
}

fn to(peer: &ControlCenter) -> Target {
    Target {
        tls_ca: peer.ca().map(PathBuf::from),
        token: Some(Secret(TOKEN.into())),
        ..Target::new(peer.address())
    }
}

fn click(n: i32) -> Command {
    Command {
        action_type: "mouse".into(),
        action_subtype: "left".into(),
        mouse_x: n,
        success: true,
        ..Command::default()
    }
}

async fn next_command(watch: &mut Watch) -> Command {
    loop {
        match watch.next().await {
            Heard::Command(command) => return *command,
            Heard::Heartbeat { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

async fn last(watch: &mut Watch) -> Heard {
    loop {
        let heard = watch.next().await;
        if heard.is_last() {
            return heard;
        }
    }
}

fn tokens(peer: &ControlCenter) -> Vec<Option<Secret>> {
    peer.calls().made().into_iter().map(|c| c.token).collect()
}

#[tokio::test]
async fn a_050_every_supported_version_is_heard_and_the_next_is_refused() {
    for version in ["1.0.0", "1.1.0", "1.2.2", "v1.3.0", "garbage", ""] {
        let peer = peer(of_version(version)).await;
        let mut watch = Sources::new().watch(&to(&peer)).await.unwrap();
        assert_eq!(watch.server.version, version);
        assert_eq!(watch.transport, Transport::Plaintext);
        peer.say(click(1));
        assert_eq!(next_command(&mut watch).await.mouse_x, 1);
    }
    let peer = peer(of_version("1.4.0")).await;
    let refusal = Sources::new().watch(&to(&peer)).await.err().unwrap();
    assert!(refusal.to_string().contains("1.4.0"), "{refusal}");
    assert!(!refusal.may_pass());
    assert_eq!(peer.calls().count("WatchCommands"), 0);
    for target in [
        Target {
            max_version: Some("1.4.0".into()),
            ..to(&peer)
        },
        Target {
            allow_unsupported: true,
            ..to(&peer)
        },
    ] {
        assert!(Sources::new().watch(&target).await.is_ok());
    }
}

#[tokio::test]
async fn a_050_tls_is_used_where_it_is_spoken_and_carries_the_token() {
    let directory = tempfile::tempdir().unwrap();
    let peer = peer(Settings {
        tls: Some(directory.path().into()),
        grants: vec![Grant::new(TOKEN, &["monitor"])],
        ..of_version("1.3.0")
    })
    .await;
    for security in [Security::Auto, Security::Strict] {
        let target = Target {
            security,
            ..to(&peer)
        };
        let watch = Sources::new().watch(&target).await.unwrap();
        assert_eq!(watch.transport, Transport::Tls);
    }
    let legacy = Target {
        security: Security::Legacy,
        ..to(&peer)
    };
    let refusal = Sources::new().watch(&legacy).await.err().unwrap();
    assert!(refusal.may_pass(), "{refusal}");
}

#[tokio::test]
async fn a_050_an_untrusted_certificate_is_never_answered_with_plaintext() {
    let directory = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let tls = |dir: &tempfile::TempDir| Settings {
        tls: Some(dir.path().into()),
        ..of_version("1.3.0")
    };
    let (peer, stranger) = (peer(tls(&directory)).await, peer(tls(&other)).await);
    for tls_ca in [None, stranger.ca().map(PathBuf::from)] {
        for security in [Security::Auto, Security::Strict] {
            let target = Target {
                tls_ca: tls_ca.clone(),
                security,
                ..to(&peer)
            };
            let refusal = Sources::new().watch(&target).await.err().unwrap();
            assert!(
                refusal.to_string().contains("control_center_tls_ca"),
                "{refusal}"
            );
            assert!(!refusal.may_pass());
        }
    }
    assert!(peer.calls().paths().is_empty());
    let missing = Target {
        tls_ca: Some("missing.pem".into()),
        ..to(&peer)
    };
    let refusal = Sources::new().watch(&missing).await.err().unwrap();
    assert!(matches!(refusal, Refusal::BadCa { .. }), "{refusal}");
}

#[tokio::test]
async fn a_050_plaintext_carries_the_token_only_when_told_to() {
    let peer = peer(of_version("1.0.0")).await;
    assert!(Sources::new().watch(&to(&peer)).await.is_ok());
    assert!(tokens(&peer).iter().all(Option::is_none));
    let strict = Target {
        security: Security::Strict,
        ..to(&peer)
    };
    let refusal = Sources::new().watch(&strict).await.err().unwrap();
    assert!(matches!(refusal, Refusal::NoTls { .. }), "{refusal}");
    let legacy = Target {
        security: Security::Legacy,
        ..to(&peer)
    };
    assert!(Sources::new().watch(&legacy).await.is_ok());
    assert_eq!(tokens(&peer).last().unwrap(), &Some(Secret(TOKEN.into())));
}

#[tokio::test]
async fn a_049_a_refused_token_is_fatal_and_names_the_setting_and_the_scope() {
    let directory = tempfile::tempdir().unwrap();
    let peer = peer(Settings {
        tls: Some(directory.path().into()),
        grants: vec![
            Grant::new("good", &["monitor"]),
            Grant::new(TOKEN, &["execute"]),
        ],
        ..of_version("1.3.0")
    })
    .await;
    for token in [None, Some(TOKEN), Some("unknown-to-the-peer")] {
        let token = token.map(|token| Secret(token.into()));
        let target = Target { token, ..to(&peer) };
        let refusal = Sources::new().watch(&target).await.err().unwrap();
        let words = format!("{refusal} {refusal:?} {target:?}");
        assert!(
            words.contains("control_center_token") && words.contains("monitor"),
            "{words}"
        );
        assert!(
            !words.contains(TOKEN) && !words.contains("unknown-to-the-peer"),
            "{words}"
        );
        assert!(!refusal.may_pass());
    }
    let paths = peer.calls().paths();
    assert_eq!(
        paths.len(),
        6,
        "one attempt each, with no second one in plaintext"
    );
}

#[tokio::test]
async fn a_049_nobody_there_may_pass() {
    let address = peer(of_version("1.3.0")).await.address();
    let refusal = Sources::new()
        .watch(&Target::new(address))
        .await
        .err()
        .unwrap();
    assert!(
        matches!(refusal, Refusal::Unreachable { .. }) && refusal.may_pass(),
        "{refusal}"
    );
}

#[tokio::test]
async fn a_051_an_agent_that_is_too_old_is_refused_before_any_command() {
    let old = Agent {
        version: "1.2.1".into(),
        ..Agent::default()
    };
    let peer = peer(Settings {
        agent: Some(old),
        ..of_version("1.2.1")
    })
    .await;
    let mut watch = Sources::new().watch(&to(&peer)).await.unwrap();
    let heard = watch.next().await;
    let reason = heard.reason().unwrap();
    assert!(
        reason.starts_with("refused: agent does not record faithfully: "),
        "{reason}"
    );
    assert_eq!(watch.next().await, heard);
    let target = Target {
        allow_unsupported: true,
        ..to(&peer)
    };
    let mut watch = Sources::new().watch(&target).await.unwrap();
    peer.say(click(5));
    assert_eq!(next_command(&mut watch).await.agent_version, "1.2.1");
}

#[tokio::test]
async fn a_051_an_agent_may_change_in_the_middle_of_a_stream() {
    let peer = peer(of_version("1.3.0")).await;
    let mut watch = Sources::new().watch(&to(&peer)).await.unwrap();
    peer.say(click(1));
    assert_eq!(next_command(&mut watch).await.mouse_x, 1);
    peer.set_agent(Some(Agent {
        version: "1.0.0".into(),
        ..Agent::default()
    }));
    assert!(matches!(
        last(&mut watch).await,
        Heard::Refused(Refusal::Agent { .. })
    ));
}

#[tokio::test]
async fn a_038_silence_ends_a_stream_and_a_039_heartbeats_do_not() {
    let peer = peer(of_version("1.3.0")).await;
    let target = Target {
        silence: Duration::from_millis(1_500),
        ..to(&peer)
    };
    let mut watch = Sources::new().watch(&target).await.unwrap();
    for _ in 0..5 {
        assert!(matches!(watch.next().await, Heard::Heartbeat { .. }));
    }
    peer.hush(true);
    assert_eq!(last(&mut watch).await, Heard::Silent);
    assert_eq!(Heard::Silent.reason().unwrap(), "silence timeout");
}

#[tokio::test]
async fn a_peer_without_an_agent_says_so_or_goes_on_as_old_ones_do() {
    let newer = peer(Settings {
        agent: None,
        ..of_version("1.2.2")
    })
    .await;
    let mut watch = Sources::new().watch(&to(&newer)).await.unwrap();
    assert_eq!(watch.next().await, Heard::AgentGone);
    let older = peer(Settings {
        agent: None,
        ..of_version("1.0.0")
    })
    .await;
    let mut watch = Sources::new().watch(&to(&older)).await.unwrap();
    assert!(matches!(watch.next().await, Heard::Heartbeat { .. }));
    assert!(matches!(watch.next().await, Heard::Heartbeat { .. }));
}

#[tokio::test]
async fn idle_is_not_silence() {
    let peer = peer(of_version("1.3.0")).await;
    let target = Target {
        idle: Duration::from_millis(200),
        ..to(&peer)
    };
    let mut watch = Sources::new().watch(&target).await.unwrap();
    assert_eq!(last(&mut watch).await, Heard::Idle);
}

#[tokio::test]
async fn a_042_a_burst_is_heard_whole_although_nobody_takes_it_yet() {
    let peer = peer(of_version("1.3.0")).await;
    let mut watch = Sources::new().watch(&to(&peer)).await.unwrap();
    for n in 0..1_000 {
        peer.say(click(n));
        if n % 50 == 49 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    for n in 0..1_000 {
        assert_eq!(next_command(&mut watch).await.mouse_x, n);
    }
    assert_eq!(peer.calls().lagged(), 0);
}

/// The peer is as hard as real ones are: who does not read loses the stream.
#[tokio::test]
async fn a_042_who_does_not_read_loses_the_stream() {
    let peer = peer(of_version("1.3.0")).await;
    let url = format!("http://{}", peer.address());
    let mut client = ControlServiceClient::connect(url).await.unwrap();
    let stream = client.watch_commands(WatchRequest {}).await.unwrap();
    let large = "x".repeat(60_000);
    for _ in 0..600 {
        peer.say(Command {
            raw_command: large.clone(),
            ..click(0)
        });
        tokio::task::yield_now().await;
    }
    let (mut stream, mut heard) = (stream.into_inner(), 0);
    while stream.message().await.unwrap().is_some() {
        heard += 1;
    }
    assert!(heard < 600, "{heard}");
    assert_eq!(peer.calls().lagged(), 1);
}

#[tokio::test]
async fn more_than_the_limit_waiting_is_loud() {
    let peer = peer(of_version("1.3.0")).await;
    let target = Target {
        queue_bytes: 10_000,
        ..to(&peer)
    };
    let mut watch = Sources::new().watch(&target).await.unwrap();
    for _ in 0..30 {
        peer.say(Command {
            raw_command: "y".repeat(1_000),
            ..click(0)
        });
    }
    let Heard::Broken(why) = last(&mut watch).await else {
        panic!("it went on");
    };
    assert!(why.contains("memory"), "{why}");
}

#[tokio::test]
async fn a_052_a_cut_is_told_and_the_next_stream_goes_on() {
    let peer = peer(of_version("1.3.0")).await;
    let sources = Sources::new();
    let mut watch = sources.watch(&to(&peer)).await.unwrap();
    peer.switch(false);
    let heard = last(&mut watch).await;
    assert!(heard.may_pass(), "{heard:?}");
    drop(watch);
    assert!(sources.watch(&to(&peer)).await.err().unwrap().may_pass());
    peer.switch(true);
    let mut watch = sources.watch(&to(&peer)).await.unwrap();
    peer.say(click(7));
    assert_eq!(next_command(&mut watch).await.mouse_x, 7);
    peer.end_streams();
    assert_eq!(last(&mut watch).await, Heard::Ended);
}

#[tokio::test]
async fn streams_to_one_peer_share_a_connection_until_it_is_full() {
    let peer = peer(of_version("1.3.0")).await;
    let sources = Sources::new();
    let target = to(&peer);
    let mut watches = Vec::new();
    for _ in 0..101 {
        watches.push(sources.watch(&target).await.unwrap());
    }
    assert_eq!(sources.pool.lines().await, 2);
    drop(watches);
    let _one = sources.watch(&target).await.unwrap();
    assert_eq!(sources.pool.lines().await, 1);
}

#[tokio::test]
async fn a_162_only_the_two_calls_are_ever_made() {
    let peer = peer(of_version("1.3.0")).await;
    let mut watch = Sources::new().watch(&to(&peer)).await.unwrap();
    watch.next().await;
    let service = "/control_center.ControlService";
    let expected = ["GetServerIdentity", "WatchCommands"].map(|name| format!("{service}/{name}"));
    assert_eq!(peer.calls().paths(), expected);
}
