//! A disk that is full, and one that cannot be read.

use mneme_wire::proto::{BrowseTocRequest, Event, ExpandGripRequest, GetNodeRequest};
use tonic::{Code, Status};

use super::said::{MORNING, SECOND, Said, talk};
use super::wire::Wire;
use super::{home, serve};
use crate::support::{Random, sqlite};

fn room(bytes: usize) -> String {
    format!("[storage]\nmax_bytes = {bytes}\n")
}

/// Words no seal makes shorter.
fn event(n: usize) -> Event {
    let noise = Random::new().bytes(2_000);
    let text: String = noise.iter().map(|byte| format!("{byte:02x}")).collect();
    let at = MORNING + SECOND * i64::try_from(n).unwrap();
    Said::new(&format!("e{n}"), "s", at, &text).into()
}

/// Tells until there is no room: what was taken, and what was not.
fn fill(line: &mut Wire) -> (Vec<Event>, Event, Status) {
    let mut taken = Vec::new();
    loop {
        let next = event(taken.len());
        match line.ingest(next.clone()) {
            Ok(told) => {
                assert!(told.created);
                taken.push(next);
            }
            Err(refused) => return (taken, next, refused),
        }
    }
}

#[test]
fn t_096_a_full_disk_refuses_and_recovers() {
    let home = home(&room(700_000));
    let server = serve(&home);
    let mut line = Wire::to(&server);
    let (taken, refused, why) = fill(&mut line);
    assert_eq!(why.code(), Code::Internal, "{why}");
    assert!(why.message().starts_with("Storage error"), "{why}");
    assert!(taken.len() > 20, "{}", taken.len());
    for again in 0..5 {
        // A smaller one may fit; this one does not, and is never said to.
        let told = line.ingest(refused.clone());
        assert_eq!(
            told.map_err(|status| status.code()),
            Err(Code::Internal),
            "{again}"
        );
    }
    assert_eq!(
        line.all(),
        taken,
        "what was taken is there, and nothing else"
    );
    assert_eq!(server.health()["status"], "degraded");
    assert!(!server.errors().contains("panicked"));
    server.stop();
    home.set(&room(8_000_000));
    let server = serve(&home);
    let mut line = Wire::to(&server);
    assert!(line.tell(refused.clone()), "it was never stored");
    assert_eq!(server.health()["status"], "ok");
    assert!(!line.tell(refused), "and is now");
    assert_eq!(line.all().len(), taken.len() + 1);
}

#[test]
fn what_cannot_be_read_is_an_error_and_no_absence() {
    let home = home("");
    let server = serve(&home);
    let mut line = Wire::to(&server);
    line.tell_all(talk("s", MORNING, 6));
    line.settle();
    let day = "toc:day:2026-01-30";
    let segment = line.below(day).remove(0);
    let grip_id = segment.bullets[0].grip_ids[0].clone();
    server.stop();
    sqlite(
        &home,
        &[
            "UPDATE toc SET body = x'00'",
            "UPDATE journal SET body = x'00'",
        ],
    );
    let server = serve(&home);
    let mut line = Wire::to(&server);
    let node = line
        .get_node(GetNodeRequest {
            node_id: day.into(),
        })
        .unwrap_err();
    let browse = BrowseTocRequest {
        parent_id: day.into(),
        ..BrowseTocRequest::default()
    };
    let children = line.browse_toc(browse).unwrap_err();
    let grip = line.expand_grip(ExpandGripRequest {
        grip_id,
        ..ExpandGripRequest::default()
    });
    for refused in [node, children, grip.unwrap_err()] {
        assert_eq!(refused.code(), Code::Internal, "{refused}");
        assert!(refused.message().starts_with("Storage error"), "{refused}");
    }
}
