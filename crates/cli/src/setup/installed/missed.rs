//! The server that new shells lead calls of models to, when it is not there: each of those calls
//! fails.

use std::path::Path;

use mneme_wire::Fault;

use super::super::decide::Exports;
use super::super::receipt::{Receipt, Started};
use super::super::serving::Serving;
use super::super::start::{self, Settled};
use super::{Checked, Installed, bad, good};

const HINT: &str = "`mneme doctor --repair` starts it again";

impl Installed {
    /// That nobody serves, where somebody misses it. Whoever wanted no server from setup starts one
    /// themselves, and is reminded; without one that setup started, commands open the store themselves.
    pub fn missed(&self) -> Option<Checked> {
        let receipt = self.receipt.as_ref()?;
        let led = self.wiring.exports != Exports::default();
        let (at, config) = (&self.wiring.address, self.config.display());
        let told = format!("does not run, and shells lead calls of models to {at}");
        let missed = match receipt.started {
            Some(_) if led => Checked {
                hint: HINT.to_owned(),
                ..bad("server", told)
            },
            Some(_) => Checked {
                note: true,
                hint: HINT.to_owned(),
                ..good(
                    "server",
                    String::from("does not run, and setup had started it"),
                )
            },
            None => Checked {
                note: true,
                hint: format!("start it: `memoryoss -c {config} serve`"),
                ..good("server", told)
            },
        };
        (led || receipt.started.is_some()).then_some(missed)
    }

    /// That the server which setup started serves no more.
    pub(super) async fn gone_server(&self) -> Option<Checked> {
        let receipt = self.receipt.as_ref().filter(|own| own.started.is_some())?;
        let data_dir = self.says.data_dir.as_ref()?;
        let serving = Serving::find(data_dir, &self.config, &self.says.text, Some(receipt));
        let gone = serving.await.is_none().then(|| self.missed())?;
        gone.map(|missed| Checked {
            ok: false,
            ..missed
        })
    }

    /// That it is there and says nothing, where shells lead calls to.
    pub(super) fn stands_still(&self) -> Checked {
        let at = &self.wiring.address;
        let told = format!("does not answer at {at}, where shells lead calls of models to");
        let started = self
            .receipt
            .as_ref()
            .and_then(|own| own.serving_on(&self.config));
        let hint = match started {
            Some(pid) => format!("end it (`kill -9 {pid}`); {HINT}"),
            None => String::from("stop it where it was started, and start it again"),
        };
        Checked {
            hint,
            ..bad("server", told)
        }
    }

    /// Starts it as setup did, unless nobody is to start anything; what became of it.
    pub async fn started_again(&self, data_dir: &Path) -> Option<Result<String, Fault>> {
        // Read anew: what was repaired on the way was noted.
        let receipt = Receipt::read(&self.found.home).ok().flatten();
        let mut receipt = receipt.filter(|own| own.config == self.config)?;
        let systemd = receipt.started.as_ref()? == &Started::Systemd;
        if start::skipped(false).is_some() {
            return None;
        }
        let settled = Settled {
            wiring: &self.wiring,
            data_dir,
            text: &self.says.text,
            changed: false,
        };
        Some(settled.start(systemd, &mut receipt).await)
    }
}
