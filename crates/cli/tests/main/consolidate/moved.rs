//! What was made of several is made of them in a copy, too.

use serde_json::{Value, json};

use super::{ONE, SAME, consolidate, derived, twins};
use crate::support::{Client, Home, Server};

struct Store {
    home: Home,
    server: Server,
}

impl Store {
    fn new() -> Self {
        let home = Home::new();
        let server = Server::start(&home);
        Self { home, server }
    }

    fn owner(&self) -> Client {
        self.server.owner()
    }

    fn exported(&self, more: &[&str]) -> String {
        let name = format!("all{}.json", more.concat());
        let file = self.home.path().join(name).to_str().unwrap().to_owned();
        let args: Vec<&str> = ["export", "-o", &file]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        self.home.run(&args).ok();
        file
    }

    fn imported(&self, file: &str) -> [u64; 3] {
        let told = self.home.json(&["import", file, "--json"]);
        ["memories", "known_already", "forgotten"].map(|name| told[name].as_u64().unwrap())
    }

    fn assert_clean(self) {
        self.server.stop();
        assert_eq!(self.home.run(&["verify"]).code, 0);
    }
}

fn lineage(client: &mut Client, id: &str) -> Value {
    let seen = client.inspect(id);
    let told = [
        "derived_from",
        "superseded_by",
        "status",
        "archived",
        "version",
    ];
    json!(told.map(|name| seen[name].clone()))
}

#[test]
fn g_090_a_copy_knows_what_was_made_of_what_and_forgets_it_together() {
    let store = Store::new();
    let mut owner = store.owner();
    let [first, second] = twins(&mut owner);
    let made = derived(&consolidate(&mut owner, &json!({})));
    let all = [&first, &second, &made];
    let there = all.map(|id| lineage(&mut owner, id));
    for lines in [&[][..], &["--lines"]] {
        let copy = Store::new();
        let file = store.exported(lines);
        assert_eq!(copy.imported(&file), [3, 0, 0], "{lines:?}");
        assert_eq!(copy.imported(&file), [0, 3, 0], "a second time: nothing");
        let mut copied = copy.owner();
        assert_eq!(all.map(|id| lineage(&mut copied, id)), there, "{lines:?}");
        assert_eq!(copied.ask("approval").len(), 1, "one is believed");
        assert_eq!(copied.forget(&json!({ "ids": [first] })), 2);
        for gone in [&first, &made] {
            copied
                .get(&format!("/v1/inspect/{gone}"))
                .refused(404, "no_such_memory");
        }
        assert_eq!(copied.ask("approval"), [SAME], "the other stays");
        copy.assert_clean();
    }
}

#[test]
fn what_was_made_of_something_forgotten_does_not_come() {
    let store = Store::new();
    let mut owner = store.owner();
    let ids = twins(&mut owner);
    let made = derived(&consolidate(&mut owner, &json!({})));
    // Words that it does not have itself.
    let said = owner.inspect(&made)["content"].clone();
    let (n, other) = match said == ONE {
        true => (1, SAME),
        false => (0, ONE),
    };
    let file = store.exported(&[]);
    let copy = Store::new();
    let mut copied = copy.owner();
    let forgotten = copied.remember(other);
    copied.forget(&json!({ "id": forgotten }));
    assert_eq!(copy.imported(&file), [1, 0, 2], "the other one alone");
    for id in [&ids[n], &made] {
        copied
            .get(&format!("/v1/inspect/{id}"))
            .refused(404, "no_such_memory");
    }
    let left = [SAME, ONE][n];
    assert_eq!(copied.ask("approval"), [left], "nobody forgot this one");
    assert_eq!(copy.imported(&file), [0, 1, 2], "a second time: nothing");
    assert_eq!(copied.ask("approval"), [left]);
    copy.assert_clean();
}

