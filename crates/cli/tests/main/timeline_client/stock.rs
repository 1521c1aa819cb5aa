//! A client that the stock compiler for Python makes from our proto file. The compiler comes from
//! the package index once, into the user's cache.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::serve;
use crate::support::{Ran, package, python};

const PROTO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto");

/// The first example of the published reference, sent twice and read back.
const CLIENT: &str = "
import sys, grpc, memory_pb2 as m, memory_pb2_grpc as service
memory = service.MemoryServiceStub(grpc.insecure_channel(sys.argv[1]))
event = m.Event(
    event_id='01HXYZABC123DEF456GHI789',
    session_id='session-2026-01-30-001',
    timestamp_ms=1738281600000,
    event_type=2,
    role=1,
    text='What is Rust and why should I use it?',
)
for _ in range(2):
    told = memory.IngestEvent(m.IngestEventRequest(event=event))
    print(told.event_id, told.created)
ms = event.timestamp_ms
page = memory.GetEvents(m.GetEventsRequest(from_timestamp_ms=ms, to_timestamp_ms=ms))
print(list(page.events) == [event], page.has_more)
";

/// What a command says, with modules from these directories and no proxy before this machine.
fn said(mut command: Command, modules: &[&Path]) -> String {
    let path = std::env::join_paths(modules).unwrap();
    command
        .env("PYTHONPATH", path)
        .env("no_grpc_proxy", "127.0.0.1");
    Ran::from(command.output().unwrap()).ok()
}

#[test]
fn t_092_a_stock_compiler_makes_a_client_that_ingests() {
    let (server, endpoint) = serve();
    let (tools, made) = (package("grpcio-tools"), server.home().path().join("made"));
    fs::create_dir(&made).unwrap();
    let mut compile = python(&["-m", "grpc_tools.protoc", "memory.proto", "-I", PROTO]);
    let out = made.display();
    compile
        .arg(format!("--python_out={out}"))
        .arg(format!("--grpc_python_out={out}"));
    said(compile, &[&tools]);
    let address = endpoint.strip_prefix("http://").unwrap();
    let told = said(python(&["-c", CLIENT, address]), &[&tools, &made]);
    let id = "01HXYZABC123DEF456GHI789";
    assert_eq!(told, format!("{id} True\n{id} False\nTrue False\n"));
}
