//! Started while the directory is served already: good if its own door is among the open ones.

use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;
use serde_json::Value;

use crate::commands::Outcome;
use crate::settings::Settings;

pub fn answer(settings: &Settings) -> Outcome {
    let run = std::fs::read_to_string(settings.data_dir.join("run.json")).unwrap_or_default();
    let run: Value = serde_json::from_str(&run).unwrap_or_default();
    let doors = run["doors"].as_object().cloned().unwrap_or_default();
    let list: Vec<String> = doors
        .iter()
        .map(|(door, address)| format!("{door} {}", address.as_str().unwrap_or_default()))
        .collect();
    let told = format!(
        "{} is served by process {}: {}",
        settings.data_dir.display(),
        run["pid"],
        list.join(", ")
    );
    let scheme = if settings.tls.is_some() {
        "https"
    } else {
        "http"
    };
    let own = settings.doors.http.map(|own| format!("{scheme}://{own}"));
    let open = doors.values().any(|door| door.as_str() == own.as_deref());
    if open {
        say!("{told}");
        return Ok(ExitCode::SUCCESS);
    }
    Err(Fault::new(Code::StoreInUse, told))
}
