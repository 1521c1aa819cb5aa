//! What is learned from calls.

use mneme_peers::upstream::{Fact, Gate, Reply as Scripted};
use serde_json::{Value, json};

use super::{FORMS, Form, ONE, REAL, Stage, settings};
use crate::alias::{Oss, WRITER, client};
use crate::support::{Client, Home, Provider, Server, eventually};

pub const FULL: &str = "default_memory_mode = \"full\"";
pub const LEARNT: &str = "The shop-api service deploys from branch release-train in crates/deploy.";

pub fn memories(client: &mut Client) -> Vec<Value> {
    let listed = client.get("/v1/memories").ok();
    listed["memories"].as_array().unwrap().clone()
}

#[test]
fn g_003_what_was_said_is_kept_as_a_fact_that_waits_for_a_word() {
    for form in FORMS {
        let stage = Stage::new(FULL, "");
        stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
        stage.call(form, "we deploy shop-api from release-train, always", &[]);
        let mut room = stage.room("one");
        let kept = eventually("the fact to be kept", || {
            memories(&mut room)
                .into_iter()
                .find(|memory| memory["content"] == LEARNT)
        });
        let tags = kept["tags"].as_array().unwrap();
        assert!(tags.contains(&json!("proxy-extracted")), "{kept}");
        assert_eq!(kept["status"], "candidate", "{kept}");
        let facts = eventually("the fact to be counted", || {
            let counted = stage.stats()["metrics"]["facts_extracted"]
                .as_u64()
                .unwrap();
            (counted > 0).then_some(counted)
        });
        assert_eq!(facts, 1);
        let waits = &stage.stats()["review_queue_summary"];
        assert_eq!(
            (&waits["pending"], &waits["candidate"]),
            (&json!(1), &json!(1))
        );
    }
}

#[test]
fn g_067_whoever_reads_is_asked_with_its_model_and_key() {
    for (by, path) in [
        ("openai", "/v1/chat/completions"),
        ("claude", "/v1/messages"),
        ("ollama", "/api/generate"),
    ] {
        let keys = "extract_api_key = \"sk-reads\"\nextract_model = \"reader-9\"";
        let stage = Stage::new(&format!("{FULL}\n{keys}\nextract_provider = \"{by}\""), "");
        stage.call(Form::Chat, "we deploy from release-train", &[]);
        let asked = eventually("somebody to read it", || stage.provider.extractions().pop());
        assert_eq!(asked.json()["model"], "reader-9", "{by}");
        assert_eq!(asked.path(), path);
        let key = (by != "ollama").then_some("sk-reads");
        assert_eq!(asked.key(), key, "{by}");
    }
    let stage = Stage::new(&format!("{FULL}\nextraction_enabled = false"), "");
    for _ in 0..3 {
        stage.call(Form::Chat, "we deploy from release-train", &[]);
    }
    stage.server.stop();
    assert!(stage.provider.extractions().is_empty());
}

#[test]
fn g_046_g_218_a_fresh_install_and_a_persons_token_teach_nothing() {
    let provider = Provider::start();
    let upstreams = format!(
        "[proxy]\nupstream_url = \"{}\"\nanthropic_upstream_url = \"{}\"\n",
        provider.openai(),
        provider.anthropic()
    );
    let home = Home::with_settings(&upstreams);
    let server = Server::start(&home);
    let stage = Stage { provider, server };
    for form in FORMS {
        for token in [
            "Bearer sk-of-the-client",
            "Bearer eyJhbGciOiJub25lIn0.e30.x",
        ] {
            let headers = [("authorization", token), ("x-memory-mode", "full")];
            let body = form.body("remember that we deploy from release-train", false);
            let reply = stage.raw("POST", form.path(), &headers, body.to_string().as_bytes());
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
        }
    }
    assert!(memories(&mut stage.server.owner()).is_empty());
    stage.server.stop();
    assert!(stage.provider.extractions().is_empty());
    assert_eq!(stage.provider.calls().len(), 6);
}

