//! Who keeps the master key, where it is not a file: a service that wraps it. What it wrapped is
//! on our disk, and of no use without it.

use std::fmt;
use std::sync::Arc;

/// A service that wraps keys and opens them again. Each answer may take a while, and each refusal
/// is a sentence that names what to do and no secret.
pub trait KeyService: Send + Sync {
    /// How people call it, with the key it wraps under.
    fn name(&self) -> String;

    /// A new key, and the same wrapped.
    fn make(&self) -> Result<(Vec<u8>, String), String>;

    fn open(&self, wrapped: &str) -> Result<Vec<u8>, String>;

    /// Wraps under the newest version of the service's own key.
    fn wrap(&self, secret: &[u8]) -> Result<String, String>;
}

/// Where the master key is kept: in a file beside the store, or with a service. There is no
/// fallback from one to the other.
#[derive(Clone, Default)]
pub struct Custody(pub Option<Arc<dyn KeyService>>);

// === impl Custody ===

impl Custody {
    /// How people call it.
    pub fn name(&self) -> String {
        match &self.0 {
            Some(service) => service.name(),
            None => String::from("keys/master.key"),
        }
    }
}

impl fmt::Debug for Custody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Custody({})", self.name())
    }
}

impl PartialEq for Custody {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Custody {}
