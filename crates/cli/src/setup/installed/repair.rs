//! What is ours, written again where it is not as it should be; and the program that agents start.

use std::path::PathBuf;

use mneme_wire::Fault;

use super::super::apply::apply;
use super::super::found::can_run;
use super::super::plan::{PRIVATE, Plan, SETTINGS};
use super::super::receipt::Receipt;
use super::super::start;
use super::checked::refreshed;
use super::{Checked, HINT, Installed, bad, good, note};

impl Installed {
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
    pub(super) fn program(&self) -> Option<Checked> {
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
