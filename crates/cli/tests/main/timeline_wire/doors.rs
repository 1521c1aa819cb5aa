//! The door itself: addresses, health, credentials, sizes.

use std::net::SocketAddr;

use mneme_wire::proto::{
    Event, GetEventsRequest, GetSchedulerStatusRequest, GetTocRootRequest, TeleportSearchRequest,
};
use tonic::Code;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use super::said::{MORNING, Said};
use super::wire::{ALWAYS, Wire, channel, runtime};
use super::{home, line, serve};
use crate::support::{eventually, timeline, unique};

#[test]
fn t_002_both_loopback_addresses_answer() {
    let server = serve(&home(""));
    let (old, new) = (server.grpc(), server.grpc6());
    assert!(old.is_ipv4() && new.is_ipv6() && old.port() == new.port());
    assert!(old.ip().is_loopback() && new.ip().is_loopback());
    let mut lines = [old, new].map(|address| Wire::at(address, None).unwrap());
    for (n, line) in lines.iter_mut().enumerate() {
        assert!(line.tell(Said::new(&n.to_string(), "s", MORNING, "x")));
    }
    for line in &mut lines {
        assert_eq!(line.range(0, ALWAYS, 0).events.len(), 2);
    }
}

/// The code, or whether it serves.
fn health(address: SocketAddr, service: &str) -> Result<ServingStatus, Code> {
    runtime().block_on(async {
        let mut client = HealthClient::new(channel(address).await.unwrap());
        let service = service.to_owned();
        let told = client.check(HealthCheckRequest { service }).await;
        told.map(|told| told.into_inner().status())
            .map_err(|status| status.code())
    })
}

#[test]
fn t_003_the_door_says_that_it_serves() {
    let address = timeline().grpc();
    assert_eq!(
        health(address, "memory.MemoryService"),
        Ok(ServingStatus::Serving)
    );
    assert_eq!(health(address, ""), Ok(ServingStatus::Serving));
    assert_eq!(health(address, "memory.Nobody"), Err(Code::NotFound));
}

#[test]
fn a_key_leads_into_its_own_namespace_only() {
    let mut mine = line();
    let mut other = line();
    mine.tell(Said::new("same", "s", MORNING, "Mine."));
    assert!(other.range(0, ALWAYS, 0).events.is_empty());
    assert!(
        other.tell(Said::new("same", "s", MORNING, "Theirs.")),
        "ids are of a namespace"
    );
    assert_eq!(mine.range(0, ALWAYS, 0).events[0].text, "Mine.");
    let mut wrong = Wire::with_key(timeline(), "nobodys-key");
    let refused = wrong.get_toc_root(GetTocRootRequest {}).unwrap_err();
    assert_eq!(refused.code(), Code::Unauthenticated, "{refused}");
}

#[test]
fn a_reader_may_not_tell() {
    let namespace = unique("reader");
    let mut reader = Wire::with_key(timeline(), &timeline().key(&namespace, "reader"));
    let refused = reader
        .ingest(Said::new("i", "s", MORNING, "x").into())
        .unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied, "{refused}");
    assert!(reader.range(0, ALWAYS, 0).events.is_empty());
}

#[test]
fn from_an_address_on_no_list_nothing_is_told_and_nothing_asked() {
    let home = home("[auth.ip_allowlists]\ndefault = [\"10.0.0.0/8\"]\n");
    let server = serve(&home);
    let mut line = Wire::to(&server);
    let told = line.ingest(Said::new("i", "s", MORNING, "x").into());
    let refused = [
        told.map(drop),
        line.get_toc_root(GetTocRootRequest {}).map(drop),
        line.get_events(GetEventsRequest::default()).map(drop),
        line.teleport_search(looking("x")).map(drop),
        line.get_scheduler_status(GetSchedulerStatusRequest {})
            .map(drop),
    ];
    for (n, refused) in refused.into_iter().enumerate() {
        let refused = refused.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{n}: {refused}");
        let code = refused.metadata().get("mneme-code").unwrap();
        assert_eq!(code, "address_not_allowed", "{n}");
    }
    home.set("");
    server.hang_up();
    eventually("the list to go", || {
        line.get_toc_root(GetTocRootRequest {}).ok()
    });
    assert!(
        line.range(0, ALWAYS, 0).events.is_empty(),
        "nothing was told"
    );
}

fn looking(query: &str) -> TeleportSearchRequest {
    TeleportSearchRequest {
        query: query.to_owned(),
        ..TeleportSearchRequest::default()
    }
}

fn large(id: &str, bytes: usize) -> Event {
    Said::new(id, "s", MORNING, &"large ".repeat(bytes / 6)).into()
}

#[test]
fn a_message_is_as_large_as_the_setting_says_and_no_larger() {
    const MIB: usize = 1 << 20;
    let mut line = line();
    assert!(line.tell(large("four", 4 * MIB)));
    let refused = line.ingest(large("seventeen", 17 * MIB)).unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted, "{refused}");
    assert_eq!(line.range(0, ALWAYS, 0).events.len(), 1);

    let server = serve(&home("[doors]\ngrpc_message_bytes = 100000\n"));
    let mut small = Wire::to(&server);
    assert!(small.tell(large("fits", 90_000)));
    let refused = small.ingest(large("does not", 110_000)).unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted, "{refused}");
    assert!(
        small.tell(Said::new("after", "s", MORNING, "x")),
        "the line goes on"
    );
}

#[test]
fn a_door_that_demands_a_key_lets_nobody_in_without_one() {
    let home = home("[doors]\ngrpc_key = \"required\"\n");
    let server = serve(&home);
    let mut nobody = Wire::to(&server);
    let refused = nobody.get_toc_root(GetTocRootRequest {}).unwrap_err();
    assert_eq!(refused.code(), Code::Unauthenticated, "{refused}");
    assert_eq!(
        refused.metadata().get("mneme-code").unwrap(),
        "no_credential"
    );
    let mut known = Wire::with_key(&server, &server.key("default", "writer"));
    assert!(known.tell(Said::new("i", "s", MORNING, "x")));
    let events = [
        "timeline",
        "events",
        "--from",
        "2026-01-30",
        "--to",
        "2026-01-30",
    ];
    assert!(home.run_soon(&events).ok().contains("Total: 1 event ("));
    let shown = home.run(&["config", "show"]).ok();
    let row = shown.lines().find(|line| line.contains("doors.grpc_key"));
    assert!(row.unwrap().contains("required"), "{shown}");
    home.set("[doors]\ngrpc_key = \"perhaps\"\n");
    home.run(&["status"]).refused(2, "doors.grpc_key");
}
