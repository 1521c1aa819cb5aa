//! The chapter `docs/api.md`: its tables are those of the catalogue, and its examples were run.

use std::path::PathBuf;

use mneme_model::Code;
use mneme_wire::errors::{hint, http_status};
use serde_json::Value;

use crate::support::{Description, Home, Ran, Server};

/// With this set the tables are written instead of compared.
const WRITE: &str = "MNEME_WRITE_DOCS";
/// Between an example's command and what it says.
const MARK: &str = "\u{1e}";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md")
}

fn chapter() -> String {
    std::fs::read_to_string(path()).unwrap()
}

/// What stands between two comments, and the same with something else there.
fn part(text: &str, name: &str, fresh: &str) -> (String, String) {
    let begin = text.find(&format!("<!-- {name}:")).unwrap();
    let begin = begin + text[begin..].find("-->\n").unwrap() + 4;
    let end = text.find(&format!("<!-- end of {name} -->")).unwrap();
    let whole = format!("{}{fresh}{}", &text[..begin], &text[end..]);
    (text[begin..end].to_owned(), whole)
}

fn assert_told(name: &str, table: &str) {
    let (told, whole) = part(&chapter(), name, table);
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(path(), whole).unwrap();
        return;
    }
    assert!(
        told == table,
        "docs/api.md does not tell the {name} there are; {WRITE}=1 writes it again"
    );
}

/// Names of fields: what must be there, then what may.
fn fields(description: &Description, told: &Value) -> String {
    let body = &told["requestBody"]["content"]["application/json"]["schema"];
    let schema = description.resolved(body);
    let needed = |name: &str| {
        let list = schema["required"].as_array();
        list.is_some_and(|list| list.iter().any(|one| one == name))
    };
    let named = schema["properties"].as_object().into_iter().flatten();
    let mut all: Vec<(String, bool)> = named
        .map(|(name, _)| (name.clone(), needed(name)))
        .collect();
    let behind = told["parameters"].as_array().into_iter().flatten();
    let behind = behind.filter(|one| one["in"] == "query");
    all.extend(behind.map(|one| {
        (
            one["name"].as_str().unwrap().to_owned(),
            one["required"] == true,
        )
    }));
    let list = |must: bool| {
        let some = all.iter().filter(|(_, needed)| *needed == must);
        some.map(|(name, _)| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match (list(true), list(false)) {
        (must, may) if may.is_empty() => must,
        (must, may) if must.is_empty() => format!("[{may}]"),
        (must, may) => format!("{must}, [{may}]"),
    }
}

fn routes(description: &Description) -> String {
    let mut text = String::new();
    for tag in description.0["tags"].as_array().unwrap() {
        let name = tag["name"].as_str().unwrap();
        text += &format!("\n### {}{}\n\n", name[..1].to_uppercase(), &name[1..]);
        text += &format!("{}\n\n", tag["description"].as_str().unwrap());
        text += "| Route | Who | What it does | Fields |\n|---|---|---|---|\n";
        for (method, path, told) in description.operations() {
            if told["tags"][0] == name {
                let who = told["x-permission"].as_str().unwrap();
                let what = told["summary"].as_str().unwrap();
                text += &format!(
                    "| `{method} {path}` | {who} | {what} | {} |\n",
                    fields(description, told)
                );
            }
        }
    }
    text + "\n"
}

fn refusals(description: &Description) -> String {
    let mut text = String::from("\n| Status | Code | What to do |\n|---|---|---|\n");
    let responses = description.0["components"]["responses"]
        .as_object()
        .unwrap();
    for (name, told) in responses {
        let status: u16 = name.trim_start_matches("Refused").parse().unwrap();
        for code in Code::ALL
            .iter()
            .filter(|code| http_status(**code) == status)
        {
            if told["x-codes"]
                .as_array()
                .unwrap()
                .iter()
                .any(|one| one == code.name())
            {
                text += &format!("| {status} | `{}` | {} |\n", code.name(), hint(*code));
            }
        }
    }
    text + "\n"
}

#[test]
fn the_chapter_tells_every_route_and_every_code() {
    let description = Description::new();
    assert_told("routes", &routes(&description));
    assert_told("refusals", &refusals(&description));
    let text = chapter();
    for (method, path, _) in description.operations() {
        assert!(
            text.contains(&format!("`{method} {path}`")),
            "{method} {path}"
        );
    }
}

/// The examples: each command, and what it says.
fn examples(text: &str) -> Vec<(String, String)> {
    let blocks = text.split("```console\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    let mut found: Vec<(String, String)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((command.to_owned(), String::new())),
            (None, Some((_, said))) => *said += &format!("{line}\n"),
            (None, None) => panic!("{line} is said by nobody"),
        }
    }
    found
}

/// Whether a text is what is told of it; `…` stands for anything.
fn fits(said: &str, told: &str) -> bool {
    let (mut rest, told) = (said.trim(), told.trim());
    let Some((first, more)) = told.split_once('…') else {
        return rest == told;
    };
    let (middle, last) = more.rsplit_once('…').unwrap_or(("", more));
    let Some(behind) = rest
        .strip_prefix(first)
        .and_then(|rest| rest.strip_suffix(last))
    else {
        return false;
    };
    rest = behind;
    middle.split('…').all(|part| {
        let at = rest.find(part);
        rest = at.map_or(rest, |at| &rest[at + part.len()..]);
        at.is_some()
    })
}

#[test]
fn every_example_of_the_chapter_says_what_it_is_told_to_say() {
    let server = Server::start(&Home::new());
    let key = server.key("chapter", "admin");
    let examples = examples(&chapter());
    let lines = examples
        .iter()
        .map(|(command, _)| format!("printf '{MARK}'\n{command}\n"));
    let script: String = lines.collect();
    let mut shell = server.home().program("sh");
    shell.args(["-c", &script]).envs([
        ("URL", format!("http://{}", server.http())),
        ("AUTH", format!("Authorization: Bearer {key}")),
        ("JSON", String::from("Content-Type: application/json")),
        ("KEY", key),
    ]);
    let said = Ran::of(&mut shell).ok();
    let said: Vec<&str> = said.split(MARK).skip(1).collect();
    assert_eq!(said.len(), examples.len());
    assert!(examples.len() > 10, "they were not found");
    for ((command, told), said) in examples.iter().zip(said) {
        assert!(fits(said, told), "$ {command}\n{said}\nis not\n{told}");
    }
}

#[test]
fn anything_fits_an_ellipsis_and_nothing_else() {
    assert!(fits("{\"id\":\"x\",\"n\":1}\n", "{\"id\":\"…\",\"n\":1}"));
    assert!(fits("", "") && fits("abc", "a…"));
    assert!(!fits("{\"id\":\"x\",\"n\":2}", "{\"id\":\"…\",\"n\":1}"));
    assert!(!fits("abcd", "abc") && !fits("xabc", "abc"));
}
