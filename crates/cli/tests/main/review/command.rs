//! The queue on the command line.

use serde_json::json;

use super::{bring, line};
use crate::support::Home;

fn home() -> Home {
    let home = Home::new();
    let lines = [
        line(
            "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
            "The buoy is red.",
            &json!({ "status": "candidate" }),
        ),
        line(
            "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c",
            "The buoy is green since May.",
            &json!({ "status": "candidate" }),
        ),
    ];
    bring(&home, "test", &lines);
    home
}

/// Five groups of hexadecimal digits, wherever they stand.
fn has_uuid(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_hexdigit() && c != '-');
    words
        .map(|word| word.split('-').map(str::len).collect::<Vec<_>>())
        .any(|groups| groups == [8, 4, 4, 4, 12])
}

#[test]
fn g_193_items_are_reviewed_by_their_place() {
    let home = home();
    let listed = home.run(&["review", "queue", "--namespace", "test"]);
    assert!(
        listed.out.contains("Pending review items: 2"),
        "{}",
        listed.out
    );
    assert!(
        listed.out.contains("[candidate -> confirm]"),
        "{}",
        listed.out
    );
    let place = ["--namespace", "test"];
    let confirm = [&["review", "confirm", "--item", "1"], &place[..]].concat();
    let done = home.run(&confirm);
    assert!(
        done.out
            .contains("Applied confirm to item 1 in namespace test"),
        "{} {}",
        done.out,
        done.err
    );
    let reject = [&["review", "reject", "--item", "1"], &place[..]].concat();
    assert!(home.run(&reject).out.contains("Applied reject to item 1"));
    let left = home.json(&[&["review", "queue", "--json"], &place[..]].concat());
    assert_eq!(left["summary"]["rejected"], 1, "{left}");
    assert_eq!(left["items"][0]["preview"], "The buoy is red.");
    assert_eq!(left["items"][0]["last_review_action"], "reject");
    let beyond = [&["review", "confirm", "--item", "9"], &place[..]].concat();
    let refused = home.run(&beyond);
    assert_eq!(refused.code, 3, "{}", refused.err);
    assert!(
        refused.err.contains("there is no item 9"),
        "{}",
        refused.err
    );
}

#[test]
fn g_193_one_item_takes_the_place_of_another() {
    let home = home();
    let args = ["review", "supersede", "--item", "2", "--with-item", "1"];
    let done = home.run(&[&args[..], &["--namespace", "test"]].concat());
    assert!(
        done.out.contains("Applied supersede to item 2"),
        "{}",
        done.err
    );
    let asked = home.json(&["recall", "buoy", "--namespace", "test", "--json"]);
    let found = asked["memories"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{asked}");
    assert_eq!(
        found[0]["memory"]["content"],
        "The buoy is green since May."
    );
    let id = found[0]["memory"]["id"].as_str().unwrap();
    let seen = home.json(&["inspect", id, "--namespace", "test"]);
    let last = seen["review_events"].as_array().unwrap().last().unwrap();
    assert_eq!(last["via"], "review_cli_supersede_target", "{seen}");
    assert_eq!(last["actor"], "local-review-cli");
}

#[test]
fn g_193_a_key_names_an_item_wherever_it_stands_by_now() {
    let home = home();
    let place = ["--namespace", "test"];
    let queue = home.json(&[&["review", "queue", "--json"], &place[..]].concat());
    let key = |n: usize| queue["items"][n]["review_key"].as_str().unwrap();
    let (green, red) = (key(0), key(1));
    let confirm = [&["review", "confirm", "--key", green], &place[..]].concat();
    let told = home.run(&confirm).ok();
    assert!(
        told.contains(&format!("Applied confirm to {green}")),
        "{told}"
    );
    assert!(told.contains("The buoy is green since May."), "{told}");
    let instead = ["review", "supersede", "--key", red, "--with-key", green];
    home.run(&[&instead[..], &place[..]].concat()).ok();
    let asked = home.json(&["recall", "buoy", "--namespace", "test", "--json"]);
    let found = asked["memories"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{asked}");
    assert_eq!(
        found[0]["memory"]["content"],
        "The buoy is green since May."
    );
    for (wrong, why) in [
        (&["--key", "review:nobody"][..], "nobody"),
        (&["--key", green, "--item", "1"], "cannot be used with"),
        (&[], "were not provided"),
    ] {
        let refused = home.run(&[&["review", "confirm"], wrong, &place[..]].concat());
        assert_ne!(refused.code, 0, "{wrong:?}: {}", refused.out);
        assert!(refused.err.contains(why), "{wrong:?}: {}", refused.err);
    }
}

#[test]
fn g_246_the_listing_shows_no_raw_ids() {
    let home = home();
    let listed = home.run(&["review", "queue", "--namespace", "test"]).out;
    assert!(listed.contains("The buoy is red."), "{listed}");
    assert!(!has_uuid(&listed), "{listed}");
    let shown = home.run(&["review", "queue", "--namespace", "test", "--json"]);
    assert!(has_uuid(&shown.out), "scripts get keys");
}
