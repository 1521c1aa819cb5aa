//! Long-term memories, their versions and their end.

use super::*;

fn remembered(client: &mut Client, new: &Value) -> Value {
    let reply = client.post("/agentmemory/remember", new);
    assert_eq!(reply.status, 201, "{}", reply.text);
    assert_eq!(reply.body["success"], true);
    reply.body["memory"].clone()
}

fn memories(client: &mut Client, project: &str, latest: &str) -> Vec<Value> {
    let asked = query(
        "/agentmemory/memories",
        &[("project", project), ("latest", latest)],
    );
    client.get(&asked).ok()["memories"]
        .as_array()
        .unwrap()
        .clone()
}

#[test]
fn n_030_a_memory_begins_with_its_first_version() {
    let (project, mut client) = (unique("mem"), guest(timeline()));
    let content = format!("The {project} gate opens at dawn. {}", "word ".repeat(40));
    let memory = remembered(
        &mut client,
        &json!({ "content": content, "project": project, "concepts": ["gate"] }),
    );
    assert!(memory["id"].as_str().unwrap().starts_with("mem_"));
    assert_eq!(
        (&memory["version"], &memory["isLatest"]),
        (&json!(1), &json!(true))
    );
    assert_eq!(memory["title"].as_str().unwrap().chars().count(), 80);
    assert_eq!(
        (&memory["type"], &memory["strength"]),
        (&json!("fact"), &json!(7))
    );
    assert_eq!(
        (&memory["parentId"], &memory["supersedes"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(memory["concepts"], json!(["gate"]));
    assert_eq!(memories(&mut client, &project, "true"), [memory]);
    client
        .post("/agentmemory/remember", &json!({}))
        .refused(400, "bad_request");
}

#[test]
fn n_031_n_033_what_says_nearly_the_same_takes_its_place() {
    let (project, word, mut client) = (unique("near"), unique("zebra"), guest(timeline()));
    let say =
        |hour: &str| format!("The {word} market opens every morning near harbour gate {hour}");
    let old = remembered(
        &mut client,
        &json!({ "content": say("seven"), "project": project }),
    );
    let new = remembered(
        &mut client,
        &json!({ "content": say("eight"), "project": project }),
    );
    assert_eq!(new["version"], 2);
    assert_eq!(
        (&new["parentId"], &new["supersedes"]),
        (&old["id"], &json!([old["id"]]))
    );
    let found = client
        .post("/agentmemory/search", &json!({ "query": word }))
        .ok();
    let found: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["obsId"].clone())
        .collect();
    assert_eq!(found, [new["id"].clone()], "only the newer one is found");
    assert_eq!(memories(&mut client, &project, "true").len(), 1);
    let all = memories(&mut client, &project, "false");
    let latest: Vec<_> = all
        .iter()
        .map(|memory| memory["isLatest"].clone())
        .collect();
    assert_eq!(latest, [json!(true), json!(false)], "newest first");
}

#[test]
fn n_031_what_others_say_in_the_same_words_hides_no_older_version() {
    let (word, mut client) = (unique("okapi"), guest(timeline()));
    let say =
        |hour: &str| format!("The {word} market opens every morning near harbour gate {hour}");
    let project = |n: usize| format!("{word}-{n}");
    for n in 0..25 {
        let new = json!({ "content": say("seven"), "project": project(n) });
        assert_eq!(remembered(&mut client, &new)["version"], 1);
        let lesson = json!({ "content": format!("{} {n}", say("eight")) });
        assert_eq!(client.post("/agentmemory/lessons", &lesson).status, 201);
    }
    for n in [0, 12, 24] {
        let new = json!({ "content": say("eight"), "project": project(n) });
        assert_eq!(remembered(&mut client, &new)["version"], 2, "{n}");
    }
}

#[test]
fn n_031_facts_that_differ_in_who_which_or_whether_stand_side_by_side() {
    let mut client = guest(timeline());
    for (old, new) in [
        (
            "User alice has admin access to the billing dashboard",
            "User bob has admin access to the billing dashboard",
        ),
        (
            "Invoice 1001 was paid late by the customer in Berlin",
            "Invoice 1002 was paid late by the customer in Berlin",
        ),
        (
            "Do deploy the search service on friday afternoons",
            "Do not deploy the search service on friday afternoons",
        ),
        (
            "The db-staging-01 host is drained before every upgrade",
            "The db-staging-02 host is drained before every upgrade",
        ),
    ] {
        let project = unique("two");
        for content in [old, new] {
            let memory = remembered(
                &mut client,
                &json!({ "content": content, "project": project }),
            );
            assert_eq!(memory["version"], 1, "{memory}");
        }
        assert_eq!(memories(&mut client, &project, "true").len(), 2, "{new}");
    }
}

#[test]
fn n_031_the_same_text_takes_its_place_however_short_it_is() {
    let mut client = guest(timeline());
    for (text, other) in [("東京", "大阪"), ("go", "do it"), ("C++", "C#")] {
        let project = unique("short");
        let mut kept = |content: &str| {
            remembered(
                &mut client,
                &json!({ "content": content, "project": project }),
            )
        };
        let first = kept(text);
        let again = kept(&format!(" {text}\n"));
        assert_eq!(
            (&again["version"], &again["parentId"]),
            (&json!(2), &first["id"]),
            "{text}"
        );
        assert_eq!(kept(other)["version"], 1, "{other} is another");
        assert_eq!(memories(&mut client, &project, "true").len(), 2, "{text}");
    }
}

#[test]
fn n_032_exactly_seven_in_ten_are_two_memories() {
    let (project, mut client) = (unique("seven"), guest(timeline()));
    let seven = format!("{project} two2 three four five5 six66 seven");
    let ten = format!("{seven} eight nine9 ten10");
    for content in [seven, ten] {
        let memory = remembered(
            &mut client,
            &json!({ "content": content, "project": project }),
        );
        assert_eq!(memory["version"], 1, "{memory}");
    }
    assert_eq!(memories(&mut client, &project, "true").len(), 2);
}

#[test]
fn n_034_the_same_words_in_two_projects_are_two_memories() {
    let (a, b, mut client) = (unique("pa"), unique("pb"), guest(timeline()));
    let content = format!("Deploy {a} by hand on a quiet evening with coffee");
    for project in [&a, &b] {
        let memory = remembered(
            &mut client,
            &json!({ "content": content, "project": project }),
        );
        assert_eq!(memory["version"], 1);
        assert_eq!(memories(&mut client, project, "true").len(), 1);
    }
}

/// What a search finds.
fn found(client: &mut Client, word: &str) -> Vec<Value> {
    let hits = client.post("/agentmemory/search", &json!({ "query": word }));
    let hits = hits.ok();
    let hits = hits.as_array().unwrap().iter();
    hits.map(|hit| hit["obsId"].clone()).collect()
}

#[test]
fn n_036_a_memory_evolves_by_its_id() {
    let (project, mut client) = (unique("evo"), guest(timeline()));
    let (cat, dog) = (unique("cat"), unique("dog"));
    let old = remembered(
        &mut client,
        &json!({ "content": format!("The {cat} is grey"), "project": project }),
    );
    assert_eq!(found(&mut client, &cat)[0], old["id"]);
    let change = json!({ "memoryId": old["id"], "newContent": format!("The {dog} barks at night"), "newTitle": "On dogs" });
    let told = client.post("/agentmemory/evolve", &change).ok();
    let new = &told["memory"];
    assert_eq!((&new["version"], &new["parentId"]), (&json!(2), &old["id"]));
    assert_eq!(new["title"], "On dogs");
    let both = memories(&mut client, &project, "false");
    let latest = both.iter().map(|memory| &memory["isLatest"]);
    assert_eq!(latest.collect::<Vec<_>>(), [true, false], "{both:?}");
    assert!(found(&mut client, &dog).contains(&new["id"]));
    for word in [&dog, &cat] {
        assert!(!found(&mut client, word).contains(&old["id"]), "{word}");
    }
    let lost = json!({ "memoryId": "mem_none", "newContent": "x" });
    client
        .post("/agentmemory/evolve", &lost)
        .refused(404, "no_such_memory");
    client
        .post("/agentmemory/evolve", &change)
        .refused(409, "already_superseded");
}

#[test]
fn a_memory_some_observations_or_a_session_are_forgotten() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let memory = remembered(
        &mut client,
        &json!({ "content": "The vault code is Quibok" }),
    );
    let one = client.observe(&told(
        "s",
        "prompt_submit",
        json!({ "prompt": "Where is Florbo?" }),
    ));
    client.observe(&told(
        "s",
        "prompt_submit",
        json!({ "prompt": "Who is Glimwax?" }),
    ));
    let forget = |client: &mut Client, wish: Value| {
        client.post("/agentmemory/forget", &wish).ok()["deleted"].clone()
    };
    assert_eq!(forget(&mut client, json!({ "memoryId": memory["id"] })), 1);
    assert_eq!(
        forget(&mut client, json!({ "memoryId": memory["id"] })),
        0,
        "it is gone"
    );
    assert_eq!(forget(&mut client, json!({})), 0, "nothing was named");
    assert_eq!(
        forget(
            &mut client,
            json!({ "sessionId": "s", "observationIds": [one] })
        ),
        1
    );
    assert_eq!(client.observations("s").len(), 1);
    assert_ne!(forget(&mut client, json!({ "sessionId": "s" })), 0);
    for word in ["Quibok", "Florbo", "Glimwax"] {
        let found = client
            .post("/agentmemory/search", &json!({ "query": word }))
            .ok();
        assert_eq!(found, json!([]), "{word}");
    }
    assert_eq!(client.noted_session("s"), None);
    server.kill();
    let server = served(&home, &[]);
    assert_eq!(guest(&server).observations("s"), Vec::<Value>::new());
    home.run(&["verify"]).ok();
}

#[test]
fn a_memory_of_any_door_is_one_of_the_notebook() {
    let (server, word) = (timeline(), unique("lantern"));
    let id = server.owner().remember(&format!("The {word} stays lit."));
    let mut client = guest(server);
    let asked = client.get("/agentmemory/memories?limit=500").ok();
    let all = asked["memories"].as_array().unwrap();
    let found = all.iter().find(|memory| memory["id"] == id).unwrap();
    assert_eq!(found["content"], format!("The {word} stays lit."));
    assert_eq!(
        (&found["type"], &found["isLatest"]),
        (&json!("fact"), &json!(true))
    );
}

#[test]
fn n_037_forgotten_things_are_counted_and_stay_gone() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let ids: Vec<String> = ["Florbo", "Glimwax", "Hobnut"]
        .iter()
        .map(|word| {
            let prompt = json!({ "prompt": format!("Where is {word}?") });
            client.observe(&told("s", "prompt_submit", prompt))
        })
        .collect();
    let lesson = client.post(
        "/agentmemory/lessons",
        &json!({ "content": "Never lose Quibok" }),
    );
    let action = client.post("/agentmemory/actions", &json!({ "title": "Find Zimble" }));
    let memory = remembered(
        &mut client,
        &json!({ "content": "The key is under Yomper" }),
    );
    let forget = |client: &mut Client, wish: Value| {
        client.post("/agentmemory/forget", &wish).ok()["deleted"].clone()
    };
    assert_eq!(forget(&mut client, json!({ "memoryId": memory["id"] })), 1);
    let some = json!({ "sessionId": "s", "observationIds": [ids[0], "obs_none"] });
    assert_eq!(
        forget(&mut client, some),
        1,
        "what is not there does not count"
    );
    assert_eq!(
        forget(&mut client, json!({ "sessionId": "s" })),
        3,
        "two observations and the session"
    );
    assert_eq!(forget(&mut client, json!({ "sessionId": "s" })), 0);
    assert_eq!(
        forget(
            &mut client,
            json!({ "memoryId": lesson.body["lesson"]["id"] })
        ),
        1,
        "a lesson by its name"
    );
    assert_eq!(
        forget(
            &mut client,
            json!({ "memoryId": action.body["action"]["id"] })
        ),
        1,
        "and an action"
    );
    let gone = |client: &mut Client| {
        for word in ["Florbo", "Glimwax", "Hobnut", "Quibok", "Zimble", "Yomper"] {
            let found = client
                .post("/agentmemory/search", &json!({ "query": word }))
                .ok();
            assert_eq!(found, json!([]), "{word}");
        }
        assert_eq!(
            client.get("/agentmemory/lessons").ok()["lessons"],
            json!([])
        );
        assert_eq!(
            client.get("/agentmemory/actions").ok()["actions"],
            json!([])
        );
        let memories = client.get("/agentmemory/memories?latest=false").ok();
        assert_eq!(memories["total"], 0, "{memories}");
        assert_eq!(client.noted_session("s"), None);
    };
    gone(&mut client);
    server.kill();
    let server = served(&home, &[]);
    gone(&mut guest(&server));
    home.run(&["verify"]).ok();
}

