mod anything;
mod keys;
mod mouse;

use mneme_model::archive::Command;

use super::{human, replay, suspect};

fn mouse(os: &str, subtype: &str, raw: &str, at: Option<(i32, i32)>) -> Command {
    let (mouse_x, mouse_y) = at.unwrap_or_default();
    Command {
        position_captured: at.is_some(),
        mouse_x,
        mouse_y,
        ..command("mouse", os, subtype, raw)
    }
}

fn keyboard(os: &str, subtype: &str, raw: &str) -> Command {
    command("keyboard", os, subtype, raw)
}

fn command(action: &str, os: &str, subtype: &str, raw: &str) -> Command {
    Command {
        action_type: action.into(),
        os_type: os.into(),
        action_subtype: subtype.into(),
        raw_command: raw.into(),
        success: true,
        ..Command::default()
    }
}

#[track_caller]
fn assert_told(command: &Command, as_human: &str, as_replay: &str) {
    assert_eq!(human(command), as_human);
    assert_eq!(replay(command), as_replay);
}

#[track_caller]
fn assert_mouse_told(os: &str, verb: (&str, &str), at: Option<(i32, i32)>, texts: (&str, &str)) {
    assert_told(&mouse(os, verb.0, verb.1, at), texts.0, texts.1);
}
