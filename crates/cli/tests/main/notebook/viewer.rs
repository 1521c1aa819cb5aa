//! The page, in a real browser, on a real server.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::*;

/// What a file of tests may take, whatever happens.
const PATIENCE_MS: &str = "300000";

/// How the names of tests begin that have a run of their own here. All others are run together, so
/// that none can be left out.
const SECRET: &str = "n_006|a refused token";
const LINK: &str = "a link of mneme view";
const CONTENTS: &str = "the contents lead";
const OPENS: &str = "n_080";
const DOES: &str = "n_081";
const JOINS: &str = "n_082";
const PLAYS: &str = "n_083";
const APART: [&str; 7] = [SECRET, LINK, CONTENTS, OPENS, DOES, JOINS, PLAYS];

#[test]
fn n_006_the_page_carries_no_secret() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", "hush-hush-hush")]);
    let mut nobody = guest(&server);
    for path in ["/", "/viewer", "/agentmemory/viewer"] {
        let page = nobody.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.text.contains("hush-hush-hush"), "{path}");
        for file in page
            .text
            .split('"')
            .filter(|part| part.starts_with("/viewer/"))
        {
            let asset = nobody.get(file);
            assert_eq!(asset.status, 200, "{file}");
            assert!(!asset.text.contains("hush-hush-hush"), "{file}");
        }
    }
    nobody
        .get("/agentmemory/memories")
        .refused(401, "bad_credential");
    let token = [("VIEWER_TOKEN", "hush-hush-hush")];
    assert_eq!(browse(&server, &begins(SECRET), &token), 2);
}

#[test]
fn a_link_opens_the_page_once_and_nobody_types_a_secret() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", "hush")]);
    let link = home.json(&["view", "--json"])["url"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(link.contains("/viewer#/enter/"), "{link}");
    let link_given = [("VIEWER_LINK", link.as_str())];
    assert_eq!(browse(&server, &begins(LINK), &link_given), 1);
    let used = link.rsplit('/').next().unwrap();
    let again = guest(&server).post("/viewer/session", &json!({ "pass": used }));
    again.refused(401, "bad_credential");
    guest(&server)
        .post("/viewer/session", &json!({}))
        .refused(400, "bad_request");
}

#[test]
fn files_of_the_page_are_kept_by_a_browser_and_typed() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let page = client.get("/viewer");
    let script = page
        .text
        .split('"')
        .find(|part| part.ends_with("/js/app.js"))
        .unwrap();
    let kept = client.get(script);
    assert!(kept.header("cache-control").unwrap().contains("immutable"));
    assert!(
        kept.header("content-type")
            .unwrap()
            .starts_with("text/javascript")
    );
    let plain = client.get("/viewer/css/tokens.css");
    assert_eq!(plain.header("cache-control"), Some("no-cache"));
    let tag = plain.header("etag").unwrap();
    let raw = crate::support::Raw {
        line: "GET /viewer/css/tokens.css HTTP/1.1",
        headers: &[("if-none-match", tag)],
        body: b"",
    };
    assert_eq!(
        crate::support::send_raw(server.notebook(), &raw).status,
        304
    );
    client
        .get("/viewer/../mneme.db")
        .refused(404, "no_such_route");
    client
        .get("/viewer/tests/page.mjs")
        .refused(404, "no_such_route");
    client
        .post("/viewer", &json!({}))
        .refused(405, "wrong_method");
}

#[test]
fn our_own_page_may_write_and_another_may_not() {
    let home = Home::new();
    let server = served(&home, &[]);
    let address = server.notebook();
    let post = |origin: &str| {
        let body = br#"{"content":"from a page"}"#;
        let raw = crate::support::Raw {
            line: "POST /agentmemory/remember HTTP/1.1",
            headers: &[("origin", origin), ("content-type", "application/json")],
            body,
        };
        crate::support::send_raw(address, &raw)
    };
    assert!(post(&format!("http://{address}")).status < 300);
    for origin in ["http://127.0.0.1:1", "null", "https://evil.example"] {
        post(origin).refused(403, "foreign_origin");
    }
}

#[test]
fn n_080_the_page_opens_and_lives() {
    let home = Home::new();
    assert!(browse(&served(&home, &[]), &begins(OPENS), &[]) >= 3);
}

#[test]
fn n_081_what_is_done_on_the_page_is_done_on_the_server() {
    let home = Home::new();
    assert!(browse(&served(&home, &[]), &begins(DOES), &[]) >= 4);
}

