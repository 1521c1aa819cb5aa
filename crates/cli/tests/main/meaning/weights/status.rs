//! What status says of a model that is there.

use serde_json::json;

use super::{MEANT, MINILM, home};
use crate::meaning::{read, stats};
use crate::support::Server;

#[test]
fn g_064_status_shows_the_model_and_its_dimension() {
    let home = home();
    let server = Server::start(&home);
    server.owner().remember(MEANT);
    read(&home);
    let told = stats(&home);
    assert_eq!(
        (&told["state"], &told["detail"]),
        (&json!("ready"), &json!(MINILM))
    );
    let kept = json!([{ "name": MINILM, "dimension": 384, "vectors": 1 }]);
    assert_eq!(told["models"], kept);
    let shown = home.run(&["status"]).ok();
    let line = shown.lines().find(|line| line.starts_with("meaning"));
    let line = line.unwrap_or_else(|| panic!("{shown}"));
    assert!(line.contains(MINILM), "{line}");
    assert!(line.contains("384"), "the dimension is not in: {line}");
    server.assert_sound();
}
