//! `--namespace`: whoever owns the machine works in any namespace, and only they.

use serde_json::json;

use super::both_ways;
use crate::support::{Client, Home, Server};

const TEAM: [&str; 2] = ["--namespace", "team"];

fn team<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [args, &TEAM[..]].concat()
}

/// A fact and an event in `team`, and one fact in `default`. The id of the team's fact.
fn fill(home: &Home) -> String {
    home.run(&["remember", "The mill is ours."]).ok();
    let stored = home.json(&team(&["remember", "The mill is theirs.", "--json"]));
    let lines = br#"{"id":"e1","session":"s","text":"The miller left."}"#;
    home.run_with(&team(&["import", "-"]), lines).ok();
    stored["id"].as_str().unwrap().to_owned()
}

#[test]
fn every_command_reads_and_writes_where_it_is_told() {
    both_ways(|home| {
        let id = fill(home);
        let found = home.run(&team(&["recall", "mill"])).ok();
        assert!(
            found.contains("theirs") && !found.contains("ours."),
            "{found}"
        );
        assert!(!home.run(&["recall", "mill"]).ok().contains("theirs"));
        let listed = home.json(&team(&["list", "--json"]));
        assert_eq!(
            (&listed["namespace"], &listed["count"]),
            (&json!("team"), &json!(1))
        );
        assert!(
            home.run(&team(&["events"]))
                .ok()
                .contains("The miller left.")
        );
        assert_eq!(home.run(&["events"]).ok(), "nothing happened there\n");
        assert_eq!(home.json(&team(&["inspect", &id]))["namespace"], "team");
        assert_eq!(home.json(&["inspect", &id])["namespace"], "team");
        let export = home.json(&team(&["export", "--events"]));
        assert_eq!(
            (&export["namespace"], &export["count"]),
            (&json!("team"), &json!(1))
        );
        let other = home.json(&team(&["remember", "The mill burnt down.", "--json"]));
        home.run(&["supersede", &id, &id]).refused(2, "bad_request");
        let other = other["id"].as_str().unwrap();
        home.run(&["supersede", &id, other])
            .refused(3, "no_such_memory");
        home.run(&team(&["supersede", &id, other])).ok();
        home.run(&["forget", &id, "--yes"])
            .refused(3, "no_such_memory");
        home.run(&team(&["forget", &id, "--yes"])).ok();
        let by_question = team(&["forget", "--query", "burnt", "--yes", "--json"]);
        assert_eq!(home.json(&by_question)["deleted"], 1);
        assert_eq!(
            home.json(&["list", "--json"])["count"],
            1,
            "default is whole"
        );
        home.run(&["verify"]).ok();
    });
}

#[test]
fn acts_are_noted_where_they_were_done() {
    both_ways(|home| {
        fill(home);
        home.run(&team(&["recall", "mill"])).ok();
        let actions = |args: &[&str]| {
            let audit = home.json(args);
            let entries = audit["entries"].as_array().unwrap().clone();
            let action = |e: &serde_json::Value| e["action"].as_str().unwrap().to_owned();
            entries.iter().map(action).collect::<Vec<_>>()
        };
        assert_eq!(
            actions(&team(&["audit", "--json"])),
            ["recall", "record", "store"]
        );
        let ours = ["audit", "--json", "--namespace", "default"];
        assert_eq!(actions(&ours), ["store", "key_new"]);
        assert_eq!(actions(&["audit", "--json"]).len(), 5, "all of them");
        assert!(home.run(&["audit"]).ok().contains("by local in team"));
    });
}

#[test]
fn a_namespace_that_is_not_there_is_told_and_not_made_by_reading() {
    both_ways(|home| {
        home.run(&["remember", "The mill is ours."]).ok();
        for args in [
            &["recall", "mill"][..],
            &["list"],
            &["events"],
            &["export"],
            &["inspect", "x"],
            &["forget", "x", "--yes"],
            &["supersede", "x", "y"],
        ] {
            let ran = home.run(&team(args)).refused(3, "[no_such_namespace]");
            assert!(ran.err.contains("`mneme status` lists"), "{ran:?}");
        }
        assert!(!home.run(&["status"]).ok().contains("team"));
        let bad = ["remember", "x", "--namespace", "a b"];
        home.run(&bad).refused(2, "[bad_namespace]");
        for command in ["remember", "recall", "list", "import", "forget", "export"] {
            let help = home.run(&[command, "--help"]).ok();
            assert!(help.contains("--namespace <NAME>"), "{help}");
        }
    });
}

#[test]
fn a_page_says_how_to_go_on_in_the_same_namespace() {
    both_ways(|home| {
        for n in 0..3 {
            home.run(&team(&["remember", &format!("Fact {n}.")])).ok();
        }
        let page = home.run(&team(&["list", "-n", "2"])).ok();
        let more = page.lines().last().unwrap();
        let more = more.strip_prefix("more: mneme ").unwrap();
        let args: Vec<&str> = more.split(' ').collect();
        assert!(home.run(&args).ok().contains("Fact 2."), "{more}");
    });
}

#[test]
fn lines_that_name_their_namespace_go_there() {
    both_ways(|home| {
        let lines = r#"{"content":"One.","namespace":"a"}
{"content":"Two."}
{"content":"Three.","namespace":"b"}
{"content":"Four.","namespace":"a"}
"#;
        home.run_with(&["import", "-"], lines.as_bytes()).ok();
        let count = |name: &str| {
            let listed = home.json(&["list", "--json", "--namespace", name]);
            listed["count"].as_u64().unwrap()
        };
        assert_eq!([count("a"), count("b"), count("default")], [2, 1, 1]);
        home.run_with(&team(&["import", "-"]), lines.as_bytes())
            .ok();
        assert_eq!([count("team"), count("a")], [4, 2], "the flag wins");
    });
}

#[test]
fn a_key_stays_in_its_own_namespace_all_the_same() {
    let home = Home::new();
    let server = Server::start(&home);
    fill(&home);
    let mut owner = server.owner();
    owner
        .get("/v1/memories?namespace=team")
        .refused(403, "foreign_namespace");
    let theirs = json!({ "memories": [{ "content": "b", "namespace": "team" }] });
    owner
        .post("/v1/store/batch", &theirs)
        .refused(403, "foreign_namespace");
    let mut admin = Client::new(server.http(), Some(&server.key("team", "admin")));
    assert_eq!(admin.count(), (1, 1));
}
