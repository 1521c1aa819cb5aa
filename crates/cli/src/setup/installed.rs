//! What was set up: whether it is still so, and so again.

mod missed;

use std::path::{Path, PathBuf};

use mneme_model::{Clock, Code, Moment};
use mneme_wire::Fault;

use super::apply::apply;
use super::config::{Existing, Named, PORT, Says};
use super::decide::{Chosen, Exports, decide};
use super::found::{Found, can_run};
use super::plan::{PRIVATE, Plan, SETTINGS};
use super::profile::{CLIENTS, Client, Profile};
use super::receipt::Receipt;
use super::serving::{self, Holds, Serving};
use super::start;
use super::surfaces::{self, Surface};
use super::wiring::{self, Wiring};
use crate::args::Global;
use crate::clock::WallClock;
use crate::connect::place::{self, Planned};
use crate::running::Running;
use crate::settings::{self, Settings};

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

/// Something looked at.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub check: String,
    pub ok: bool,
    /// Nothing is broken, but somebody may want to know.
    pub note: bool,
    pub message: String,
    pub hint: String,
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

    /// Profile and keys.
    pub fn settings(&self) -> Vec<Checked> {
        let profile = match self.says.has_profile {
            true => format!("{} is set up", self.says.profile.key()),
            false => String::from("none: nothing was set up for agents"),
        };
        let admins = self.says.admins;
        let auth = match admins {
            0 => Checked {
                hint: format!(
                    "put [[auth.api_keys]] with a key, role = \"admin\" and a namespace into {}",
                    self.config.display()
                ),
                ..bad("auth", String::from("no admin API key configured"))
            },
            _ => good("auth", format!("{admins} admin key(s) configured")),
        };
        let mut all = vec![good("profile", profile), auth];
        all.extend(self.proxy_key());
        all
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

    /// Who reads conversations, where that is not plain from the settings: as the server of this
    /// directory says, if one runs on them.
    pub async fn learning(&self, data_dir: Option<&Path>) -> Option<Checked> {
        let reader = self.says.reader?;
        let running = match data_dir {
            Some(dir) => Running::find(dir).await,
            None => None,
        };
        let held = running.and_then(|running| running.settings);
        let own = |file: &PathBuf| serving::is_same(file, &self.config);
        let held = held.filter(|held| held.file.as_ref().is_some_and(own));
        let told = match held {
            Some(held) => reader.told_of(held.told_to.map(Named::from).as_ref()),
            None => reader.told().map(|(told, way)| (told.to_owned(), way)),
        };
        let (told, hint) = told?;
        Some(Checked {
            note: true,
            hint,
            ..good("learning", told)
        })
    }

    /// The server of this directory: whether it runs with what stands in the file. Whoever leads
    /// no calls to it misses nothing in one that was started without the file.
    pub async fn server(&self, data_dir: &Path) -> Option<Checked> {
        let (text, receipt) = (&self.says.text, self.receipt.as_ref());
        let serving = Serving::find(data_dir, &self.config, text, receipt).await?;
        let led = self.wiring.exports != Exports::default();
        // With a former port it answers elsewhere, and is well.
        let expected = led && serving.wrong().is_none();
        if expected && !start::answers(self.address()).await {
            return Some(self.stands_still());
        }
        let wrong = serving.wrong()?;
        let note = serving.holds == Holds::Others && !led;
        Some(Checked {
            ok: note,
            note,
            hint: serving::way(&self.config, receipt),
            ..good("server", wrong.to_owned())
        })
    }

    /// Where the gateway answers.
    pub fn address(&self) -> &str {
        &self.wiring.address
    }

    /// A client's key lies in its environment, where much else can read it.
    fn proxy_key(&self) -> Option<Checked> {
        let told = "a proxy_key is an admin key: a client that has it may do everything";
        self.says.admin_at_proxy.then(|| Checked {
            note: true,
            hint: String::from(
                "give [[proxy.key_mapping]] a proxy_key of its own, with role = \"writer\" in [[auth.api_keys]]",
            ),
            ..good("proxy key", told.to_owned())
        })
    }

    fn team(&self) -> Option<Checked> {
        let team = self.says.team.as_ref()?;
        let note = note_file(&self.found);
        Some(match note.is_file() {
            true => good(
                "team",
                format!("{} by {}", team.id, team.manifest.display()),
            ),
            false => Checked {
                hint: HINT.to_owned(),
                ..bad("team", format!("{} is missing", self.found.short(&note)))
            },
        })
    }

    /// What is started, every agent, shells and the service: all that is ours, in order or not.
    pub fn agents(&self) -> Vec<Checked> {
        let agents = CLIENTS.into_iter().flat_map(|client| self.agent(client));
        let all = self.team().into_iter().chain(self.program()).chain(agents);
        let shell = self.shell().map(|own| self.checked(own.check, &[own]));
        all.chain(shell).chain(self.service()).collect()
    }

    /// Where new shells were told of the gateway.
    fn shell(&self) -> Option<&'static Surface> {
        let told = self.receipt.as_ref()?.exports? != Exports::default();
        let rc = self.wiring.rc.as_ref().filter(|_| told)?;
        surfaces::of_shells().find(|own| (own.path)(&self.wiring) == *rc)
    }

    fn service(&self) -> Option<Checked> {
        let unit = self.unit()?;
        let path = self.found.short(&unit);
        let said = Planned::read(unit).map(|unit| unit.before);
        Some(
            match said.is_ok_and(|said| said == start::unit(&self.wiring)) {
                true => good("service", path),
                false => Checked {
                    hint: HINT.to_owned(),
                    ..bad("service", format!("{path} is not as setup wrote it"))
                },
            },
        )
    }

    /// Where systemd was told of the server.
    fn unit(&self) -> Option<PathBuf> {
        let files = &self.receipt.as_ref()?.files;
        let unit = start::unit_file(&self.found);
        files.iter().any(|file| file.path == unit).then_some(unit)
    }

    fn agent(&self, client: Client) -> Vec<Checked> {
        if !self.clients.contains(&client) {
            let why = match self.found.has(client) && self.says.has_profile {
                true => format!("not part of the profile {}", self.says.profile.key()),
                false => String::from("not detected"),
            };
            return vec![good(&format!("{} integration", client.name()), why)];
        }
        if self.receipt.is_none() && surfaces::of(client).all(|own| self.is_untouched(own)) {
            let told = String::from("not set up on this machine, or taken back");
            return vec![good(&format!("{} integration", client.name()), told)];
        }
        let mut checks: Vec<&'static str> = surfaces::of(client).map(|own| own.check).collect();
        checks.dedup();
        let all = checks.into_iter().map(|check| {
            let here = surfaces::of(client).filter(|own| own.check == check);
            self.checked(check, &here.collect::<Vec<_>>())
        });
        let off = self.switched_off().filter(|_| client == Client::Codex);
        all.chain(off).collect()
    }

    /// Somebody's wish, and a reason why nothing is remembered there.
    fn switched_off(&self) -> Option<Checked> {
        let path = (surfaces::codex::SERVER.path)(&self.wiring);
        let shown = self.found.short(&path);
        let off = surfaces::codex::is_off(&Planned::read(path).ok()?.before);
        off.then(|| Checked {
            note: true,
            hint: format!("take `enabled = false` out of [mcp_servers.memoryoss] in {shown}"),
            ..good("codex tools", String::from("switched off in Codex"))
        })
    }

    fn checked(&self, check: &str, here: &[&'static Surface]) -> Checked {
        let path = |surface: &Surface| self.found.short(&(surface.path)(&self.wiring));
        let mut wrong = Vec::new();
        for surface in here {
            match self.drifted(surface) {
                Ok(false) => {}
                Ok(true) => wrong.push(format!("{} is not as setup wrote it", path(surface))),
                Err(fault) => wrong.push(fault.error),
            }
        }
        let paths: Vec<String> = here.iter().map(|surface| path(surface)).collect();
        if wrong.is_empty() {
            return good(check, paths.join(", "));
        }
        let gone = Checked {
            hint: HINT.to_owned(),
            ..bad(check, wrong.join("; "))
        };
        // A line of status is a comfort.
        let comfort = check.ends_with("status line");
        Checked {
            ok: comfort,
            note: comfort,
            ..gone
        }
    }

    /// Whether nothing of ours is in it.
    fn is_untouched(&self, surface: &'static Surface) -> bool {
        let mut plan = Plan::default();
        plan.take(&self.wiring, surface).is_ok() && plan.is_empty()
    }

    fn drifted(&self, surface: &'static Surface) -> Result<bool, Fault> {
        let mut plan = Plan::default();
        plan.put(&self.wiring, surface)?;
        Ok(!plan.is_empty())
    }

    /// Writes again what is not as it should be; each agent by itself, so that a file that cannot
    /// be read keeps nobody else from being mended.
    pub fn repair(&self) -> Vec<Checked> {
        let program = self.mend_program();
        let program = program.map(|mended| refreshed("program", mended));
        let mut told: Vec<Checked> = program.into_iter().collect();
        for client in &self.clients {
            let name = format!("{} integration", client.name());
            let mended = self.mend(|plan| plan.clients(&self.wiring, &[*client], &[]));
            told.push(refreshed(&name, mended));
        }
        if let Some(shell) = self.shell() {
            let mended = self.mend(|plan| plan.put(&self.wiring, shell));
            told.push(refreshed("shell integration", mended));
        }
        if let Some(unit) = self.unit() {
            let mended = self.mend(|plan| start::planned(plan, unit.clone(), &self.wiring));
            told.push(refreshed("service", mended));
        }
        match self.mend(|plan| self.own_files(plan)) {
            Ok(true) => told.push(good(
                "settings",
                String::from("made its owner's alone again"),
            )),
            Ok(false) => {}
            Err(fault) => told.push(bad("settings", fault.error)),
        }
        told
    }

    fn own_files(&self, plan: &mut Plan) -> Result<(), Fault> {
        plan.file(self.config.clone(), SETTINGS)?.mode = Some(PRIVATE);
        note(plan, &self.found, &self.says, &self.clients)
    }

    fn mend(&self, fill: impl Fn(&mut Plan) -> Result<(), Fault>) -> Result<bool, Fault> {
        let mut plan = Plan::default();
        fill(&mut plan)?;
        let plan = plan.without_closed()?;
        match plan.left.first() {
            Some(left) => Err(left.fault.clone()),
            None if plan.is_empty() => Ok(false),
            None => self.carry_out(&plan).map(|()| true),
        }
    }

    fn carry_out(&self, plan: &Plan) -> Result<(), Fault> {
        let receipt = apply(plan, &self.wiring, self.says.profile)?;
        receipt.write(&self.found.home)
    }

    /// What agents were told to start; our own link is made again, and whoever has another name of
    /// it is told of this program.
    fn mend_program(&self) -> Option<Result<bool, Fault>> {
        let told = &self.receipt.as_ref()?.program;
        if can_run(told) {
            return None;
        }
        let program = PathBuf::from(&self.wiring.program);
        let plan = Plan {
            link: Some(program).filter(|program| !can_run(program)),
            ..Plan::default()
        };
        Some(self.carry_out(&plan).map(|()| true))
    }

    /// Looked up anew: it may just have been repaired.
    fn program(&self) -> Option<Checked> {
        let written = Receipt::read(&self.found.home).ok().flatten();
        let program = written.filter(|own| own.config == self.config)?.program;
        let path = self.found.short(&program);
        let gone = match program.exists() {
            true => format!("{path}, which agents start, cannot be run"),
            false => format!("{path}, which agents start, is missing"),
        };
        Some(match can_run(&program) {
            true => good("program", path),
            false => Checked {
                hint: HINT.to_owned(),
                ..bad("program", gone)
            },
        })
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

/// Where it is noted that a team's workstation was set up.
pub fn note_file(found: &Found) -> PathBuf {
    found.home.join(".memoryoss").join("team-bootstrap.json")
}

/// That note, as it should be now.
pub fn note(plan: &mut Plan, found: &Found, says: &Says, clients: &[Client]) -> Result<(), Fault> {
    let Some(team) = says
        .team
        .as_ref()
        .filter(|_| says.profile == Profile::TeamNode)
    else {
        return Ok(());
    };
    let step = plan.file(note_file(found), "team")?;
    let now = Moment::from_ms(WallClock.now_ms());
    step.file.after = team.note(&step.file.before, says.profile, clients, now);
    step.mode = Some(PRIVATE);
    step.what.push("who the team is, and who was set up");
    Ok(())
}

fn refreshed(name: &str, mended: Result<bool, Fault>) -> Checked {
    match mended {
        Ok(_) => good(name, String::from("refreshed")),
        Err(fault) => Checked {
            hint: fault.hint,
            ..bad(name, fault.error)
        },
    }
}

fn good(check: &str, message: String) -> Checked {
    Checked {
        check: check.to_owned(),
        ok: true,
        message,
        ..Checked::default()
    }
}

fn bad(check: &str, message: String) -> Checked {
    Checked {
        ok: false,
        ..good(check, message)
    }
}
