//! A model behind the notebook: asked where it is switched on, done without where it fails.

use std::io::Write;
use std::net::TcpStream;
use std::sync::{Mutex, mpsc};

use super::gemini::Gemini;
use super::*;
use crate::support::eventually;

pub fn with_key<'a>(gemini: &'a Gemini, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut variables = vec![
        ("GEMINI_API_KEY", "hush"),
        ("GEMINI_BASE_URL", &*gemini.base),
    ];
    variables.extend(more);
    variables
}

/// A model that answers whatever it may be asked.
pub fn willing() -> Gemini {
    Gemini::start(|prompt| {
        let told = match prompt {
            p if p.starts_with("Sum up") => json!({
                "title": "The model summed it up", "narrative": "It was about vats.",
                "keyDecisions": ["We keep the vats."], "concepts": ["vats"],
            }),
            p if p.starts_with("Tell this") => json!({
                "narrative": "The agent polished the brass zeppelin.",
                "facts": ["Zeppelins are kept in hangar seven."],
                "concepts": ["zeppelin"], "importance": 8,
            }),
            p if p.starts_with("Find the things") => json!({
                "entities": [{ "name": "Login", "type": "module" }, { "name": "Redis", "type": "store" }],
                "relations": [{ "source": "Login", "target": "Redis", "type": "uses" }],
            }),
            p if p.contains("They speak of: boiler") => json!({
                "title": "How the boiler is fed", "type": "pattern",
                "content": "The boiler is fed by hand.\n1. Open the door",
            }),
            p if p.starts_with("Write one memory") => json!({
                "title": "How the turbine is tuned", "type": "pattern",
                "content": "The turbine is tuned by ear.\n1. Listen\n2. Turn the screw",
            }),
            p if p.contains("Merge what they say into facts") => json!({
                "facts": [{ "fact": "Quokkas guard the staging server.", "confidence": 0.9, "sessions": [1, 2] }],
            }),
            p if p.contains("procedures they show") => json!({
                "procedures": [{ "name": "Tune the turbine", "steps": ["Listen", "Turn the screw"],
                    "triggerCondition": "when it hums", "patterns": [1, 2] }],
            }),
            _ => json!({}),
        };
        (200, told)
    })
}

fn edit(session: &str, file: &str) -> Value {
    let input = json!({ "file_path": file });
    let mut seen = told(
        session,
        "post_tool_use",
        json!({ "tool_name": "Edit", "tool_input": input, "tool_output": "polished" }),
    );
    seen["project"] = json!("/p");
    seen
}

fn search(client: &mut Client, query: &str) -> String {
    let found = client.post("/agentmemory/search", &json!({ "query": query }));
    found.ok().to_string()
}

#[test]
fn either_name_of_the_key_lets_the_model_be_asked() {
    for name in ["GEMINI_API_KEY", "GOOGLE_API_KEY", "OTHER_KEY"] {
        let (home, gemini) = (Home::new(), willing());
        let server = served(
            &home,
            &[
                (name, "hush-hush"),
                ("GEMINI_BASE_URL", &gemini.base),
                ("GEMINI_MODEL", "g-1"),
            ],
        );
        let mut client = guest(&server);
        client.observe(&edit("s", "a.rs"));
        let asked = json!({ "sessionId": "s" });
        let summary = client.post("/agentmemory/summarize", &asked).ok();
        let flags = client.get("/agentmemory/config/flags").ok();
        if name == "OTHER_KEY" {
            assert_eq!((gemini.calls(), &flags["provider"]), (0, &json!("noop")));
            continue;
        }
        assert_eq!(flags["provider"], "llm");
        assert_eq!(summary["summary"]["title"], "The model summed it up");
        assert_eq!(
            summary["summary"]["filesModified"],
            json!(["a.rs"]),
            "counted, not told"
        );
        let (head, body) = &gemini.asked()[0];
        let head = head.to_lowercase();
        assert!(
            head.starts_with("post /v1beta/models/g-1:generatecontent "),
            "{head}"
        );
        assert!(head.contains("x-goog-api-key: hush-hush"), "{head}");
        assert_eq!(
            body["generationConfig"]["responseMimeType"],
            "application/json"
        );
        assert!(!server.errors().contains("hush"), "a key is never logged");
    }
}

