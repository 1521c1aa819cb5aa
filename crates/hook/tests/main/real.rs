//! A real store behind its real doors, told by the real program.

use std::os::unix::fs::symlink;
use std::process::Command;

use mneme_surfaces::grpc;
use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use mneme_wire::proto::{Event, EventRole, EventType, GetEventsRequest};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::house;
use crate::support::{BIN, Home, tell};

const USED: &str = r#"{
  "hook_event_name": "PostToolUse", "session_id": "talk 1", "cwd": "/srv/project",
  "tool_name": "Bash", "tool_input": { "command": "cargo test" },
  "timestamp": "2026-01-30T10:00:00.250Z", "agent": "claude"
}"#;

/// Serves until it is dropped.
struct Server {
    runtime: Runtime,
    address: String,
    _stop: watch::Sender<bool>,
}

impl Server {
    fn start(home: &Home) -> Self {
        let runtime = Runtime::new().unwrap();
        let (address, stop) = runtime.block_on(serve(home));
        Self {
            runtime,
            address,
            _stop: stop,
        }
    }

    fn events(&self) -> Vec<Event> {
        self.runtime.block_on(async {
            let url = format!("http://{}", self.address);
            let mut client = MemoryServiceClient::connect(url).await.unwrap();
            let all = GetEventsRequest {
                to_timestamp_ms: i64::MAX,
                ..GetEventsRequest::default()
            };
            client.get_events(all).await.unwrap().into_inner().events
        })
    }
}

/// The timeline's door and the control socket of a home's data directory.
async fn serve(home: &Home) -> (String, watch::Sender<bool>) {
    let door = house::door(home).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (stop, stopping) = watch::channel(false);
    let serving = grpc::serve(listener, door, grpc::Settings::default(), stopping);
    tokio::spawn(serving);
    (address, stop)
}

/// Under its other name, and as patient as a busy machine may need.
fn ingest(home: &Home) -> Command {
    let alias = home.data_dir().with_file_name("memory-ingest");
    if !alias.exists() {
        symlink(BIN, &alias).unwrap();
    }
    let mut command = home.command_of(&alias);
    command.env("MNEME_HOOK_WAIT_MS", "60000");
    command
}

#[test]
fn t_065_what_a_hook_tells_is_stored_with_its_metadata() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut named = ingest(&home);
    named.env("MEMORY_DAEMON_ADDR", &server.address);
    assert_eq!(tell(&mut named, USED.as_bytes()), "");
    let events = server.events();
    assert_eq!(events.len(), 1, "{events:?}");
    let event = &events[0];
    let meta = |key: &str| event.metadata[key].as_str();
    assert_eq!((meta("cwd"), meta("tool_name")), ("/srv/project", "Bash"));
    assert_eq!(event.text, r#"{"command":"cargo test"}"#);
    assert_eq!(
        (event.session_id.as_str(), event.timestamp_ms),
        ("talk 1", 1_769_767_200_250)
    );
    assert_eq!(event.event_type, EventType::ToolResult as i32);
    assert_eq!(event.role, EventRole::Tool as i32);
    assert_eq!(event.agent.as_deref(), Some("claude"));
    assert_eq!(event.event_id.len(), 26);
    assert!(!home.data_dir().join("spool").exists());
}

#[test]
fn t_065_the_server_of_the_directory_stores_the_same() {
    let home = Home::new();
    let server = Server::start(&home);
    assert_eq!(tell(&mut ingest(&home), USED.as_bytes()), "");
    let events = server.events();
    assert_eq!(events.len(), 1, "{events:?}");
    let meta = |key: &str| events[0].metadata[key].as_str();
    assert_eq!((meta("cwd"), meta("tool_name")), ("/srv/project", "Bash"));
    assert_eq!(events[0].event_type, EventType::ToolResult as i32);
    assert!(!home.data_dir().join("spool").exists());
}
