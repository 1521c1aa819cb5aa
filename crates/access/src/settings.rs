//! What access can be told.

use std::fmt;

use crate::{AllowLists, ConfiguredKey};

/// Something that must not be seen, not even in a dump of the settings.
#[derive(Clone)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// Signs tokens; one that is kept in the data directory when none is given.
    pub jwt_secret: Option<Secret>,
    /// Life of a token that was traded for a key, in seconds.
    pub jwt_expiry_secs: u64,
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
            allowed: AllowLists::default(),
            api_keys: Vec::new(),
        }
    }
}
