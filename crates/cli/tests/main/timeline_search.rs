//! Searching the timeline over gRPC, as its clients do.

mod agents;
mod contents;
mod doors;
mod episodes;
mod pins;
mod projects;
mod route;
mod teleport;
mod upkeep;

use std::future::Future;

use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use mneme_wire::proto::*;
use tokio::runtime::Runtime;
use tonic::transport::Channel;
use tonic::{Code, Request, Response, Status};

use crate::support::{Home, Server, eventually};

/// 2026-01-30 10:00:00 UTC, a Friday.
const FRIDAY_MS: i64 = 1_769_767_200_000;
const DAY_MS: i64 = 86_400_000;

type Client = MemoryServiceClient<Channel>;

/// A server of its own, and a client of its timeline.
struct Timeline {
    runtime: Runtime,
    client: Client,
    server: Server,
    events: i64,
}

// === impl Timeline ===

impl Timeline {
    fn start() -> Self {
        Self::with("")
    }

    fn with(settings: &str) -> Self {
        let home = Home::with_settings(settings);
        let server = Server::start_with(&home, &["--grpc", "127.0.0.1:0"]);
        let url = server.facts["doors"]["grpc"].as_str().unwrap().to_owned();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let client = runtime.block_on(Client::connect(url)).unwrap();
        Self {
            runtime,
            client,
            server,
            events: 0,
        }
    }

    /// One with two old sessions: tokens with `claude`, bread with `gemini`.
    fn with_talks(settings: &str) -> Self {
        let mut timeline = Self::with(settings);
        timeline.tell("jwt", Some("Claude"), FRIDAY_MS, TOKENS);
        timeline.tell("bread", Some("gemini"), FRIDAY_MS + DAY_MS, BREAD);
        timeline.segmented("quasar");
        timeline.segmented("sourdough");
        timeline
    }

    fn ask<T, R, F>(&mut self, call: impl FnOnce(Client, Request<T>) -> F, asked: T) -> R
    where
        F: Future<Output = Result<Response<R>, Status>>,
    {
        self.try_ask(call, asked).unwrap()
    }

    fn try_ask<T, R, F>(
        &mut self,
        call: impl FnOnce(Client, Request<T>) -> F,
        asked: T,
    ) -> Result<R, Status>
    where
        F: Future<Output = Result<Response<R>, Status>>,
    {
        let answer = call(self.client.clone(), Request::new(asked));
        self.runtime.block_on(answer).map(Response::into_inner)
    }

    /// Tells what was said in a session, a minute between each.
    fn tell(&mut self, session: &str, agent: Option<&str>, at_ms: i64, said: &[&str]) {
        for (n, text) in (0..).zip(said) {
            self.events += 1;
            let asked = IngestEventRequest {
                event: Some(Event {
                    event_id: format!("event-{:04}", self.events),
                    session_id: session.to_owned(),
                    timestamp_ms: at_ms + n * 60_000,
                    event_type: EventType::UserMessage as i32,
                    role: EventRole::User as i32,
                    text: (*text).to_owned(),
                    agent: agent.map(str::to_owned),
                    ..Event::default()
                }),
            };
            let told = self.ask(async |mut c: Client, r| c.ingest_event(r).await, asked);
            assert!(told.created);
        }
    }

    /// The store's own key.
    fn owner(&self) -> String {
        let file = self.server.home().data().join("keys").join("api.key");
        std::fs::read_to_string(file).unwrap().trim().to_owned()
    }

    fn words(&mut self, query: &str) -> TeleportSearchResponse {
        let asked = TeleportSearchRequest {
            query: query.to_owned(),
            ..TeleportSearchRequest::default()
        };
        self.ask(async |mut c: Client, r| c.teleport_search(r).await, asked)
    }

    /// Waits until a word is in a segment; its id.
    fn segmented(&mut self, word: &str) -> String {
        eventually("a segment", || {
            let mut found = self.words(word).results.into_iter();
            found.find(|doc| doc.doc_type == TeleportDocType::TocNode as i32)
        })
        .doc_id
    }
}

const TOKENS: &[&str] = &[
    "How long should the quasar access token live before it expires?",
    "The quasar access token should expire after fifteen minutes, so that a stolen one is useless soon.",
    "We keep the refresh token for a week and rotate it whenever it is used by a client.",
];

const BREAD: &[&str] = &[
    "How long does a sourdough loaf have to rest before it goes into the oven?",
    "A sourdough loaf rests overnight in the fridge and bakes for forty minutes in a hot oven.",
    "Then the crust is brown and the kitchen smells of fresh bread for the whole day.",
];

fn refused(status: &Status, code: Code, words: &str) {
    assert_eq!(status.code(), code, "{status:?}");
    assert!(status.message().contains(words), "{status:?}");
}
