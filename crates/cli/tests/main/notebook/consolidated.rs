//! What many observations come to without a model, and what becomes of it.

use super::sweeps::work;
use super::*;

#[test]
fn without_a_model_what_belongs_together_is_told_once() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for session in ["one", "two", "three", "four", "five"] {
        let prompt = "We decided to keep the furnace warm in each room.";
        client.observe(&told(session, "prompt_submit", json!({ "prompt": prompt })));
        work(
            &mut client,
            session,
            "src/furnace/heat.go",
            "warmer by two degrees",
        );
        work(&mut client, session, "docs/ledger/book.md", "costs added");
        client
            .post("/agentmemory/summarize", &json!({ "sessionId": session }))
            .ok();
    }
    let done = client
        .post("/agentmemory/consolidate", &json!({ "minObservations": 3 }))
        .ok();
    assert_eq!(
        (&done["consolidated"], &done["totalObservations"]),
        (&json!(2), &json!(15))
    );
    assert_eq!(done["semantic"]["totalSummaries"], 5);
    assert_eq!(
        done["semantic"]["newFacts"], 1,
        "five sessions settle the same: {done}"
    );
    assert_eq!(
        done["procedural"],
        json!({ "newProcedures": 2, "patternsAnalyzed": 2 })
    );
    let facts = client.get("/agentmemory/semantic").ok();
    assert_eq!(
        facts["items"][0]["sourceSessionIds"]
            .as_array()
            .unwrap()
            .len(),
        5
    );
    let procedures = client.get("/agentmemory/procedural").ok();
    assert_eq!(procedures["items"][0]["frequency"], 5);
    assert!(
        !procedures["items"][0]["steps"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    let insights = client.get("/agentmemory/insights").ok();
    assert_eq!(insights["total"], 2);
    let found = client.post(
        "/agentmemory/search",
        &json!({ "query": "Work on furnace steps" }),
    );
    assert!(
        found
            .ok()
            .to_string()
            .contains("observations in 5 sessions")
    );
    let again = client
        .post("/agentmemory/consolidate", &json!({ "minObservations": 3 }))
        .ok();
    assert_eq!(
        (&again["consolidated"], &again["semantic"]["newFacts"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(again["procedural"]["newProcedures"], 0);
    work(
        &mut client,
        "one",
        "src/furnace/heat.go",
        "the grate was replaced",
    );
    let more = client
        .post("/agentmemory/consolidate", &json!({ "minObservations": 3 }))
        .ok();
    assert_eq!(
        more["consolidated"], 1,
        "a memory of the same title gives way"
    );
    let latest = client.get("/agentmemory/memories?latest=true").ok();
    assert_eq!(latest["total"], 2, "{latest}");
    client
        .post("/agentmemory/forget", &json!({ "sessionId": "one" }))
        .ok();
    server.stop();
    home.run(&["verify"]).ok();
}

/// Of four sessions that touch the same part two do the same, and the last does most.
#[test]
fn n_060_a_procedure_is_what_several_sessions_did_and_names_them_alone() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for session in ["one", "two"] {
        work(&mut client, session, "src/sluice/gate.go", "opened");
        work(&mut client, session, "src/sluice/gauge.go", "read");
        work(&mut client, session, "docs/tariff/rates.md", "noted");
        let run = json!({ "tool_name": "Bash", "tool_input": { "command": "go test ./..." } });
        client.observe(&told(session, "post_tool_use", run));
    }
    work(&mut client, "three", "src/sluice/rust.go", "scraped");
    for n in 0..12 {
        let file = format!("src/sluice/plank{n}.go");
        work(&mut client, "four", &file, "nailed");
    }
    work(&mut client, "four", "docs/tariff/rates.md", "noted");
    let asked = json!({ "minObservations": 3 });
    let told = |client: &mut Client| {
        client.post("/agentmemory/consolidate", &asked).ok();
        client.get("/agentmemory/procedural").ok()["items"].clone()
    };
    let sluice = |items: &Value| {
        let items = items.as_array().unwrap().iter();
        let mut found = items.filter(|item| item["name"].as_str().unwrap().contains("sluice"));
        found.next().cloned()
    };
    let items = told(&mut client);
    let found = sluice(&items).unwrap_or_else(|| panic!("{items}"));
    let steps = [
        "Edit src/sluice/gate.go",
        "Edit src/sluice/gauge.go",
        "Bash go test ./...",
    ];
    let steps = json!(steps);
    assert_eq!(found["steps"], steps);
    assert_eq!(found["sourceSessionIds"], json!(["one", "two"]));
    assert_eq!(found["frequency"], 2);
    let insights = client.get("/agentmemory/insights").ok().to_string();
    assert!(
        insights.contains("sluice: 17 observations in 4 sessions."),
        "{insights}"
    );
    let gone = json!({ "sessionId": "one" });
    client.post("/agentmemory/forget", &gone).ok();
    let left = client.get("/agentmemory/procedural").ok()["items"].clone();
    assert_eq!(sluice(&left), None, "nobody did it twice: {left}");
    let left = told(&mut client);
    assert_eq!(sluice(&left), None, "nobody did it twice: {left}");
}

/// More summaries than are looked at lie between the first who said it and the last.
#[test]
fn a_fact_goes_with_the_first_who_stood_for_it() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let say = |client: &mut Client, session: &str, prompt: &str| {
        client.observe(&told(session, "prompt_submit", json!({ "prompt": prompt })));
        let asked = json!({ "sessionId": session });
        client.post("/agentmemory/summarize", &asked).ok();
    };
    let decided = "We decided to keep the ledger of invoices in one book.";
    for n in 0..5 {
        say(&mut client, &format!("first{n}"), decided);
    }
    let asked = json!({ "minObservations": 3 });
    client.post("/agentmemory/consolidate", &asked).ok();
    for n in 0..50 {
        say(
            &mut client,
            &format!("other{n}"),
            "Please look at the weather.",
        );
    }
    say(&mut client, "last", decided);
    client.post("/agentmemory/consolidate", &asked).ok();
    let facts = |client: &mut Client| client.get("/agentmemory/semantic").ok()["items"].clone();
    let known = facts(&mut client);
    assert_eq!(
        known[0]["sourceSessionIds"].as_array().unwrap().len(),
        6,
        "{known}"
    );
    let gone = json!({ "sessionId": "first0" });
    client.post("/agentmemory/forget", &gone).ok();
    assert_eq!(facts(&mut client), json!([]));
}

#[test]
fn what_somebody_keeps_is_not_retired_by_what_is_made() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let work_twice = |client: &mut Client, n: usize| {
        for session in ["one", "two"] {
            let file = format!("/Users/ada/app/furnace/part{n}.go");
            work(client, session, &file, "done");
        }
    };
    work_twice(&mut client, 1);
    work_twice(&mut client, 2);
    let asked = json!({ "minObservations": 3 });
    let project = client.get("/agentmemory/sessions").ok()["sessions"][0]["project"].clone();
    let own = json!({ "content": "Work on furnace", "type": "preference", "project": project });
    let own = client.post("/agentmemory/remember", &own).body["memory"]["id"].clone();
    for n in 3..5 {
        client.post("/agentmemory/consolidate", &asked).ok();
        work_twice(&mut client, n);
    }
    client.post("/agentmemory/consolidate", &asked).ok();
    let latest = client.get("/agentmemory/memories?latest=true").ok();
    let latest = latest["memories"].as_array().unwrap();
    assert_eq!(latest.len(), 2, "one kept and one made: {latest:?}");
    assert!(
        latest.iter().any(|memory| memory["id"] == own),
        "{latest:?}"
    );
}

#[test]
fn decisions_that_differ_in_one_word_become_facts_each() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for (n, what) in ["auth", "cart", "mail", "auth", "cart"].iter().enumerate() {
        let session = format!("s{n}");
        let prompt =
            format!("We decided to deploy the {what} service with a rolling restart at night.");
        client.observe(&told(
            &session,
            "prompt_submit",
            json!({ "prompt": prompt }),
        ));
        work(&mut client, &session, "src/deploy/roll.go", "rolled");
        let asked = json!({ "sessionId": session });
        client.post("/agentmemory/summarize", &asked).ok();
    }
    let asked = json!({ "minObservations": 3 });
    let done = client.post("/agentmemory/consolidate", &asked).ok();
    assert_eq!(done["semantic"]["newFacts"], 3, "{done}");
    let facts = client.get("/agentmemory/semantic").ok();
    let facts = facts["items"].as_array().unwrap();
    for (what, sessions) in [("auth", 2), ("cart", 2), ("mail", 1)] {
        let told = |fact: &&Value| fact["fact"].as_str().unwrap().contains(what);
        let stand = facts.iter().find(told).unwrap()["sourceSessionIds"].clone();
        assert_eq!(
            stand.as_array().unwrap().len(),
            sessions,
            "{what}: {facts:?}"
        );
    }
}

