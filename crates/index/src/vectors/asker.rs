//! Reads questions on a thread of its own, so that a question never waits behind documents.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tokio::sync::{mpsc, oneshot};

use super::Model;
use crate::{Result, embed};

/// Questions that may wait to be read.
const QUEUE: usize = 1_024;
/// Questions remembered, twice over: the older half is forgotten when the newer is full.
const REMEMBERED: usize = 1_024;

type Vector = Arc<[f32]>;

enum Asked {
    Read(String, oneshot::Sender<Option<Vector>>),
    /// Forget every question.
    Forget(oneshot::Sender<()>),
    /// Tell which questions are remembered.
    Tell(oneshot::Sender<Vec<String>>),
}

pub struct Asker {
    queue: Option<mpsc::Sender<Asked>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Memo {
    new: HashMap<String, Vector>,
    old: HashMap<String, Vector>,
}

// === impl Asker ===

impl Asker {
    pub fn start(model: Arc<Model>) -> Result<Self> {
        if model.is_off() {
            return Ok(Self {
                queue: None,
                thread: None,
            });
        }
        let (queue, asked) = mpsc::channel(QUEUE);
        let thread = thread::Builder::new()
            .name("mneme-asker".into())
            .spawn(move || serve(&model, asked))
            .map_err(|e| mneme_store::Error::io("start", "the thread that reads questions", e))?;
        Ok(Self {
            queue: Some(queue),
            thread: Some(thread),
        })
    }

    /// The vector of a question; `None` without a model.
    pub async fn read(&self, text: String) -> Option<Vector> {
        let (answer, answered) = oneshot::channel();
        self.send(Asked::Read(text, answer)).await?;
        answered.await.ok().flatten()
    }

    pub async fn forget(&self) {
        let (answer, answered) = oneshot::channel();
        if self.send(Asked::Forget(answer)).await.is_some() {
            // Gone with its memory is as good.
            let _ = answered.await;
        }
    }

    pub async fn questions(&self) -> Vec<String> {
        let (answer, answered) = oneshot::channel();
        match self.send(Asked::Tell(answer)).await {
            Some(()) => answered.await.unwrap_or_default(),
            None => Vec::new(),
        }
    }

    async fn send(&self, asked: Asked) -> Option<()> {
        self.queue.as_ref()?.send(asked).await.ok()
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(model: &Model, mut asked: mpsc::Receiver<Asked>) {
    let mut memo = Memo::default();
    while let Some(asked) = asked.blocking_recv() {
        // Whoever asked may have gone away.
        let _ = match asked {
            Asked::Read(_, answer) if answer.is_closed() => continue,
            Asked::Read(text, answer) => answer.send(read(model, &mut memo, text)).is_ok(),
            Asked::Forget(answer) => {
                memo = Memo::default();
                answer.send(()).is_ok()
            }
            Asked::Tell(answer) => answer.send(memo.questions()).is_ok(),
        };
    }
}

fn read(model: &Model, memo: &mut Memo, text: String) -> Option<Vector> {
    memo.get(&text).or_else(|| {
        let vector = encode(model, &text)?;
        memo.keep(text, vector.clone());
        Some(vector)
    })
}

fn encode(model: &Model, text: &str) -> Option<Vector> {
    match model.get()?.question(text) {
        Ok(vector) => vector.map(Vector::from),
        // Whoever asks elsewhere has said so once, not for every question.
        Err(error @ embed::Error::Elsewhere { .. }) => {
            tracing::debug!(%error, "a question goes by words");
            None
        }
        Err(error) => {
            tracing::warn!(%error, "a question could not be read by the model");
            None
        }
    }
}

// === impl Memo ===

impl Memo {
    fn get(&mut self, text: &str) -> Option<Vector> {
        if let Some(vector) = self.new.get(text) {
            return Some(vector.clone());
        }
        let vector = self.old.remove(text)?;
        self.keep(text.to_owned(), vector.clone());
        Some(vector)
    }

    fn questions(&self) -> Vec<String> {
        self.new.keys().chain(self.old.keys()).cloned().collect()
    }

    fn keep(&mut self, text: String, vector: Vector) {
        if self.new.len() >= REMEMBERED {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(text, vector);
    }
}
