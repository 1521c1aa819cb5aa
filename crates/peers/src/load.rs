//! A load that can be worked out again: what session `i` hears as its `k`-th event follows from
//! the seed alone, so whoever checks a recording needs no copy of what was sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use mneme_model::Clock;
use mneme_model::archive::Command;
use mneme_wire::control_center::CommandEvent;
use tokio::time::{Instant, Sleep};
use tonic::Status;
use tonic::codegen::tokio_stream::Stream;

use crate::chance;
use crate::clock::stamp;

/// Instead of one desktop that everybody watches, a desktop for each watcher.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    pub seed: u64,
    /// Between two commands of a session that acts.
    pub period: Duration,
    /// One session in so many acts; the others only send heartbeats.
    pub one_acts_in: u64,
    pub heartbeat: Duration,
}

/// The stream of one session: no queue and no task, so that a hundred thousand are cheap.
pub(crate) struct Stand {
    load: Load,
    session: u64,
    next: u64,
    clock: Arc<dyn Clock>,
    alarm: Pin<Box<Sleep>>,
}

const VERBS: [(&str, &str); 4] = [
    ("left", "Left-clicked"),
    ("right", "Right-clicked"),
    ("double", "Double-clicked"),
    ("move", "Moved cursor to"),
];

// === impl Load ===

impl Load {
    /// Event `k` of session `i`. Only the time is not in the seed. The session is said in
    /// `session_id`, `k` in `execution_time_ms`.
    pub fn command(&self, session: u64, k: u64, now_ms: i64) -> Command {
        let chance = chance::number(self.seed, session, k);
        let mut command = Command {
            session_id: format!("conn-{session}"),
            agent_id: format!("agent-{session}"),
            agent_version: "1.3.0".into(),
            os_type: "LINUX".into(),
            timestamp: stamp(now_ms),
            success: !chance.is_multiple_of(50),
            execution_time_ms: i32::try_from(k).unwrap_or(i32::MAX),
            agent_alive: true,
            ..Command::default()
        };
        act(&mut command, chance);
        if !command.success {
            command.error_message = "element did not answer".into();
        }
        command
    }

    pub fn acts(&self, session: u64) -> bool {
        session.is_multiple_of(self.one_acts_in.max(1))
    }

    fn wait(&self, session: u64) -> Duration {
        match self.acts(session) {
            true => self.period,
            false => self.heartbeat,
        }
    }

    pub(crate) fn stand(self, session: u64, clock: Arc<dyn Clock>) -> Stand {
        // Not all at the same moment.
        let wait = self.wait(session).as_micros() as u64;
        let first =
            Duration::from_micros(chance::number(self.seed, session, u64::MAX) % (wait + 1));
        Stand {
            load: self,
            session,
            next: 0,
            clock,
            alarm: Box::pin(tokio::time::sleep(first)),
        }
    }
}

fn act(command: &mut Command, chance: u64) {
    let (x, y) = ((chance >> 8) as i32 & 0x3ff, (chance >> 20) as i32 & 0x1ff);
    match chance % 10 {
        0 => {
            set(
                command,
                "position",
                "position",
                format!("Position: X={x}, Y={y}"),
            );
            at(command, x, y);
        }
        1..=2 => set(command, "keyboard", "type", format!("Typed: line {x}")),
        3 => set(command, "keyboard", "press", "Pressed: Return".into()),
        n => {
            let (verb, said) = VERBS[n as usize % VERBS.len()];
            set(command, "mouse", verb, format!("{said} at X={x}, Y={y}"));
            at(command, x, y);
        }
    }
}

fn set(command: &mut Command, kind: &str, verb: &str, raw: String) {
    command.action_type = kind.into();
    command.action_subtype = verb.into();
    command.raw_command = raw;
}

fn at(command: &mut Command, x: i32, y: i32) {
    (command.mouse_x, command.mouse_y, command.position_captured) = (x, y, true);
}

// === impl Stand ===

impl Stand {
    fn event(&mut self) -> CommandEvent {
        let now = self.clock.now_ms();
        let mut command = self.load.command(self.session, self.next, now);
        if self.load.acts(self.session) {
            self.next += 1;
            return command.into();
        }
        command = Command {
            session_id: command.session_id,
            agent_id: command.agent_id,
            agent_version: command.agent_version,
            os_type: command.os_type,
            timestamp: command.timestamp,
            is_heartbeat: true,
            agent_alive: true,
            ..Command::default()
        };
        command.into()
    }
}

impl Stream for Stand {
    type Item = Result<CommandEvent, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.alarm.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        let next = Instant::now() + self.load.wait(self.session);
        self.alarm.as_mut().reset(next);
        Poll::Ready(Some(Ok(self.event())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_is_a_pure_function_of_seed_session_and_number() {
        let load = Load {
            seed: 7,
            period: Duration::from_secs(1),
            one_acts_in: 100,
            heartbeat: Duration::from_secs(5),
        };
        let all =
            |load: &Load| -> Vec<Command> { (0..200).map(|k| load.command(300, k, 0)).collect() };
        assert_eq!(all(&load), all(&load));
        assert_ne!(all(&load), all(&Load { seed: 8, ..load }));
        assert!(all(&load).iter().any(|c| c.action_type == "position"));
        assert!(all(&load).iter().any(|c| !c.success));
        assert!(load.acts(300) && !load.acts(301));
    }
}
