//! The note that a workstation of a team was set up.

use std::path::PathBuf;

use mneme_model::{Clock, Moment};
use mneme_wire::Fault;

use super::super::config::Says;
use super::super::found::Found;
use super::super::plan::{PRIVATE, Plan};
use super::super::profile::{Client, Profile};
use super::{Checked, HINT, Installed, bad, good};
use crate::clock::WallClock;

impl Installed {
    pub(super) fn team(&self) -> Option<Checked> {
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
