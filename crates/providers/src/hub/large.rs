//! Files the hub keeps beside its commits.

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde_json::{Value, json};

use super::{Error, Hub, Result, Settings, Upload, checked, json_of, lost};

const KIND: &str = "application/vnd.git-lfs+json";

impl Hub {
    /// Brings the bytes where the hub wants them; the line of a commit that names them.
    pub(super) async fn upload_large(&self, file: &Upload) -> Result<Value> {
        let Settings { repo, endpoint, .. } = &self.settings;
        let object = json!({ "oid": file.sha256, "size": file.bytes.len() });
        let asked = json!({
            "operation": "upload", "transfers": ["basic"], "hash_algo": "sha256", "objects": [object],
        });
        let url = format!("{endpoint}/datasets/{repo}.git/info/lfs/objects/batch");
        let request = self.client.post(url).header(ACCEPT, KIND);
        let request = request.header(CONTENT_TYPE, KIND).body(asked.to_string());
        let response = self.send(request).await?;
        let told = json_of(checked(response, "take a large file").await?).await?;
        let told = told["objects"].get(0).ok_or(Error::Odd)?;
        // Without an action the hub has these bytes already.
        if let Some(href) = told["actions"]["upload"]["href"].as_str() {
            self.put(href, &told["actions"]["upload"]["header"], file)
                .await?;
            self.verify(&told["actions"]["verify"], &object).await?;
        }
        Ok(json!({ "key": "lfsFile", "value": {
            "path": file.path, "algo": "sha256", "oid": file.sha256, "size": file.bytes.len() } }))
    }

    /// To an address that was given for this alone: the token stays here.
    async fn put(&self, href: &str, headers: &Value, file: &Upload) -> Result<()> {
        let mut request = self.client.put(href).body(file.bytes.clone());
        for (name, value) in headers.as_object().into_iter().flatten() {
            if let Some(value) = value.as_str() {
                request = request.header(name.as_str(), value);
            }
        }
        let response = request.send().await.map_err(lost)?;
        checked(response, "take the bytes of a large file")
            .await
            .map(drop)
    }

    async fn verify(&self, action: &Value, object: &Value) -> Result<()> {
        let Some(href) = action["href"].as_str() else {
            return Ok(());
        };
        let request = self.client.post(href).json(object);
        let ours = href.starts_with(&self.settings.endpoint);
        let response = match ours {
            true => self.send(request).await?,
            false => request.send().await.map_err(lost)?,
        };
        checked(response, "know the large file").await.map(drop)
    }
}
