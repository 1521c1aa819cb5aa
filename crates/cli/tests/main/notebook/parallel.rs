//! Bounds and counts under many writers.

use super::*;

/// So many tell at once; the statuses of the answers.
fn together(server: &Server, session: &str, tellers: usize, each: usize) -> Vec<u16> {
    let tell = |teller: usize| {
        let mut client = guest(server);
        let one = |n: usize| {
            told(
                session,
                "prompt_submit",
                json!({ "prompt": format!("{teller} asks {n}") }),
            )
        };
        let answers = (0..each).map(|n| client.post("/agentmemory/observe", &one(n)).status);
        answers.collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let tellers: Vec<_> = (0..tellers).map(|n| scope.spawn(move || tell(n))).collect();
        tellers
            .into_iter()
            .flat_map(|teller| teller.join().unwrap())
            .collect()
    })
}

#[test]
fn n_019_a_session_takes_so_many_and_says_so() {
    let home = Home::new();
    let server = served(&home, &[("MAX_OBS_PER_SESSION", "3")]);
    let mut client = guest(&server);
    let one = told("s", "prompt_submit", json!({ "prompt": "again" }));
    for _ in 0..3 {
        client.observe(&one);
    }
    let refused = client
        .post("/agentmemory/observe", &one)
        .refused(400, "session_full");
    assert_eq!(refused["error"], "Session observation limit reached (3)");
    let hint = refused["hint"].as_str().unwrap();
    assert!(
        hint.contains("another session") && hint.contains("MAX_OBS_PER_SESSION"),
        "{hint}"
    );
    assert_eq!(client.observations("s").len(), 3, "nothing half-written");
    client.observe(&told(
        "other",
        "prompt_submit",
        json!({ "prompt": "again" }),
    ));
    server.stop();
    let server = served(&home, &[("MAX_OBS_PER_SESSION", "0")]);
    guest(&server).observe(&one);
}

#[test]
fn n_019_the_bound_is_of_what_is_observed_and_loses_nothing_that_is_brought() {
    let home = Home::new();
    let server = served(&home, &[("MAX_OBS_PER_SESSION", "3")]);
    let mut client = guest(&server);
    let one = told("s", "prompt_submit", json!({ "prompt": "again" }));
    for _ in 0..3 {
        client.observe(&one);
    }
    let more =
        json!([{ "session": "s", "text": "one more" }, { "session": "s", "text": "and one" }]);
    server.owner().ingest(&more);
    assert_eq!(
        client.observations("s").len(),
        5,
        "another door's events are kept"
    );
    let export = client.get("/agentmemory/export").ok();
    let second = Home::new();
    let other = served(&second, &[("MAX_OBS_PER_SESSION", "3")]);
    let mut there = guest(&other);
    let taken = json!({ "exportData": export });
    there.post("/agentmemory/import", &taken).ok();
    assert_eq!(there.observations("s").len(), 5, "an import is whole");
    for client in [&mut client, &mut there] {
        let refused = client.post("/agentmemory/observe", &one);
        refused.refused(400, "session_full");
        assert_eq!(client.observations("s").len(), 5);
    }
}

#[test]
fn n_020_the_bound_holds_under_many_writers() {
    let home = Home::with_settings("[notebook]\nmax_observations = 20\n");
    let server = served(&home, &[]);
    let answers = together(&server, "s", 50, 1);
    assert_eq!(answers.iter().filter(|status| **status == 201).count(), 20);
    assert_eq!(answers.iter().filter(|status| **status == 400).count(), 30);
    assert_eq!(guest(&server).observations("s").len(), 20);
}

#[test]
fn n_022_counts_are_right_under_many_writers() {
    let session = unique("counted");
    let answers = together(timeline(), &session, 16, 10);
    assert!(answers.iter().all(|status| *status == 201), "{answers:?}");
    let known = guest(timeline()).noted_session(&session).unwrap();
    assert_eq!(known["observationCount"], 160);
}

