//! `memory-daemon stop`

use std::process::ExitCode;

use crate::background;
use crate::commands::Outcome;
use crate::running::Running;
use crate::settings::Settings;

pub async fn run(settings: &Settings) -> Outcome {
    let Some(running) = Running::find(&settings.data_dir).await else {
        say!("Daemon is not running");
        return Ok(ExitCode::SUCCESS);
    };
    background::stop(running.pid).await?;
    say!("Daemon stopped");
    Ok(ExitCode::SUCCESS)
}
