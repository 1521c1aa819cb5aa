//! A command in words: as a person reads it, and as the actuation peer would run it again.
//!
//! Whatever the peer says, there is a text: nothing here fails, and a text of a mouse is short
//! however long the sentence was. Each character is looked at a fixed number of times.

mod drag;
mod keys;
mod modifiers;
mod mouse;
mod suspect;
#[cfg(test)]
mod tests;

use mneme_model::archive::{Action, Command};

pub use suspect::suspect;

/// What the agent did, for people. Whether it failed is for whoever shows it to say.
pub fn human(command: &Command) -> String {
    let raw = command.raw_command.as_str();
    match command.action() {
        Action::Mouse => mouse::human(command),
        Action::Type => format!("Type: {}", keys::typed(raw)),
        Action::Press => format!("Press: {}", keys::label(keys::pressed(raw), command.os())),
        Action::Keyboard => format!("Keyboard: {} {raw}", command.action_subtype),
        Action::Position => position(command),
        Action::Other => raw.to_owned(),
    }
}

/// The command that would do it again.
pub fn replay(command: &Command) -> String {
    let raw = command.raw_command.as_str();
    match command.action() {
        Action::Mouse => mouse::replay(command),
        Action::Type => format!("type {}", keys::typed(raw)),
        Action::Press => keys::replay(keys::pressed(raw), command.os()),
        Action::Position => "position".to_owned(),
        Action::Keyboard | Action::Other => unlabelled(raw).to_owned(),
    }
}

fn position(command: &Command) -> String {
    match command.pointer() {
        Some((x, y)) => format!("Position query at ({x}, {y})"),
        None => format!("Position query: {}", command.raw_command),
    }
}

/// The sentence without the label that says the pointer could not be verified.
fn unlabelled(raw: &str) -> &str {
    raw.strip_prefix("Executed: ").unwrap_or(raw)
}
