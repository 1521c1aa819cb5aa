//! A provider of models on a port of its own, played beside a test.

use std::ops::Deref;

use mneme_peers::Upstream;
use mneme_peers::upstream::Settings;
use tokio::runtime::Runtime;

/// Memory that is late is left out of a call: here it is waited for, however busy the machine is.
pub const PATIENT: &str = "[gateway]\npatience_ms = 20000\n";

/// Ends with the test.
pub struct Provider {
    // Dropped in this order: the provider, then what it runs on.
    upstream: Upstream,
    _runtime: Runtime,
}

impl Provider {
    pub fn start() -> Self {
        Self::start_with(Settings::default())
    }

    pub fn start_with(settings: Settings) -> Self {
        let runtime = Runtime::new().unwrap();
        let upstream = runtime.block_on(Upstream::start(settings)).unwrap();
        Self {
            upstream,
            _runtime: runtime,
        }
    }

    /// Settings under which a server puts its proxy before this provider, for callers of this
    /// machine with whatever key they have.
    pub fn settings(&self) -> String {
        format!(
            "{PATIENT}[proxy]\nenabled = true\nupstream_url = \"{}\"\nanthropic_upstream_url = \"{}\"\npassthrough_auth = true\ndefault_memory_mode = \"full\"\n",
            self.openai(),
            self.anthropic()
        )
    }
}

impl Deref for Provider {
    type Target = Upstream;

    fn deref(&self) -> &Upstream {
        &self.upstream
    }
}
