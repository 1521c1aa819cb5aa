//! What happens now, heard over a WebSocket.

use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

use super::*;
use crate::support::eventually;

type Viewer = WebSocket<TcpStream>;

/// Nothing here takes this long unless it never comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Connects with this behind the path, and with these headers.
fn viewer(address: SocketAddr, query: &str, headers: &[(&'static str, &str)]) -> Viewer {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let url = format!("ws://{address}/stream/mem-live/viewer{query}");
    let mut request = url.into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    tungstenite::client(request, stream).unwrap().0
}

fn heard(viewer: &mut Viewer) -> Value {
    loop {
        if let Message::Text(text) = viewer.read().unwrap() {
            return serde_json::from_str(text.as_str()).unwrap();
        }
    }
}

/// The code a viewer is let go with, before it heard anything.
fn closed(viewer: &mut Viewer) -> u16 {
    match viewer.read().unwrap() {
        Message::Close(Some(frame)) => {
            assert!(!frame.reason.is_empty(), "it is told why");
            frame.code.into()
        }
        other => panic!("{other:?} is no goodbye"),
    }
}

/// How many watch now.
fn watching(client: &mut Client) -> Value {
    let health = client.get("/agentmemory/health").ok();
    health["subsystems"]["liveStream"]["viewers"].clone()
}

#[test]
fn n_079_one_observation_is_two_messages_and_a_wrong_token_none() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", "hush")]);
    let mut client = Client::new(server.notebook(), Some("hush"));
    for query in ["?token=hush", "?secret=hush"] {
        let mut viewer = viewer(server.notebook(), query, &[]);
        viewer.send(Message::text("nobody listens")).unwrap();
        let data = json!({ "tool_name": "Edit", "tool_input": { "file_path": "a.rs" }, "tool_output": "done" });
        let id = client.observe(&told("live", "post_tool_use", data));
        let (raw, kept) = (heard(&mut viewer), heard(&mut viewer));
        assert_eq!(raw["type"], "raw_observation");
        assert_eq!(kept["type"], "compressed_observation");
        for (message, name) in [(&raw, "raw"), (&kept, "compressed")] {
            assert_eq!(message["sessionId"], "live");
            assert_eq!(message["data"]["type"], name);
            assert_eq!(message["data"]["sessionId"], "live");
            assert_eq!(message["data"]["observation"]["id"], id);
            assert_eq!(message["data"]["observation"]["toolName"], "Edit");
        }
        let observation = &kept["data"]["observation"];
        assert_eq!(observation["type"], "file_edit");
        assert_eq!(observation["files"], json!(["a.rs"]));
        assert_eq!(raw["data"]["observation"].get("narrative"), None);
    }
    for query in ["", "?token=hus", "?secret=", "?token=hush2&secret=hush"] {
        let mut viewer = viewer(server.notebook(), query, &[]);
        assert_eq!(closed(&mut viewer), u16::from(CloseCode::Policy), "{query}");
    }
    assert!(
        !server.errors().contains("hush"),
        "a secret is never logged"
    );
}

/// Were a write to wait until everybody has been told, none could be answered that has not reached
/// the one that never reads.
#[test]
fn n_111_every_viewer_hears_and_none_delays() {
    let home = Home::new();
    let server = served(&home, &[("MAX_OBS_PER_SESSION", "0")]);
    let mut client = guest(&server);
    let mut viewers = [(); 2].map(|()| viewer(server.notebook(), "", &[]));
    // It never reads: its socket fills, and then it is let go.
    let mut deaf = viewer(server.notebook(), "", &[]);
    let long = "x".repeat(64 * 1024);
    let (mut told_of, mut answered) = (0, 0);
    while answered == told_of {
        let data = json!({ "tool_name": "Bash", "tool_output": format!("{told_of} {long}") });
        let id = client.observe(&told("crowd", "post_tool_use", data));
        for viewer in &mut viewers {
            for name in ["raw", "compressed"] {
                let message = heard(viewer);
                assert_eq!(message["data"]["type"], name);
                assert_eq!(message["data"]["observation"]["id"], id);
            }
        }
        told_of += 1;
        // Answered before the one that never reads was let go.
        answered += usize::from(watching(&mut client) == 3);
        assert!(told_of < 5_000, "nobody is ever let go");
    }
    assert_eq!(client.observations("crowd").len(), told_of);
    assert_eq!(watching(&mut client), 2, "only that one is let go");
    let reached = reached(&mut deaf);
    assert!(
        answered > reached,
        "{answered} were answered while it was there, and {reached} reached it: each waited for it"
    );
    server.assert_sound();
}

/// Observations that reached a viewer before it was let go.
fn reached(viewer: &mut Viewer) -> usize {
    let mut reached = 0;
    loop {
        match viewer.read() {
            Ok(Message::Text(text)) => reached += usize::from(text.contains("raw_observation")),
            Ok(Message::Close(_)) | Err(_) => return reached,
            Ok(_) => {}
        }
    }
}

#[test]
fn n_111_who_reads_too_slowly_is_told_so() {
    let home = Home::new();
    let server = served(&home, &[("MAX_OBS_PER_SESSION", "0")]);
    let mut client = guest(&server);
    let mut slow = viewer(server.notebook(), "", &[]);
    let long = "x".repeat(64 * 1024);
    let mut n = 0;
    // More and more until no socket holds it; then it is still told why for a while.
    eventually("the slow one to be let go", || {
        n += 1;
        let data = json!({ "tool_name": "Bash", "tool_output": format!("{n} {long}") });
        client.observe(&told("crowd", "post_tool_use", data));
        (watching(&mut client) == 0).then_some(())
    });
    let code = loop {
        if let Message::Close(frame) = slow.read().unwrap() {
            break u16::from(frame.unwrap().code);
        }
    };
    assert_eq!(code, 1013);
}

#[test]
fn a_server_that_stops_says_goodbye() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut viewers = [(); 2].map(|()| viewer(server.notebook(), "", &[]));
    guest(&server).observe(&told("own", "prompt_submit", json!({ "prompt": "hi" })));
    for viewer in &mut viewers {
        heard(viewer);
        heard(viewer);
    }
    server.stop();
    for viewer in &mut viewers {
        assert_eq!(closed(viewer), u16::from(CloseCode::Away));
    }
}