#[test]
fn g_218_a_key_for_reading_alone_reads_nothing_nobody_asked_to_be_kept() {
    let stage = Stage::new("extract_api_key = \"sk-reads\"", "");
    for form in FORMS {
        for stream in [false, true] {
            let said = format!("we deploy shop-api from release-train, {form:?} {stream}");
            let reply = stage.send(form, &form.body(&said, stream), &[]);
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
        }
    }
    // They are read in order, and this one is read for sure.
    stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
    stage.call(Form::Chat, "the last one", &[("x-memory-mode", "full")]);
    let mut room = stage.room("one");
    eventually("what was to be kept", || memories(&mut room).pop());
    let read = stage.provider.extractions();
    assert_eq!(read.len(), 1);
    assert!(read[0].prompt().contains("the last one"));
    let kept = memories(&mut room);
    assert_eq!((kept.len(), &kept[0]["content"]), (1, &json!(LEARNT)));
}

#[test]
fn g_073_rules_of_our_own_learn_without_asking_anybody() {
    let stage = Stage::new(
        &format!("{FULL}\nmemory_coprocessor = \"local_heuristic\""),
        "",
    );
    assert_eq!(stage.stats()["memory_coprocessor"], "local_heuristic");
    stage.call(
        Form::Chat,
        "Remember that staging approval is required before production deploys.",
        &[],
    );
    let mut room = stage.room("one");
    let kept = eventually("the fact to be kept", || memories(&mut room).pop());
    assert_eq!(
        kept["content"],
        "For this project, staging approval is required before production deploys."
    );
    assert!(
        kept["tags"]
            .as_array()
            .unwrap()
            .contains(&json!("proxy-coprocessed")),
        "{kept}"
    );
    stage.call(Form::Chat, "Thanks, that was enough.", &[]);
    assert!(stage.provider.extractions().is_empty());
    let stage = Stage::new(FULL, "");
    assert_eq!(stage.stats()["memory_coprocessor"], "off");
}

#[test]
fn g_231_nobody_waits_for_what_is_learned() {
    let stage = Stage::new(FULL, "");
    let gate = Gate::closed();
    for n in 0..3 {
        stage
            .provider
            .push_extraction(Scripted::says("[]").held_by(&gate));
        let reply = stage.call(Form::Chat, &format!("question {n}"), &[]);
        assert_eq!(
            reply.status, 200,
            "answered while nobody has read the one before"
        );
    }
    eventually("the first to be read", || {
        (gate.reached() > 0).then_some(())
    });
    gate.open();
    eventually("all to be read", || {
        (stage.provider.extractions().len() == 3).then_some(())
    });
}

#[test]
fn the_providers_key_stays_out_of_the_log_and_of_what_is_shown() {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, FULL, "[logging]\nlevel = \"trace\"\n"));
    let server = Server::start(&home);
    let stage = Stage { provider, server };
    stage.call(Form::Chat, "we deploy from release-train", &[]);
    eventually("somebody to read it", || stage.provider.extractions().pop());
    // Also of whoever comes with a key or a token of its own, and where a provider fails.
    let own = ["sk-of-the-client", "eyJhbGciOiJub25lIn0.e30.of-a-person"];
    for key in own {
        stage.provider.push(Scripted::silence());
        let key = format!("Bearer {key}");
        let body = Form::Chat.body("hi", false).to_string();
        let headers = [("authorization", key.as_str())];
        let reply = stage.raw("POST", Form::Chat.path(), &headers, body.as_bytes());
        assert_eq!(reply.status, 502, "{}", reply.text);
    }
    let shown = stage.stats().to_string();
    let listed = home.run(&["config", "show"]).out;
    for place in [&stage.server.errors(), &shown, &listed] {
        for key in [REAL, ONE, "sk-reads"].iter().chain(&own) {
            assert!(!place.contains(key), "{key}: {place}");
        }
    }
    assert!(!shown.contains("http://"), "{shown}");
}

