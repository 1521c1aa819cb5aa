//! A verdict is answered with what the memory was used for.

use serde_json::json;

use crate::gateway::{FERRY, Form, QUESTION, Stage};
use crate::support::eventually;

#[test]
fn a_verdict_tells_how_often_the_memory_was_put_before_a_model() {
    let stage = Stage::new("", "");
    let mut room = stage.room("one");
    let id = room.remember(FERRY);
    let told = stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(told.header("x-memory-injected-count"), Some("1"));
    eventually("the injection to be counted", || {
        (room.inspect(&id)["injection_count"] == 1).then_some(())
    });
    let word = json!({ "id": id, "action": "confirm" });
    let judged = room.post("/v1/feedback", &word).ok();
    assert_eq!(judged["injection_count"], 1, "{judged}");
    assert_eq!(
        (&judged["confirm_count"], &judged["reuse_count"]),
        (&json!(1), &json!(0))
    );
}