#[test]
fn a_page_of_another_site_does_not_watch() {
    let home = Home::new();
    let server = served(&home, &[]);
    let own = format!("http://{}", server.notebook());
    let mut page = viewer(server.notebook(), "", &[("origin", &own)]);
    let foreign = [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("host", "evil.example"),
    ];
    for header in foreign {
        let mut other = viewer(server.notebook(), "", &[header]);
        assert_eq!(closed(&mut other), 1008, "{header:?}");
    }
    let mut stranger = viewer(server.http(), "", &[]);
    assert_eq!(closed(&mut stranger), 1008, "the other door needs a key");
    guest(&server).observe(&told("own", "prompt_submit", json!({ "prompt": "hi" })));
    assert_eq!(heard(&mut page)["data"]["observation"]["userPrompt"], "hi");
}

#[test]
fn what_comes_through_other_doors_is_seen_too() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut viewer = viewer(server.notebook(), "", &[]);
    let event = json!([{ "session": "elsewhere", "role": "user", "text": "through another door" }]);
    server.owner().ingest(&event);
    let message = heard(&mut viewer);
    assert_eq!(message["sessionId"], "elsewhere");
    let observation = &message["data"]["observation"];
    assert_eq!(observation["userPrompt"], "through another door");
    let mut other = server.admin("theirs");
    other.ingest(&json!([{ "session": "theirs", "text": "of another namespace" }]));
    guest(&server).observe(&told("own", "prompt_submit", json!({ "prompt": "ours" })));
    assert_eq!(heard(&mut viewer)["sessionId"], "elsewhere");
    assert_eq!(heard(&mut viewer)["sessionId"], "own");
}
