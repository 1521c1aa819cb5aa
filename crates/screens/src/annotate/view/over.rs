//! What stands over the panes.

use ratatui::Frame;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::help;
use crate::annotate::overlay::Overlay;
use crate::annotate::state::State;

pub fn view(state: &State, overlay: &Overlay, frame: &mut Frame) {
    match overlay {
        Overlay::Help { scroll } => help::view(state.look, *scroll, frame),
        Overlay::Jump { typed, refused } => jump(state, typed, *refused, frame),
        Overlay::Ask(dialog) => dialog.view(state.look, frame),
    }
}

fn jump(state: &State, typed: &str, refused: bool, frame: &mut Frame) {
    let area = frame.area().centered(44.into(), 4.into());
    frame.render_widget(Clear, area);
    let block = state.look.pane(" Jump to a step ".to_owned(), true);
    let last = state.steps.len();
    let hint = match refused {
        true => Line::styled(
            format!(" There are steps 1 to {last}. "),
            state.look.warning(),
        ),
        false => Line::from(" Enter goes there, Esc stays here."),
    };
    let typed = Line::from(vec![
        Span::raw(format!(" Number, 1 to {last}: ")),
        Span::raw(typed.to_owned()).bold(),
        Span::styled(" ", state.look.chosen()),
    ]);
    frame.render_widget(Paragraph::new(vec![typed, hint]).block(block), area);
}
