//! Webhooks: told what was stored, never waited for, and never sent into our own network.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Neighbours, grant};
use crate::notebook::mcp::Agent;
use crate::support::{Client, Home, Ran, Server, eventually, shared, unique};

const OPEN: &str = "[sharing]\nallow_private_webhooks = true\n[embeddings]\nmodel = \"off\"\n";
/// As long as nobody waits for.
const SOON: Duration = Duration::from_secs(60);

/// Somebody who wants to be told.
struct Listener {
    address: SocketAddr,
    heard: Receiver<String>,
}

impl Listener {
    /// Answers each call with this; with nothing, never.
    fn new(answer: &'static str) -> Self {
        Self::at(TcpListener::bind("127.0.0.1:0").unwrap(), answer)
    }

    fn at(socket: TcpListener, answer: &'static str) -> Self {
        let address = socket.local_addr().unwrap();
        let (sender, heard) = channel();
        thread::spawn(move || {
            let mut kept = Vec::new();
            for call in socket.incoming() {
                kept.extend(answered(call.unwrap(), answer, &sender));
            }
        });
        Self { address, heard }
    }

    fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// The next call: its head in small letters, and its body.
    fn next(&self) -> (String, String) {
        let call = self.heard.recv_timeout(SOON).unwrap();
        let (head, body) = call.split_once("\r\n\r\n").unwrap();
        (head.to_lowercase(), body.to_owned())
    }

    fn told(&self) -> Value {
        serde_json::from_str(&self.next().1).unwrap()
    }
}

/// One call, whole; the socket where nothing was answered.
fn answered(mut call: TcpStream, answer: &str, sender: &Sender<String>) -> Option<TcpStream> {
    let (mut text, mut part) = (String::new(), [0; 4_096]);
    while !is_whole(&text) {
        let read = call.read(&mut part).unwrap_or(0);
        if read == 0 {
            break;
        }
        text.push_str(std::str::from_utf8(&part[..read]).unwrap());
    }
    sender.send(text).ok()?;
    if answer.is_empty() {
        return Some(call);
    }
    call.write_all(answer.as_bytes()).ok()?;
    None
}

fn is_whole(text: &str) -> bool {
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let head = head.to_lowercase();
    let length = head.split("content-length: ").nth(1).unwrap_or("0");
    let length: usize = length.lines().next().unwrap().trim().parse().unwrap();
    body.len() >= length
}

const FINE: &str = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

fn hooked(owner: &mut Client, name: &str, url: &str) -> Value {
    let body = json!({ "name": name, "webhook_url": url });
    owner.post("/v1/admin/sharing/create", &body).ok()
}

#[test]
fn g_077_webhooks_into_our_own_network_are_refused_unless_a_setting_allows_them() {
    let mut owner = shared().admin(&unique("hook-owner"));
    for url in [
        "http://127.0.0.1:9/",
        "http://localhost:9/",
        "http://[::1]:9/",
        "http://[::ffff:127.0.0.1]:9/",
        "http://10.0.0.1/",
        "http://172.16.5.5/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://0.0.0.0:9/",
        "http://2130706433/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "example.org",
        "https://user:hush@example.org/",
        "https://user@example.org/",
        "",
    ] {
        let body = json!({ "name": unique("hook-space"), "webhook_url": url });
        let refused = owner.post("/v1/admin/sharing/create", &body);
        let refused = refused.refused(400, "bad_webhook");
        assert!(!refused.to_string().contains("hush"), "{refused}");
    }
    let listed = owner.get("/v1/admin/sharing/list").ok();
    assert_eq!(listed["shared_namespaces"], json!([]), "nothing was made");
    let server = Server::start(&Home::with_settings(OPEN));
    let listener = Listener::new(FINE);
    let mut owner = server.admin("hook-owner");
    hooked(&mut owner, "hook-space", &listener.url());
    let id = owner.remember("The harbour opens at six.");
    assert_eq!(listener.told()["memory_id"], id.as_str());
}

