//! The server that runs, beside the settings file: whether it holds what stands there.

mod away;

use std::path::{Path, PathBuf};

use super::receipt::{Receipt, Started};
use super::start::UNIT;
use crate::connect::values;
use crate::output;
use crate::running::{Held, Running};
use crate::settings::source;
use away::Away;

/// A server of the store that a settings file names.
#[derive(Clone, Debug)]
pub struct Serving {
    pub pid: i32,
    pub holds: Holds,
}

/// Which settings it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Those of the file.
    These,
    /// Those the file had when it was started.
    Former,
    /// The same, and it keeps this store, which the file names no more.
    Away(PathBuf),
    /// It was started without this file.
    Others,
    /// It does not say: another build, or its store did not open.
    Unknown,
}

const FORMER: &str = "runs with other settings than the file (started before it was changed)";
const OTHERS: &str = "runs with other settings than the file (started without it)";

// === impl Serving ===

impl Serving {
    /// Where the store does not open, only the one that setup started is known.
    pub async fn find(
        data_dir: &Path,
        config: &Path,
        text: &str,
        receipt: Option<&Receipt>,
    ) -> Option<Self> {
        if let Some(running) = Running::find(data_dir).await {
            return Some(Self {
                pid: running.pid,
                holds: holds(running.settings.as_ref(), config, text),
            });
        }
        if let Some(away) = Self::away(data_dir, config, text) {
            return Some(away);
        }
        let pid = receipt?.serving_on(config)?;
        Some(Self {
            pid,
            holds: Holds::Unknown,
        })
    }

    /// One that was started on this file when it named another store.
    pub fn away(data_dir: &Path, config: &Path, text: &str) -> Option<Self> {
        let Away { pid, store, held } = Away::find(config, data_dir)?;
        // Else it was told of its store elsewhere than in the file.
        let former = holds(Some(&held), config, text) == Holds::Former;
        let holds = Holds::Away(store);
        former.then_some(Self { pid, holds })
    }

    /// Whether it has what the file said before.
    pub fn is_former(&self) -> bool {
        matches!(self.holds, Holds::Former | Holds::Away(_))
    }

    /// What is wrong with its settings, if that is known.
    pub fn wrong(&self) -> Option<String> {
        match &self.holds {
            Holds::These | Holds::Unknown => None,
            Holds::Former => Some(FORMER.to_owned()),
            Holds::Away(store) => Some(format!(
                "serves the store in {} still, not the one that its settings name (started before they were changed)",
                store.display()
            )),
            Holds::Others => Some(OTHERS.to_owned()),
        }
    }
}

fn holds(held: Option<&Held>, config: &Path, text: &str) -> Holds {
    let (Some(held), Ok(table)) = (held, values::read(text)) else {
        return Holds::Unknown;
    };
    let now = source::sum(&table);
    match &held.file {
        Some(file) if !is_same(file, config) => Holds::Others,
        None => Holds::Others,
        Some(_) if held.sums.iter().all(|sum| *sum == now) => Holds::These,
        Some(_) => Holds::Former,
    }
}

/// One file may have several names.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    one == other || (real(one).is_some() && real(one) == real(other))
}

/// How whoever is told of it gets a server with what stands in the file.
pub fn way(config: &Path, receipt: Option<&Receipt>) -> String {
    let by_setup = receipt.filter(|receipt| receipt.config == config);
    let (program, shown) = (output::program(), config.display());
    match by_setup.and_then(|receipt| Some((receipt, receipt.started.as_ref()?))) {
        Some((_, Started::Systemd)) => format!("restart it: `systemctl --user restart {UNIT}`"),
        Some((receipt, Started::Process(_))) if receipt.serving_on(config).is_some() => {
            let profile = &receipt.profile;
            format!("restart it: `{program} setup --profile {profile}` does")
        }
        _ => format!("restart it: stop it where it was started, then `memoryoss -c {shown} serve`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_holds_what_its_file_said_to_each_of_its_processes() {
        let (file, text) = (Path::new("/x/memoryoss.toml"), "[server]\nport = 1\n");
        let now = source::sum(&text.parse().unwrap());
        let held = |file: Option<&str>, sums: &[&str]| {
            let held = Held {
                file: file.map(Into::into),
                sums: sums.iter().map(|sum| (*sum).to_owned()).collect(),
                told_to: None,
            };
            holds(Some(&held), Path::new("/x/memoryoss.toml"), text)
        };
        let own = file.to_str();
        assert_eq!(held(own, &[&now]), Holds::These);
        assert_eq!(held(own, &["other"]), Holds::Former);
        assert_eq!(
            held(own, &["other", &now]),
            Holds::Former,
            "the one in front"
        );
        assert_eq!(held(Some("/y/memoryoss.toml"), &[&now]), Holds::Others);
        assert_eq!(held(None, &[]), Holds::Others);
        assert_eq!(holds(None, file, text), Holds::Unknown);
    }
}
