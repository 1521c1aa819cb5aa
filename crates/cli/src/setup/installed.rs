//! What was set up: whether it is still so, and so again.

mod agents;
mod checked;
mod missed;
mod repair;
mod served;
mod team;

use std::path::{Path, PathBuf};

use mneme_model::Code;
use mneme_wire::Fault;

use super::config::{Existing, PORT, Says};
use super::decide::{Chosen, decide};
use super::found::{Found, can_run};
use super::profile::Client;
use super::receipt::Receipt;
use super::wiring::{self, Wiring};
use crate::args::Global;
use crate::connect::place::{self, Planned};
use crate::settings::{self, Settings};
pub use checked::Checked;
use checked::{bad, good};
pub use team::note;

/// The settings file, and everything that leads to it.
pub struct Installed {
    found: Found,
    pub says: Says,
    pub config: PathBuf,
    wiring: Wiring,
    clients: Vec<Client>,
    /// What was written, and is not taken back.
    receipt: Option<Receipt>,
}

const HINT: &str = "`mneme doctor --repair` writes it again, and leaves what is yours";

// === impl Installed ===

impl Installed {
    /// Of this settings file, or of the one that setup wrote.
    pub fn find(config: Option<&Path>) -> Result<Option<Self>, Fault> {
        let receipt = match place::home() {
            Ok(home) => Receipt::read(&home)?,
            Err(_) => None,
        };
        let named = config.map(Path::to_owned);
        let written = || receipt.as_ref().map(|receipt| receipt.config.clone());
        let config = match named.or_else(written) {
            Some(config) if config.is_file() => config,
            Some(config) if receipt.is_some() => return Err(gone(&config)),
            _ => return Ok(None),
        };
        let config = std::path::absolute(&config).unwrap_or(config);
        let text = Planned::read(config.clone())?;
        let says = Says::of(&text.before, &config);
        let says = says.map_err(|fault| text.named(fault))?;
        // What agents were told to start is right as long as it starts.
        let receipt = receipt.filter(|receipt| receipt.config == config);
        let found = Found::look_as(receipt.as_ref())?;
        let told = receipt.as_ref().map(|receipt| receipt.program.clone());
        let program = match told.filter(|program| can_run(program)) {
            Some(program) => program,
            None => wiring::program(&found)?,
        };
        let address = format!("127.0.0.1:{}", says.port.unwrap_or(PORT));
        let mut wiring = Wiring::new(&found, &program, &config, address)?;
        if let Some(exports) = receipt.as_ref().and_then(|receipt| receipt.exports) {
            wiring.exports = exports;
            wiring.rc = receipt.as_ref().and_then(|receipt| receipt.rc.clone());
        }
        let clients = match says.has_profile {
            true => decide(says.profile, &found, Chosen::default()).clients,
            false => Vec::new(),
        };
        Ok(Some(Self {
            found,
            says,
            config,
            wiring,
            clients,
            receipt,
        }))
    }

    /// All that a server on these settings is told. A place that is named from where one stands is
    /// beside the file.
    pub fn told(&self) -> Result<Settings, Fault> {
        let wanted = settings::Wanted {
            path: &self.config,
            dev: false,
        };
        let mut told = settings::load_memoryoss(&wanted, Global::default())?;
        let beside = self.config.parent().unwrap_or(Path::new("/"));
        told.data_dir = beside.join(&told.data_dir);
        told.store.dir = beside.join(&told.store.dir);
        Ok(told)
    }
}

/// How whoever finds no store in this directory asks the one that agents were set up for.
pub fn elsewhere(data_dir: &Path) -> Option<String> {
    let receipt = Receipt::read(&place::home().ok()?).ok()??;
    let existing = Existing::read(&receipt.config).ok()?;
    let there = existing.says()?.data_dir.clone()?;
    let shown = there.display();
    (there != data_dir)
        .then(|| format!("agents were set up for the one in {shown}: `--data-dir {shown}` asks it"))
}

/// What `doctor --repair` would mend of what these settings were set up for, each in a sentence.
pub async fn wrong(config: &Path) -> Vec<String> {
    let installed = match Installed::find(Some(config)) {
        Ok(Some(installed)) => installed,
        Ok(None) => return Vec::new(),
        Err(fault) => return vec![fault.error],
    };
    let mut all = installed.agents();
    all.extend(installed.gone_server().await);
    let wrong = all.into_iter().filter(|one| !one.ok);
    wrong
        .map(|one| format!("{}: {}", one.check, one.message))
        .collect()
}

fn gone(config: &Path) -> Fault {
    let told = format!("{} is gone, which setup wrote", config.display());
    let mut fault = Fault::new(Code::BadFile, told);
    fault.hint = String::from(
        "`mneme setup` writes one anew, `mneme setup --undo` takes back the rest of it",
    );
    fault
}
