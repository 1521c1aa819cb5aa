//! The secret: what it guards, how it is shown, how it changes; and which pages may read.

use super::*;
use crate::support::{Raw, Reply, eventually, send_raw};

const SECRET: &str = "a-long-and-quiet-secret";

/// What anybody may see: it says nothing of what is kept.
fn is_open(path: &str) -> bool {
    ["/livez", "/health", "/viewer", "icon"]
        .iter()
        .any(|open| path.contains(open))
}

#[test]
fn n_002_the_secret_guards_every_call() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", SECRET)]);
    let mut nobody = guest(&server);
    let mut known = Client::new(server.notebook(), Some(SECRET));
    for (method, path) in routes::all() {
        let asked = format!("/agentmemory{path}");
        if !is_open(&path) {
            let refused = nobody.send(&method, &asked, b"{}");
            let said = refused.refused(401, "bad_credential");
            assert_eq!(said["error"], "Unauthorized", "{method} {path}");
        }
        let reply = known.send(&method, &asked, b"{}");
        assert_ne!(reply.status, 401, "{method} {path}: {}", reply.text);
        assert!(reply.status < 500, "{method} {path}: {}", reply.text);
    }
    for page in ["/agent.md", "/auth.md"] {
        nobody.get(page).refused(401, "bad_credential");
        assert_eq!(known.get(page).status, 200, "{page}");
    }
    let health = nobody.get("/agentmemory/health").ok();
    let told: Vec<&String> = health.as_object().unwrap().keys().collect();
    assert_eq!(
        told,
        ["service", "status", "version"],
        "and no more than that"
    );
}

fn shown(server: &Server, authorization: Option<&str>) -> Reply {
    let header = authorization.map(|value| ("authorization", value));
    let headers: Vec<(&str, &str)> = header.into_iter().collect();
    let raw = Raw {
        line: "GET /agentmemory/sessions HTTP/1.1",
        headers: &headers,
        body: b"",
    };
    send_raw(server.notebook(), &raw)
}

#[test]
fn n_003_without_a_secret_any_header_will_do() {
    for secret in [None, Some("")] {
        let home = Home::new();
        let variables: Vec<_> = secret
            .map(|text| ("AGENTMEMORY_SECRET", text))
            .into_iter()
            .collect();
        let server = served(&home, &variables);
        for header in [
            None,
            Some("Bearer x"),
            Some("Token x"),
            Some("x"),
            Some("Bearer"),
        ] {
            let reply = shown(&server, header);
            assert_eq!(reply.status, 200, "{header:?}: {}", reply.text);
        }
    }
}

#[test]
fn a_key_of_ours_that_opens_nothing_opens_nothing_else_in_its_place() {
    let home = Home::with_settings("[auth.ip_allowlists]\nclosed = [\"10.0.0.0/8\"]\n");
    let server = served(&home, &[]);
    let key = server.key("closed", "admin");
    let reply = shown(&server, Some(&format!("Bearer {key}")));
    reply.refused(403, "address_not_allowed");
    let gone = format!("Bearer mk_{}", "0".repeat(48));
    shown(&server, Some(&gone)).refused(401, "bad_credential");
    assert_eq!(shown(&server, None).status, 200);
}

#[test]
fn n_004_a_token_is_shown_in_one_way() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", SECRET)]);
    let long = format!("Bearer {}", "x".repeat(100_000));
    let wrong = [
        None,
        Some("Bearer"),
        Some("Bearer "),
        Some("bearer a-long-and-quiet-secret"),
        Some("BEARER a-long-and-quiet-secret"),
        Some("Token a-long-and-quiet-secret"),
        Some("Bearer:a-long-and-quiet-secret"),
        Some("a-long-and-quiet-secret"),
        Some("Bearer a-long-and-quiet-secre"),
        Some("Bearer a-long-and-quiet-secrets"),
        Some(long.as_str()),
    ];
    for header in wrong {
        let reply = shown(&server, header);
        let told = header.map(|header| &header[..header.len().min(40)]);
        assert_eq!(reply.status, 401, "{told:?}: {}", reply.text);
    }
    for right in [
        "Bearer a-long-and-quiet-secret",
        "Bearer   a-long-and-quiet-secret  ",
    ] {
        assert_eq!(shown(&server, Some(right)).status, 200, "{right}");
    }
    server.assert_sound();
}

