//! Tokens: JSON Web Tokens under HMAC-SHA256, and nothing else that goes by that name.

use ring::hmac;
use serde::{Deserialize, Serialize};

use crate::{Error, Result, base64url};

/// No token lives longer, whoever asks: 30 days.
pub const MAX_LIFE_SECS: u64 = 30 * 24 * 60 * 60;

/// Longest text that is looked at as a token.
const MAX_BYTES: usize = 4_096;
/// Issuer and audience; clients of that system look for them.
const HOUSE: &str = "memoryoss";
const ALGORITHM: &str = "HS256";

/// What a token says. `exp`, `iss` and `aud` must be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    pub sub: String,
    pub role: String,
    pub namespace: String,
    pub exp: u64,
    #[serde(default)]
    pub iat: u64,
    iss: String,
    aud: String,
    /// The key it was made from; a token without one was made from its subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    /// Extensions a reader must understand. We know none.
    #[serde(default)]
    crit: Option<serde_json::Value>,
}

/// The one who signs and checks.
pub struct Tokens {
    secret: hmac::Key,
}

/// Whether a credential has the form of a token.
pub fn looks_like_one(credential: &str) -> bool {
    credential.split('.').count() == 3
}

/// Whether a credential says that it is a token of ours, signed or not, living or not: nobody else
/// has a use for it.
fn names_us(credential: &str) -> bool {
    let claims = credential
        .split('.')
        .nth(1)
        .filter(|_| credential.len() <= MAX_BYTES);
    let claims = claims.and_then(base64url::decode);
    let claims =
        claims.and_then(|claims| serde_json::from_slice::<serde_json::Value>(&claims).ok());
    claims.is_some_and(|claims| claims["iss"] == HOUSE)
}

/// Whether a credential has the form of a key or a token of ours, good or not.
pub fn is_ours(credential: &str) -> bool {
    credential.starts_with(crate::keys::OWN) || names_us(credential)
}

// === impl Claims ===

impl Claims {
    pub fn new(sub: String, role: &str, namespace: String, key: String) -> Self {
        Self {
            sub,
            role: role.to_owned(),
            namespace,
            exp: 0,
            iat: 0,
            iss: HOUSE.into(),
            aud: HOUSE.into(),
            key: Some(key),
        }
    }

    pub fn living(self, now_secs: u64, life_secs: u64) -> Self {
        Self {
            iat: now_secs,
            exp: now_secs.saturating_add(life_secs),
            ..self
        }
    }

    /// The id of the key this token dies with.
    pub fn key_id(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.sub)
    }
}

// === impl Tokens ===

impl Tokens {
    pub fn new(secret: &[u8]) -> Self {
        Self {
            secret: hmac::Key::new(hmac::HMAC_SHA256, secret),
        }
    }

    pub fn sign(&self, claims: &Claims) -> Result<String> {
        let claims = serde_json::to_vec(claims).map_err(|_| Error::BadToken)?;
        let header = format!(r#"{{"alg":"{ALGORITHM}","typ":"JWT"}}"#);
        let signed = [header.as_bytes(), &claims]
            .map(base64url::encode)
            .join(".");
        let signature = hmac::sign(&self.secret, signed.as_bytes());
        Ok(format!(
            "{signed}.{}",
            base64url::encode(signature.as_ref())
        ))
    }

    /// The signature is looked at first, in constant time; nothing unsigned is ever read but
    /// the name of the algorithm.
    pub fn read(&self, text: &str, now_secs: u64) -> Result<Claims> {
        self.check(text, now_secs).ok_or(Error::BadToken)
    }

    fn check(&self, text: &str, now_secs: u64) -> Option<Claims> {
        let (signed, signature) = text.rsplit_once('.').filter(|_| text.len() <= MAX_BYTES)?;
        let (header, claims) = signed.split_once('.')?;
        let header: Header = serde_json::from_slice(&base64url::decode(header)?).ok()?;
        if header.alg != ALGORITHM || header.crit.is_some() {
            return None;
        }
        let signature = base64url::decode(signature)?;
        hmac::verify(&self.secret, signed.as_bytes(), &signature).ok()?;
        let claims: Claims = serde_json::from_slice(&base64url::decode(claims)?).ok()?;
        let ours = claims.iss == HOUSE && claims.aud == HOUSE;
        (ours && now_secs < claims.exp).then_some(claims)
    }
}

#[cfg(test)]
mod tests;
