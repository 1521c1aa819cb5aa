//! What a client of the notebook shows. It may change while we serve.

use std::sync::{Arc, PoisonError, RwLock};

use mneme_access::is_same;
use mneme_model::Secret;

/// The secret as it is now, the same for everybody who holds it.
#[derive(Clone, Debug, Default)]
pub struct Held(Arc<RwLock<Option<Secret>>>);

// === impl Held ===

impl Held {
    pub fn new(secret: Option<Secret>) -> Self {
        Self(Arc::new(RwLock::new(secret)))
    }

    pub fn is_set(&self) -> bool {
        self.now().is_some()
    }

    pub fn now(&self) -> Option<Secret> {
        let held = self.0.read().unwrap_or_else(PoisonError::into_inner);
        held.clone()
    }

    /// From now on another one holds. Whether it is another.
    pub fn change(&self, secret: Option<Secret>) -> bool {
        let mut held = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let other = *held != secret;
        *held = secret;
        other
    }

    /// Whether a header shows it: the word is as it is written, spaces around the token are
    /// forgiven.
    pub fn is_shown_by(&self, header: Option<&str>) -> bool {
        let shown = header.and_then(|header| header.strip_prefix("Bearer "));
        match (shown, self.now()) {
            (Some(shown), Some(secret)) => is_same(shown.trim().as_bytes(), secret.0.as_bytes()),
            _ => false,
        }
    }
}
