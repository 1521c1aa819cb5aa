//! Reads questions on a thread of its own, so that a question never waits behind documents.

mod memo;

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tokio::sync::{mpsc, oneshot};

use super::Model;
use crate::settings::Questions;
use crate::{Result, embed};
use memo::{Memo, Vector};

pub use memo::HeldQuestions;

/// Questions that may wait to be read.
const QUEUE: usize = 1_024;

enum Asked {
    /// Have the model open before somebody asks.
    Open,
    /// At a time, in milliseconds.
    Read(String, i64, oneshot::Sender<Option<Vector>>),
    /// Forget every question.
    Forget(oneshot::Sender<()>),
    /// Tell which questions are remembered.
    Tell(oneshot::Sender<Vec<String>>),
    Count(i64, oneshot::Sender<HeldQuestions>),
}

pub struct Asker {
    queue: Option<mpsc::Sender<Asked>>,
    thread: Option<JoinHandle<()>>,
}

// === impl Asker ===

impl Asker {
    pub fn start(model: Arc<Model>, settings: Questions) -> Result<Self> {
        if model.is_off() {
            return Ok(Self {
                queue: None,
                thread: None,
            });
        }
        let (queue, asked) = mpsc::channel(QUEUE);
        let thread = thread::Builder::new()
            .name("mneme-asker".into())
            .spawn(move || serve(&model, settings, asked))
            .map_err(|e| mneme_store::Error::io("start", "the thread that reads questions", e))?;
        Ok(Self {
            queue: Some(queue),
            thread: Some(thread),
        })
    }

    /// The vector of a question; `None` without a model.
    pub async fn read(&self, text: String, now_ms: i64) -> Option<Vector> {
        let (answer, answered) = oneshot::channel();
        self.send(Asked::Read(text, now_ms, answer)).await?;
        answered.await.ok().flatten()
    }

    /// Has the model opened, beside whatever else goes on.
    pub async fn open(&self) {
        // Without a model there is nothing to open.
        let _ = self.send(Asked::Open).await;
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

    pub async fn count(&self, now_ms: i64) -> HeldQuestions {
        let (answer, answered) = oneshot::channel();
        match self.send(Asked::Count(now_ms, answer)).await {
            Some(()) => answered.await.unwrap_or_default(),
            None => HeldQuestions::default(),
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

fn serve(model: &Model, settings: Questions, mut asked: mpsc::Receiver<Asked>) {
    let mut memo = Memo::new(settings);
    while let Some(asked) = asked.blocking_recv() {
        // Whoever asked may have gone away.
        let _ = match asked {
            Asked::Open => model.get().is_some(),
            Asked::Read(_, _, answer) if answer.is_closed() => continue,
            Asked::Read(text, now_ms, answer) => {
                let read = read(model, &mut memo, text, now_ms);
                answer.send(read).is_ok()
            }
            Asked::Forget(answer) => {
                memo = Memo::new(settings);
                answer.send(()).is_ok()
            }
            Asked::Tell(answer) => answer.send(memo.questions()).is_ok(),
            Asked::Count(now_ms, answer) => answer.send(memo.count(now_ms)).is_ok(),
        };
    }
}

fn read(model: &Model, memo: &mut Memo, text: String, now_ms: i64) -> Option<Vector> {
    memo.get(&text, now_ms).or_else(|| {
        let vector = encode(model, &text)?;
        memo.keep(text, vector.clone(), now_ms);
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
