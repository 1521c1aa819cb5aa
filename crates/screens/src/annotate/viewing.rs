//! Looking at the pictures of a step.

use super::event::Effect;
use super::state::{Notice, Shown, Side, State};
use crate::picture::{Outcome, Want, Zoom};

type Effects = Vec<Effect>;

pub fn picture_key(state: &mut State, letter: char) -> Effects {
    match letter {
        '+' | '=' => state.zoom = state.zoom.closer(),
        '-' | '_' => state.zoom = state.zoom.farther(),
        'f' => state.zoom = Zoom::FIT,
        '[' => state.side = earlier(state.side),
        ']' => state.side = later(state.side),
        'o' => return view(state),
        _ => {}
    }
    Vec::new()
}

pub fn view(state: &mut State) -> Effects {
    let picture = state.picture().map(str::to_owned);
    match (picture, &state.viewer) {
        (None, _) => state.warn("this step has no picture to open"),
        (Some(picture), None) => {
            let file = state.file_of(&picture);
            state.warn(format!(
                "no image viewer available; open the file yourself: {file}"
            ));
        }
        (Some(picture), Some(viewer)) => {
            state.notice = Some(Notice::Said(format!("opened in {viewer}")));
            return vec![Effect::View(picture)];
        }
    }
    Vec::new()
}

pub fn pan(state: &mut State, right: i32, down: i32) -> Effects {
    state.zoom = state.zoom.pan(right, down);
    Vec::new()
}

/// A picture of a step that was left meanwhile is not shown.
pub fn painted(state: &mut State, want: Want, outcome: Outcome) -> Effects {
    if state.picture() == Some(want.path.as_str()) {
        state.shown = match outcome {
            Ok(painted) => Shown::Painted(painted),
            Err(why) => Shown::Failed {
                path: want.path,
                why,
            },
        };
    }
    Vec::new()
}

fn earlier(side: Side) -> Side {
    match side {
        Side::After => Side::At,
        _ => Side::Before,
    }
}

fn later(side: Side) -> Side {
    match side {
        Side::Before => Side::At,
        _ => Side::After,
    }
}
