//! Two processes: the one in front goes on when the one behind cannot.

mod rules;

use std::net::TcpStream;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tungstenite::Message;

use super::keys::token;
use super::{FERRY, FORMS, Form, ONE, QUESTION, REAL, Stage, settings};
use crate::alias::{Oss, WRITER, client};
use crate::support::{Home, Provider, Server, eventually};

/// The process that keeps the store, as its `run.json` tells.
pub fn core_of(server: &Server) -> Pid {
    let file = server.home().data().join("run.json");
    let told: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    Pid::from_raw(told["pid"].as_i64().unwrap().try_into().unwrap()).unwrap()
}

/// Every thread of it stands still: on a busy machine that takes a moment.
pub fn stopped_core(server: &Server) -> Pid {
    let core = core_of(server);
    kill_process(core, Signal::STOP).unwrap();
    let stands = |task: std::fs::DirEntry| {
        let told = std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
        told.rsplit(") ")
            .next()
            .is_some_and(|rest| rest.starts_with('T'))
    };
    let tasks = format!("/proc/{}/task", core.as_raw_nonzero());
    eventually("the core to stand still", || {
        let mut tasks = std::fs::read_dir(&tasks).unwrap().flatten();
        tasks.all(stands).then_some(())
    });
    core
}

fn core_status(server: &Server) -> Value {
    let health = server.health();
    assert_eq!(health["mode"], "hybrid", "{health}");
    assert_eq!(health["status"], "ok", "{health}");
    health["core_status"].clone()
}

pub fn until(server: &Server, status: &str) {
    eventually(status, || (core_status(server) == status).then_some(()));
}

#[test]
fn a_memory_that_takes_too_long_stops_no_call() {
    let provider = Provider::start();
    let rest = "[gateway]\npatience_ms = 1000\n";
    let home = Home::with_settings(&settings(&provider, "", rest));
    let stage = Stage {
        provider,
        server: Server::start_with(&home, &["--hybrid"]),
    };
    let core = stopped_core(&stage.server);
    for form in FORMS {
        let body = form.body(QUESTION, true);
        let reply = stage.send(form, &body, &[]);
        assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
        assert_eq!(
            reply.header("x-memory-bypassed"),
            Some("timeout"),
            "{form:?}"
        );
        assert_eq!(
            stage.provider.calls().pop().unwrap().body,
            body.to_string().as_bytes()
        );
    }
    kill_process(core, Signal::CONT).unwrap();
}

#[test]
fn a_core_that_stands_still_keeps_nobody_waiting() {
    let stage = two("", "");
    stage.room("one").remember(FERRY);
    let core = stopped_core(&stage.server);
    std::thread::scope(|scope| {
        let calls: [fn(&mut crate::support::Client) -> crate::support::Reply; 3] = [
            |room| room.post("/v1/recall", &json!({ "query": QUESTION })),
            |room| room.post("/v1/store", &json!({ "content": "The ferry is late." })),
            |room| room.get("/metrics"),
        ];
        // Nobody needs a key to be told that nobody answers.
        for call in calls {
            let mut client = crate::support::Client::new(stage.server.http(), None);
            scope.spawn(move || {
                let told = call(&mut client).refused(503, "core_unavailable");
                let hint = told["hint"].as_str().unwrap();
                assert!(hint.contains("stands still"), "{hint}");
            });
        }
    });
    kill_process(core, Signal::CONT).unwrap();
    until(&stage.server, "ok");
    let found = stage.room("one").recall(&json!({ "query": QUESTION }));
    assert_eq!(crate::support::texts(&found)[0], FERRY);
}

