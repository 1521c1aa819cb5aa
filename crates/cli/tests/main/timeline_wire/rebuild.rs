//! The table of contents, made again from the journal.

use mneme_wire::client::ControlClient;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{RebuildTocReply, RebuildTocRequest};

use super::rollup::nodes;
use super::said::{HOUR, MINUTE, MORNING, noon, now, talk};
use super::wire::{Wire, runtime};
use super::{home, serve};
use crate::support::{Home, Server, sqlite};

fn rebuild(home: &Home, from_date: Option<&str>, dry_run: bool) -> RebuildTocReply {
    let request = RebuildTocRequest {
        namespace: None,
        from_date: from_date.map(str::to_owned),
        dry_run,
    };
    runtime().block_on(async {
        let port = ControlClient::find(&home.data()).await.unwrap();
        ask(&port, &request).await.unwrap()
    })
}

/// Talks of two years.
fn inhabited(home: &Home) -> (Server, Wire) {
    let server = serve(home);
    let mut line = Wire::to(&server);
    line.tell_all(talk("old", noon(2024, 5, 6), 12));
    line.tell_all(talk("new", MORNING, 12));
    line.tell_all(talk("newer", MORNING + 5 * HOUR, 3));
    line.settle();
    (server, line)
}

#[test]
fn t_046_made_again_the_contents_are_the_same() {
    let home = home("");
    let (server, mut line) = inhabited(&home);
    let before = nodes(&mut line);
    let told = rebuild(&home, None, true);
    assert_eq!(nodes(&mut line), before, "a dry run changes nothing");
    assert_eq!(told.segments, told.segments_before);
    // Three, and the one that was waited for.
    assert_eq!((told.sessions, told.segments, told.events), (4, 4, 29));
    rebuild(&home, None, false);
    assert_eq!(
        nodes(&mut line),
        before,
        "nor does making again what is right"
    );

    server.stop();
    sqlite(&home, &["DELETE FROM toc", "DELETE FROM grips"]);
    let told = home.json(&["timeline", "rebuild", "--dry-run", "--json"]);
    // Two years of talks and the one that was waited for: each with a month, a week, a day.
    assert_eq!(
        (&told["segments"], &told["periods"]),
        (&4.into(), &12.into()),
        "{told}"
    );
    let server = serve(&home);
    let mut line = Wire::to(&server);
    assert!(line.years().is_empty(), "all of it is gone");
    rebuild(&home, None, false);
    let mut again = nodes(&mut line);
    again
        .iter_mut()
        .for_each(|(id, node)| node.version = before[id].version);
    assert_eq!(
        again, before,
        "the same ids, the same words, the same grips"
    );
}

#[test]
fn t_046_what_still_goes_on_is_told_to_wait() {
    let home = home("");
    let (_server, mut line) = inhabited(&home);
    let before = nodes(&mut line);
    line.tell_all(talk("live", now() - 3 * MINUTE, 3));
    line.settle();
    assert_eq!(nodes(&mut line), before, "somebody may still go on");
    let told = rebuild(&home, None, true);
    assert_eq!(told.segments, told.segments_before);
    assert_eq!(told.waiting_events, 3);
    let made = rebuild(&home, None, false);
    assert_eq!((made.segments, made.waiting_events), (told.segments, 3));
    let stats = home.json(&["timeline", "stats", "--json"]);
    assert_eq!(
        (&stats["waiting_events"], &stats["waiting_sessions"]),
        (&3.into(), &1.into()),
        "{stats}"
    );
    let shown = home.run(&["timeline", "stats"]).ok();
    assert!(
        shown.contains("Waiting: 3 events are in no segment yet"),
        "{shown}"
    );
}

#[test]
fn t_047_from_a_date_on_older_nodes_stay() {
    let home = home("");
    let (server, mut line) = inhabited(&home);
    let before = nodes(&mut line);
    server.stop();
    // What cannot be read is made anew: by that one sees who was made again.
    sqlite(
        &home,
        &["UPDATE toc SET body = x'00' WHERE level = 5 AND start_ms > 1000000000000"],
    );
    let server = serve(&home);
    rebuild(&home, Some("2026-01-01"), false);
    let mut line = Wire::to(&server);
    let mut made = 0;
    for segment in before
        .values()
        .filter(|node| node.level == 5 && node.start_time_ms >= MORNING)
    {
        let again = line.node(&segment.node_id).unwrap();
        assert_eq!(again.version, segment.version + 1, "{again:?}");
        assert_eq!(again.bullets, segment.bullets);
        made += 1;
    }
    assert_eq!(made, 2);
    for id in [
        "toc:day:2024-05-06",
        "toc:week:2024-W19",
        "toc:month:2024-05",
        "toc:year:2024",
    ] {
        assert_eq!(line.node(id).as_ref(), Some(&before[id]), "{id}");
    }
    rebuild(&home, None, false);
    let old = before
        .values()
        .find(|node| node.level == 5 && node.start_time_ms < MORNING)
        .unwrap();
    assert_eq!(
        line.node(&old.node_id).unwrap().version,
        old.version + 1,
        "only now"
    );
}
