//! `GET /v1/memories`.

use serde_json::{Value, json};

use crate::support::{Client, query, shared};

fn contents(listed: &Value) -> Vec<&str> {
    let memories = listed["memories"].as_array().unwrap();
    memories
        .iter()
        .map(|m| m["content"].as_str().unwrap())
        .collect()
}

fn filled(namespace: &str) -> Client {
    let mut client = shared().room(namespace);
    for n in 0..12 {
        let agent = ["planner", "coder", "critic"][n % 3];
        let session = ["monday", "tuesday"][n % 2];
        let content = format!("Note {n} of {agent}.");
        client.store(&json!({ "content": content, "agent": agent, "session": session }));
    }
    client.remember("A note of nobody.");
    client
}

#[test]
fn g_181_the_access_list_filters_by_agent_and_counts_right() {
    let mut client = filled("g181");
    let all = client.get("/v1/memories").ok();
    assert_eq!(
        (&all["namespace"], &all["count"]),
        (&json!("g181"), &json!(13))
    );
    for (agent, count) in [("planner", 4), ("coder", 4), ("critic", 4), ("stranger", 0)] {
        let listed = client.get(&query("/v1/memories", &[("agent", agent)])).ok();
        assert_eq!(
            (&listed["agent"], &listed["count"]),
            (&json!(agent), &json!(count))
        );
        let memories = listed["memories"].as_array().unwrap();
        assert_eq!(memories.len(), count);
        assert!(memories.iter().all(|memory| memory["agent"] == agent));
    }
    let id = all["memories"][0]["id"].as_str().unwrap();
    client.update(id, "Note 0 of planner, corrected.");
    let listed = client.get("/v1/memories?agent=planner").ok();
    assert_eq!(listed["count"], 4, "a new version is no new memory");
    assert_eq!(contents(&listed)[0], "Note 0 of planner, corrected.");
}

#[test]
fn the_list_filters_by_session_and_by_both() {
    let mut client = filled("list-both");
    let listed = client.get("/v1/memories?session=tuesday").ok();
    assert_eq!(
        (&listed["session"], &listed["count"]),
        (&json!("tuesday"), &json!(6))
    );
    let both = client.get("/v1/memories?session=monday&agent=critic").ok();
    assert_eq!(contents(&both), ["Note 2 of critic.", "Note 8 of critic."]);
}

#[test]
fn the_list_comes_in_pages_without_gaps_or_repeats() {
    let mut client = filled("list-pages");
    let all: Vec<String> = contents(&client.get("/v1/memories").ok())
        .into_iter()
        .map(str::to_owned)
        .collect();
    let (mut paged, mut cursor, mut pages) = (Vec::new(), None::<String>, 0);
    loop {
        let mut fields = vec![("limit", "5")];
        fields.extend(cursor.as_deref().map(|cursor| ("cursor", cursor)));
        let page = client.get(&query("/v1/memories", &fields)).ok();
        paged.extend(contents(&page).into_iter().map(str::to_owned));
        pages += 1;
        match page["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    assert_eq!((paged, pages), (all, 3));
}

#[test]
fn a_filtered_list_comes_in_pages_too() {
    let mut client = filled("list-filtered-pages");
    let first = client.get("/v1/memories?agent=coder&limit=3").ok();
    assert_eq!(first["count"], 3);
    let cursor = first["next_cursor"].as_str().unwrap();
    let fields = [("agent", "coder"), ("limit", "3"), ("cursor", cursor)];
    let second = client.get(&query("/v1/memories", &fields)).ok();
    assert_eq!(contents(&second), ["Note 10 of coder."]);
    assert!(second.get("next_cursor").is_none());
}

#[test]
fn a_namespace_nobody_wrote_to_is_empty_not_an_error() {
    let mut client = shared().room("silent");
    assert_eq!(client.get("/v1/memories").ok()["memories"], json!([]));
    assert_eq!(client.get("/v1/events").ok()["events"], json!([]));
    assert_eq!(client.ask("anything"), Vec::<String>::new());
    client
        .get("/v1/inspect/none")
        .refused(404, "no_such_memory");
}

#[test]
fn a_cursor_goes_on_with_its_own_list_only() {
    let (mut client, mut other) = (filled("list-own"), filled("list-own-other"));
    let first = client.get("/v1/memories?limit=3").ok();
    let cursor = first["next_cursor"].as_str().unwrap();
    let own = query("/v1/memories", &[("cursor", cursor)]);
    for field in [("agent", "coder"), ("session", "monday")] {
        let path = query("/v1/memories", &[("cursor", cursor), field]);
        client.get(&path).refused(400, "bad_cursor");
    }
    other.get(&own).refused(400, "bad_cursor");
    shared()
        .room("list-own-silent")
        .get(&own)
        .refused(400, "bad_cursor");
    let events = query("/v1/events", &[("cursor", cursor)]);
    client.get(&events).refused(400, "bad_cursor");
    assert_eq!(client.get(&own).ok()["count"], 10);
}
