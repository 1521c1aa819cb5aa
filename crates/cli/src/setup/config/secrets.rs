//! Secrets of a settings file, made once.

use std::fmt;

use mneme_model::{Code, hex};
use mneme_store::seal::random;
use mneme_wire::Fault;

#[derive(Clone, Default)]
pub struct Secrets {
    pub jwt: String,
    pub audit: String,
    /// What a program shows at the door.
    pub key: String,
    /// What a client of the gateway shows: it may write, and no more.
    pub client_key: String,
}

// === impl Secrets ===

impl Secrets {
    pub fn new() -> Result<Self, Fault> {
        Ok(Self {
            jwt: made()?,
            audit: made()?,
            key: format!("ek_{}", made()?),
            client_key: format!("ek_{}", made()?),
        })
    }
}

pub fn made() -> Result<String, Fault> {
    let chance = random::<32>();
    let chance = chance.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
    Ok(hex::encode(chance))
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets")
    }
}
