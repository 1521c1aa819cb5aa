//! Asking a model that talks.

mod budget;
mod error;
mod protocol;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use protocol::{Form, Protocol};

use std::time::Duration;

use mneme_model::{Clock, Secret};
use reqwest::{Client, Response};
use tokio::time::Instant;

use crate::signals;
use budget::Budget;

/// Whom to ask, and how long and how much that may cost.
#[derive(Clone, Debug)]
pub struct Settings {
    pub protocol: Protocol,
    pub model: String,
    pub api_key: Secret,
    /// Where the provider is; the protocol's usual place when empty.
    pub base_url: String,
    /// How long one attempt may take, and all of them together.
    pub timeout: Duration,
    pub total: Duration,
    pub attempts: u32,
    /// How many tokens a day may cost; 0 is no limit.
    pub tokens_per_day: u64,
    /// What the answer should be.
    pub form: Form,
}

/// A model that can be asked.
pub struct Chat {
    settings: Settings,
    client: Client,
    budget: Budget,
}

/// Waited before the second attempt; twice as long before each next.
const BACKOFF: Duration = Duration::from_millis(500);
/// An answer of the longest a model is asked for is a small part of this.
const REPLY_BYTES: usize = 4 * 1024 * 1024;

impl Settings {
    pub fn new(protocol: Protocol, model: impl Into<String>, api_key: Secret) -> Self {
        Self {
            protocol,
            model: model.into(),
            api_key,
            base_url: String::new(),
            timeout: Duration::from_secs(60),
            total: Duration::from_secs(120),
            attempts: 3,
            tokens_per_day: 2_000_000,
            form: Form::Object,
        }
    }
}

// === impl Chat ===

impl Chat {
    pub fn new(settings: Settings) -> Result<Self, Error> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(settings.timeout).build();
        Ok(Self {
            client: client.map_err(|error| Error::Unusable(error.to_string()))?,
            budget: Budget::new(settings.tokens_per_day),
            settings,
        })
    }

    pub fn model(&self) -> &str {
        &self.settings.model
    }

    /// Asks, again if that may help, within the time and the tokens there are.
    pub async fn ask(&self, prompt: &str, clock: &dyn Clock) -> Result<String, Error> {
        self.budget.take(prompt, clock.now_ms())?;
        let until = Instant::now() + self.settings.total;
        let mut wait = BACKOFF;
        let mut last = Error::NoTime;
        for attempt in 0..self.settings.attempts.max(1) {
            if attempt > 0 {
                if Instant::now() + wait >= until {
                    break;
                }
                tokio::time::sleep(wait).await;
                wait *= 2;
            }
            match tokio::time::timeout_at(until, self.attempt(prompt)).await {
                Ok(Ok(text)) => {
                    self.budget.spend(&text);
                    return Ok(text);
                }
                Ok(Err(error)) if !error.is_worth_trying_again() => return Err(failed(error)),
                Ok(Err(error)) => last = error,
                Err(_) => break,
            }
        }
        Err(failed(last))
    }

    async fn attempt(&self, prompt: &str) -> Result<String, Error> {
        let Settings { protocol, .. } = self.settings;
        signals::CALLS.add(1);
        let (url, body) = protocol.request(&self.settings, prompt);
        let request = protocol.sign(self.client.post(url), &self.settings.api_key);
        let response = request.json(&body).send().await.map_err(Error::of)?;
        let status = response.status();
        if !status.is_success() {
            return Err(Error::Status(status.as_u16()));
        }
        read(protocol, &whole(response).await?)
    }
}

/// Whoever answers without end is not read to it.
pub(crate) async fn whole(mut response: Response) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    while let Some(part) = response.chunk().await.map_err(Error::of)? {
        if bytes.len() + part.len() > REPLY_BYTES {
            return Err(Error::TooLong);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

pub(crate) fn read(protocol: Protocol, reply: &[u8]) -> Result<String, Error> {
    let reply: serde_json::Value = serde_json::from_slice(reply).map_err(|_| Error::NoWords)?;
    protocol.text(&reply).ok_or(Error::NoWords)
}

fn failed(error: Error) -> Error {
    signals::FAILURES.add(1);
    error
}