#[test]
fn n_005_another_secret_ends_the_old_one() {
    let home = Home::new();
    let file = home.path().join("secret");
    std::fs::write(&file, "the-first-secret\n").unwrap();
    home.set(&format!("[notebook]\nsecret_file = {file:?}\n"));
    let server = served(&home, &[]);
    let status = |secret: &str| {
        let mut client = Client::new(server.notebook(), Some(secret));
        client.get("/agentmemory/sessions").status
    };
    assert_eq!(
        (status("the-first-secret"), status("the-second-one")),
        (200, 401)
    );
    std::fs::write(&file, "the-second-one\n").unwrap();
    server.hang_up();
    eventually("the new secret to hold", || {
        (status("the-second-one") == 200).then_some(())
    });
    assert_eq!(status("the-first-secret"), 401, "the old one is over");
    std::fs::write(&file, "\n").unwrap();
    server.hang_up();
    eventually("the trouble to be told", || {
        server
            .errors()
            .contains("settings are not in order")
            .then_some(())
    });
    assert_eq!(status("the-second-one"), 200, "an empty file opens nothing");
    assert!(
        !server.errors().contains("the-second-one"),
        "a secret is never logged"
    );
}

/// What a page of an origin is told; with a token, as a page needs one.
fn asked_by(server: &Server, method: &str, origin: &str) -> Reply {
    let line = format!("{method} /agentmemory/sessions HTTP/1.1");
    let token = format!("Bearer {SECRET}");
    let page = [
        ("origin", origin),
        ("access-control-request-method", "POST"),
    ];
    let mut headers = page.to_vec();
    if method == "GET" {
        headers[1] = ("authorization", &token);
    }
    let raw = Raw {
        line: &line,
        headers: &headers,
        body: b"",
    };
    send_raw(server.notebook(), &raw)
}

#[test]
fn n_007_only_pages_of_this_machine_may_read() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", SECRET)]);
    let allowed = "access-control-allow-origin";
    for origin in [
        "null",
        "http://localhost:5173",
        "http://127.0.0.1:3111",
        "chrome-extension://abc",
    ] {
        let reply = asked_by(&server, "GET", origin);
        assert_eq!((reply.status, reply.header(allowed)), (200, Some(origin)));
        assert_eq!(
            reply.header("access-control-allow-credentials"),
            Some("true")
        );
        let before = asked_by(&server, "OPTIONS", origin);
        assert_eq!((before.status, before.header(allowed)), (204, Some(origin)));
        let methods = before.header("access-control-allow-methods").unwrap();
        assert!(methods.contains("PATCH") && methods.contains("DELETE"));
        let headers = before.header("access-control-allow-headers").unwrap();
        assert!(headers.contains("Content-Type") && headers.contains("Authorization"));
    }
    for origin in [
        "https://evil.example",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example:80",
    ] {
        assert_eq!(
            asked_by(&server, "GET", origin).header(allowed),
            None,
            "{origin}"
        );
        assert_eq!(
            asked_by(&server, "OPTIONS", origin).header(allowed),
            None,
            "{origin}"
        );
    }
}

/// It is well, and that is all somebody from there is told: not that it were not.
#[test]
fn an_address_that_is_kept_out_hears_nothing_untrue_of_its_health() {
    let home = Home::with_settings("[auth.ip_allowlists]\ndefault = [\"192.0.2.7\"]\n");
    let server = served(&home, &[]);
    let mut outside = guest(&server);
    outside
        .get("/agentmemory/sessions")
        .refused(403, "address_not_allowed");
    let health = outside.get("/agentmemory/health").ok();
    assert_eq!(health["status"], "healthy", "{health}");
    let told: Vec<&String> = health.as_object().unwrap().keys().collect();
    assert_eq!(told, ["service", "status", "version"]);
}
