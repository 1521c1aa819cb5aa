//! A recorded session played back by the notebook.

use serde_json::Value;

use super::Studio;
use super::lifecycle::recorded;
use crate::support::{Client, Server, query};

#[test]
fn a_recorded_session_is_played_back_with_its_pictures() {
    let mut studio = Studio::started();
    let id = recorded(&studio, "played");
    studio.stop();
    let doors = [
        "serve",
        "--http",
        "127.0.0.1:0",
        "--notebook",
        "127.0.0.1:0",
    ];
    let server = Server::launch(studio.home.command(&doors), &studio.home);
    let mut client = Client::new(server.notebook(), None);
    let path = query("/agentmemory/replay/load", &[("sessionId", &id)]);
    let told = client.get(&path).ok();
    let events = told["timeline"]["events"].as_array().unwrap();
    let step = events
        .iter()
        .find(|event| event["toolName"] == "mouse")
        .unwrap();
    assert_eq!(step["kind"], "tool_call", "{told:#}");
    let images = step["images"].as_array().unwrap();
    let moments: Vec<&Value> = images.iter().map(|image| &image["at"]).collect();
    assert_eq!(moments, ["before", "at", "after"]);
    for image in images {
        let reply = client.get(image["url"].as_str().unwrap());
        let media = reply.header("content-type").unwrap_or_default();
        assert!(
            reply.status == 200 && media.starts_with("image/"),
            "{media}"
        );
    }
    let url = images[0]["url"].as_str().unwrap().to_owned();
    let mut stranger = Client::new(server.http(), None);
    assert_eq!(
        stranger.get(&url).status,
        401,
        "a picture needs a credential too"
    );
    client
        .get(&url.replace("step=1", "step=9"))
        .refused(404, "no_such_memory");
    client
        .get(&url.replace("at=before", "at=..%2f..%2fx"))
        .refused(404, "no_such_memory");
    std::fs::remove_dir_all(studio.dir("played")).unwrap();
    client.get(&url).refused(404, "no_such_memory");
}