#[test]
fn what_two_projects_did_is_told_of_each_alone_and_in_words() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for (project, session) in [("/code/mill", "m"), ("/code/kiln", "k")] {
        for n in 0..4 {
            let command = format!("make sluice step{n} {}", "--with-many-words ".repeat(40));
            let data = json!({
                "tool_name": "Bash", "tool_output": { "stdout": format!("{project} is done") },
                "tool_input": { "command": command, "file": "sluice/gate.go" },
            });
            let mut told = told(&format!("{session}{}", n % 2), "post_tool_use", data);
            told["project"] = json!(project);
            client.observe(&told);
        }
    }
    client
        .post("/agentmemory/consolidate", &json!({ "minObservations": 3 }))
        .ok();
    let insights = client.get("/agentmemory/insights").ok();
    let insights = insights["insights"].as_array().unwrap();
    let mut projects: Vec<&str> = Vec::new();
    for insight in insights {
        let project = insight["project"].as_str().unwrap_or_default();
        let content = insight["content"].as_str().unwrap();
        let other = if project == "/code/mill" {
            "kiln"
        } else {
            "mill"
        };
        assert!(!content.contains(other), "{insight}");
        assert!(!content.contains(['{', '}']), "{content}");
        projects.push(project);
    }
    projects.sort_unstable();
    assert_eq!(projects, ["/code/kiln", "/code/mill"], "{insights:?}");
    let procedures = client.get("/agentmemory/procedural").ok();
    assert_eq!(procedures["total"], 2, "{procedures}");
}