#[test]
fn n_038_memories_are_listed_newest_first() {
    let (project, mut client) = (unique("list"), guest(timeline()));
    let say = |n: usize| {
        let said = [
            "spoons lie in a drawer",
            "knives hang above the stove",
            "plates stand behind glass",
        ];
        format!("{project}: {}", said[n % 3])
    };
    for n in [0, 1, 2] {
        remembered(
            &mut client,
            &json!({ "content": say(n), "project": project }),
        );
    }
    let old = memories(&mut client, &project, "true");
    let contents: Vec<String> = old
        .iter()
        .map(|m| m["content"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(contents, [say(2), say(1), say(0)]);
    let change =
        json!({ "memoryId": old[0]["id"], "newContent": "Plates are gone", "project": project });
    client.post("/agentmemory/evolve", &change).ok();
    assert_eq!(
        memories(&mut client, &project, "true").len(),
        3,
        "old versions are hidden"
    );
    assert_eq!(memories(&mut client, &project, "false").len(), 4);
    let asked = query(
        "/agentmemory/memories",
        &[("project", &project), ("limit", "1"), ("latest", "true")],
    );
    let one = client.get(&asked).ok();
    assert_eq!(one["memories"][0]["content"], "Plates are gone");
    assert_eq!(one["memories"].as_array().unwrap().len(), 1);
    client.post(
        "/agentmemory/lessons",
        &json!({ "content": format!("{project} is tidy"), "project": project }),
    );
    assert_eq!(
        memories(&mut client, &project, "false").len(),
        4,
        "a lesson is no memory"
    );
}

/// Two who say the same at one moment leave one memory that is believed.
#[test]
fn near_duplicates_of_one_moment_are_one() {
    let server = timeline();
    for round in 0..5 {
        let project = unique("race");
        let say = |n: usize| {
            let more = ["", " again", " still", " too"][n];
            format!("The {project} ferry leaves the north pier every evening at nine{more}")
        };
        std::thread::scope(|scope| {
            for n in 0..4 {
                let (project, content) = (&project, say(n));
                scope.spawn(move || {
                    let new = json!({ "content": content, "project": project });
                    remembered(&mut guest(server), &new);
                });
            }
        });
        let latest = memories(&mut guest(server), &project, "true");
        assert_eq!(latest.len(), 1, "round {round}: {latest:?}");
        assert_eq!(latest[0]["version"], 4);
    }
}

/// A note that is changed through another door is changed here, and stays so.
#[test]
fn a_note_is_changed_through_any_door() {
    let home = Home::new();
    let server = served(&home, &[]);
    let (mut client, mut owner) = (guest(&server), server.owner());
    client.post(
        "/agentmemory/lessons",
        &json!({ "content": "Sweep the yard", "context": "in autumn" }),
    );
    client.post(
        "/agentmemory/slot",
        &json!({ "label": "yard", "content": "unswept" }),
    );
    let id = |owner: &mut Client, words: &str| {
        let all = owner.get("/v1/memories").ok();
        let all = all["memories"].as_array().unwrap().clone();
        let known = all.iter().find(|memory| memory["content"] == words);
        known.unwrap_or_else(|| panic!("{words} not in {all:?}"))["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let lesson = id(&mut owner, "Sweep the yard (in autumn)");
    owner.update(&lesson, "Rake the yard");
    let slot = id(&mut owner, "yard: unswept");
    owner.update(&slot, "yard: raked");
    let lessons = client.get("/agentmemory/lessons").ok()["lessons"].take();
    assert_eq!(
        (&lessons[0]["content"], &lessons[0]["context"]),
        (&json!("Rake the yard"), &json!(""))
    );
    assert_eq!(
        client.get("/agentmemory/slot?label=yard").ok()["slot"]["content"],
        "raked"
    );
    let grown = json!({ "lessonId": lessons[0]["id"] });
    client.post("/agentmemory/lessons/strengthen", &grown).ok();
    let lessons = client.get("/agentmemory/lessons").ok()["lessons"].take();
    assert_eq!(
        lessons[0]["content"], "Rake the yard",
        "the next write does not undo it"
    );
}
