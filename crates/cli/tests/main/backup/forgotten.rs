//! What was forgotten after a backup was made does not come back with it.

use super::{back_up, text};
use crate::support::Home;

const WORD: &str = "tyrannosaurus";

fn dump(home: &Home) -> String {
    home.run(&["debug", "dump", "--plain"]).ok().to_lowercase()
}

#[test]
fn a_restore_forgets_again_what_was_forgotten_since() {
    let home = Home::new();
    let told = format!("The {WORD} lives in the basement.");
    home.run(&["remember", &told]).ok();
    home.run(&["remember", "The stairs creak."]).ok();
    let event = format!(r#"{{"session": "s", "text": "Feed the {WORD} at nine."}}"#);
    home.run_with(&["import", "-"], event.as_bytes()).ok();
    let kept = home.json(&["remember", "The lift is out of order.", "--json"]);
    let id = kept["id"].as_str().unwrap();
    let file = back_up(&home, &[]);
    assert!(dump(&home).contains(WORD), "the search is blind");
    home.run(&["forget", "--query", WORD, "-n", "5", "--yes"])
        .ok();
    // Told again on purpose, and forgotten again: the last word counts.
    home.run(&["forget", id, "--yes"]).ok();
    home.run(&["remember", "The lift is out of order."]).ok();
    assert!(!dump(&home).contains(WORD));
    let restored = home.json(&["restore", text(&file), "--force", "--json"]);
    assert_eq!(restored["forgotten_again"], 2, "{restored}");
    assert!(!dump(&home).contains(WORD));
    home.run(&["verify"]).ok();
    let found = home
        .json(&["recall", "stairs lift basement nine", "--json"])
        .to_string();
    assert!(found.contains("creak") && found.contains("out of order"));
    assert!(!found.contains(WORD), "{found}");
    for line in [event.clone(), event.replace("\"s\"", "\"another\"")] {
        let again = home
            .run_with(&["import", "-", "--json"], line.as_bytes())
            .json();
        assert_eq!(
            (&again["events"], &again["forgotten"]),
            (&0.into(), &1.into()),
            "{again}"
        );
    }
    home.run(&["rebuild"]).ok();
    assert!(!dump(&home).contains(WORD));
}