#[test]
fn g_041_g_042_g_043_a_core_that_dies_takes_no_call_along_and_comes_back() {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, "", ""));
    let stage = Stage {
        provider,
        server: Server::start_with(&home, &["--hybrid"]),
    };
    assert_eq!(core_status(&stage.server), "ok");
    let core = core_of(&stage.server);
    assert_ne!(core.as_raw_nonzero().get(), stage.server.pid());
    let mut room = stage.room("one");
    room.remember(FERRY);
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(
        reply.header("x-memory-injected-count"),
        Some("1"),
        "{}",
        reply.text
    );
    let sealed = std::fs::read(home.master_key()).unwrap();
    stay_gone(&stage.server);
    kill_process(core, Signal::KILL).unwrap();
    until(&stage.server, "degraded");
    for form in FORMS {
        let reply = stage.call(form, QUESTION, &[]);
        assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
        assert_eq!(
            reply.header("x-memory-bypassed"),
            Some("core_unavailable"),
            "{form:?}"
        );
        assert_eq!(stage.block(), None);
    }
    let recall = room.post("/v1/recall", &json!({ "query": QUESTION }));
    assert_eq!(recall.status, 503, "{}", recall.text);
    assert_eq!(recall.body["error"], "memoryOSS core unavailable");
    assert!(recall.body["hint"].is_string());
    assert_eq!(room.get("/metrics").status, 503);
    std::fs::write(home.master_key(), sealed).unwrap();
    until(&stage.server, "ok");
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(
        reply.header("x-memory-injected-count"),
        Some("1"),
        "{}",
        reply.text
    );
    let numbers = room.get("/metrics");
    assert!(
        numbers
            .text
            .contains("\nmemoryoss_proxy_requests_total 5\n"),
        "{}",
        numbers.text
    );
    stage.server.stop();
    assert!(
        !home.data().join("run.json").exists(),
        "the core has ended in good order, too"
    );
}

#[test]
fn g_041_memoryoss_with_two_processes_learns_and_remembers() {
    let provider = Provider::start();
    let keys =
        format!("[[auth.api_keys]]\nkey = \"{WRITER}\"\nrole = \"writer\"\nnamespace = \"one\"\n");
    let rest = format!(
        "[server]\nport = 0\nhybrid_mode = true\n[tls]\nenabled = false\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n{keys}"
    );
    let proxy = "enabled = true\ndefault_memory_mode = \"full\"\nmemory_coprocessor = \"local_heuristic\"\nmin_recall_score = 0.1";
    let oss = Oss::new(&settings(&provider, proxy, &rest));
    let stage = Stage {
        provider,
        server: oss.serve(&["serve"]),
    };
    assert_eq!(core_status(&stage.server), "ok");
    let mut writer = client(&stage.server, WRITER);
    writer.remember(FERRY);
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    let told = reply.header("x-memory-gate-decision");
    assert_eq!(told, Some("inject"), "{:?}", reply.headers);
    let sent = stage.provider.calls().pop().unwrap().json();
    let system = sent["messages"][0]["content"].as_str().unwrap();
    assert!(
        system.contains("<memory_context"),
        "as its runners look for it: {sent}"
    );
    stage.call(
        Form::Chat,
        "Remember that staging approval is required before production deploys.",
        &[],
    );
    eventually("what waits in the core to be told in front", || {
        (stage.stats()["review_queue_summary"]["candidate"] == 1).then_some(())
    });
    eventually("the fact to arrive in the core", || {
        let listed = writer.get("/v1/memories").ok();
        let all = listed["memories"].as_array().unwrap().clone();
        all.iter()
            .any(|one| {
                one["source"] == "proxy-coprocessor"
                    || one["tags"].to_string().contains("proxy-coprocessed")
            })
            .then_some(())
    });
}

#[test]
fn a_core_that_cannot_open_its_store_takes_no_call_along() {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, "", ""));
    Server::start(&home).stop();
    std::fs::write(home.master_key(), "this opens nothing").unwrap();
    let stage = Stage {
        provider,
        server: Server::start_with(&home, &["--hybrid"]),
    };
    assert_eq!(core_status(&stage.server), "degraded");
    let facts = &stage.server.facts;
    assert_eq!(facts["status"], "degraded", "{facts}");
    let why = facts["error"].as_str().unwrap();
    assert!(why.contains("master.key"), "it says why: {facts}");
    assert_eq!(stage.server.health()["core_error"], why);
    let reply = stage.call(Form::Messages, QUESTION, &[]);
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("x-memory-bypassed"), Some("core_unavailable"));
}

