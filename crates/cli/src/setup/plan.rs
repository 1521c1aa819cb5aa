//! Everything that is to be written, worked out before the first byte is.

mod cover;
mod diff;
mod show;

use std::path::{Path, PathBuf};

use mneme_wire::Fault;
use serde::Serialize;

use super::profile::Client;
use super::surfaces::{self, Surface};
use super::wiring::Wiring;
use crate::connect::place::Planned;
use crate::connect::values;

pub use show::{change, show};

/// Settings with secrets in them are their owner's alone.
pub const PRIVATE: u32 = 0o600;
/// Whose the settings of the server are: without them there is nothing to set up.
pub const SETTINGS: &str = "settings";
/// What our scripts say of themselves.
pub const OURS: &str = "written by `memoryoss setup`";

#[derive(Debug, Default)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// What somebody should know beside it.
    pub notes: Vec<String>,
    /// A link to this program, where agents need one.
    pub link: Option<PathBuf>,
    /// Who gets nothing, and why.
    pub left: Vec<Left>,
    /// Who goes by the API key as somebody said, where that was looked at.
    pub by_key: Option<Vec<Client>>,
    /// Whether no model reads conversations only because no key was found, where that was looked at.
    pub no_key: Option<bool>,
}

/// Somebody with a file that must not be written.
#[derive(Debug)]
pub struct Left {
    pub whose: &'static str,
    pub fault: Fault,
}

/// One file.
#[derive(Debug)]
pub struct Step {
    pub file: Planned,
    /// Whether there is one.
    pub there: bool,
    pub mode: Option<u32>,
    /// Without us there is no such file.
    pub own: bool,
    pub whose: &'static str,
    pub what: Vec<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    New,
    Edit,
    Remove,
    /// Only who may read it.
    Mode,
    None,
}

// === impl Plan ===

impl Plan {
    pub fn changes(&self) -> impl Iterator<Item = &Step> {
        let changed = |step: &&Step| step.change() != Change::None;
        self.steps.iter().filter(changed)
    }

    pub fn is_empty(&self) -> bool {
        self.changes().next().is_none() && self.link.is_none()
    }

    /// Another file, whole.
    pub fn file(&mut self, path: PathBuf, whose: &'static str) -> Result<&mut Step, Fault> {
        let file = Planned::read(path)?;
        let at = self
            .steps
            .iter()
            .position(|step| step.file.path == file.path);
        let at = at.unwrap_or(self.steps.len());
        if at == self.steps.len() {
            let there = file.path.exists();
            self.steps.push(Step {
                file,
                there,
                mode: None,
                own: false,
                whose,
                what: Vec::new(),
            });
        }
        Ok(&mut self.steps[at])
    }

    pub fn put(&mut self, wiring: &Wiring, surface: &'static Surface) -> Result<(), Fault> {
        self.edit(wiring, surface, surface.put)
    }

    pub fn take(&mut self, wiring: &Wiring, surface: &'static Surface) -> Result<(), Fault> {
        self.edit(wiring, surface, surface.take)
    }

    fn edit(
        &mut self,
        wiring: &Wiring,
        surface: &'static Surface,
        edit: fn(&Wiring, &str) -> Result<String, Fault>,
    ) -> Result<(), Fault> {
        let whose = surface.client.map_or("shell", Client::name);
        let step = self.file((surface.path)(wiring), whose)?;
        let after = edit(wiring, &step.file.after);
        let after = after.map_err(|fault| step.file.named(fault))?;
        // What nobody could read afterwards is not written, however it came about.
        if after != step.file.after && step.path().extension().is_some_and(|of| of == "toml") {
            values::read(&after).map_err(|fault| step.file.named(fault))?;
        }
        // An object made only to look into is no reason to write a file.
        let nothing = step.file.after.trim().is_empty() && after.trim() == "{}";
        if after != step.file.after && !nothing {
            step.file.after = after;
            step.what.push(surface.what);
        }
        step.mode = step.mode.or(surface.mode);
        step.own |= surface.own;
        Ok(())
    }

    /// All that agents get, and all that goes.
    pub fn clients(
        &mut self,
        wiring: &Wiring,
        put: &[Client],
        take: &[Client],
    ) -> Result<(), Fault> {
        for surface in put.iter().flat_map(|client| surfaces::of(*client)) {
            self.put(wiring, surface)?;
        }
        for surface in take.iter().flat_map(|client| surfaces::of(*client)) {
            self.take(wiring, surface)?;
        }
        Ok(())
    }

    /// Without whoever has a file that must not be written, and with all of theirs: half of it
    /// would be told by `doctor` and help nobody.
    pub fn without_closed(mut self) -> Result<Self, Fault> {
        let written = self.changes().filter(|step| step.change() != Change::Mode);
        let closed = written.filter_map(|step| Some((step.whose, step.file.closed()?)));
        let closed: Vec<(&'static str, Fault)> = closed.collect();
        for (whose, fault) in closed {
            if whose == SETTINGS {
                return Err(fault);
            }
            self.steps.retain(|step| step.whose != whose);
            if self.left.iter().all(|left| left.whose != whose) {
                self.left.push(Left { whose, fault });
            }
        }
        Ok(self)
    }
}

// === impl Left ===

impl Left {
    /// For whoever finds the others set up.
    pub fn told(&self) -> Fault {
        let Fault { error, hint, .. } = &self.fault;
        let whose = self.whose;
        Fault {
            error: format!("{whose} was left out: {error}"),
            hint: format!("{hint} and run this again; everything else is set up"),
            ..self.fault.clone()
        }
    }
}

// === impl Step ===

impl Step {
    pub fn change(&self) -> Change {
        let same = !self.file.changes();
        match self.there {
            _ if same && self.there && self.wrong_mode() => Change::Mode,
            _ if same => Change::None,
            false => Change::New,
            true if self.own && self.file.after.trim().is_empty() => Change::Remove,
            true => Change::Edit,
        }
    }

    /// A secret others can read, or a script nobody can run.
    fn wrong_mode(&self) -> bool {
        match self.mode {
            Some(PRIVATE) => self.file.mode() & 0o077 != 0,
            Some(0o755) => self.file.after.contains(OURS) && self.file.mode() & 0o100 == 0,
            _ => false,
        }
    }

    /// The mode it has afterwards: what somebody chose stays, unless it matters.
    pub fn mode_after(&self) -> u32 {
        match (self.there && !self.wrong_mode(), self.mode) {
            (false, Some(mode)) => mode,
            _ => self.file.mode(),
        }
    }

    pub fn path(&self) -> &Path {
        &self.file.path
    }
}
