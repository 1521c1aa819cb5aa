//! The first and the last moments there are, and those there are not.

use super::*;

const FIRST: &str = "1970-01-01T00:00:00Z";
const LAST: &str = "9999-12-31T23:59:59.999Z";

fn at(session: &str, when: &str, prompt: &str) -> Value {
    let mut told = told(session, "prompt_submit", json!({ "prompt": prompt }));
    told["timestamp"] = json!(when);
    told
}

#[test]
fn the_ends_of_time_are_kept_in_their_order() {
    let (home, other) = (Home::new(), Home::new());
    let (server, empty) = (served(&home, &[]), served(&other, &[]));
    let (mut client, mut there) = (guest(&server), guest(&empty));
    // A whole second is written without a fraction, and is not the later one for it.
    let moments = [
        LAST,
        "2026-01-30T10:00:00.5Z",
        "2026-01-30T10:00:00Z",
        FIRST,
        "2026-01-30T11:00:00+01:00",
    ];
    for (n, moment) in moments.iter().enumerate() {
        client.observe(&at("ages", moment, &format!("number {n}")));
    }
    let prompts = |client: &mut Client| -> Vec<String> {
        let seen = client.observations("ages");
        let prompt = |seen: &Value| seen["userPrompt"].as_str().unwrap().to_owned();
        seen.iter().map(prompt).collect()
    };
    let wanted = ["number 3", "number 2", "number 4", "number 1", "number 0"];
    assert_eq!(prompts(&mut client), wanted);
    let session = client.noted_session("ages").unwrap();
    assert_eq!(session["startedAt"], FIRST, "{session}");
    let around = json!({ "anchor": LAST, "before": 2, "after": 2 });
    let around = client.post("/agentmemory/timeline", &around).ok();
    assert_eq!(
        around["observations"].as_array().unwrap().len(),
        3,
        "{around}"
    );
    assert_eq!(around["anchorIndex"], 2, "{around}");
    let replay = client.get("/agentmemory/replay/load?sessionId=ages").ok();
    let events = replay["timeline"]["events"].as_array().unwrap();
    let offsets: Vec<i64> = events
        .iter()
        .map(|e| e["offsetMs"].as_i64().unwrap())
        .collect();
    assert!(offsets.is_sorted() && offsets[0] == 0, "{offsets:?}");
    assert_eq!(
        replay["timeline"]["totalDurationMs"],
        253_402_300_799_999_i64
    );
    client
        .post("/agentmemory/session/end", &json!({ "sessionId": "ages" }))
        .ok();
    client
        .post("/agentmemory/summarize", &json!({ "sessionId": "ages" }))
        .ok();
    let context = json!({ "sessionId": "new", "project": "/code/app" });
    client.post("/agentmemory/context", &context).ok();
    // One of long ago does not stand before one of today because another is of the last day.
    client.observe(&at("late", LAST, "the last"));
    client.observe(&at("today", "2026-01-30T10:00:00Z", "today"));
    let told = client.get("/agentmemory/sessions").ok();
    let ids: Vec<&Value> = told["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| &s["id"])
        .collect();
    assert_eq!(ids, ["late", "today", "ages"]);
    let mut export = client.get("/agentmemory/export").ok();
    let body = json!({ "exportData": export });
    there.post("/agentmemory/import", &body).ok();
    assert_eq!(prompts(&mut there), wanted);
    let mut again = there.get("/agentmemory/export").ok();
    for export in [&mut export, &mut again] {
        export.as_object_mut().unwrap().remove("exportedAt");
    }
    assert_eq!(again, export);
    server.stop();
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    let server = served(&home, &[]);
    assert_eq!(prompts(&mut guest(&server)), wanted);
    server.assert_sound();
}

#[test]
fn moments_nobody_can_keep_are_refused_from_every_call() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for moment in [
        "1969-12-31T23:59:59Z",
        "10000-01-01T00:00:00Z",
        "+010000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-01:00",
        "-000001-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-01-30T25:00:00Z",
        "1738231200000",
        "soon",
    ] {
        let fault = client
            .post("/agentmemory/observe", &at("s", moment, "x"))
            .refused(400, "bad_time");
        let said = fault["error"].as_str().unwrap();
        assert!(said.contains("between 1970 and 9999"), "{moment}: {said}");
        let session = json!({ "id": "s", "project": "p", "startedAt": moment });
        let seen = json!({ "id": "obs_1_000000000000", "timestamp": moment, "hookType": "stop" });
        let memory = json!({ "id": "mem_1_000000000000", "content": "x", "createdAt": moment });
        let lesson = json!({ "content": "x", "createdAt": moment });
        for document in [
            json!({ "sessions": [session] }),
            json!({ "observations": { "s": [seen] } }),
            json!({ "memories": [memory] }),
            json!({ "sessions": [], "lessons": [lesson] }),
        ] {
            let import = json!({ "exportData": document });
            let reply = client.post("/agentmemory/import", &import);
            let fault = reply.refused(400, "bad_time");
            let said = fault["error"].as_str().unwrap();
            assert!(said.contains("between 1970 and 9999"), "{document}: {said}");
        }
    }
    let export = client.get("/agentmemory/export").ok();
    for list in ["sessions", "memories"] {
        assert_eq!(export[list], json!([]), "{export}");
    }
    assert_eq!(export["lessons"], Value::Null, "{export}");
}