/// Whatever opens something, each with what gives it away.
const PLANTED: [(&str, &str); 7] = [
    ("the key is KEY", "sk-proj-abcdefghijklmnopqrstuvwxyz012345"),
    ("export OPENAI_API_KEY=KEY", "sk-test-1234567abcdef"),
    (
        "Authorization: Bearer KEY",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    ),
    ("aws_access_key_id = KEY", "AKIAIOSFODNN7EXAMPLE"),
    ("psql postgres://ann:KEY@db/shop", "hunter2secret"),
    ("my password is KEY", "correct!horse9battery"),
    ("use KEY there", "q7Zr2LxT9vWm4KpN8sBd3FgH"),
];

#[test]
fn g_210_whoever_reads_a_conversation_never_sees_a_key_that_was_in_it() {
    let told: Vec<String> = PLANTED
        .iter()
        .map(|(line, key)| line.replace("KEY", key))
        .collect();
    let told = told.join("\n");
    let pem =
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAplanted\n-----END RSA PRIVATE KEY-----";
    let all = format!("{told}\n{pem}\nwe deploy shop-api from release-train");
    for by in ["openai", "claude", "ollama"] {
        let reads = format!("{FULL}\nextract_api_key = \"sk-reads\"\nextract_provider = \"{by}\"");
        let stage = Stage::new(&reads, "");
        for form in FORMS {
            for stream in [false, true] {
                stage.provider.take_requests();
                // In what the user says, in what was said before, and in the answer.
                stage.provider.push(Scripted::says(&all));
                let before = format!("{all}\n{form:?}, {stream}");
                let mut body = form.after(&before, &all, stream);
                if form == Form::Messages {
                    body["system"] = json!(all);
                }
                let reply = stage.send(form, &body, &[]);
                assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
                let read = eventually("somebody to read it", || stage.provider.extractions().pop());
                let read = String::from_utf8(read.body).unwrap();
                assert!(read.contains("we deploy shop-api"), "{by}: {read}");
                for (_, key) in PLANTED {
                    assert!(!read.contains(key), "{by} {form:?} sees {key}: {read}");
                }
                assert!(!read.contains("planted"), "{by} {form:?}: {read}");
                let sent = stage.provider.calls().pop().unwrap();
                let sent = String::from_utf8(sent.body).unwrap();
                for (_, key) in PLANTED {
                    assert!(sent.contains(key), "a client's own words are its own");
                }
            }
        }
    }
}

#[test]
fn g_210_neither_plain_passwords_nor_our_own_keys_are_read_elsewhere() {
    let plain = [
        ("password: KEY", "CorrectHorseBattery"),
        ("das Passwort ist KEY", "GeheimesWort"),
        ("the secret is KEY", "swordfish"),
        ("credentials are admin:KEY", "tomato"),
        ("export DB_PASS='KEY'", "p4ssw0rd!"),
        ("\u{1b}[31mapi_key\u{1b}[0m=KEY", "abcdefgh"),
    ];
    let told = plain.map(|(line, key)| line.replace("KEY", key)).join("\n");
    let own = format!("mk_{}", "0a1b2c".repeat(8));
    let stage = Stage::new(FULL, "");
    let said = format!("{told}\nwe call with {ONE} or {own}, always\nwe keep tokens in Redis");
    stage.provider.push(Scripted::says(&said));
    stage.call(Form::Chat, &said, &[]);
    let read = eventually("somebody to read it", || stage.provider.extractions().pop());
    let read = read.prompt();
    for stays in ["we call with", "we keep tokens in Redis"] {
        assert_eq!(read.matches(stays).count(), 2, "{stays}: {read}");
    }
    let keys = plain.map(|(_, key)| key);
    for hidden in keys.iter().copied().chain([ONE, own.as_str()]) {
        assert!(!read.contains(hidden), "{hidden}: {read}");
    }
}

