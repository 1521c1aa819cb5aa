//! All that is ours in files of agents, of shells and of systemd: in order or not.

use std::path::PathBuf;

use mneme_wire::Fault;

use super::super::decide::Exports;
use super::super::plan::Plan;
use super::super::profile::{CLIENTS, Client};
use super::super::start;
use super::super::surfaces::{self, Surface};
use super::{Checked, HINT, Installed, bad, good};
use crate::connect::place::Planned;

impl Installed {
    /// What is started, every agent, shells and the service: all that is ours, in order or not.
    pub fn agents(&self) -> Vec<Checked> {
        let agents = CLIENTS.into_iter().flat_map(|client| self.agent(client));
        let all = self.team().into_iter().chain(self.program()).chain(agents);
        let shell = self.shell().map(|own| self.checked(own.check, &[own]));
        all.chain(shell).chain(self.service()).collect()
    }

    /// Where new shells were told of the gateway.
    pub(super) fn shell(&self) -> Option<&'static Surface> {
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
    pub(super) fn unit(&self) -> Option<PathBuf> {
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
}