#[test]
fn a_model_that_fails_leaves_the_summary_to_the_rules() {
    let (home, gemini) = (Home::new(), Gemini::start(|_| (400, json!({}))));
    let server = served(&home, &with_key(&gemini, &[]));
    let mut client = guest(&server);
    client.observe(&edit("s", "a.rs"));
    let told = client
        .post("/agentmemory/summarize", &json!({ "sessionId": "s" }))
        .ok();
    assert_eq!(told["summary"]["filesModified"], json!(["a.rs"]));
    assert_eq!(gemini.calls(), 1);
}

#[test]
fn a_summary_is_made_though_the_hook_that_asked_for_it_has_left() {
    let (asked, was_asked) = mpsc::channel();
    let (hold, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let gemini = Gemini::start(move |_| {
        asked.send(()).unwrap();
        // Until nobody holds it back any more.
        let _ = held.lock().unwrap().recv();
        let told = json!({ "title": "Told late", "narrative": "It was about vats." });
        (200, told)
    });
    let home = Home::new();
    let server = served(&home, &with_key(&gemini, &[]));
    let mut client = guest(&server);
    client.observe(&edit("s", "a.rs"));
    let body = json!({ "sessionId": "s" }).to_string();
    let request = format!(
        "POST /agentmemory/summarize HTTP/1.0\r\nHost: localhost\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut hook = TcpStream::connect(server.notebook()).unwrap();
    hook.write_all(request.as_bytes()).unwrap();
    was_asked.recv().unwrap();
    drop(hook);
    // The server has looked at its sockets again.
    assert_eq!(client.noted_session("s").unwrap().get("summary"), None);
    drop(hold);
    eventually("the summary nobody waited for", || {
        (client.noted_session("s")?["title"] == "Told late").then_some(())
    });
}

#[test]
fn a_long_session_is_told_in_parts_and_the_parts_together() {
    let (home, gemini) = (Home::new(), willing());
    let server = served(&home, &with_key(&gemini, &[("MAX_OBS_PER_SESSION", "0")]));
    let mut client = guest(&server);
    for n in 0..401 {
        client.observe(&edit("long", &format!("f{n}.rs")));
    }
    client
        .post("/agentmemory/summarize", &json!({ "sessionId": "long" }))
        .ok();
    let asked = gemini.asked();
    let prompts: Vec<&str> = asked
        .iter()
        .map(|(_, body)| body["contents"][0]["parts"][0]["text"].as_str().unwrap())
        .collect();
    let lines = |prompt: &str| prompt.lines().filter(|line| line.contains("Edit:")).count();
    assert_eq!(
        prompts.iter().map(|p| lines(p)).collect::<Vec<_>>(),
        [400, 1, 0]
    );
    assert!(
        prompts[2].starts_with("These are parts of one session"),
        "{}",
        prompts[2]
    );
}

#[test]
fn n_100_with_a_key_alone_nobody_is_asked() {
    let gemini = willing();
    let home = Home::with_settings(
        "[scheduler.jobs]\nconsolidation = \"* * * * * *\"\nauto-forget = \"* * * * * *\"\n",
    );
    let server = served(&home, &with_key(&gemini, &[]));
    let mut client = guest(&server);
    for n in 0..12 {
        client.observe(&edit("s", &format!("src/vats/{n}.rs")));
    }
    swept(&mut client);
    let seen = client.observations("s");
    assert_eq!(
        (&seen[0]["importance"], &seen[0]["facts"]),
        (&json!(5), &json!([]))
    );
    assert_eq!(client.get("/agentmemory/memories").ok()["total"], 0);
    assert_eq!(gemini.calls(), 0);
}

#[test]
fn n_101_a_model_tells_observations_again_and_they_are_found_by_it() {
    let (home, gemini) = (Home::new(), willing());
    let server = served(
        &home,
        &with_key(&gemini, &[("AGENTMEMORY_AUTO_COMPRESS", "true")]),
    );
    let mut client = guest(&server);
    let id = client.observe(&edit("s", "src/a.rs"));
    let seen = eventually("the model to have told it", || {
        let seen = client.observations("s").remove(0);
        (seen["importance"] == 8).then_some(seen)
    });
    assert_eq!(
        seen["facts"],
        json!(["Zeppelins are kept in hangar seven."])
    );
    assert_eq!(seen["concepts"], json!(["zeppelin"]));
    assert_eq!(seen["narrative"], "The agent polished the brass zeppelin.");
    assert_eq!(
        (&seen["toolName"], &seen["files"]),
        (&json!("Edit"), &json!(["src/a.rs"]))
    );
    let asked = json!({ "query": "brass zeppelins hangar" });
    let found = client.post("/agentmemory/search", &asked).ok();
    let hit = json!([
        found[0]["obsId"],
        found[0]["sessionId"],
        found[0]["concepts"]
    ]);
    assert_eq!(hit, json!([id, "s", ["zeppelin"]]), "{found}");
    let same = found.as_array().unwrap().iter();
    assert_eq!(same.filter(|hit| hit["obsId"] == json!(id)).count(), 1);
    let listed = client.get("/agentmemory/memories").ok();
    assert_eq!(
        listed["total"], 0,
        "it is an observation, no memory: {listed}"
    );
    let wish = json!({ "sessionId": "s", "observationIds": [id] });
    client.post("/agentmemory/forget", &wish).ok();
    assert!(!search(&mut client, "brass zeppelins hangar").contains("zeppelin\""));
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn n_101_a_model_that_fails_leaves_the_observation_as_it_was() {
    let (home, gemini) = (Home::new(), Gemini::start(|_| (500, json!({}))));
    let server = served(
        &home,
        &with_key(&gemini, &[("AGENTMEMORY_AUTO_COMPRESS", "true")]),
    );
    let mut client = guest(&server);
    client.observe(&edit("s", "src/a.rs"));
    let before = client.observations("s");
    eventually("the model to be given up", || {
        let given_up = server.errors().contains("going on without a model");
        given_up.then_some(())
    });
    assert_eq!(gemini.calls(), 3, "it was asked again, and not for ever");
    let seen = client.observations("s");
    assert_eq!(seen, before);
    let seen = &seen[0];
    assert_eq!(
        (&seen["importance"], &seen["title"], &seen["confidence"]),
        (&json!(5), &json!("Edit"), &json!(0.3))
    );
    assert_eq!(
        (&seen["facts"], &seen["concepts"]),
        (&json!([]), &json!([]))
    );
    let narrative = seen["narrative"].as_str().unwrap();
    assert!(
        narrative.contains("src/a.rs") && narrative.ends_with(" | polished"),
        "{narrative}"
    );
    assert!(search(&mut client, "polished").contains("src/a.rs"));
    server.assert_sound();
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn n_102_the_graph_grows_only_where_it_is_switched_on() {
    for on in [true, false] {
        let (home, gemini) = (Home::new(), willing());
        let flag = [(
            "GRAPH_EXTRACTION_ENABLED",
            if on { "true" } else { "false" },
        )];
        let server = served(&home, &with_key(&gemini, &flag));
        let mut client = guest(&server);
        let counts = |client: &mut Client| {
            let told = client.get("/agentmemory/graph/stats").ok();
            (told["nodes"].clone(), told["edges"].clone())
        };
        assert_eq!(counts(&mut client), (json!(0), json!(0)));
        client.observe(&edit("s", "src/a.rs"));
        if !on {
            client
                .post("/agentmemory/summarize", &json!({ "sessionId": "s" }))
                .ok();
            assert_eq!(counts(&mut client), (json!(0), json!(0)));
            assert_eq!(gemini.calls(), 1, "the summary alone");
            continue;
        }
        eventually("the graph to grow", || {
            (counts(&mut client) == (json!(2), json!(1))).then_some(())
        });
        assert!(search(&mut client, "what uses Redis").contains("Login uses Redis"));
    }
}

#[test]
fn trifles_of_long_ago_go() {
    let trifle = json!({ "narrative": "Nothing happened.", "importance": 1 });
    let (home, gemini) = (Home::new(), Gemini::start(move |_| (200, trifle.clone())));
    let server = served(
        &home,
        &with_key(&gemini, &[("AGENTMEMORY_AUTO_COMPRESS", "true")]),
    );
    let mut client = guest(&server);
    let mut old = edit("s", "a.rs");
    old["timestamp"] = json!("2020-01-30T10:00:00Z");
    let old = client.observe(&old);
    let mut new = edit("s", "b.rs");
    new["timestamp"] = json!("2099-01-30T10:00:00Z");
    client.observe(&new);
    let evicted = eventually("the model to have told both", || {
        let seen = client.observations("s");
        let told = seen.iter().all(|one| one["importance"] == 1);
        let sweep = json!({ "dryRun": false });
        told.then(|| client.post("/agentmemory/auto-forget", &sweep).ok())
    });
    assert_eq!(evicted["evictedObservations"], json!([old]));
    assert_eq!(client.observations("s").len(), 1);
}

/// A store with enough of everything.
pub fn plenty(client: &mut Client) {
    for session in 0..5 {
        let session = format!("s{session}");
        for n in 0..3 {
            client.observe(&edit(&session, &format!("src/turbine/{n}.go")));
            client.observe(&edit(&session, &format!("src/boiler/{n}.py")));
        }
        client
            .post("/agentmemory/summarize", &json!({ "sessionId": session }))
            .ok();
    }
}

#[test]
fn n_060_a_model_makes_memories_facts_and_procedures_that_are_found() {
    let (home, gemini) = (Home::new(), willing());
    let server = served(&home, &with_key(&gemini, &[]));
    let mut client = guest(&server);
    plenty(&mut client);
    let told = client.post("/agentmemory/consolidate", &json!({})).ok();
    assert_eq!(
        (&told["consolidated"], &told["totalObservations"]),
        (&json!(2), &json!(30))
    );
    assert_eq!(
        told["semantic"],
        json!({ "newFacts": 1, "totalSummaries": 5 })
    );
    let procedural = json!({ "newProcedures": 1, "patternsAnalyzed": 2 });
    assert_eq!(told["procedural"], procedural);
    let procedures = client.get("/agentmemory/procedural").ok();
    assert_eq!(procedures["items"][0]["name"], "Tune the turbine");
    assert!(search(&mut client, "what to do when it hums").contains("Turn the screw"));
    assert!(search(&mut client, "how is the turbine tuned").contains("tuned by ear"));
    assert!(search(&mut client, "quokkas staging").contains("Quokkas guard"));
    let facts = client.get("/agentmemory/semantic").ok();
    assert_eq!(
        (&facts["total"], &facts["items"][0]["confidence"]),
        (&json!(1), &json!(0.9))
    );
    assert_eq!(
        facts["items"][0]["sourceSessionIds"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn n_060_a_model_is_asked_for_ten_memories_at_most() {
    let (home, gemini) = (Home::new(), willing());
    let server = served(&home, &with_key(&gemini, &[]));
    let mut client = guest(&server);
    let rooms = [
        "attic",
        "barns",
        "cellar",
        "dairy",
        "forge",
        "granary",
        "hallway",
        "icehouse",
        "kilns",
        "larder",
        "millhouse",
        "oasthouse",
    ];
    for room in rooms {
        for n in 0..3 {
            client.observe(&edit("s", &format!("src/{room}/{n}.dat")));
        }
    }
    let before = gemini.calls();
    client.post("/agentmemory/consolidate", &json!({})).ok();
    let asked = gemini.asked();
    let prompt = |body: &Value| body["contents"][0]["parts"][0]["text"].to_string();
    let memory = |(_, body): &&(String, Value)| prompt(body).contains("Write one memory");
    assert_eq!(asked[before..].iter().filter(memory).count(), 10);
    assert_eq!(asked.len() - before, 10, "and for nothing else");
}

#[test]
fn n_103_what_is_switched_on_consolidates_by_itself() {
    let gemini = willing();
    let home = Home::with_settings("[scheduler.jobs]\nconsolidation = \"* * * * * *\"\n");
    let server = served(
        &home,
        &with_key(&gemini, &[("CONSOLIDATION_ENABLED", "true")]),
    );
    let mut client = guest(&server);
    plenty(&mut client);
    let made = eventually("a memory nobody asked for", || {
        let listed = client.get("/agentmemory/memories").ok();
        let all = listed["memories"].as_array().unwrap().clone();
        all.into_iter()
            .find(|memory| memory["title"] == "How the turbine is tuned")
    });
    assert_eq!(made["type"], "pattern");
}

/// Waits until every job that is due each second has been so twice since now: what has outlived
/// its time is gone again.
fn swept(client: &mut Client) {
    for n in 0..2 {
        let passing = json!({ "content": format!("passing thought {n}"), "ttlDays": 0.000_001 });
        assert_eq!(client.post("/agentmemory/remember", &passing).status, 201);
        eventually("a sweep", || {
            let listed = client.get("/agentmemory/memories").ok();
            (listed["total"] == 0).then_some(())
        });
    }
}
