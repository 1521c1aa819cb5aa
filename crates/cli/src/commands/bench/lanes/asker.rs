//! A server with a store of its own, asked over its own door what it would put before a model.

use std::path::Path;
use std::time::{Duration, Instant};

use mneme_recall::Ranking;
use mneme_wire::Fault;
use mneme_wire::client::http::HttpClient;
use serde_json::{Value, json};

use crate::commands::bench::load::trouble;
use crate::commands::bench::server::{Server, post};
use crate::progress::bar;

/// As many as a request may carry.
const BATCH: usize = 1_000;
/// How long one question may wait for the model.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

pub struct Asker {
    client: HttpClient,
    ranking: Ranking,
    /// A model reads what is kept, so it reads questions too.
    reads: bool,
    _server: Server,
}

/// What came of one question.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The text of the best answer.
    pub first: String,
    pub score: f64,
    /// It would be put before a model unasked.
    pub injected: bool,
    /// It was looked for by meaning too.
    pub meaning: bool,
    /// It was answered by words alone first, because the model was not done with it in time.
    pub late: bool,
    pub took: Duration,
}

// === impl Asker ===

impl Asker {
    pub fn start(dir: &Path, ranking: Ranking) -> Result<Self, Fault> {
        let server = Server::start(dir)?;
        Ok(Self {
            client: server.client()?,
            ranking,
            reads: false,
            _server: server,
        })
    }

    /// Where a model is there, what it did not read in time is asked again: a lane is about
    /// answers, and tells how often that was so.
    pub fn ask(&mut self, question: &str) -> Result<Asked, Fault> {
        let began = Instant::now();
        let mut asked = self.ask_once(question)?;
        while self.reads && !asked.meaning && began.elapsed() < PATIENCE {
            std::thread::sleep(LOOK_AGAIN);
            let late = true;
            asked = Asked {
                late,
                ..self.ask_once(question)?
            };
        }
        Ok(asked)
    }

    fn ask_once(&mut self, question: &str) -> Result<Asked, Fault> {
        let body = json!({ "query": question, "limit": 5, "ranking": self.ranking.name() });
        let began = Instant::now();
        let told = self.post("/v1/admin/query-explain", &body)?;
        let took = began.elapsed();
        let best = &told["final_results"][0];
        let content = best["memory"]["content"].as_str();
        Ok(Asked {
            first: content.unwrap_or_default().to_owned(),
            score: best["final_score"].as_f64().unwrap_or_default(),
            injected: told["retrieval_gate"]["decision"] == "inject",
            meaning: told["used_vector"] == true,
            late: false,
            took,
        })
    }

    /// Keeps these, and waits until they are found by words and by meaning.
    pub fn keep(&mut self, memories: &[String]) -> Result<(), Fault> {
        let bar = bar("keeping");
        bar.set_length(memories.len() as u64);
        for batch in memories.chunks(BATCH) {
            let told: Vec<Value> = batch
                .iter()
                .map(|text| json!({ "content": text }))
                .collect();
            self.post("/v1/store/batch", &json!({ "memories": told }))?;
            bar.inc(batch.len() as u64);
        }
        bar.finish_and_clear();
        while self.get("/v1/admin/index-health")?["indexer_lag"] != 0 {
            std::thread::sleep(LOOK_AGAIN);
        }
        let health = self.get("/v1/admin/index-health")?;
        self.reads = health["vector_index_size"].as_u64() > Some(0);
        Ok(())
    }

    /// How many memories are believed.
    pub fn active(&mut self) -> Result<usize, Fault> {
        let told = self.get("/v1/admin/lifecycle?limit=1")?;
        let active = told["summary"]["active"].as_u64();
        let active = active.ok_or_else(|| trouble("the view of states has no count"))?;
        usize::try_from(active).map_err(trouble)
    }

    fn post(&mut self, path: &str, body: &Value) -> Result<Value, Fault> {
        let reply = post(&mut self.client, path, body.to_string().as_bytes())?;
        serde_json::from_slice(&reply).map_err(trouble)
    }

    fn get(&mut self, path: &str) -> Result<Value, Fault> {
        let reply = self.client.send("GET", path, b"").map_err(trouble)?;
        serde_json::from_slice(&reply.body).map_err(trouble)
    }
}
