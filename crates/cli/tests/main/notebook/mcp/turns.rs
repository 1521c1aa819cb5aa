//! Several at once on a store that nobody serves: each has its turn.

use std::thread;

use super::*;

const EACH: usize = 6;

#[test]
fn agents_and_commands_on_one_store_take_turns_without_a_server() {
    let home = Home::new();
    thread::scope(|scope| {
        for name in ["one", "two"] {
            let home = &home;
            scope.spawn(move || {
                let agent = Agent::starting(home.command(&["mcp"]));
                for n in 0..EACH {
                    let fact = format!("Agent {name} wrote line {n} of its diary");
                    agent.call("remember", &json!({ "content": fact, "project": name }));
                }
            });
        }
        scope.spawn(|| {
            for n in 0..EACH {
                home.run(&["remember", &format!("Somebody typed command {n}")])
                    .ok();
            }
        });
    });
    let listed = home.json(&["list", "--json", "--limit", "100"]);
    let text = listed.to_string();
    for n in 0..EACH {
        assert!(text.contains(&format!("typed command {n}")), "{text}");
        for name in ["one", "two"] {
            let said = format!("Agent {name} wrote line {n}");
            assert!(text.contains(&said), "{said} is not in {text}");
        }
    }
}