#[test]
fn n_112_nothing_that_many_write_into_a_slot_is_lost() {
    let home = Home::new();
    let server = served(&home, &[]);
    let slot = json!({ "label": "tally", "content": "0", "sizeLimit": 20_000, "scope": "global" });
    guest(&server).post("/agentmemory/slot", &slot);
    let (writers, each) = (8, 5);
    // Half of them add a line; the others count on from what they read, and read again where
    // somebody was faster.
    let append = |writer: usize| {
        let mut client = guest(&server);
        for n in 0..each {
            let line = json!({ "label": "tally", "text": format!("{writer} says {n}") });
            client.post("/agentmemory/slot/append", &line).ok();
        }
    };
    let count = || {
        let mut client = guest(&server);
        for _ in 0..each {
            while !counted_on(&mut client) {}
        }
    };
    std::thread::scope(|scope| {
        for writer in 0..writers {
            scope.spawn(move || append(writer));
            scope.spawn(count);
        }
    });
    let told = guest(&server).get("/agentmemory/slot?label=tally").ok();
    let content = told["slot"]["content"].as_str().unwrap();
    let mut lines: Vec<&str> = content.lines().collect();
    assert_eq!(lines.remove(0), (writers * each).to_string(), "{content}");
    let mut wanted: Vec<String> = (0..writers)
        .flat_map(|writer| (0..each).map(move |n| format!("{writer} says {n}")))
        .collect();
    wanted.sort();
    lines.sort_unstable();
    assert_eq!(lines, wanted);
    server.assert_sound();
}

/// One more in the first line; whether nobody wrote meanwhile.
fn counted_on(client: &mut Client) -> bool {
    let told = client.get("/agentmemory/slot?label=tally").ok();
    let was = told["slot"]["content"].as_str().unwrap();
    let (first, rest) = was.split_once('\n').unwrap_or((was, ""));
    let next = first.parse::<usize>().unwrap() + 1;
    let content = format!("{next}\n{rest}");
    let write = json!({ "label": "tally", "content": content.trim_end(), "ifContent": was });
    let reply = client.post("/agentmemory/slot/replace", &write);
    if reply.status == 200 {
        return true;
    }
    let fault = reply.refused(409, "slot_changed");
    let now = fault["slot"]["content"].as_str().unwrap();
    assert_ne!(now, was, "{fault}");
    false
}

#[test]
fn what_a_full_session_would_not_take_from_hooks_is_told() {
    let home = Home::new();
    let server = served(&home, &[("MAX_OBS_PER_SESSION", "1")]);
    let url = format!("http://{}", server.notebook());
    let prompt = |text: &str| {
        json!({
            "hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": "/code/app",
            "prompt": text,
        })
    };
    let hook = |url: Option<&str>, text: &str| {
        let line = home.line(&[]);
        let mut command = home.program(&line[0]);
        command.args(["hook", "claude-code"]);
        command.env("MNEME_DATA_DIR", home.data());
        command.env("MNEME_HOOK_WAIT_MS", "20000");
        command.envs(url.map(|url| ("AGENTMEMORY_URL", url)));
        let mut child = command
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut input, prompt(text).to_string().as_bytes()).unwrap();
        drop(input);
        crate::support::Ran::ended(child).ok()
    };
    hook(Some(&url), "taken");
    let clean = home.run(&["status"]).ok();
    assert!(!clean.contains("lost"), "{clean}");
    // Over HTTP to a notebook that was named, and to the server of the data directory.
    hook(Some(&url), "quokka over HTTP");
    let address = server.notebook().to_string();
    let told = home.run(&["status"]).ok();
    let wanted = format!("the notebook at {address} refused an event: 400 session_full");
    assert!(told.contains("hooks lost 1 event"), "{told}");
    assert!(told.contains(&wanted), "{told}");
    hook(None, "quokka over the socket");
    let told = home.run(&["doctor"]).ok();
    assert!(told.contains("hooks lost 2 events"), "{told}");
    assert!(
        told.contains("a server refused an event: session_full"),
        "{told}"
    );
    assert!(told.contains("MAX_OBS_PER_SESSION"), "{told}");
    let spool = home.data().join("spool");
    for file in crate::support::files(&spool) {
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(!text.contains("quokka"), "{}", file.display());
    }
    assert_eq!(guest(&server).observations("s").len(), 1);
}
