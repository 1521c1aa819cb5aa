//! Everything that was decided, and each file as it will be.

use std::path::{Path, PathBuf};

use mneme_wire::Fault;

use super::config::{PORT, Reader, Says};
use super::decide::{Decision, Exports};
use super::found::addresses::{ANTHROPIC, OPENAI};
use super::found::{Found, systemd};
use super::installed;
use super::plan::{PRIVATE, Plan, SETTINGS};
use super::profile::Client;
use super::start;
use super::surfaces;
use super::wiring::{self, Wiring};
use crate::settings;

pub struct Wishes {
    pub decision: Decision,
    pub wiring: Wiring,
    pub data_dir: PathBuf,
    pub systemd: bool,
    /// The settings file as it shall be.
    settings: String,
    notes: Vec<String>,
}

/// Settles what depends on what the settings will say.
pub fn settle(
    found: &Found,
    config: &Path,
    mut decision: Decision,
    settings: String,
    data_dir: PathBuf,
    starts: bool,
) -> Result<Wishes, Fault> {
    let says = Says::of(&settings, config)?;
    // What does not load is not written.
    let loads = settings::Wanted {
        path: config,
        dev: false,
    };
    settings::memoryoss::read(&settings, &loads, crate::args::Global::default())?;
    let address = format!("127.0.0.1:{}", says.port.unwrap_or(PORT));
    let mut notes = Vec::new();
    if let Some(why) = closed(&says).filter(|_| decision.exports != Exports::default()) {
        notes.push(format!("no *_BASE_URL is exported: {why}"));
        decision.exports = Exports::default();
    }
    for client in [Client::Codex, Client::Claude] {
        if let Some((note, leads)) = led(found, &says, &decision, client) {
            notes.push(note);
            if !leads {
                decision.exports = decision.exports.without(client);
            }
        }
    }
    let program = wiring::program(found)?;
    let wiring = Wiring {
        exports: decision.exports,
        ..Wiring::new(found, &program, config, address)?
    };
    notes.extend(remarks(&wiring, &decision));
    notes.extend(unread(found, &says));
    let systemd = starts && systemd();
    Ok(Wishes {
        decision,
        wiring,
        data_dir,
        systemd,
        settings,
        notes,
    })
}

/// Why a client must not be led to this gateway.
fn closed(says: &Says) -> Option<&'static str> {
    match (says.proxy, says.tls) {
        (false, _) => Some("proxy.enabled is not true in the config"),
        (_, true) => Some("the config has TLS on, whose certificate clients would refuse"),
        _ => None,
    }
}

/// Calls that go somewhere already: through the gateway to there, or as before.
fn led(found: &Found, says: &Says, decision: &Decision, client: Client) -> Option<(String, bool)> {
    let address = found.addresses.of(client)?;
    if !decision.exports.has(client) {
        return None;
    }
    let (variable, said) = match client {
        Client::Claude => (ANTHROPIC, &says.anthropic_upstream),
        Client::Codex | Client::Cursor => (OPENAI, &says.upstream),
    };
    let (url, from) = (address.shown(), &address.from);
    let wanted = address.upstream(client);
    if wanted.is_some() && *said == wanted {
        let told = format!("{variable} was {url} ({from}): the gateway passes calls on to there");
        return Some((told, true));
    }
    let told = format!("{variable} is {url} ({from}): it stays, and calls go there as before");
    let how = match wanted {
        Some(_) => "; `--reconfigure` leads them there through the gateway",
        None => "",
    };
    Some((told + how, false))
}

/// That nothing will be learned, or little, where somebody may expect it.
fn unread(found: &Found, says: &Says) -> Option<String> {
    let handed = found.handed.openai || found.handed.anthropic;
    let reader = says.reader?;
    let (told, way) = reader.told()?;
    (reader != Reader::Perhaps || !handed).then(|| format!("{told}; for a model, {way}"))
}

fn remarks(wiring: &Wiring, decision: &Decision) -> Vec<String> {
    let mut notes = Vec::new();
    let lines = surfaces::shell::lines(wiring);
    if wiring.rc.is_none() && !lines.is_empty() {
        notes.push(format!(
            "this shell's settings are not known here; set yourself: {}",
            lines.join("; ")
        ));
    }
    if decision.clients.is_empty() {
        notes.push(String::from(
            "no agent is set up: install one and run this again, or name it with --profile",
        ));
    }
    if decision.clients.contains(&Client::Claude) && !wiring.own_status_line {
        notes.push(String::from(
            "~/.claude/statusline-command.sh is your own; it stays, and no line of status is added",
        ));
    }
    notes
}

// === impl Wishes ===

impl Wishes {
    /// Each file as it will be.
    pub fn plan(&self, found: &Found) -> Result<Plan, Fault> {
        let mut plan = Plan {
            notes: self.notes.clone(),
            ..Plan::default()
        };
        let program = Path::new(&self.wiring.program);
        if program == wiring::link(found) && !wiring::leads_here(program) {
            plan.link = Some(program.to_owned());
        }
        let config = PathBuf::from(&self.wiring.config);
        let step = plan.file(config.clone(), SETTINGS)?;
        step.file.after.clone_from(&self.settings);
        step.mode = Some(PRIVATE);
        step.what.push(match step.there {
            true => "settings of the server",
            false => "settings of the server; its secrets are made here and are nowhere else",
        });
        plan.clients(&self.wiring, &self.decision.clients, &self.decision.pruned)?;
        for surface in surfaces::of_shells() {
            plan.put(&self.wiring, surface)?;
        }
        let says = Says::of(&self.settings, &config)?;
        installed::note(&mut plan, found, &says, &self.decision.clients)?;
        if self.systemd {
            start::planned(&mut plan, start::unit_file(found), &self.wiring)?;
        }
        plan.without_closed()
    }
}
