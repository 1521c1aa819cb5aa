//! The actuation peer's messages, its service and its client, as `proto/control_center.proto`
//! has them.

#![allow(
    clippy::all,
    missing_docs,
    reason = "generated; the proto file is what is read"
)]

mod codec;

use mneme_model::archive::Command;

pub use codec::SmallCodec;

tonic::include_proto!("control_center");

// Field by field, so that a field added to one side does not go missing in silence.
macro_rules! same_fields {
    ($($field:ident),* $(,)?) => {
        impl From<CommandEvent> for Command {
            fn from(event: CommandEvent) -> Self {
                let CommandEvent { $($field),* } = event;
                Self { $($field),* }
            }
        }

        impl From<Command> for CommandEvent {
            fn from(command: Command) -> Self {
                let Command { $($field),* } = command;
                Self { $($field),* }
            }
        }
    };
}

same_fields!(
    session_id,
    agent_id,
    agent_version,
    os_type,
    timestamp,
    raw_command,
    action_type,
    action_subtype,
    is_here_command,
    success,
    error_message,
    execution_time_ms,
    mouse_x,
    mouse_y,
    position_captured,
    is_heartbeat,
    agent_alive,
);
