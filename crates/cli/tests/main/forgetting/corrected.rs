//! What somebody corrected, or put another memory in the place of, does not come back by itself.

use serde_json::{Value, json};

use super::{assert_clean, quick};
use crate::support::{Client, Home};

const OLD: &str = "The ferry leaves at nine.";
const NEW: &str = "The ferry leaves at ten.";

fn superseded(client: &mut Client) -> String {
    let (old, new) = (client.remember(OLD), client.remember(NEW));
    let said = json!({ "id": old, "action": "supersede", "superseded_by": new });
    client.post("/v1/feedback", &said).ok();
    old
}

fn reworded(client: &mut Client) -> String {
    let id = client.remember(OLD);
    client.update(&id, NEW);
    id
}

fn imported(home: &Home) -> Value {
    let line = json!({ "content": OLD }).to_string();
    home.run_with(&["import", "-", "--json"], line.as_bytes())
        .json()
}

#[test]
fn a_machine_does_not_bring_back_what_was_superseded_or_reworded() {
    for correct in [superseded, reworded] {
        let (home, server) = quick("");
        let mut client = server.owner();
        let id = correct(&mut client);
        let count = client.count();
        for round in ["at once", "after a rebuild"] {
            let told = imported(&home);
            assert_eq!(told["memories"], 0, "{round}: {told}");
            assert_eq!(told["known_already"], 1, "{round}: {told}");
            let batch = json!({ "imported": true, "memories": [{ "content": OLD }] });
            let told = client.post("/v1/store/batch", &batch).ok();
            let one = &told["stored"][0];
            assert_eq!(
                (&one["id"], &one["duplicate"]),
                (&json!(id), &json!(true)),
                "{told}"
            );
            assert_eq!(client.count(), count, "{round}");
            assert_eq!(client.ask("ferry leaves"), [NEW], "{round}");
            assert_clean(&home);
            home.run(&["rebuild"]).ok();
        }
    }
}

#[test]
fn somebody_who_tells_it_again_on_purpose_is_believed() {
    for correct in [superseded, reworded] {
        let (home, server) = quick("");
        let mut client = server.owner();
        let id = correct(&mut client);
        let again = client.post("/v1/store", &json!({ "content": OLD })).ok();
        assert_ne!(again["id"], json!(id));
        assert_eq!(
            imported(&home)["known_already"],
            1,
            "it is known as that one"
        );
        assert!(client.ask("ferry leaves nine").contains(&OLD.to_owned()));
    }
}

#[test]
fn former_words_go_with_the_memory() {
    let (home, server) = quick("");
    let mut client = server.owner();
    let id = reworded(&mut client);
    assert_eq!(client.forget(&json!({ "id": id })), 1);
    assert_clean(&home);
    let told = imported(&home);
    assert_eq!(told["forgotten"], 1, "{told}");
}
