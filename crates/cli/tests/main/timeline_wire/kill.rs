//! Killed at any moment: an acknowledged event is there, is found, and is told exactly once.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use mneme_wire::proto::{Event, TocNode};
use serde_json::json;

use super::said::{DAY, HOUR, SECOND, Said, date, noon};
use super::wire::Wire;
use super::{home, serve};
use crate::support::{Client, Home, Random, Server, eventually, ids};

const WRITERS: usize = 4;
/// Small enough that segments of the index are written all the time.
const BUSY: &str = "[index]\nsmall_namespace = 50\nfollow_ms = 10\nbatch_events = 100\n";

fn rounds() -> usize {
    let given = std::env::var("MNEME_KILL_ROUNDS").ok();
    given.and_then(|rounds| rounds.parse().ok()).unwrap_or(10)
}

/// A round has a day of its own, and each of its writers a part of it.
fn midnight(round: usize) -> i64 {
    noon(2025, 3, 1) - DAY / 2 + DAY * i64::try_from(round).unwrap()
}

fn event(round: usize, writer: usize, n: usize) -> Event {
    let number = |n: usize| i64::try_from(n).unwrap();
    let session = format!("r{round}w{writer}");
    let at = midnight(round) + 5 * HOUR * number(writer) + SECOND * number(n);
    let text = format!("The fact number {n} of this writer is called {session}n{n}.");
    Said::new(&format!("{session}n{n}"), &session, at, &text).into()
}

/// Tells until nobody answers. What was acknowledged.
fn write(address: SocketAddr, round: usize, writer: usize, told: &AtomicUsize) -> Vec<Event> {
    let mut acknowledged = Vec::new();
    let Ok(mut line) = Wire::at(address, None) else {
        return acknowledged;
    };
    for n in 0.. {
        let event = event(round, writer, n);
        match line.ingest(event.clone()) {
            Ok(answer) => assert!(answer.created, "{event:?}"),
            Err(_) => break,
        }
        acknowledged.push(event);
        told.fetch_add(1, Ordering::Relaxed);
    }
    acknowledged
}

/// Lets writers write and kills the server at a random moment.
fn killed(server: Server, round: usize, random: &mut Random) -> Vec<Event> {
    let told = AtomicUsize::new(0);
    let enough = usize::try_from(1 + random.below(400)).unwrap();
    let further = Duration::from_micros(random.below(30_000));
    thread::scope(|scope| {
        let (address, count) = (server.grpc(), &told);
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| scope.spawn(move || write(address, round, writer, count)))
            .collect();
        eventually("some acknowledgements", || {
            (told.load(Ordering::Relaxed) >= enough).then_some(())
        });
        // The moment itself is the experiment: nothing is waited for here.
        thread::sleep(further);
        server.kill();
        let ended = writers
            .into_iter()
            .flat_map(|writer| writer.join().unwrap());
        ended.collect()
    })
}

/// What the store has of a round.
fn stored(line: &mut Wire, round: usize) -> BTreeMap<String, Event> {
    let (from, to) = (midnight(round), midnight(round) + DAY - 1);
    let page = line.range(from, to, 10_000);
    assert!(!page.has_more);
    let events = page.events.into_iter();
    events
        .map(|event| (event.event_id.clone(), event))
        .collect()
}

fn assert_there(line: &mut Wire, told: &[Event], round: usize, when: &str) {
    let stored = stored(line, round);
    for event in told {
        assert_eq!(stored.get(&event.event_id), Some(event), "{when}");
    }
    // Whatever was under way is there whole, or not at all.
    for kept in stored.values() {
        let (session, n) = kept.event_id.rsplit_once('n').unwrap();
        let writer = session.rsplit_once('w').unwrap().1.parse().unwrap();
        assert_eq!(*kept, event(round, writer, n.parse().unwrap()), "{when}");
    }
}

fn assert_found(client: &mut Client, told: &[Event], when: &str) {
    let step = (told.len() / 10).max(1);
    for event in told.iter().step_by(step) {
        let found = client.recall(&json!({ "query": event.text, "limit": 5 }));
        assert!(
            ids(&found).contains(&event.event_id),
            "{when}: {} in {found}",
            event.event_id
        );
    }
}

/// Each event is in one segment, and segments begin and end with events.
fn assert_told_once(line: &mut Wire, round: usize, when: &str) {
    let stored = stored(line, round);
    let day = format!("toc:day:{}", date(midnight(round)));
    let day = line.node(&day).unwrap();
    let segments = line.below(&day.node_id);
    for event in stored.values() {
        let at = event.timestamp_ms;
        let holds = |node: &&TocNode| (node.start_time_ms..=node.end_time_ms).contains(&at);
        assert_eq!(
            segments.iter().filter(holds).count(),
            1,
            "{when}: {}",
            event.event_id
        );
    }
    let times: Vec<i64> = stored.values().map(|event| event.timestamp_ms).collect();
    for segment in segments {
        let ends = [segment.start_time_ms, segment.end_time_ms];
        assert!(
            ends.iter().all(|end| times.contains(end)),
            "{when}: {segment:?}"
        );
        assert!(!segment.bullets.is_empty(), "{when}: {segment:?}");
    }
    assert!(day.summary.is_some(), "{when}: {day:?}");
}

fn assert_clean(home: &Home, when: &str) {
    let verified = home.json(&["verify", "--json"]);
    assert_eq!(verified["clean"], true, "{when}: {verified}");
}

#[test]
fn t_016_a_kill_loses_no_event_and_no_event_of_the_contents() {
    let (home, mut random) = (home(BUSY), Random::new());
    let (seed, rounds) = (random.seed, rounds());
    eprintln!("MNEME_SEED={seed} MNEME_KILL_ROUNDS={rounds}");
    let mut server = serve(&home);
    let mut all = Vec::new();
    for round in 0..rounds {
        let when = format!("seed {seed}, round {round}");
        let told = killed(server, round, &mut random);
        assert!(!told.is_empty(), "{when}");
        assert_clean(&home, &when);
        server = serve(&home);
        let mut line = Wire::to(&server);
        assert_there(&mut line, &told, round, &when);
        assert_found(&mut server.owner(), &told, &when);
        line.settle();
        assert_told_once(&mut line, round, &when);
        server.assert_sound();
        all.push(told);
    }
    let mut line = Wire::to(&server);
    line.settle();
    for (round, told) in all.iter().enumerate() {
        let when = format!("seed {seed}, round {round}, at the end");
        assert_there(&mut line, told, round, &when);
        assert_told_once(&mut line, round, &when);
    }
}