#[test]
fn the_core_knows_where_a_client_of_the_front_comes_from() {
    let provider = Provider::start();
    let lists = "[auth.ip_allowlists]\none = [\"10.9.9.9\"]\n";
    let home = Home::with_settings(&settings(&provider, "", lists));
    let stage = Stage {
        provider,
        server: Server::start_with(&home, &["--hybrid"]),
    };
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(reply.status, 403, "{}", reply.text);
    let told = [("x-mneme-peer", "10.9.9.9:1"), ("x-mneme-front", "guess")];
    let key = format!("Bearer {}", stage.server.key("one", "reader"));
    let headers = [&[("authorization", key.as_str())], &told[..]].concat();
    let reply = stage.raw("POST", "/v1/recall", &headers, br#"{"query":"x"}"#);
    assert_eq!(
        reply.status, 403,
        "nobody but the front says where it is: {}",
        reply.text
    );
    let body = Form::Chat.body(QUESTION, false).to_string();
    let reply = stage.raw("POST", Form::Chat.path(), &headers, body.as_bytes());
    assert_eq!(reply.status, 403, "a key of the store: {}", reply.text);
}

/// A stage of two processes.
pub fn two(proxy: &str, rest: &str) -> Stage {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, proxy, rest));
    let server = Server::start_with(&home, &["--hybrid"]);
    Stage { provider, server }
}

#[test]
fn a_hangup_of_the_process_in_front_is_heard_by_both() {
    let stage = two("", "");
    let (core, home) = (core_of(&stage.server), stage.server.home());
    let mut room = stage.server.admin("one");
    let threshold = |room: &mut crate::support::Client| {
        let stats = room.get("/v1/admin/trust-stats").ok();
        stats["threshold"].as_f64().unwrap()
    };
    assert_eq!(threshold(&mut room), 0.3);
    let rest = "[trust]\nthreshold = 0.9\n";
    home.set(&settings(&stage.provider, "", rest));
    stage.server.hang_up();
    eventually("the core to read its settings again", || {
        (threshold(&mut room) == 0.9).then_some(())
    });
    assert_eq!(core_of(&stage.server), core, "and it is the same process");
    let rest = "[limits]\nrate_limit_per_sec = 1\n";
    home.set(&settings(&stage.provider, "", rest));
    stage.server.hang_up();
    eventually("the front to read its settings again", || {
        let reply = stage.call(Form::Chat, "hi", &[]);
        (reply.status == 429).then_some(())
    });
    // A core that was told before it could hear would be gone.
    kill_process(core, Signal::KILL).unwrap();
    until(&stage.server, "degraded");
    stage.server.hang_up();
    until(&stage.server, "ok");
    assert_eq!(core_status(&stage.server), "ok");
}

#[test]
fn a_viewer_hears_through_the_process_in_front_what_the_one_behind_tells() {
    let stage = two("", "");
    let address = stage.server.http();
    let key = stage.server.key("one", "reader");
    let watch = |token: &str| {
        let stream = TcpStream::connect(address).unwrap();
        let long = Duration::from_secs(60);
        stream.set_read_timeout(Some(long)).unwrap();
        let url = format!("ws://{address}/stream/mem-live/viewer?token={token}");
        tungstenite::client(url, stream).unwrap().0
    };
    let mut viewer = watch(&key);
    viewer.send(Message::text("both ways")).unwrap();
    let event = json!([{ "session": "live", "role": "user", "text": "through the front" }]);
    stage.room("one").ingest(&event);
    let heard = loop {
        if let Message::Text(text) = viewer.read().unwrap() {
            break serde_json::from_str::<Value>(text.as_str()).unwrap();
        }
    };
    assert_eq!(heard["sessionId"], "live", "{heard}");
    let observation = &heard["data"]["observation"];
    assert_eq!(observation["userPrompt"], "through the front", "{heard}");
    let refused = watch("nobodys-key").read().unwrap();
    assert!(matches!(refused, Message::Close(Some(_))), "{refused:?}");
    let mut plain = stage.server.stranger();
    let reply = plain.get("/stream/mem-live/viewer");
    assert!((400..500).contains(&reply.status), "{}", reply.text);
    assert!(
        !stage.server.errors().contains(&key),
        "a key is never logged"
    );
}

