//! A model elsewhere that reads texts. Whoever asks it may wait, and without an answer goes by
//! words; while it is in trouble nobody waits for it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mneme_index::embed::{Encoder, Error};
use mneme_model::Code;
use mneme_notebook::redact;
use mneme_providers::embed::{Embed, Settings};
use tokio::runtime::{Builder, Runtime};

use crate::Result;

/// How a call is carried out: on a thread of its own, so that those who wait for an answer do not
/// keep it from coming.
struct Asked {
    embed: Embed,
    runtime: Option<Runtime>,
    trouble: Mutex<Trouble>,
}

/// Why it gave no vectors last, and until when it is not asked again.
#[derive(Default)]
struct Trouble {
    why: Option<String>,
    rest: Duration,
    until: Option<Instant>,
}

/// A question has this long at most.
const QUESTION: Duration = Duration::from_secs(3);
/// It is left alone for so long after a failure, and twice as long after each next.
const REST: Duration = Duration::from_secs(1);
const LONGEST_REST: Duration = Duration::from_secs(60);
/// A piece of a word has about so many characters; a request takes about so many pieces.
const PIECE_CHARS: usize = 4;
const STEP: usize = 20_000;

/// The model a provider has, as one the index can read with.
pub fn encoder(settings: &Settings) -> Result<mneme_index::Elsewhere> {
    let wrong = |why: String| crate::Error::refused(Code::BadSetting, why);
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("mneme-elsewhere")
        .enable_all()
        .build();
    let asked = Asked {
        embed: Embed::new(settings.clone()).map_err(|error| wrong(error.to_string()))?,
        runtime: Some(runtime.map_err(|error| wrong(error.to_string()))?),
        trouble: Mutex::default(),
    };
    Ok(mneme_index::Elsewhere(Arc::new(asked)))
}

// === impl Asked ===

impl Encoder for Asked {
    fn name(&self) -> &str {
        &self.embed.settings().model
    }

    fn dimension(&self) -> usize {
        self.embed.settings().dimension
    }

    fn count(&self, text: &str) -> usize {
        text.chars().count().div_ceil(PIECE_CHARS)
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
        self.ask(texts, self.embed.settings().timeout)
    }

    fn question(&self, text: &str) -> Result<Option<Vec<f32>>, Error> {
        let within = self.embed.settings().timeout.min(QUESTION);
        Ok(self.ask(&[text], within)?.into_iter().next())
    }

    fn step(&self) -> usize {
        STEP
    }

    fn trouble(&self) -> Option<String> {
        let why = self.lock().why.clone();
        why.map(|why| self.error(why).to_string())
    }
}

impl Asked {
    /// What some doors keep as it was said is not sent away so: no secret leaves this machine.
    fn ask(&self, texts: &[&str], within: Duration) -> Result<Vec<Vec<f32>>, Error> {
        if let Some(why) = self.lock().resting() {
            return Err(self.error(why));
        }
        let texts: Vec<String> = texts.iter().map(|text| redact::text(text)).collect();
        let Some(runtime) = &self.runtime else {
            return Err(self.error(String::from("it is being closed")));
        };
        let told = runtime
            .handle()
            .block_on(self.embed.vectors(&texts, within));
        match told {
            Ok(vectors) => {
                *self.lock() = Trouble::default();
                Ok(vectors)
            }
            Err(error) => {
                self.lock().failed(error.to_string());
                Err(self.error(error.to_string()))
            }
        }
    }

    fn error(&self, why: String) -> Error {
        let model = self.name().to_owned();
        Error::Elsewhere { model, why }
    }

    fn lock(&self) -> MutexGuard<'_, Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Asked {
    /// Waits for nobody: it may be dropped where waiting is not allowed.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

// === impl Trouble ===

impl Trouble {
    /// Why it is not asked just now.
    fn resting(&self) -> Option<String> {
        let resting = self.until.is_some_and(|until| Instant::now() < until);
        self.why.clone().filter(|_| resting)
    }

    /// A failure is said once, not every time somebody asks.
    fn failed(&mut self, why: String) {
        if self.why.as_ref() != Some(&why) {
            tracing::warn!(%why, "a model elsewhere gives no vectors: recall goes by words");
        }
        self.rest = (self.rest * 2).clamp(REST, LONGEST_REST);
        self.until = Some(Instant::now() + self.rest);
        self.why = Some(why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_each_failure_it_is_left_alone_longer() {
        let mut trouble = Trouble::default();
        assert_eq!(trouble.resting(), None);
        let rests: Vec<u64> = (0..8)
            .map(|_| {
                trouble.failed(String::from("away"));
                trouble.rest.as_secs()
            })
            .collect();
        assert_eq!(rests, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(trouble.resting().as_deref(), Some("away"));
    }
}
