//! What is taken in is found: at once, and after an interruption.

use mneme_wire::client::ControlClient;
use mneme_wire::operations::ask;
use mneme_wire::shapes::TimelineStatsRequest;
use serde_json::json;

use super::said::{MORNING, SECOND, Said};
use super::serve;
use super::wire::{Wire, runtime};
use crate::support::{Client, HURRIED, Home, eventually, ids, timeline, unique};

/// What no follower has read yet.
fn waiting(home: &Home) -> u64 {
    let told = runtime().block_on(async {
        let port = ControlClient::find(&home.data()).await.unwrap();
        ask(&port, &TimelineStatsRequest::default()).await.unwrap()
    });
    let outbox = told.families.into_iter().find(|part| part.name == "outbox");
    outbox.unwrap().entries
}

fn is_found(client: &mut Client, word: &str, id: &str) -> bool {
    let found = client.recall(&json!({ "query": word, "limit": 5 }));
    ids(&found).iter().any(|found| found == id)
}

#[test]
fn t_055_what_was_interrupted_is_caught_up_with() {
    const EVENTS: usize = 1_000;
    // Nobody follows.
    let idle =
        "[timeline]\nfollow_ms = 3600000\n[index]\nfollow_ms = 3600000\nsmall_namespace = 0\n";
    let home = Home::with_settings(idle);
    let server = serve(&home);
    let mut line = Wire::to(&server);
    let word = |n: usize| format!("quibble{n}x");
    let one = |n: usize| {
        let at = MORNING + SECOND * i64::try_from(n).unwrap();
        Said::new(
            &format!("e{n}"),
            "s",
            at,
            &format!("This is about {}.", word(n)),
        )
    };
    line.tell_all((0..EVENTS).map(one));
    let left = waiting(&home);
    assert!(left >= EVENTS as u64, "{left}");
    server.kill();

    home.set(&format!(
        "{HURRIED}[index]\nsmall_namespace = 0\nfollow_ms = 5\n"
    ));
    let server = serve(&home);
    eventually("the outbox to drain", || {
        (waiting(&home) == 0).then_some(())
    });
    let mut owner = server.owner();
    for n in 0..EVENTS {
        assert!(is_found(&mut owner, &word(n), &format!("e{n}")), "{n}");
    }
    let mut line = Wire::to(&server);
    line.settle();
    let segments = line.below("toc:day:2026-01-30");
    let ends = (
        segments[0].start_time_ms,
        segments[segments.len() - 1].end_time_ms,
    );
    assert_eq!(ends, (MORNING, MORNING + 999 * SECOND), "and told");
}

#[test]
fn t_056_a_message_is_found_as_soon_as_it_was_taken() {
    let key = timeline().key(&unique("found"), "writer");
    let mut line = Wire::with_key(timeline(), &key);
    let mut client = Client::new(timeline().http(), Some(&key));
    for n in 0..20 {
        let (word, id) = (format!("zephyrine{n}q"), format!("e{n}"));
        line.tell(Said::new(
            &id,
            "s",
            MORNING + n,
            &format!("Nobody knows the {word}."),
        ));
        assert!(
            is_found(&mut client, &word, &id),
            "{n}: by the very next question"
        );
    }
}
