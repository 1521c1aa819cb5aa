//! Everything that was decided, and each file as it will be.

use std::path::{Path, PathBuf};

use mneme_wire::Fault;

use super::config::{LEAVE_OUT, PORT, Reader, Says};
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
    pub settings: String,
    /// Whether no model reads only because no key was found, where that was looked at.
    no_key: Option<bool>,
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
    notes.extend(reading(found, &says));
    let systemd = starts && systemd();
    Ok(Wishes {
        decision,
        wiring,
        data_dir,
        systemd,
        settings,
        no_key: None,
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

/// Who will read what is said, with whose key; or that nothing will be learned, or little, where
/// somebody may expect it.
fn reading(found: &Found, says: &Says) -> Option<String> {
    let reader = says.reader?;
    let key = match reader {
        Reader::Model if says.named.provider == "ollama" => Some(String::new()),
        Reader::Model => Some(String::from(" with the key in the settings")),
        Reader::Perhaps => handed(found, &says.named.provider)
            .map(|variable| format!(" with {variable} of this environment")),
        Reader::Rules | Reader::Nobody => None,
    };
    if let Some(key) = key {
        let named = says.named.shown();
        return Some(format!(
            "conversations will be read for facts by {named}{key}; {LEAVE_OUT}"
        ));
    }
    let (told, way) = reader.told()?;
    Some(format!("{told}; for a model, {way}"))
}

/// The variable by which a server that is started from here has a provider's key.
fn handed(found: &Found, provider: &str) -> Option<&'static str> {
    let [openai, anthropic] = found.variables;
    match provider {
        "openai" => openai.filter(|_| found.handed.openai),
        "claude" => anthropic.filter(|_| found.handed.anthropic),
        _ => None,
    }
}

const OFF: &str = "the memory's tools are switched off in Codex (enabled = false in its config.toml), and stay so";

/// What settings mean that nobody was asked about.
const EXPLAINED: [&str; 3] = [
    "what is recalled is put into the system text of a call, before the conversation (placement = system); a provider's cache of it is lost whenever other memories are told",
    "a memory nobody used for 14 days goes stale, and after 14 more it is not found any more ([decay]); none is deleted, and rules stay in force",
    "memories that say the same are made one, once an hour ([consolidation])",
];

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
            "Claude Code has a status line or a ~/.claude/statusline-command.sh of your own; it stays, and none is added",
        ));
    }
    notes
}

// === impl Wishes ===

impl Wishes {
    /// With what settings mean, where they are new.
    pub fn explained(mut self, new: bool) -> Self {
        let all = EXPLAINED.into_iter().filter(|_| new);
        self.notes.extend(all.map(str::to_owned));
        self
    }

    pub fn noted(mut self, note: Option<String>) -> Self {
        self.notes.extend(note);
        self
    }

    pub fn reading(self, no_key: Option<bool>) -> Self {
        Self { no_key, ..self }
    }

    /// Each file as it will be.
    pub fn plan(&self, found: &Found) -> Result<Plan, Fault> {
        let mut plan = Plan {
            notes: self.notes.clone(),
            by_key: Some(self.decision.by_key.clone()),
            no_key: self.no_key,
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
        let off = plan.steps.iter().any(|step| {
            step.whose == Client::Codex.name() && surfaces::codex::is_off(&step.file.after)
        });
        plan.notes.extend(off.then(|| OFF.to_owned()));
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
