//! Where each pane is.

use ratatui::layout::{Constraint, Layout, Rect};

use super::state::State;
use crate::look::wrap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panes {
    pub picture: Rect,
    pub editor: Rect,
    pub list: Rect,
    pub stats: Rect,
    pub hints: Rect,
}

/// Smaller than this nothing useful fits.
pub const SMALLEST: (u16, u16) = (48, 14);

const STATS_ROWS: u16 = 9;
const EDITOR_ROWS: u16 = 6;

pub fn panes(screen: Rect) -> Panes {
    let [main, hints] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(screen);
    let [left, right] =
        Layout::horizontal([Constraint::Percentage(70), Constraint::Fill(1)]).areas(main);
    let editor_rows = EDITOR_ROWS.max(left.height / 5).min(left.height / 2);
    let [picture, editor] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(editor_rows)]).areas(left);
    let stats_rows = STATS_ROWS.min(right.height / 2);
    let [list, stats] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(stats_rows)]).areas(right);
    Panes {
        picture,
        editor,
        list,
        stats,
        hints,
    }
}

/// Without its frame.
pub fn inner(pane: Rect) -> Rect {
    Rect {
        x: pane.x.saturating_add(1),
        y: pane.y.saturating_add(1),
        width: pane.width.saturating_sub(2),
        height: pane.height.saturating_sub(2),
    }
}

/// The cells left for the picture between its captions.
pub fn canvas(state: &State, pane: Rect) -> Rect {
    let inside = inner(pane);
    let banner = banner(state, inside.width).len() as u16;
    Rect {
        y: inside.y + 1 + banner,
        height: inside.height.saturating_sub(2 + banner),
        ..inside
    }
    .intersection(inside)
}

/// The line under the picture.
pub fn caption(pane: Rect) -> Rect {
    let inside = inner(pane);
    Rect {
        y: inside.bottom().saturating_sub(1),
        height: inside.height.min(1),
        ..inside
    }
}

/// A warning over the picture, when the typed text of the step looks cut off.
pub fn banner(state: &State, width: u16) -> Vec<String> {
    let Some(suspect) = state.step().and_then(|step| step.record_suspect.as_ref()) else {
        return Vec::new();
    };
    let text = format!(
        "! This step may not be recorded as it was: {}",
        suspect.note
    );
    let mut lines = wrap(&text, usize::from(width.max(1)));
    lines.truncate(3);
    lines
}

/// What an unfolded step says of itself, one line each.
pub fn details(state: &State, at: usize, width: u16) -> Vec<String> {
    let Some(step) = state.steps.get(at).filter(|_| state.unfolded.contains(&at)) else {
        return Vec::new();
    };
    let side = |name, path: &Option<String>| path.as_ref().map(|_| name);
    let pictures = [
        side("before", &step.before_image_path),
        side("at", &step.image_path),
        side("after", &step.after_image_path),
    ];
    let pictures: Vec<&str> = pictures.into_iter().flatten().collect();
    let pictures = match pictures.is_empty() {
        true => "none".to_owned(),
        false => pictures.join(", "),
    };
    let why = state.entry(at).map_or("", |entry| entry.reasoning.trim());
    let parts = [
        ("did", step.converted_command.as_str()),
        ("raw", step.raw_command.as_str()),
        ("time", step.timestamp.as_str()),
        ("pictures", &pictures),
        ("why", why),
    ];
    let filled = parts.into_iter().filter(|(_, text)| !text.is_empty());
    let room = usize::from(width.saturating_sub(4)).max(8);
    filled
        .flat_map(|(name, text)| few(&format!("{name}: {text}"), room))
        .collect()
}

fn few(text: &str, width: usize) -> Vec<String> {
    // A pasted page need not be wrapped to show three lines of it.
    let start: String = text.chars().take(width * 4).collect();
    let mut lines = wrap(&start, width);
    lines.truncate(3);
    lines
}

/// Moves the list so that the selected row is seen. It looks at no more rows than are on screen.
pub fn follow(state: &mut State) {
    let area = inner(panes(state.screen).list);
    let rows = |state: &State, at| 1 + details(state, at, area.width).len();
    let mut room = usize::from(area.height).saturating_sub(rows(state, state.selected));
    let mut first = state.selected;
    while first > 0 {
        let needed = rows(state, first - 1);
        if needed > room {
            break;
        }
        room -= needed;
        first -= 1;
    }
    state.top = state.top.clamp(first, state.selected);
}
