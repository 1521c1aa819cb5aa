//! What access can be told.

pub use mneme_model::Secret;

use crate::{AllowLists, ConfiguredKey};

#[derive(Clone, Debug)]
pub struct Settings {
    /// Signs tokens; one that is kept in the data directory when none is given.
    pub jwt_secret: Option<Secret>,
    /// Life of a token that was traded for a key, in seconds.
    pub jwt_expiry_secs: u64,
    /// Signs receipts, so that whoever knows it can check them; the store's own when none is given.
    pub audit_secret: Option<Secret>,
    pub allowed: AllowLists,
    /// Keys that stand in a settings file.
    pub api_keys: Vec<ConfiguredKey>,
}

impl Settings {
    /// Shorter secrets can be guessed.
    pub const SECRET_CHARS: usize = 32;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            jwt_secret: None,
            jwt_expiry_secs: 3_600,
            audit_secret: None,
            allowed: AllowLists::default(),
            api_keys: Vec::new(),
        }
    }
}