/// Whoever is started again in its place does not open the store, however long that takes here.
pub fn stay_gone(server: &Server) {
    std::fs::write(server.home().master_key(), "this opens nothing").unwrap();
}

#[test]
fn g_042_a_dead_core_changes_nothing_of_how_people_and_keys_come_in() {
    let stage = two("", "");
    stay_gone(&stage.server);
    kill_process(core_of(&stage.server), Signal::KILL).unwrap();
    until(&stage.server, "degraded");
    let person = token(&["model.request"]);
    let own = "Bearer sk-of-the-client";
    let edits = json!({ "edits": [] });
    let mut messages = Form::Messages.body("hi", false);
    messages["context_management"] = edits.clone();
    let chat = Form::Chat.body("hi", false);
    // What is shown, to whom, what the provider is shown, and whether the body stays as it is.
    for (form, body, header, shown, kept) in [
        (
            Form::Chat,
            &chat,
            ("authorization", person.as_str()),
            &person[7..],
            true,
        ),
        (
            Form::Messages,
            &messages,
            ("authorization", person.as_str()),
            &person[7..],
            true,
        ),
        (
            Form::Chat,
            &chat,
            ("authorization", own),
            "sk-of-the-client",
            true,
        ),
        (
            Form::Messages,
            &messages,
            ("x-api-key", "sk-ant-own"),
            "sk-ant-own",
            true,
        ),
        (Form::Messages, &messages, ("x-api-key", ONE), REAL, false),
    ] {
        let text = body.to_string();
        let reply = stage.raw("POST", form.path(), &[header], text.as_bytes());
        assert_eq!(reply.status, 200, "{form:?} {header:?}: {}", reply.text);
        let bypassed = reply.header("x-memory-bypassed");
        assert_eq!(bypassed, Some("core_unavailable"), "{form:?} {header:?}");
        let sent = stage.provider.calls().pop().unwrap();
        assert_eq!(sent.key(), Some(shown), "{form:?} {header:?}");
        match kept {
            true => assert_eq!(sent.body, text.as_bytes(), "{form:?} {header:?}"),
            false => {
                let mut told = sent.json();
                assert!(told.get("context_management").is_none(), "{told}");
                told["context_management"] = edits.clone();
                assert_eq!(&told, body, "and nothing else");
            }
        }
    }
    // Who is sent on from elsewhere is not let in, whoever keeps the store.
    let far = [("authorization", own), ("x-forwarded-for", "203.0.113.9")];
    let reply = stage.raw("POST", Form::Chat.path(), &far, chat.to_string().as_bytes());
    assert_eq!(reply.status, 401, "{}", reply.text);
}

#[test]
fn g_065_with_two_processes_a_providers_key_passes_from_this_machine_only() {
    let stage = two("", "");
    let body = Form::Chat.body("hi", false).to_string();
    for (more, status) in [
        (None, 200),
        (Some(("x-forwarded-for", "203.0.113.9")), 401),
        (Some(("x-forwarded-for", "127.0.0.1")), 200),
    ] {
        let own = [("authorization", "Bearer sk-of-the-client")];
        let headers = [&own[..], more.as_slice()].concat();
        let reply = stage.raw("POST", Form::Chat.path(), &headers, body.as_bytes());
        assert_eq!(reply.status, status, "{more:?}: {}", reply.text);
    }
    assert_eq!(stage.provider.calls().len(), 2);
}
