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
        // Of a file that is not believed yet: the sum may be more than a number holds.
        let bytes = self.files.iter().map(|file| file.bytes);
        bytes.fold(0, u64::saturating_add)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_no_number_holds_are_added_up_to_the_largest() {
        let listed = |bytes| Listed {
            path: String::from("data/a"),
            bytes,
            sha256: String::new(),
        };
        let meta = Meta {
            version: String::new(),
            created_at: String::new(),
            data_dir: String::new(),
            key_included: false,
            format: FORMAT,
            files: vec![listed(u64::MAX), listed(2)],
        };
        assert_eq!(meta.bytes(), u64::MAX);
    }
}