#[test]
fn n_082_the_graph_joins_what_belongs_together() {
    let home = Home::new();
    assert!(browse(&served(&home, &[]), &begins(JOINS), &[]) >= 2);
}

#[test]
fn n_083_a_session_is_played_back_on_the_page() {
    let home = Home::new();
    assert!(browse(&served(&home, &[]), &begins(PLAYS), &[]) >= 1);
}

#[test]
fn the_page_keeps_its_promises() {
    let home = Home::new();
    // A letter behind it, or the name node gives to all tests together would match as well.
    let others = format!("^(?!{})[^<]", APART.join("|"));
    let ran = browse(&served(&home, &[]), &others, &[]);
    let written = written();
    assert!(
        ran >= written && written > 60,
        "{ran} ran, and {written} are written down"
    );
}

/// A grip of the last part of the contents below a node.
fn grip_below(client: &mut Client, parent: Option<&str>) -> Option<String> {
    let parent: Vec<_> = parent.map(|id| ("parent", id)).into_iter().collect();
    let told = client.get(&query("/agentmemory/toc", &parent)).ok();
    let last = told["nodes"].as_array()?.last()?.clone();
    match last["level"].as_str()? {
        "Segment" => {
            let mut lines = last["bullets"].as_array()?.iter();
            let grips = lines.find_map(|line| line["grips"].as_array()?.first().cloned());
            Some(grips?.as_str()?.to_owned())
        }
        _ => grip_below(client, last["id"].as_str()),
    }
}

#[test]
fn the_contents_lead_from_a_year_to_what_was_said() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let said = [
        "How does the quasar token expire?",
        "The quasar token expires after an hour, and is renewed by the login service.",
        "Then we renew the quasar token half an hour before it expires.",
        "We decided that the login service renews it.",
    ];
    for (n, words) in said.into_iter().enumerate() {
        let mut seen = told("talk", "prompt_submit", json!({ "prompt": words }));
        seen["timestamp"] = json!(format!("2026-01-30T10:0{n}:00Z"));
        client.observe(&seen);
    }
    crate::support::eventually("a grip", || grip_below(&mut client, None));
    let opened = [("VIEWER_CONTENTS", "1")];
    assert_eq!(browse(&server, &begins(CONTENTS), &opened), 1);
}

/// Tests that are written down and have no run of their own. One in a loop is run several times.
fn written() -> usize {
    let texts = files().into_iter().map(std::fs::read_to_string);
    let texts: String = texts.map(|text| text.unwrap()).collect();
    let apart: Vec<&str> = APART.iter().flat_map(|names| names.split('|')).collect();
    let names = texts.lines().filter_map(|line| {
        let name = line.trim_start().strip_prefix("test(")?;
        Some(name.trim_start_matches(['"', '`']))
    });
    names
        .filter(|name| !apart.iter().any(|begins| name.starts_with(begins)))
        .count()
}

/// Names that begin so.
fn begins(with: &str) -> String {
    format!("^({with})")
}

/// Every file of tests there is.
fn files() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/tests");
    let all = tests.read_dir().unwrap().map(|file| file.unwrap().path());
    let is_test = |file: &PathBuf| file.to_string_lossy().ends_with(".test.mjs");
    let mut files: Vec<PathBuf> = all.filter(is_test).collect();
    files.sort();
    files
}

/// Runs those tests of `viewer/tests` whose names match, shows what they said if one failed, and
/// says how many there were.
fn browse(server: &Server, names: &str, variables: &[(&str, &str)]) -> usize {
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=1"])
        .args(["--test-timeout", PATIENCE_MS])
        .arg(format!("--test-name-pattern={names}"))
        .args(files())
        .env("VIEWER_URL", format!("http://{}", server.notebook()))
        .env("NODE_PATH", modules())
        .envs(variables.iter().copied());
    let ran = node
        .output()
        .expect("node runs; `make tools-test` installs it");
    let said = String::from_utf8_lossy(&ran.stdout);
    let complained = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{}\n{said}\n{complained}", ran.status);
    let passed = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("ok ") && !line.contains("# SKIP") && !line.ends_with(".test.mjs")
    };
    said.lines().filter(passed).count()
}

/// Where `scripts/browser.sh` puts the library that drives the browser.
pub fn modules() -> PathBuf {
    let named = std::env::var_os("MNEME_TEST_BROWSER").map(PathBuf::from);
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache");
    let usual = || cache.unwrap_or_else(home).join("mneme").join("browser");
    named.unwrap_or_else(usual).join("node_modules")
}
