//! `memory-daemon stop`

use std::process::ExitCode;

use mneme_model::Code;
use mneme_wire::Fault;

use crate::commands::Outcome;
use crate::running::Running;
use crate::settings::Settings;
use crate::{background, timeline};

/// `named`: somebody said which directory is meant.
pub async fn run(settings: &Settings, named: bool) -> Outcome {
    let Some(running) = Running::find(&settings.data_dir).await else {
        if !named {
            elsewhere(settings).await?;
        }
        say!("Daemon is not running");
        return Ok(ExitCode::SUCCESS);
    };
    background::stop(running.pid).await?;
    say!("Daemon stopped");
    Ok(ExitCode::SUCCESS)
}

/// One that answers where this one would be keeps another directory: it is not ours to end.
async fn elsewhere(settings: &Settings) -> Result<(), Fault> {
    for address in &settings.doors.grpc {
        let url = format!("http://{address}");
        if timeline::at(&url).await.is_ok() {
            let dir = settings.data_dir.display();
            let message = format!("nobody serves {dir}, but a daemon answers at {url}");
            let mut fault = Fault::new(Code::NotServing, message);
            fault.hint = String::from(
                "name the directory it was started with: `memory-daemon --db-path DIR stop`",
            );
            return Err(fault);
        }
    }
    Ok(())
}