#[test]
fn g_210_what_is_kept_has_no_key_in_it_either() {
    let stage = Stage::new(FULL, "");
    let key = PLANTED[0].1;
    let learnt = format!("The shop-api service in crates/deploy signs in with {key}.");
    stage.provider.teach(&[Fact::new(&learnt, &["deploy"])]);
    stage.call(Form::Chat, "we deploy shop-api, always", &[]);
    let mut room = stage.room("one");
    let kept = eventually("the fact to be kept", || memories(&mut room).pop());
    let kept = kept.to_string();
    assert!(
        kept.contains("shop-api service") && !kept.contains("sk-proj"),
        "{kept}"
    );
}

/// One client with a key of ours, and one of the provider's behind it.
fn one_mapping(provider: &Provider) -> String {
    format!(
        "[proxy]\nenabled = true\npassthrough_auth = true\nupstream_url = \"{}\"\nanthropic_upstream_url = \"{}\"\nmin_recall_score = 0.1\n{FULL}\n[[proxy.key_mapping]]\nproxy_key = \"{ONE}\"\nupstream_key = \"{REAL}\"\nnamespace = \"one\"\n",
        provider.openai(),
        provider.anthropic(),
    )
}

/// A server under the other name, with a key that writes in the client's room.
fn published(provider: &Provider) -> Server {
    let rest = "[server]\nport = 0\n[tls]\nenabled = false\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n";
    let key =
        format!("[[auth.api_keys]]\nkey = \"{WRITER}\"\nrole = \"writer\"\nnamespace = \"one\"\n");
    Oss::new(&format!("{}{rest}{key}", one_mapping(provider))).serve(&["serve"])
}

/// Who calls with a key of its own, or with ours.
fn say(stage: &Stage, key: &str, said: &str) {
    let key = format!("Bearer {key}");
    let body = Form::Chat.body(said, false).to_string();
    let headers = [("authorization", key.as_str())];
    let reply = stage.raw("POST", Form::Chat.path(), &headers, body.as_bytes());
    assert_eq!(reply.status, 200, "{}", reply.text);
}

#[test]
fn the_key_behind_one_client_neither_reads_nor_keeps_what_others_say() {
    let ours = |provider: &Provider| Server::start(&Home::with_settings(&one_mapping(provider)));
    for (is_ours, start) in [
        (true, &ours as &dyn Fn(&Provider) -> Server),
        (false, &published),
    ] {
        let provider = Provider::start();
        let server = start(&provider);
        let stage = Stage { provider, server };
        stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
        say(
            &stage,
            "sk-of-somebody-else",
            "my diary is nobody's business",
        );
        let sent = stage.provider.calls().pop().unwrap();
        assert_eq!(sent.key(), Some("sk-of-somebody-else"), "their own");
        say(&stage, ONE, "we deploy shop-api from release-train, always");
        let mut room = match is_ours {
            true => stage.room("one"),
            false => client(&stage.server, WRITER),
        };
        eventually("the client's own words to be read", || {
            (!memories(&mut room).is_empty()).then_some(())
        });
        let read = stage.provider.extractions();
        assert_eq!(read.len(), 1, "once, for the one whose key it is");
        assert_eq!(read[0].key(), Some(REAL));
        let body = String::from_utf8_lossy(&read[0].body).into_owned();
        assert!(!body.contains("diary"), "{body}");
        room.remember(super::FERRY);
        say(&stage, "sk-of-somebody-else", super::QUESTION);
        assert_eq!(stage.block(), None, "it is another's memory");
        say(&stage, ONE, super::QUESTION);
        assert!(stage.block().unwrap().contains("pier seven"));
    }
}

