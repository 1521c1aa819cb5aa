//! Plays a script: the desktop begins, and the actuation peer tells what happens on it.

use std::time::Duration;

use mneme_model::Clock;
use tokio::time::Instant;

use super::{Act, Deed, Script};
use crate::clock::stamp;
use crate::control_center::{Agent, ControlCenter};
use crate::desktop::Desktop;

/// What was told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Positions included.
    pub commands: u32,
}

/// Plays the desktop's script once, from now on. The moment in each event is the moment at which
/// the screen shows the act.
pub async fn play(desktop: &Desktop, peer: &ControlCenter, clock: &dyn Clock) -> Played {
    let (start_ms, start) = (clock.now_ms(), Instant::now());
    desktop.begin(start_ms);
    let script = desktop.script();
    let mut played = Played::default();
    for (at, act) in script.timed() {
        let wait = Duration::from_millis(at.unsigned_abs());
        tokio::time::sleep_until(start + wait).await;
        played.commands += u32::from(tell(script, act, start_ms + at, peer));
    }
    played
}

fn tell(script: &Script, act: &Act, ms: i64, peer: &ControlCenter) -> bool {
    let agent = |version: &str| Agent {
        version: version.to_owned(),
        os: script.task.os.clone(),
        ..Agent::default()
    };
    match &act.deed {
        Deed::Agent { version } => peer.set_agent(Some(agent(version))),
        Deed::Leave => peer.set_agent(None),
        Deed::Cut => peer.cut(),
        _ => {}
    }
    let Some(mut command) = act.command() else {
        return false;
    };
    command.timestamp = stamp(ms);
    command.os_type = script.task.os.clone();
    peer.say(command);
    true
}
