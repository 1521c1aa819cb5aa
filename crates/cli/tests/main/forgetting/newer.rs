//! A newer export over an older copy.

use serde_json::json;

use super::{assert_clean, quick};
use crate::support::{Home, rows};

fn exported(home: &Home, name: &str) -> String {
    let file = home.path().join(name).to_str().unwrap().to_owned();
    home.run(&["export", "-o", &file]).ok();
    file
}

/// What an import says of a file: taken in, known already, left out as forgotten.
fn imported(home: &Home, file: &str) -> [u64; 3] {
    let told = home.json(&["import", file, "--json"]);
    ["memories", "known_already", "forgotten"].map(|name| told[name].as_u64().unwrap())
}

fn versions(home: &Home) -> Vec<String> {
    rows(home, "SELECT version FROM memory_versions ORDER BY 1")
}

#[test]
fn what_was_written_since_comes_as_the_next_version_and_nothing_goes_back() {
    let (home, server) = quick("");
    let mut owner = server.owner();
    let id = owner.store(&json!({ "content": "The harbour master is Ingrid.", "tags": ["port"] }));
    owner.remember("The pier has seven lamps.");
    let old = exported(&home, "old.json");
    let (copy_home, copy) = quick("");
    assert_eq!(imported(&copy_home, &old), [2, 0, 0]);
    owner.update(&id, "The harbour master is Olga.");
    owner.update(&id, "The harbour master is Petra.");
    let new = exported(&home, "new.json");

    let mut copied = copy.owner();
    assert_eq!(imported(&copy_home, &new), [1, 1, 0]);
    let seen = copied.inspect(&id);
    assert_eq!(
        (&seen["content"], &seen["version"], &seen["tags"]),
        (
            &json!("The harbour master is Petra."),
            &json!(3),
            &json!(["port"])
        )
    );
    assert_eq!(seen["updated_at"], owner.inspect(&id)["updated_at"]);
    assert_eq!(versions(&copy_home), ["1", "1", "3"], "the first stays");
    for file in [&new, &old] {
        assert_eq!(imported(&copy_home, file), [0, 2, 0], "nothing new");
    }
    assert_eq!(copied.inspect(&id)["version"], 3);
    assert_clean(&copy_home);
}

#[test]
fn what_was_written_here_meanwhile_stays_and_what_was_forgotten_too() {
    let (home, server) = quick("");
    let mut owner = server.owner();
    let id = owner.remember("The harbour master is Ingrid.");
    let old = exported(&home, "old.json");
    owner.update(&id, "The harbour master is Olga.");
    owner.update(&id, "The harbour master is Petra.");
    let new = exported(&home, "new.json");

    let (copy_home, copy) = quick("");
    imported(&copy_home, &old);
    copy.owner().update(&id, "The harbour master is Bela.");
    assert_eq!(
        imported(&copy_home, &new),
        [0, 1, 0],
        "written before it, whatever it counts"
    );
    assert_eq!(
        copy.owner().inspect(&id)["content"],
        "The harbour master is Bela."
    );

    let (third_home, third) = quick("");
    imported(&third_home, &old);
    let mut third = third.owner();
    let told = third.remember("The harbour master is Petra.");
    third.forget(&json!({ "id": told }));
    assert_eq!(imported(&third_home, &new), [0, 0, 1]);
    assert_eq!(
        third.inspect(&id)["content"],
        "The harbour master is Ingrid."
    );
}
