//! Writers that go on until the server is gone, and remember what it told them.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Scope, ScopedJoinHandle};

use mneme_wire::client::http::HttpClient;
use serde_json::{Value, json};

use super::told::{Batch, Kept, Told};

pub struct Writers<'a> {
    pub address: SocketAddr,
    pub key: &'a str,
    /// Goes in front of every word, so that rounds do not mix.
    pub stem: String,
    /// Acknowledged so far, over all writers.
    pub acknowledged: &'a AtomicUsize,
}

type Work = fn(&Writers<'_>, &mut HttpClient, usize, &mut Told) -> io::Result<()>;

// === impl Writers ===

impl<'a> Writers<'a> {
    /// Two that store, two that send batches of events, two that update.
    pub fn start<'s>(&'s self, scope: &'s Scope<'s, '_>) -> Vec<ScopedJoinHandle<'s, Told>> {
        let work: [Work; 6] = [store, store, ingest, ingest, update, update];
        let one = |(n, work): (usize, Work)| scope.spawn(move || self.write(n, work));
        work.into_iter().enumerate().map(one).collect()
    }

    fn write(&self, n: usize, work: Work) -> Told {
        let mut told = Told::default();
        if let Ok(mut client) = HttpClient::connect(self.address, Some(self.key)) {
            // An error is the server gone: that is what this waits for.
            let _ = work(self, &mut client, n, &mut told);
        }
        told
    }

    fn send(
        &self,
        client: &mut HttpClient,
        route: (&str, &str),
        body: &Value,
    ) -> io::Result<Value> {
        let reply = client.send(route.0, route.1, body.to_string().as_bytes())?;
        let text = String::from_utf8_lossy(&reply.body);
        assert_eq!(reply.status, 200, "{text}");
        let answer = serde_json::from_slice(&reply.body)?;
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
        Ok(answer)
    }

    fn fact(&self, writer: usize, n: usize) -> String {
        let stem = &self.stem;
        format!("Fact {n} of writer {writer} is {stem}w{writer}n{n}.")
    }
}

fn store(all: &Writers<'_>, client: &mut HttpClient, w: usize, told: &mut Told) -> io::Result<()> {
    for n in 0.. {
        let text = all.fact(w, n);
        let stored = all.send(client, ("POST", "/v1/store"), &json!({ "content": text }))?;
        let id = stored["id"].as_str().unwrap().to_owned();
        let kept = Kept {
            version: 1,
            text,
            pending: None,
        };
        told.memories.insert(id, kept);
    }
    Ok(())
}

fn ingest(all: &Writers<'_>, client: &mut HttpClient, w: usize, told: &mut Told) -> io::Result<()> {
    for n in 0.. {
        let size = 1 + 7 * n % 40;
        let one = |k: usize| {
            let id = format!("{}w{w}b{n}e{k}", all.stem);
            (id.clone(), format!("Event {k} of batch {n} is {id}."))
        };
        let events: Vec<(String, String)> = (0..size).map(one).collect();
        let session = format!("{}w{w}s{}", all.stem, n / 3);
        let sent: Vec<Value> = events
            .iter()
            .map(|(id, text)| json!({ "id": id, "session": session, "text": text }))
            .collect();
        told.batches.push(Batch {
            events,
            acknowledged: false,
        });
        all.send(client, ("POST", "/v1/events"), &json!({ "events": sent }))?;
        told.batches[n].acknowledged = true;
    }
    Ok(())
}

fn update(all: &Writers<'_>, client: &mut HttpClient, w: usize, told: &mut Told) -> io::Result<()> {
    let text = all.fact(w, 0);
    let stored = all.send(client, ("POST", "/v1/store"), &json!({ "content": text }))?;
    let id = stored["id"].as_str().unwrap().to_owned();
    let mut kept = Kept {
        version: 1,
        text,
        pending: None,
    };
    told.memories.insert(id.clone(), kept.clone());
    for n in 1.. {
        kept.pending = Some(all.fact(w, n));
        told.memories.insert(id.clone(), kept.clone());
        let change = json!({ "id": id, "content": all.fact(w, n) });
        let updated = all.send(client, ("PATCH", "/v1/update"), &change)?;
        kept = Kept {
            version: updated["version"].as_u64().unwrap(),
            text: all.fact(w, n),
            pending: None,
        };
        told.memories.insert(id.clone(), kept.clone());
    }
    Ok(())
}
