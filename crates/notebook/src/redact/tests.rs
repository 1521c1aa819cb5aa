use serde_json::json;

use super::*;

fn run(of: char, length: usize) -> String {
    std::iter::repeat_n(of, length).collect()
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
fn a_doubtful_key_hides_what_looks_like_a_secret_only() {
    let told = value(json!({
        "tokens": ["ab12cd34ef", "salt"], "max_tokens": 128_000, "pin": 4815,
        "board": { "pin": 3, "tokens": 51_200 }, "DBPassword": "x", "pass": "y",
    }));
    assert_eq!(
        told,
        json!({
            "tokens": [SECRET, "salt"], "max_tokens": 128_000, "pin": SECRET,
            "board": { "pin": 3, "tokens": 51_200 }, "DBPassword": SECRET, "pass": SECRET,
        })
    );
}
