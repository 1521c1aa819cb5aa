//! A client of a notebook, on this machine or another.

use std::time::Duration;

use mneme_model::{Code, percent, with_causes};
use mneme_wire::Fault;
use reqwest::{Client, RequestBuilder, Url};
use serde_json::Value;

/// Where the notebook is, where nobody says so.
const USUAL: &str = "http://127.0.0.1:3111";
const SUFFIX: &str = "/agentmemory";
const TIMEOUT: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub struct Rest {
    base: String,
    secret: Option<String>,
    client: Client,
}

// === impl Rest ===

impl Rest {
    /// As `AGENTMEMORY_URL` and `AGENTMEMORY_SECRET` say.
    pub fn new(from: impl Fn(&str) -> Option<String>) -> Result<Self, Fault> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let said = |name: &str| from(name).filter(|value| !value.trim().is_empty());
        let client = Client::builder().timeout(TIMEOUT).build();
        Ok(Self {
            base: base(&checked(
                said("AGENTMEMORY_URL").unwrap_or_else(|| USUAL.to_owned()),
            )?),
            secret: said("AGENTMEMORY_SECRET").map(|secret| secret.trim().to_owned()),
            client: client.map_err(|error| Fault::new(Code::Internal, error.to_string()))?,
        })
    }

    /// Where it is, without a name and a password that may stand in it.
    pub fn address(&self) -> String {
        let Some((scheme, rest)) = self.base.split_once("://") else {
            return self.base.clone();
        };
        let end = rest.find('/').unwrap_or(rest.len());
        let host = rest[..end].rsplit('@').next().unwrap_or_default();
        format!("{scheme}://{host}{}", &rest[end..])
    }

    pub async fn get(&self, path: &str, fields: &[(&str, &str)]) -> Result<Value, Fault> {
        let pair = |(name, value): &(&str, &str)| format!("{name}={}", percent::encode(value, ""));
        let fields: Vec<String> = fields.iter().map(pair).collect();
        let url = format!("{}/{path}?{}", self.base, fields.join("&"));
        self.send(self.client.get(url)).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Result<Value, Fault> {
        let request = self.client.post(format!("{}/{path}", self.base));
        self.send(request.json(body)).await
    }

    async fn send(&self, request: RequestBuilder) -> Result<Value, Fault> {
        let request = match &self.secret {
            Some(secret) => request.bearer_auth(secret),
            None => request,
        };
        let lost = |error: reqwest::Error| {
            let why = with_causes(&error.without_url());
            Fault::new(
                Code::NotServing,
                format!("{} does not answer: {why}", self.base),
            )
        };
        let response = request.send().await.map_err(lost)?;
        let status = response.status();
        let told: Value = response.json().await.unwrap_or_default();
        if status.is_success() {
            return Ok(told);
        }
        let said = told["error"].as_str().unwrap_or("it said no more");
        let fault = serde_json::from_value(told.clone()).ok();
        Err(fault.unwrap_or_else(|| {
            Fault::new(Code::BadRequest, format!("{}: {status}: {said}", self.base))
        }))
    }
}

/// What leads to no server is told at once, not with the first call.
fn checked(url: String) -> Result<String, Fault> {
    let read = Url::parse(url.trim()).ok();
    let read = read.filter(|read| matches!(read.scheme(), "http" | "https") && read.has_host());
    if read.is_some() {
        return Ok(url);
    }
    let mut fault = Fault::new(
        Code::BadSetting,
        format!("'{}' is no address of a notebook", url.trim()),
    );
    fault.hint = format!("give one as {USUAL}, with --url or in AGENTMEMORY_URL");
    Err(fault)
}

/// With the suffix, whether or not it was said.
fn base(url: &str) -> String {
    let url = url.trim().trim_end_matches('/');
    match url.ends_with(SUFFIX) {
        true => url.to_owned(),
        false => format!("{url}{SUFFIX}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_address_is_refused() {
        for said in [
            "notaurl",
            "h:1",
            "ftp://h",
            "http://",
            "/srv/notebook",
            "http:// h",
        ] {
            let fault = checked(said.to_owned()).unwrap_err();
            assert!(fault.error.contains(said), "{fault:?}");
        }
        for said in ["http://h", " https://h:1/agentmemory ", "http://[::1]:3111"] {
            assert!(checked(said.to_owned()).is_ok(), "{said}");
        }
    }

    #[test]
    fn where_nobody_says_where_it_is_at_the_usual_port() {
        for said in [None, Some(" ")] {
            let rest = Rest::new(|_| said.map(str::to_owned)).unwrap();
            assert_eq!(rest.address(), "http://127.0.0.1:3111/agentmemory");
        }
    }

    #[test]
    fn the_suffix_is_there_once() {
        for said in [
            "http://h:1",
            "http://h:1/",
            "http://h:1/agentmemory",
            "http://h:1/agentmemory/",
        ] {
            assert_eq!(base(said), "http://h:1/agentmemory");
        }
    }
}
