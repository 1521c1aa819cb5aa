//! What must not be kept is not kept.

use super::*;

fn long() -> String {
    "Zx9".repeat(12)
}

#[test]
fn n_016_a_secret_in_a_string_destroys_nothing_else() {
    let (session, mut client) = (unique("struct"), guest(timeline()));
    let data = json!({
        "tool_name": "Bash", "tool_output": "done",
        "tool_input": { "command": format!("export API_KEY={}", long()), "n": [1, { "deep": true }] },
    });
    client.observe(&told(&session, "post_tool_use", data));
    let seen = &client.observations(&session)[0];
    assert_eq!(seen["toolName"], "Bash");
    let wanted =
        json!({ "command": "export API_KEY=[REDACTED_SECRET]", "n": [1, { "deep": true }] });
    assert_eq!(seen["toolInput"], wanted);
    assert_eq!(seen["toolOutput"], "done");
}

#[test]
fn n_017_a_sensitive_key_hides_its_value() {
    let (session, mut client) = (unique("keys"), guest(timeline()));
    let input = json!({ "password": long(), "nested": { "authToken": "short" }, "max_tokens": 5 });
    let data = json!({ "tool_name": "Login", "tool_input": input });
    client.observe(&told(&session, "post_tool_use", data));
    let seen = &client.observations(&session)[0];
    let hidden = "[REDACTED_SECRET]";
    let wanted = json!({ "password": hidden, "nested": { "authToken": hidden }, "max_tokens": 5 });
    assert_eq!(seen["toolInput"], wanted);
}

#[test]
fn a_secret_is_in_no_file_and_found_by_nobody() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let secret = format!("ghp_{}", "Qk7".repeat(12));
    let data =
        json!({ "prompt": format!("my token is {secret}, <private>Rosebud</private> said") });
    client.observe(&told("s", "prompt_submit", data));
    let seen = client.observations("s");
    assert_eq!(
        seen[0]["userPrompt"],
        "my token is [REDACTED_SECRET], [REDACTED] said"
    );
    let mut owner = server.owner();
    assert_eq!(owner.ask("Rosebud"), Vec::<String>::new());
    let events = owner.get("/v1/events?session=s").ok().to_string();
    assert!(
        !events.contains("Qk7") && !events.contains("Rosebud"),
        "{events}"
    );
    server.stop();
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    assert!(dump.contains("my token is"), "it shows what is kept");
    assert!(!dump.contains("Qk7") && !dump.contains("Rosebud"));
}
