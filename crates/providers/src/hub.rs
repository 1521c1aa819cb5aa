//! A dataset on a hub: files by their names, changed in commits, as the Hugging Face hub keeps
//! them.

mod large;

use std::time::Duration;

use mneme_model::{Secret, base64, percent};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};

/// Which dataset, and who asks for it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where the hub is.
    pub endpoint: String,
    pub token: Secret,
    /// `owner/name`.
    pub repo: String,
}

/// A file as it goes there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    pub path: String,
    pub bytes: Vec<u8>,
    pub sha256: String,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the dataset hub cannot be asked: {0}")]
    Unusable(String),
    #[error("the dataset hub does not answer: {0}")]
    Unreachable(String),
    #[error("the dataset hub refused to {what}: status {status}{why}")]
    Refused {
        what: &'static str,
        status: u16,
        why: String,
    },
    #[error("the dataset hub answered something else than was asked for")]
    Odd,
    #[error("a file of the dataset is larger than {0} bytes")]
    TooLong(usize),
}

pub type Result<T> = std::result::Result<T, Error>;

/// The hub's own address.
pub const USUAL: &str = "https://huggingface.co";
const REVISION: &str = "main";
const TIMEOUT: Duration = Duration::from_secs(300);
/// A file is held in memory.
const LONGEST: usize = 4 * 1024 * 1024 * 1024;
/// What is shown of a refusal.
const WHY: usize = 200;
/// Bytes of a file by which the hub decides how it is kept.
const SAMPLE: usize = 512;

pub struct Hub {
    settings: Settings,
    client: Client,
}

// === impl Hub ===

impl Hub {
    /// Which dataset it is, of which hub.
    pub fn place(&self) -> String {
        format!("{}/{}", self.settings.endpoint, self.settings.repo)
    }

    pub fn new(settings: Settings) -> Result<Self> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().timeout(TIMEOUT).build();
        let client = client.map_err(|error| Error::Unusable(error.to_string()))?;
        let plain = |part: &str| {
            let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            !part.is_empty() && part.chars().all(word) && !part.starts_with('.')
        };
        match settings.repo.split('/').collect::<Vec<_>>().as_slice() {
            [owner, name] if plain(owner) && plain(name) => Ok(Self { settings, client }),
            _ => Err(Error::Unusable(format!(
                "'{}' is no dataset; it is called owner/name",
                settings.repo
            ))),
        }
    }

    /// Whether the dataset is private; none if it is not there, or not for this token.
    pub async fn is_private(&self) -> Result<Option<bool>> {
        let request = self.client.get(self.api(&self.settings.repo, "datasets"));
        let response = self.send(request).await?;
        if is_absent(response.status()) {
            return Ok(None);
        }
        let about = json_of(checked(response, "look at the dataset").await?).await?;
        Ok(Some(about["private"].as_bool().unwrap_or(false)))
    }

    /// Makes the dataset, private; one that is there stays as it is.
    pub async fn create(&self) -> Result<()> {
        let (owner, name) = self.settings.repo.split_once('/').unwrap_or_default();
        let body =
            json!({ "type": "dataset", "name": name, "organization": owner, "private": true });
        let request = self.client.post(self.api("create", "repos")).json(&body);
        let response = self.send(request).await?;
        if response.status() == StatusCode::CONFLICT {
            return Ok(());
        }
        checked(response, "make the dataset").await.map(drop)
    }

    /// One file; none if it is not there.
    pub async fn fetch(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let Settings { repo, endpoint, .. } = &self.settings;
        let url = format!(
            "{endpoint}/datasets/{repo}/resolve/{REVISION}/{}",
            percent::encode(path, "/")
        );
        let response = self.send(self.client.get(url)).await?;
        if is_absent(response.status()) {
            return Ok(None);
        }
        let mut response = checked(response, "give a file").await?;
        let mut bytes = Vec::new();
        while let Some(part) = response.chunk().await.map_err(lost)? {
            if bytes.len() + part.len() > LONGEST {
                return Err(Error::TooLong(LONGEST));
            }
            bytes.extend_from_slice(&part);
        }
        Ok(Some(bytes))
    }

    /// Puts all files there and takes others away, in one commit.
    pub async fn commit(&self, summary: &str, files: &[Upload], gone: &[String]) -> Result<()> {
        let large = self.kept_as_large(files).await?;
        let mut lines =
            vec![json!({ "key": "header", "value": { "summary": summary, "description": "" } })];
        for file in files {
            lines.push(match large.contains(&file.path) {
                true => self.upload_large(file).await?,
                false => json!({ "key": "file", "value": {
                    "path": file.path, "content": base64::encode(&file.bytes), "encoding": "base64" } }),
            });
        }
        let deleted = gone.iter();
        lines
            .extend(deleted.map(|path| json!({ "key": "deletedFile", "value": { "path": path } })));
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        let request = self.client.post(self.of_repo("commit"));
        let request = request.header(CONTENT_TYPE, "application/x-ndjson");
        let response = self.send(request.body(lines.join("\n"))).await?;
        checked(response, "take a commit").await.map(drop)
    }

    /// Which files the hub wants beside the commit and not in it.
    async fn kept_as_large(&self, files: &[Upload]) -> Result<Vec<String>> {
        let about = |file: &Upload| {
            let sample = &file.bytes[..file.bytes.len().min(SAMPLE)];
            json!({ "path": file.path, "size": file.bytes.len(), "sample": base64::encode(sample) })
        };
        let files: Vec<Value> = files.iter().map(about).collect();
        let request = self.client.post(self.of_repo("preupload"));
        let response = self.send(request.json(&json!({ "files": files }))).await?;
        let told = json_of(checked(response, "look at the files").await?).await?;
        let told = told["files"].as_array().ok_or(Error::Odd)?;
        let large = told.iter().filter(|file| file["uploadMode"] == "lfs");
        Ok(large
            .filter_map(|file| Some(file["path"].as_str()?.to_owned()))
            .collect())
    }

    fn api(&self, what: &str, group: &str) -> String {
        format!("{}/api/{group}/{what}", self.settings.endpoint)
    }

    fn of_repo(&self, what: &str) -> String {
        let Settings { repo, endpoint, .. } = &self.settings;
        format!("{endpoint}/api/datasets/{repo}/{what}/{REVISION}")
    }

    async fn send(&self, request: RequestBuilder) -> Result<Response> {
        let request = request.bearer_auth(&self.settings.token.0);
        request.send().await.map_err(lost)
    }
}

/// Somebody else's private dataset looks as if it were not there.
fn is_absent(status: StatusCode) -> bool {
    matches!(status, StatusCode::NOT_FOUND | StatusCode::UNAUTHORIZED)
}

async fn checked(response: Response, what: &'static str) -> Result<Response> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let said = response.text().await.unwrap_or_default();
    let why: String = said.trim().chars().take(WHY).collect();
    Err(Error::Refused {
        what,
        status: status.as_u16(),
        why: match why.is_empty() {
            true => why,
            false => format!(": {why}"),
        },
    })
}

async fn json_of(response: Response) -> Result<Value> {
    response.json().await.map_err(|_| Error::Odd)
}

/// Never with the address: it may hold what should not be logged.
fn lost(error: reqwest::Error) -> Error {
    Error::Unreachable(mneme_model::with_causes(&error.without_url()))
}
