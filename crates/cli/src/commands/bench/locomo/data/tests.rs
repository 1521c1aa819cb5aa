use serde_json::json;

use super::*;

fn sample() -> serde_json::Value {
    json!({
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Ann", "speaker_b": "Bob",
            "session_2": [{"speaker": "Bob", "dia_id": "D2:1", "text": "Home again."}],
            "session_2_date_time": "9:00 am on 2 June, 2024",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "Look!", "blip_caption": "a red kite"},
                {"speaker": "Bob", "dia_id": "D1:2", "text": ""},
                {"speaker": "Ann", "dia_id": "D1:3", "text": "I made it."},
            ],
            "session_1_date_time": "1:56 pm on 8 May, 2024",
            "session_3_date_time": "1:56 pm on 8 May, 2025",
        },
        "qa": [
            {"question": "What flew?", "answer": "a kite", "evidence": ["D1:01; D1:1"], "category": 4},
            {"question": "Who?", "evidence": ["D7:7"], "category": 1},
            {"question": "Where?", "category": 5},
            {"question": "Then?", "evidence": ["D:2:1", "D1:3"], "category": 1},
        ]
    })
}

fn parsed(value: &serde_json::Value) -> Result<Vec<Conversation>, String> {
    parse(value.to_string().as_bytes())
}

#[test]
fn turns_come_in_order_with_their_pictures_and_times() {
    let conversation = parsed(&json!([sample()])).unwrap().remove(0);
    let turns: Vec<(&str, u32, String)> = conversation
        .turns
        .iter()
        .map(|turn| (turn.text.as_str(), turn.session, turn.at.rfc3339()))
        .collect();
    assert_eq!(
        turns,
        [
            (
                "Look! [image: a red kite]",
                1,
                "2024-05-08T13:56:00Z".into()
            ),
            ("I made it.", 1, "2024-05-08T13:56:00.002Z".into()),
            ("Home again.", 2, "2024-06-02T09:00:00Z".into()),
        ]
    );
    assert_eq!(conversation.now.date(), "2024-06-02", "of a session held");
}

#[test]
fn questions_keep_their_number_and_name_turns_that_exist() {
    let conversation = parsed(&json!([sample()])).unwrap().remove(0);
    let questions: Vec<(usize, &[usize])> = conversation
        .questions
        .iter()
        .map(|question| (question.number, question.evidence.as_slice()))
        .collect();
    assert_eq!(questions, [(0, &[0][..]), (3, &[1, 2][..])]);
    assert_eq!(conversation.left_out, 2);
}

/// A sample with one thing wrong is refused, and the message names it.
fn check_refused(pointer: &str, value: serde_json::Value, named: &str) {
    let mut samples = json!([sample()]);
    *samples.pointer_mut(pointer).unwrap() = value;
    let why = parsed(&samples).err().unwrap_or_default();
    assert!(why.contains(named), "{named} is not in `{why}`");
}

#[test]
fn what_is_wrong_is_named() {
    check_refused("", json!([]), "no conversation");
    check_refused("", json!({"a": 1}), "not shaped like LoCoMo");
    check_refused("/0/qa/0", json!({"question": "?"}), "category");
    check_refused("/0/qa/0/category", json!(6), "question 0");
    check_refused("/0/conversation", json!({}), "talk-1: has no turns");
    check_refused("/0/conversation/session_2/0/dia_id", json!("x"), "`x`");
    check_refused(
        "/0/conversation/session_2/0/dia_id",
        json!("D1:3"),
        "two turns",
    );
    check_refused("/0/conversation/session_2/0/text", json!(7), "session_2");
    check_refused(
        "/0/conversation/session_1_date_time",
        json!("noon"),
        "session_1",
    );
    let twice = parsed(&json!([sample(), sample()])).err().unwrap();
    assert!(twice.contains("two conversations talk-1"), "{twice}");
    let cut = parse(b"[{\"sample_id\":").err().unwrap();
    assert!(cut.contains("is not JSON"), "{cut}");
}