#[test]
fn a_newer_export_brings_what_became_of_memories_and_an_older_one_takes_nothing_back() {
    let store = Store::new();
    let mut owner = store.owner();
    let told = [
        "The ferry is red.",
        "The pier has lamps.",
        "The gate is shut.",
    ];
    let [red, pier, gate] = told.map(|text| owner.remember(text));
    let old = store.exported(&[]);
    let copy = Store::new();
    assert_eq!(copy.imported(&old), [3, 0, 0]);
    let blue = owner.remember("The ferry is blue.");
    store.home.run(&["supersede", &red, &blue]).ok();
    for (id, action) in [(&pier, "reject"), (&gate, "confirm")] {
        let body = json!({ "id": id, "action": action });
        owner.post("/v1/feedback", &body).ok();
    }
    let new = store.exported(&["--lines"]);
    let mut copied = copy.owner();
    assert_eq!(copy.imported(&new), [3, 1, 0], "one new, two changed");
    let seen = copied.inspect(&red);
    assert_eq!(
        (&seen["status"], &seen["superseded_by"]),
        (&json!("stale"), &json!(blue))
    );
    let seen = copied.inspect(&pier);
    assert_eq!(
        (&seen["status"], &seen["reject_count"]),
        (&owner.inspect(&pier)["status"], &json!(1))
    );
    for file in [&new, &old] {
        let [taken, ..] = copy.imported(file);
        assert_eq!(taken, 0, "nothing new in {file}");
    }
    assert_eq!(copied.inspect(&red)["status"], "stale");
    copy.assert_clean();
}

#[test]
fn what_is_believed_in_a_copy_stays_so_though_what_was_made_of_it_is_left_out() {
    let store = Store::new();
    let mut owner = store.owner();
    let [first, second] = twins(&mut owner);
    let old = store.exported(&[]);
    let copy = Store::new();
    copy.imported(&old);
    let made = derived(&consolidate(&mut owner, &json!({})));
    let new = store.exported(&["--lines"]);
    let mut copied = copy.owner();
    assert_eq!(copied.forget(&json!({ "ids": [first] })), 1);
    copy.imported(&new);
    assert_eq!(copied.ask("approval"), [SAME]);
    let history = store.home.path().join("history.json");
    let history = history.to_str().unwrap();
    store
        .home
        .run(&["history", "export", &second, "-o", history])
        .ok();
    let third = Store::new();
    let mut others = third.owner();
    let forgotten = others.remember(ONE);
    others.forget(&json!({ "id": forgotten }));
    third.home.run(&["history", "replay", history]).ok();
    assert_eq!(others.ask("approval"), [SAME], "believed anew");
    let gone = others.get(&format!("/v1/inspect/{made}"));
    gone.refused(404, "no_such_memory");
    copy.assert_clean();
    third.assert_clean();
}

/// The sources were in another file, and came later.
#[test]
fn what_came_before_its_sources_is_tied_to_them_when_they_come() {
    let store = Store::new();
    let mut owner = store.owner();
    let [first, _] = twins(&mut owner);
    let made = derived(&consolidate(&mut owner, &json!({})));
    let believed = store.home.path().join("believed.json");
    let part = owner.get("/v1/export").text;
    std::fs::write(&believed, part).unwrap();
    let whole = store.exported(&[]);
    let copy = Store::new();
    assert_eq!(copy.imported(believed.to_str().unwrap()), [1, 0, 0]);
    let mut copied = copy.owner();
    assert_eq!(copied.inspect(&made)["derived_from"], json!([]));
    assert_eq!(copy.imported(&whole), [3, 0, 0], "two new, one tied");
    assert_eq!(lineage(&mut copied, &made), lineage(&mut owner, &made));
    copy.home.run(&["rebuild"]).ok();
    assert_eq!(copied.forget(&json!({ "ids": [first] })), 2);
    assert_eq!(copied.ask("approval"), [SAME], "the other is believed anew");
    copy.assert_clean();
}

#[test]
fn whoever_forgets_is_told_what_else_goes() {
    let store = Store::new();
    let mut owner = store.owner();
    let [first, _] = twins(&mut owner);
    let made = derived(&consolidate(&mut owner, &json!({})));
    let preview = store.home.run(&["forget", &first, "--dry-run"]).ok();
    assert!(preview.contains(&made), "{preview}");
    let wish = json!({ "ids": [first] }).to_string();
    let done = owner
        .send("DELETE", "/v1/forget/certified", wish.as_bytes())
        .ok();
    let mut gone = done["certificate"]["deleted_ids"].clone();
    gone.as_array_mut().unwrap().sort_by_key(Value::to_string);
    let mut both = json!([first, made]);
    both.as_array_mut().unwrap().sort_by_key(Value::to_string);
    assert_eq!(gone, both, "{done}");
}
