//! The first entry of a backup: what it is, and what else is in it.

use serde::{Deserialize, Serialize};

use super::Refusal;

pub const NAME: &str = "backup-meta.json";
/// What every other entry's path begins with.
pub const ROOT: &str = "data/";
/// The form of the file as a whole; what the tables look like they say themselves.
pub const FORMAT: u64 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub struct Meta {
    /// Of the mneme that made it.
    pub version: String,
    pub created_at: String,
    /// Where the store was.
    pub data_dir: String,
    pub key_included: bool,
    pub format: u64,
    pub files: Vec<Listed>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Listed {
    pub path: String,
    pub bytes: u64,
    pub sha256: String,
}

#[derive(Deserialize)]
struct Form {
    format: u64,
}

// === impl Meta ===

impl Meta {
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Reads what an archive says of itself; `Err(Ok(_))` is a refusal with a name of its own.
    pub fn read(json: &[u8]) -> Result<Self, Result<Refusal, serde_json::Error>> {
        // Asked first: a newer form may look otherwise in everything else.
        let form: Form = serde_json::from_slice(json).map_err(Err)?;
        if form.format > FORMAT {
            let (found, known) = (form.format, FORMAT);
            return Err(Ok(Refusal::Newer { found, known }));
        }
        serde_json::from_slice(json).map_err(Err)
    }
}
