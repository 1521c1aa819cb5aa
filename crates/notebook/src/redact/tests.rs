use serde_json::json;

use super::*;

fn run(of: char, length: usize) -> String {
    std::iter::repeat_n(of, length).collect()
}

#[test]
fn what_stands_for_a_secret_is_known_however_it_is_repeated() {
    for mark in [
        PRIVATE,
        SECRET,
        "[redacted_secret]",
        "REDACTED_SECRET",
        "redacted secret",
        "key [REDACTED_SECRET]",
    ] {
        assert!(is_mark(mark), "{mark}");
    }
    for word in ["redaction", "secret", "redact", "auth", ""] {
        assert!(!is_mark(word), "{word}");
    }
}

#[test]
fn structure_survives() {
    let long = run('k', 32);
    let told = value(json!({
        "tool_name": "Bash",
        "tool_input": { "command": format!("export API_KEY={long}\necho done") },
        "n": 3, "none": null, "list": [true, format!("sk-{long}")],
    }));
    assert_eq!(
        told,
        json!({
            "tool_name": "Bash",
            "tool_input": { "command": "export API_KEY=[REDACTED_SECRET]\necho done" },
            "n": 3, "none": null, "list": [true, SECRET],
        })
    );
}

#[test]
fn what_stands_under_a_telling_key_goes() {
    let told = value(json!({
        "password": "hunter2", "pin": { "secret": 48151623 },
        "nested": { "authToken": ["a", { "x": "b" }], "tokens": 12, "author": "Ann" },
        "api_key": "",
    }));
    assert_eq!(
        told,
        json!({
            "password": SECRET, "pin": { "secret": SECRET },
            "nested": { "authToken": [SECRET, { "x": SECRET }], "tokens": 12, "author": "Ann" },
            "api_key": "",
        })
    );
}

#[test]
fn headers_are_hidden_however_they_are_listed() {
    let told = value(json!({
        "headers": ["Authorization: Bearer x", "authorization: bearer abc123", "Accept: */*"],
        "pairs": [["authorization", "y"], ["accept", "z"]],
        "har": [{ "name": "Authorization", "value": "y" }, { "name": "accept", "value": "z" }],
        "env": [{ "Value": "y", "Name": "DB_PASSWORD" }, { "key": "api_keys", "value": ["y"] }],
        "bearer": "y", "concepts": ["auth", "login"], "grid": [["a", 1], ["b", 2]],
    }));
    assert_eq!(
        told,
        json!({
            "headers": [format!("Authorization: Bearer {SECRET}"), format!("authorization: bearer {SECRET}"), "Accept: */*"],
            "pairs": [["authorization", SECRET], ["accept", "z"]],
            "har": [{ "name": "Authorization", "value": SECRET }, { "name": "accept", "value": "z" }],
            "env": [{ "Value": SECRET, "Name": "DB_PASSWORD" }, { "key": "api_keys", "value": [SECRET] }],
            "bearer": SECRET, "concepts": ["auth", "login"], "grid": [["a", 1], ["b", 2]],
        })
    );
    assert_eq!(value(told.clone()), told, "twice changes nothing");
}

#[test]
fn a_name_with_letters_nobody_sees_tells_as_well() {
    let told =
        value(json!({ "pass\u{200b}word": "short", "to\u{2060}ken": ["a"], "no\u{200b}te": "b" }));
    assert_eq!(
        told,
        json!({ "pass\u{200b}word": SECRET, "to\u{2060}ken": [SECRET], "no\u{200b}te": "b" })
    );
}

#[test]
fn a_doubtful_key_hides_what_looks_like_a_secret_only() {
    let told = value(json!({
        "tokens": ["ab12cd34ef", "salt", { "value": "ab12cd34ef", "used": 4_815 }, [run('k', 24)]],
        "max_tokens": 128_000, "pin": 4815, "passwords": ["a"],
        "board": { "pin": 3, "tokens": 51_200 }, "DBPassword": "x", "pass": "y",
    }));
    assert_eq!(
        told,
        json!({
            "tokens": [SECRET, "salt", { "value": SECRET, "used": 4_815 }, [SECRET]],
            "max_tokens": 128_000, "pin": SECRET, "passwords": [SECRET],
            "board": { "pin": 3, "tokens": 51_200 }, "DBPassword": SECRET, "pass": SECRET,
        })
    );
}

#[test]
fn a_map_by_token_is_the_same_the_second_time() {
    let token = format!("ghp_{}", "Ab1".repeat(12));
    let pair = format!("api_key={}", run('k', 32));
    let told = value(json!({
        token.as_str(): "kept", "named": { "name": pair, "value": "kept as well" },
        "tokens": { token.as_str(): "salt" },
    }));
    assert_eq!(
        told,
        json!({
            SECRET: "kept", "named": { "name": format!("api_key={SECRET}"), "value": "kept as well" },
            "tokens": { SECRET: "salt" },
        })
    );
    assert_eq!(value(told.clone()), told);
}
