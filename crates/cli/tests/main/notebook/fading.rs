//! What goes by itself, and what stays: jobs that are due each second.

use super::lessons::{ago, taken};
use super::sweeps::{EVERY_SECOND, listed, remember};
use super::*;
use crate::support::eventually;

/// Lets every job that is due each second have its turn: one of them lets lessons fade.
fn faded(client: &mut Client, word: &str) {
    let content = format!("Mind the {word}");
    taken(
        client,
        &json!([{ "content": content, "createdAt": ago(21) }]),
    );
    eventually("a lesson to fade", || {
        let told = client.get("/agentmemory/lessons").ok();
        let all = told["lessons"].as_array().unwrap().clone();
        let own = all.iter().find(|lesson| lesson["content"] == content)?;
        (own["confidence"] == 0.35).then_some(())
    });
}

#[test]
fn n_035_where_it_is_switched_off_nothing_goes_by_itself() {
    let jobs = format!("{EVERY_SECOND}lesson-decay = \"* * * * * *\"\n");
    let home = Home::with_settings(&jobs);
    let server = served(&home, &[("AUTO_FORGET_ENABLED", "false")]);
    let mut client = guest(&server);
    let over = remember(&mut client, "a passing thought", Some(0.000_000_01));
    for word in ["gap", "step", "tide"] {
        faded(&mut client, word);
    }
    assert_eq!(listed(&mut client), [over]);
    server.stop();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    eventually("the sweep, where it is switched on", || {
        listed(&mut client).is_empty().then_some(())
    });
}

#[test]
fn n_041_a_lesson_of_three_weeks_fades_by_itself_and_that_is_told() {
    let home = Home::with_settings("[scheduler.jobs]\nlesson-decay = \"* * * * * *\"\n");
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let (now, old) = (ago(0), ago(21));
    taken(
        &mut client,
        &json!([
            { "content": "Mind the ice", "confidence": 0.2, "createdAt": old },
            { "content": "Mind the mud", "confidence": 0.2, "createdAt": old, "reinforcements": 1 },
            { "content": "Mind the wind", "createdAt": now },
        ]),
    );
    faded(&mut client, "gap");
    let known = |client: &mut Client| {
        let told = client.get("/agentmemory/lessons").ok();
        let all = told["lessons"].as_array().unwrap().iter();
        let shown = all.map(|lesson| (lesson["content"].clone(), lesson["confidence"].clone()));
        shown.collect::<Vec<_>>()
    };
    let wanted = [("wind", 0.5), ("gap", 0.35), ("mud", 0.05)];
    let wanted = wanted.map(|(word, sure)| (json!(format!("Mind the {word}")), json!(sure)));
    eventually("the others to fade", || {
        (known(&mut client) == wanted).then_some(())
    });
    let found = client.post("/agentmemory/search", &json!({ "query": "ice" }));
    assert!(!found.ok().to_string().contains("Mind the ice"));
    let told = client
        .get("/agentmemory/audit?operation=lesson_update")
        .ok();
    let entries = told["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2, "one for each that is still there: {told}");
    for entry in entries {
        assert_eq!(entry["details"]["by"], "upkeep", "{told}");
        let target = entry["targetIds"][0].as_str().unwrap();
        assert!(target.starts_with("lsn_"), "{told}");
    }
}