#[test]
fn the_key_behind_a_client_is_shown_to_the_provider_it_was_used_with_and_to_no_other() {
    let provider = Provider::start();
    let server = Server::start(&Home::with_settings(&one_mapping(&provider)));
    let stage = Stage { provider, server };
    for stream in [false, true] {
        let body = Form::Messages.body("this is for Anthropic's ears", stream);
        assert_eq!(stage.send(Form::Messages, &body, &[]).status, 200);
    }
    // They are read in order, so that whatever came before would have been read.
    say(&stage, ONE, "we deploy shop-api from release-train, always");
    let read = eventually("what was said to OpenAI to be read", || {
        let read = stage.provider.extractions();
        let last = read
            .iter()
            .any(|one| one.prompt().contains("release-train"));
        last.then_some(read)
    });
    assert_eq!(read.len(), 1, "only that");
    assert_eq!(
        (read[0].path(), read[0].key()),
        ("/v1/chat/completions", Some(REAL))
    );
}

#[test]
fn under_published_habits_a_writer_confirms_what_was_learnt() {
    let habits = |provider: &Provider| {
        let habits = "compat = \"memoryoss\"\n[tls]\nenabled = false\n";
        let settings = format!("{habits}{}", one_mapping(provider));
        Server::start(&Home::with_settings(&settings))
    };
    for (named, start) in [
        (true, &published as &dyn Fn(&Provider) -> Server),
        (false, &habits),
    ] {
        let provider = Provider::start();
        let server = start(&provider);
        let stage = Stage { provider, server };
        stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
        say(&stage, ONE, "we deploy shop-api from release-train, always");
        let mut writer = match named {
            true => client(&stage.server, WRITER),
            false => stage.room("one"),
        };
        let learnt = eventually("the fact to be kept", || {
            let kept = memories(&mut writer);
            kept.into_iter().find(|one| one["content"] == LEARNT)
        });
        assert_eq!(learnt["status"], "candidate", "{learnt}");
        let word = json!({ "id": learnt["id"], "action": "confirm" });
        let told = writer.post("/v1/feedback", &word).ok();
        assert_eq!(told["status"], "active", "{told}");
        assert_eq!(told["confirm_count"], 1, "{told}");
    }
}

#[test]
fn an_answer_that_comes_packed_is_read_and_handed_on_as_it_came() {
    for form in FORMS {
        for stream in [false, true] {
            let stage = Stage::new(FULL, "");
            stage.provider.push(Scripted::says("So you do.").gzipped());
            stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
            let body = form.body("we deploy shop-api from release-train, always", stream);
            let reply = stage.send(form, &body, &[]);
            assert_eq!(reply.header("content-encoding"), Some("gzip"), "{form:?}");
            let asked = eventually("somebody to read it", || stage.provider.extractions().pop());
            let prompt = asked.prompt();
            assert!(prompt.contains("So you do."), "{form:?} {stream}: {prompt}");
        }
    }
}

#[test]
fn rules_of_our_own_keep_what_a_person_tells_under_published_habits_too() {
    let said = "Remember that staging approval is required before production deploys.\n\
        We use Postgres 16 for billing. Do we use Redis?\nI prefer short answers.";
    let approval = "For this project, staging approval is required before production deploys.";
    let ours = |provider: &Provider| Server::start(&Home::with_settings(&one_mapping(provider)));
    let told = [
        approval,
        "The team uses Postgres 16 for billing.",
        "The user prefers short answers.",
    ];
    for (is_ours, start) in [
        (true, &ours as &dyn Fn(&Provider) -> Server),
        (false, &published),
    ] {
        let provider = Provider::start();
        let server = start(&provider);
        let stage = Stage { provider, server };
        let mut room = match is_ours {
            true => stage.room("one"),
            false => client(&stage.server, WRITER),
        };
        stage.call(Form::Messages, said, &[]);
        let kept = eventually("what was told to be kept", || {
            let kept = memories(&mut room);
            (kept.len() >= told.len()).then_some(kept)
        });
        let mut kept: Vec<&str> = kept
            .iter()
            .filter_map(|one| one["content"].as_str())
            .collect();
        kept.sort_unstable();
        assert_eq!(kept, told, "{is_ours}");
        assert!(stage.provider.extractions().is_empty());
    }
}