/// What a setting allowed once is looked at again when it is called.
#[test]
fn g_077_a_webhook_made_while_it_was_allowed_is_not_called_later() {
    let home = Home::with_settings(OPEN);
    let listener = Listener::new(FINE);
    let server = Server::start(&home);
    hooked(
        &mut server.admin("hook-owner"),
        "hook-space",
        &listener.url(),
    );
    server.stop();
    home.set(&OPEN.replace("true", "false"));
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    server
        .admin("hook-owner")
        .remember("The harbour opens at six.");
    eventually("the call to be refused", || {
        (server.metric("mneme_webhook_failures_total") == 1).then_some(())
    });
    assert!(listener.heard.try_recv().is_err());
}

#[test]
fn a_webhook_is_told_what_was_stored_and_the_call_is_signed() {
    let home = Home::with_settings(OPEN);
    let server = Server::start(&home);
    let listener = Listener::new(FINE);
    let mut both = Neighbours::new(&server);
    let space = unique("hook-space");
    let made = hooked(&mut both.owner, &space, &listener.url());
    let id = both.owner.remember("The harbour opens at six.");
    let (head, body) = listener.next();
    let told: Value = serde_json::from_str(&body).unwrap();
    assert!(head.starts_with("post /hook http/1.1"), "{head}");
    assert!(head.contains("content-type: application/json"), "{head}");
    let timestamp = told["timestamp"].clone();
    assert!(timestamp.is_string(), "{told}");
    assert_eq!(
        told,
        json!({ "event": "memory_stored", "shared_namespace": space, "memory_id": id, "timestamp": timestamp })
    );
    let signature = head.split("x-mneme-signature: sha256=").nth(1).unwrap();
    let signature = signature.lines().next().unwrap();
    let secret = made["webhook_secret"].as_str().unwrap();
    assert_eq!(signature, signed(&home, secret, &body));
    // The same again is no news; what a guest stores there is.
    both.owner.remember("The harbour opens at six.");
    let body = json!({ "grantee_namespace": both.guest_name, "permission": "write" });
    grant(&mut both.owner, &space, &body).ok();
    both.guest.remember("Its own affair.");
    let fact = json!({ "content": "The pier is closed.", "namespace": space });
    let id = both.guest.store(&fact);
    assert_eq!(listener.told()["memory_id"], id.as_str());
    let batch = json!({ "memories": [{ "content": "One." }, { "content": "Two." }] });
    both.owner.post("/v1/store/batch", &batch).ok();
    listener.next();
    listener.next();
    both.owner
        .delete(&format!("/v1/admin/sharing/{space}"), &Value::Null)
        .ok();
    both.owner.remember("Nobody is told any more.");
    server.stop();
    assert!(listener.heard.try_recv().is_err());
}

/// What a body signed with the secret comes to, by another program.
fn signed(home: &Home, secret: &str, body: &str) -> String {
    const SIGN: &str = "
import hashlib, hmac, sys
print(hmac.new(sys.argv[1].encode(), sys.argv[2].encode(), hashlib.sha256).hexdigest())
";
    let mut command = home.program("python3");
    command.args(["-c", SIGN, secret, body]);
    Ran::from(command.output().unwrap()).ok().trim().to_owned()
}

#[test]
fn nobody_waits_for_a_webhook_and_a_silent_one_holds_up_no_other() {
    let server = Server::start(&Home::with_settings(OPEN));
    let (silent, listener) = (Listener::new(""), Listener::new(FINE));
    let mut owner = server.admin("hook-owner");
    hooked(&mut owner, "hook-silent", &silent.url());
    hooked(&mut owner, "hook-space", &listener.url());
    let began = Instant::now();
    for n in 0..20 {
        owner.remember(&format!("The lantern of number {n} is lit."));
    }
    assert!(
        began.elapsed() < Duration::from_secs(25),
        "{:?}",
        began.elapsed()
    );
    for _ in 0..20 {
        listener.next();
    }
    silent.next();
    assert!(silent.heard.try_recv().is_err(), "one at a time");
    server.stop();
}

