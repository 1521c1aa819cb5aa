//! Started while the directory is served already: good if its own door is among the open ones.

use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;

use crate::commands::Outcome;
use crate::running::Running;
use crate::settings::Settings;

/// `own` is where the door of this alias would be, as `run.json` writes it.
pub fn answer(settings: &Settings, running: &Running, own: Option<&str>) -> Outcome {
    let doors = running.doors.iter();
    let list: Vec<String> = doors.map(|(door, at)| format!("{door} {at}")).collect();
    let told = format!(
        "{} is served by process {}: {}",
        settings.data_dir.display(),
        running.pid,
        list.join(", ")
    );
    if running
        .doors
        .values()
        .any(|door| Some(door.as_str()) == own)
    {
        say!("{told}");
        return Ok(ExitCode::SUCCESS);
    }
    Err(Fault::new(Code::StoreInUse, told))
}
