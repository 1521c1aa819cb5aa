//! Vault Transit: a service that makes keys, wraps them and opens them again. It is asked when a
//! store is opened and when a key is replaced; whoever asks has nothing else to fall back on.

use std::time::Duration;

use mneme_model::{Secret, base64, percent};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use serde_json::{Value, json};

/// Which Vault, which of its keys, and who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub address: String,
    pub token: Secret,
    pub mount: String,
    pub key: String,
    pub timeout: Duration,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("encryption.vault_address: '{0}' is no address such as https://vault:8200")]
    Address(String),
    #[error("Vault at {address} does not answer: {why}")]
    Unreachable { address: String, why: String },
    #[error("Vault at {address} refused to {what} (status {status}{why}): {advice}")]
    Refused {
        address: String,
        what: &'static str,
        status: u16,
        why: String,
        advice: &'static str,
    },
    #[error("Vault at {0} answered something else than was asked for")]
    Odd(String),
}

pub type Result<T> = std::result::Result<T, Error>;

/// What is shown of a refusal.
const WHY: usize = 200;
/// No answer of Transit is longer.
const LONGEST: usize = 64 * 1024;

pub struct Transit {
    settings: Settings,
    client: Client,
}

// === impl Transit ===

impl Transit {
    pub fn new(settings: Settings) -> Result<Self> {
        let address = || Error::Address(settings.address.clone());
        let url = reqwest::Url::parse(&settings.address).map_err(|_| address())?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(address());
        }
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // A token goes to no other place than the one that was named.
        let client = Client::builder()
            .timeout(settings.timeout)
            .redirect(Policy::none())
            .build()
            .map_err(|_| address())?;
        Ok(Self { settings, client })
    }

    /// How people call it, with the key it wraps under.
    pub fn name(&self) -> String {
        let Settings { mount, key, .. } = &self.settings;
        format!("the Vault key {mount}/{key} at {}", self.settings.address)
    }

    /// A new key of 256 bits, and the same wrapped.
    pub async fn data_key(&self) -> Result<(Vec<u8>, String)> {
        let body = json!({ "bits": 256 });
        let data = self.ask("make a data key", "datakey/plaintext", &body);
        let data = data.await?;
        Ok((self.plaintext(&data)?, self.ciphertext(&data)?))
    }

    pub async fn decrypt(&self, wrapped: &str) -> Result<Vec<u8>> {
        let body = json!({ "ciphertext": wrapped });
        let data = self.ask("open the wrapped key", "decrypt", &body).await?;
        self.plaintext(&data)
    }

    /// Under the newest version of Vault's key.
    pub async fn encrypt(&self, secret: &[u8]) -> Result<String> {
        let body = json!({ "plaintext": base64::encode(secret) });
        let data = self.ask("wrap the key", "encrypt", &body).await?;
        self.ciphertext(&data)
    }

    async fn ask(&self, what: &'static str, verb: &str, body: &Value) -> Result<Value> {
        let Settings {
            address,
            token,
            mount,
            key,
            ..
        } = &self.settings;
        let (mount, key) = (percent::encode(mount, "/"), percent::encode(key, ""));
        let url = format!("{}/v1/{mount}/{verb}/{key}", address.trim_end_matches('/'));
        let request = self.client.post(url).header("X-Vault-Token", &token.0);
        let response = request.json(body).send().await;
        let response = response.map_err(|error| self.lost(error))?;
        let status = response.status();
        let said = self.read(response).await?;
        if !status.is_success() {
            return Err(self.refused(what, status.as_u16(), &said));
        }
        Ok(said["data"].clone())
    }

    async fn read(&self, mut response: Response) -> Result<Value> {
        let mut bytes = Vec::new();
        while let Some(part) = response.chunk().await.map_err(|error| self.lost(error))? {
            bytes.extend_from_slice(&part);
            if bytes.len() > LONGEST {
                return Err(self.odd());
            }
        }
        // A refusal need not be JSON; what was asked for must.
        Ok(serde_json::from_slice(&bytes).unwrap_or_default())
    }

    fn refused(&self, what: &'static str, status: u16, said: &Value) -> Error {
        let errors = said["errors"].as_array().into_iter().flatten();
        let errors: Vec<&str> = errors.filter_map(Value::as_str).collect();
        let why: String = errors.join("; ").replace(&self.settings.token.0, "…");
        let why: String = why.trim().chars().take(WHY).collect();
        Error::Refused {
            address: self.settings.address.clone(),
            what,
            status,
            why: match why.is_empty() {
                true => why,
                false => format!(", {why}"),
            },
            advice: advice(status),
        }
    }

    fn plaintext(&self, data: &Value) -> Result<Vec<u8>> {
        let text = data["plaintext"].as_str();
        text.and_then(base64::decode).ok_or_else(|| self.odd())
    }

    fn ciphertext(&self, data: &Value) -> Result<String> {
        let text = data["ciphertext"].as_str();
        let text = text.filter(|text| text.starts_with("vault:"));
        text.map(str::to_owned).ok_or_else(|| self.odd())
    }

    fn odd(&self) -> Error {
        Error::Odd(self.settings.address.clone())
    }

    fn lost(&self, error: reqwest::Error) -> Error {
        Error::Unreachable {
            address: self.settings.address.clone(),
            why: mneme_model::with_causes(&error.without_url()),
        }
    }
}

fn advice(status: u16) -> &'static str {
    match status {
        401 | 403 => {
            "check encryption.vault_token, and that its policy may use the key for datakey, encrypt and decrypt"
        }
        404 => "check encryption.vault_mount and encryption.vault_key_name",
        503 => "it is sealed or starting; unseal it, then try again",
        400 => "the wrapped key is not one of this Vault's, or of this key's",
        _ => "see what Vault's own log says",
    }
}
