//! What a mouse did.

use mneme_model::archive::Command;

use super::modifiers::{self, Held};
use super::{drag, unlabelled};

const LONGEST_VERB: usize = 32;

pub fn human(command: &Command) -> String {
    let (held, subtype) = taken_apart(command);
    if subtype == "drag"
        && let Some(text) = drag::human(&command.raw_command, &held.names())
    {
        return text;
    }
    let mut text = held.names() + verb(subtype).unwrap_or("unknown-action");
    match notches(command, subtype) {
        Some(1) => text += " 1 notch",
        Some(n) => text += &format!(" {n} notches"),
        None => {}
    }
    if let Some((x, y)) = command.pointer() {
        text += &format!(" at ({x}, {y})");
    }
    text
}

pub fn replay(command: &Command) -> String {
    let (held, subtype) = taken_apart(command);
    let raw = unlabelled(&command.raw_command);
    if subtype == "drag" {
        return drag::replay(raw, &held.symbols());
    }
    let Some((x, y)) = command.pointer().filter(|_| verb(subtype).is_some()) else {
        return raw.to_owned();
    };
    let mut text = format!("{x} {y} {}{subtype}", held.symbols());
    if let Some(n) = notches(command, subtype) {
        text += &format!(" {n}");
    }
    text
}

/// What was held, and the subtype without symbols that leaked into it.
fn taken_apart(command: &Command) -> (Held, &str) {
    let (subtype, os) = (command.action_subtype.as_str(), command.os());
    let held = modifiers::of_mouse(&command.raw_command, subtype, os);
    (held, modifiers::symbolic(subtype, os).1)
}

/// A subtype is free text of whoever called the peer: a short plain word names itself.
fn verb(subtype: &str) -> Option<&str> {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
    Some(match subtype {
        "left" | "click" => "Left-click",
        "right" => "Right-click",
        "double" => "Double-click",
        "middle" => "Middle-click",
        "triple" => "Triple-click",
        "move" => "Move-cursor",
        "scroll_up" => "Scroll-up",
        "scroll_down" => "Scroll-down",
        "scroll_left" => "Scroll-left",
        "scroll_right" => "Scroll-right",
        "drag" => "Drag",
        "hold" => "Hold",
        "release" => "Release",
        "" => return None,
        other if other.len() <= LONGEST_VERB && other.bytes().all(plain) => other,
        _ => return None,
    })
}

/// How far a scroll went, when the agent says so. Absent is not one: it is unknown.
fn notches(command: &Command, subtype: &str) -> Option<u32> {
    let told = subtype.starts_with("scroll");
    let (before, _) = told.then(|| command.raw_command.split_once(" notch"))??;
    before.rsplit(' ').next()?.parse().ok()
}
