//! Asking a model what texts mean, as numbers.

use std::time::Duration;

use mneme_model::Secret;
use reqwest::Client;
use serde_json::{Value, json};

use crate::chat::Error;
use crate::signals;

/// Whom to ask, and for vectors of which length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub model: String,
    pub api_key: Secret,
    /// Where the provider is; its usual place when empty.
    pub base_url: String,
    pub dimension: usize,
    pub timeout: Duration,
}

pub struct Embed {
    settings: Settings,
    client: Client,
}

const BASE: &str = "https://generativelanguage.googleapis.com/v1beta";
/// Texts of one request, and what is sent of each.
const BATCH: usize = 100;
const TEXT_CHARS: usize = 16_000;

// === impl Embed ===

impl Embed {
    pub fn new(settings: Settings) -> Result<Self, Error> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(settings.timeout).build();
        Ok(Self {
            client: client.map_err(|error| Error::Unusable(error.to_string()))?,
            settings,
        })
    }

    pub fn model(&self) -> &str {
        &self.settings.model
    }

    pub fn dimension(&self) -> usize {
        self.settings.dimension
    }

    /// One vector of length one for each text, in their order.
    pub async fn vectors(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        let mut all = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let reply = self.ask(batch).await;
            all.extend(reply.inspect_err(|_| signals::FAILURES.add(1))?);
        }
        Ok(all)
    }

    async fn ask(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        signals::CALLS.add(1);
        let (url, body) = self.request(texts);
        let request = self.client.post(url).json(&body);
        let request = request.header("x-goog-api-key", &self.settings.api_key.0);
        let response = request.send().await.map_err(Error::of)?;
        let status = response.status();
        if !status.is_success() {
            return Err(Error::Status(status.as_u16()));
        }
        let reply: Value = response.json().await.map_err(Error::of)?;
        read(&reply, texts.len(), self.settings.dimension).ok_or(Error::NoWords)
    }

    fn request(&self, texts: &[String]) -> (String, Value) {
        let Settings { model, .. } = &self.settings;
        let base = match self.settings.base_url.trim_end_matches('/') {
            "" => BASE,
            base => base,
        };
        let requests = texts.iter().map(|text| {
            let text: String = text.chars().take(TEXT_CHARS).collect();
            json!({
                "model": format!("models/{model}"),
                "content": { "parts": [{ "text": text }] },
                "outputDimensionality": self.settings.dimension,
            })
        });
        let body = json!({ "requests": requests.collect::<Vec<_>>() });
        (format!("{base}/models/{model}:batchEmbedContents"), body)
    }
}

/// Vectors of another number or length than was asked for are none.
fn read(reply: &Value, count: usize, dimension: usize) -> Option<Vec<Vec<f32>>> {
    let all = reply["embeddings"].as_array()?;
    let vectors: Option<Vec<Vec<f32>>> = all.iter().map(|one| vector(one, dimension)).collect();
    vectors.filter(|vectors| vectors.len() == count)
}

/// Shorter vectors than the model's own do not come with length one.
fn vector(one: &Value, dimension: usize) -> Option<Vec<f32>> {
    let numbers = one["values"].as_array()?.iter();
    let numbers: Option<Vec<f32>> = numbers.map(|n| Some(n.as_f64()? as f32)).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == dimension)?;
    let length = numbers.iter().map(|n| n * n).sum::<f32>().sqrt();
    let usable = length.is_finite() && length > 0.0;
    usable.then(|| numbers.iter().map(|n| n / length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_have_length_one_and_others_are_refused() {
        let reply = json!({ "embeddings": [{ "values": [3.0, 4.0] }, { "values": [0, 2] }] });
        let read_of = |count, dimension| read(&reply, count, dimension);
        assert_eq!(read_of(2, 2), Some(vec![vec![0.6, 0.8], vec![0.0, 1.0]]));
        assert_eq!(read_of(3, 2), None, "too few");
        assert_eq!(read_of(2, 3), None, "too short");
        let nothing = json!({ "embeddings": [{ "values": [0.0, 0.0] }] });
        assert_eq!(read(&nothing, 1, 2), None);
    }
}
