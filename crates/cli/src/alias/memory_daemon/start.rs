//! `memory-daemon start`

use crate::alias::memory_daemon::args::StartArgs;
use crate::alias::served;
use crate::args::{Command, ServeArgs};
use crate::background;
use crate::commands::{Outcome, carry_out};
use crate::running::Running;
use crate::settings::Settings;

pub async fn run(settings: Settings, args: &StartArgs) -> Outcome {
    if let Some(running) = Running::find(&settings.data_dir).await {
        return served::answer(&settings, &running, own_door(&settings).as_deref());
    }
    if args.detached {
        background::detach()?;
    } else if !args.foreground {
        return background::launch(&settings).await;
    }
    carry_out(settings, Command::Serve(ServeArgs::default())).await
}

fn own_door(settings: &Settings) -> Option<String> {
    let own = settings.doors.grpc.first();
    own.map(|address| format!("http://{address}"))
}
