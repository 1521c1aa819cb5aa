//! Reading settings a second time, from wherever they came.

use std::fmt;
use std::sync::Arc;

use mneme_wire::Fault;

use super::Settings;

type Read = dyn Fn() -> Result<Settings, Fault> + Send + Sync;

/// Where nobody said how, nothing is read.
#[derive(Clone, Default)]
pub struct Again(Option<Arc<Read>>);

// === impl Again ===

impl Again {
    pub fn by(read: impl Fn() -> Result<Settings, Fault> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(read)))
    }

    pub fn read(&self) -> Option<Result<Settings, Fault>> {
        self.0.as_ref().map(|read| read())
    }
}

impl fmt::Debug for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Again")
    }
}
