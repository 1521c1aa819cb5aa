//! How the annotation screen looks.

mod editor;
mod help;
mod hints;
mod list;
mod over;
mod picture;
mod stats;

use mneme_reasoning::entries::StepState;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Wrap};

use super::layout::{SMALLEST, panes};
use super::state::State;
use crate::look::Look;

pub fn view(state: &State, frame: &mut Frame) {
    let screen = frame.area();
    if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
        return too_small(frame, screen);
    }
    let panes = panes(screen);
    picture::view(state, panes.picture, frame);
    editor::view(state, panes.editor, frame);
    list::view(state, panes.list, frame);
    stats::view(state, panes.stats, frame);
    hints::view(state, panes.hints, frame);
    if let Some(drag) = state.drag.filter(|drag| !drag.is_click()) {
        drag.mark(frame.buffer_mut());
    }
    if let Some(overlay) = &state.overlay {
        over::view(state, overlay, frame);
    }
}

fn too_small(frame: &mut Frame, screen: Rect) {
    let text = format!(
        "This window is too small to work in. Make it at least {} by {} characters; nothing is lost.",
        SMALLEST.0, SMALLEST.1
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), screen);
}

/// The sign of a mark, always three cells wide.
pub fn sign(mark: StepState, look: Look) -> &'static str {
    match (mark, look.emoji, look.utf8) {
        (StepState::Pending, true, _) => "⬜ ",
        (StepState::InProgress, true, _) => "🔵 ",
        (StepState::Complete, true, _) => "✅ ",
        (StepState::Pending, false, _) => "[ ]",
        (StepState::InProgress, false, _) => "[~]",
        (StepState::Complete, false, true) => "[✓]",
        (StepState::Complete, false, false) => "[x]",
        (StepState::Skipped, _, _) => "[-]",
    }
}
