//! Asking a model elsewhere what texts mean, as numbers.

use std::time::Duration;

use mneme_model::Secret;
use reqwest::Client;
use serde_json::{Value, json};

use crate::chat::{Error, Protocol, whole};
use crate::signals;

/// Whom to ask, and for vectors of which length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub model: String,
    /// Numbers in a vector. One name has one length for ever.
    pub dimension: usize,
    pub api_key: Secret,
    /// Where the provider is; its usual place when empty.
    pub base_url: String,
    /// How long a page of texts may take. A question has less: somebody waits for it.
    pub timeout: Duration,
}

/// A model that reads texts.
pub struct Embed {
    settings: Settings,
    client: Client,
}

/// The model under the published names of the key.
pub const GEMINI: (&str, usize) = ("gemini-embedding-001", 768);
/// Texts of one request, and what is sent of each.
const BATCH: usize = 100;
const TEXT_CHARS: usize = 16_000;

// === impl Settings ===

impl Settings {
    pub fn gemini(api_key: Secret) -> Self {
        let (model, dimension) = GEMINI;
        Self {
            model: model.to_owned(),
            dimension,
            api_key,
            base_url: String::new(),
            timeout: Duration::from_secs(20),
        }
    }
}

// === impl Embed ===

impl Embed {
    pub fn new(settings: Settings) -> Result<Self, Error> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().build();
        Ok(Self {
            client: client.map_err(|error| Error::Unusable(error.to_string()))?,
            settings,
        })
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// One vector of length one for each text, in their order; each request within a time.
    pub async fn vectors(
        &self,
        texts: &[String],
        within: Duration,
    ) -> Result<Vec<Vec<f32>>, Error> {
        let mut all = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let told = self.ask(batch, within).await;
            all.extend(told.inspect_err(|_| signals::FAILURES.add(1))?);
        }
        Ok(all)
    }

    async fn ask(&self, texts: &[String], within: Duration) -> Result<Vec<Vec<f32>>, Error> {
        signals::CALLS.add(1);
        let (url, body) = self.request(texts);
        let request = self.client.post(url).timeout(within).json(&body);
        let request = Protocol::Gemini.sign(request, &self.settings.api_key);
        let response = request.send().await.map_err(Error::of)?;
        let status = response.status();
        if !status.is_success() {
            return Err(Error::Status(status.as_u16()));
        }
        let reply = whole(response).await?;
        let reply: Value = serde_json::from_slice(&reply).map_err(|_| Error::NoWords)?;
        read(&reply, texts.len(), self.settings.dimension).ok_or(Error::NoWords)
    }

    fn request(&self, texts: &[String]) -> (String, Value) {
        let Settings { model, .. } = &self.settings;
        let base = match self.settings.base_url.trim_end_matches('/') {
            "" => Protocol::Gemini.base_url(),
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

/// A vector shorter than the model's own does not come with length one.
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
        let told = |count, dimension| read(&reply, count, dimension);
        assert_eq!(told(2, 2), Some(vec![vec![0.6, 0.8], vec![0.0, 1.0]]));
        assert_eq!(told(3, 2), None, "too few");
        assert_eq!(told(2, 3), None, "too short");
        for bad in [json!([0.0, 0.0]), json!(["1", 2]), json!(null)] {
            let reply = json!({ "embeddings": [{ "values": bad }] });
            assert_eq!(read(&reply, 1, 2), None, "{reply}");
        }
    }

    #[test]
    fn a_request_names_the_model_the_length_and_no_more_of_a_text_than_is_read() {
        let embed = Embed::new(Settings {
            base_url: String::from("http://h/v1/"),
            ..Settings::gemini(Secret(String::from("k")))
        });
        let (url, body) = embed.unwrap().request(&["é".repeat(TEXT_CHARS + 1)]);
        assert_eq!(
            url,
            "http://h/v1/models/gemini-embedding-001:batchEmbedContents"
        );
        let one = &body["requests"][0];
        assert_eq!(one["outputDimensionality"], 768);
        let sent = one["content"]["parts"][0]["text"].as_str().unwrap();
        assert_eq!(sent.chars().count(), TEXT_CHARS);
        assert!(
            !body.to_string().contains("\"k\""),
            "the key goes in a header"
        );
    }
}