#[test]
fn nobody_is_followed_elsewhere() {
    let server = Server::start_with(&Home::with_settings(OPEN), &["--metrics", "127.0.0.1:0"]);
    let target = Listener::new(FINE);
    let answer = format!(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: {}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        target.url()
    );
    let lure = Listener::new(Box::leak(answer.into_boxed_str()));
    let mut owner = server.admin("hook-owner");
    hooked(&mut owner, "hook-space", &lure.url());
    owner.remember("The harbour opens at six.");
    lure.next();
    eventually("the answer to be taken for an error", || {
        (server.metric("mneme_webhook_failures_total") == 1).then_some(())
    });
    assert!(target.heard.try_recv().is_err());
}

#[test]
fn a_webhook_that_is_gone_is_told_of_once_and_once_when_it_is_back() {
    const NOTICES: u64 = 40;
    let server = Server::start_with(&Home::with_settings(OPEN), &["--metrics", "127.0.0.1:0"]);
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    drop(socket);
    let mut owner = server.admin("hook-owner");
    hooked(&mut owner, "hook-space", &format!("http://{address}/hook"));
    for n in 0..NOTICES {
        owner.remember(&format!("Notice {n}."));
    }
    eventually("all of them to fail", || {
        (server.metric("mneme_webhook_failures_total") == NOTICES).then_some(())
    });
    let lines = |what: &str| {
        let log = server.errors();
        let found = log.lines().filter(|line| line.contains(what));
        found.map(str::to_owned).collect::<Vec<_>>()
    };
    let all = lines("webhook");
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(
        all[0].contains("WARN") && !all[0].contains("/hook"),
        "{all:?}"
    );

    let listener = Listener::at(TcpListener::bind(address).unwrap(), FINE);
    owner.remember("The last notice.");
    assert_eq!(listener.told()["event"], "memory_stored");
    let back = eventually("the log to say so", || lines("told again").pop());
    assert!(back.contains(&format!("missed={NOTICES}")), "{back}");
    assert_eq!(lines("webhook").len(), 2);
}

/// It follows from what was written, whichever door that came through and whoever made it.
#[test]
fn a_webhook_is_told_of_what_every_door_and_every_work_stores() {
    let home = Home::with_settings(OPEN);
    let server = Server::start_with(&home, &["--notebook", "127.0.0.1:0"]);
    let listener = Listener::new(FINE);
    let mut owner = server.owner();
    hooked(&mut owner, "hook-space", &listener.url());
    let told = || listener.told()["memory_id"].clone();

    let mut notebook = Client::new(server.notebook(), None);
    let note = json!({ "content": "Deploys need an approval from Maria before noon." });
    let kept = notebook.post("/agentmemory/remember", &note);
    assert_eq!(told(), kept.body["memory"]["id"], "{}", kept.text);

    let agent = Agent::at(&format!("http://{}/mcp", server.notebook()), None).unwrap();
    let other = json!({ "content": "The crane on the south quay lifts nine tons." });
    let kept = agent.call("remember", &other);
    assert_eq!(told(), kept["memory"]["id"], "{kept}");

    home.run(&["remember", "The lantern is lit at dusk."]).ok();
    told();
    let line = json!({ "id": "brought", "content": "The pier is closed.", "version": 1,
        "status": "active" });
    home.run_with(&["import", "-"], line.to_string().as_bytes())
        .ok();
    assert_eq!(told(), "brought");

    let fact = json!({ "content": "The harbour opens at six." });
    let fact = owner.store(&fact);
    assert_eq!(told(), fact.as_str());
    let again = owner.store(&json!({ "content": "the harbour opens at six" }));
    assert_eq!(told(), again.as_str());
    let done = owner.post("/v1/consolidate", &json!({})).ok();
    let made = done["groups"].as_array().unwrap().iter();
    for group in made {
        assert_eq!(told(), group["derived_id"], "{done}");
    }
    assert!(done["derived_created"].as_u64() > Some(0), "{done}");
    server.stop();
    assert!(listener.heard.try_recv().is_err(), "each was told once");
}
