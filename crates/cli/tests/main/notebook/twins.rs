//! The same words twice: on a shelf and as a memory, and of agents that are kept apart.

use super::mcp::Agent;
use super::*;
use crate::support::texts;

const SAID: &str = "The Zermatt office closes at noon on Fridays";

/// How many of a list say this.
fn lists(client: &mut Client, list: &str, text: &str) -> usize {
    let told = client.get(&format!("/agentmemory/{list}")).ok();
    let all = told[list].as_array().unwrap().iter();
    let saying = all.filter(|one| one["content"].as_str().unwrap().contains(text));
    saying.count()
}

#[test]
fn a_memory_is_kept_though_a_shelf_says_the_same() {
    let home = Home::new();
    let server = served(&home, &[]);
    let (mut client, mut owner) = (guest(&server), server.owner());
    let slot = json!({ "label": "oncall", "content": "Priya until Friday", "scope": "global" });
    client.post("/agentmemory/slot", &slot);
    let action = client.post("/agentmemory/actions", &json!({ "title": SAID }));
    let action = action.ok()["action"]["id"].as_str().unwrap().to_owned();
    client.post(
        "/agentmemory/lessons",
        &json!({ "content": "Quokkas are never fed" }),
    );
    let words = ["oncall: Priya until Friday", SAID, "Quokkas are never fed"];
    for words in words {
        let told = owner.post("/v1/store", &json!({ "content": words })).ok();
        assert_ne!(told["duplicate"], true, "{words}: {told}");
        let again = owner.post("/v1/store", &json!({ "content": words })).ok();
        assert_eq!(
            (&again["duplicate"], &again["id"]),
            (&json!(true), &told["id"])
        );
    }
    let other = json!({ "label": "oncall", "content": "Tom from Saturday" });
    client.post("/agentmemory/slot/replace", &other).ok();
    let done = json!({ "title": "Buy paper", "status": "completed" });
    client
        .patch(&format!("/agentmemory/actions/{action}"), &done)
        .ok();
    for words in words {
        let found = texts(&owner.recall(&json!({ "query": words })));
        assert_eq!(found[0], words, "{found:?}");
        assert_eq!(lists(&mut client, "memories", words), 1, "{words}");
    }
    server.assert_sound();
}

#[test]
fn agents_kept_apart_may_each_say_the_same() {
    let home = Home::new();
    let server = kept_apart(&home, "b", &[]);
    let theirs = json!({ "content": SAID });
    let theirs = guest(&server).post("/agentmemory/remember", &theirs).body["memory"]["id"].clone();
    server.stop();
    let server = kept_apart(&home, "a", &[]);
    let url = format!("http://{}/mcp?tools=memoryoss", server.notebook());
    let agent = Agent::at(&url, None).unwrap();
    let own = agent.call("memoryoss_store", &json!({ "content": SAID }))["id"].clone();
    assert_ne!(own, theirs, "what is another's is not there");
    let found = agent.call("memoryoss_recall", &json!({ "query": "Zermatt office" }));
    assert_eq!(found[0]["id"], own, "{found}");
    assert_eq!(lists(&mut guest(&server), "memories", SAID), 1);
    server.stop();
    let server = served(&home, &[]);
    let seen = server.owner().inspect(theirs.as_str().unwrap());
    assert_eq!(
        seen["evidence_count"], 1,
        "nobody else vouched for it: {seen}"
    );
    server.assert_sound();
}

#[test]
fn forgotten_by_its_name_a_lesson_is_gone_whoever_put_it_down() {
    let home = Home::new();
    let lesson = json!({ "content": "Never eat a kumquat" });
    let mut names = Vec::new();
    for agent in ["a", "b"] {
        let server = kept_apart(&home, agent, &[]);
        let told = guest(&server).post("/agentmemory/lessons", &lesson);
        names.push(told.body["lesson"]["id"].clone());
        server.stop();
    }
    assert_eq!(names[0], names[1], "it is made of the words");
    let server = served(&home, &[]);
    let mut client = guest(&server);
    assert_eq!(lists(&mut client, "lessons", "kumquat"), 2);
    let wish = json!({ "memoryId": names[0] });
    assert_eq!(client.post("/agentmemory/forget", &wish).ok()["deleted"], 2);
    assert_eq!(lists(&mut client, "lessons", "kumquat"), 0);
    server.assert_sound();
}

#[test]
fn slots_of_agents_that_were_kept_apart_hide_and_mix_nothing() {
    let home = Home::new();
    for agent in ["a", "b"] {
        let server = kept_apart(&home, agent, &[]);
        let slot = json!({ "label": "plan", "content": format!("{agent}'s"), "scope": "global" });
        let made = guest(&server).post("/agentmemory/slot", &slot);
        assert_eq!(made.status, 201, "{}", made.text);
        server.stop();
    }
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let content = |client: &mut Client, more: &str| {
        let slot = client.get(&format!("/agentmemory/slot?label=plan{more}"));
        slot.ok()["slot"]["content"].clone()
    };
    assert_eq!(content(&mut client, "&agentId=a"), "a's");
    assert_eq!(content(&mut client, "&agentId=b"), "b's");
    assert_eq!(content(&mut client, ""), "b's", "the latest of both");
    let line = json!({ "label": "plan", "text": "more" });
    let added = client.post("/agentmemory/slot/append", &line).ok();
    assert_eq!(added["slot"]["content"], "b's\nmore", "{added}");
    assert_eq!(content(&mut client, ""), "b's\nmore");
    server.stop();
    let server = kept_apart(&home, "a", &[]);
    assert_eq!(content(&mut guest(&server), ""), "a's");
}
