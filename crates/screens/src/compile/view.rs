//! How the document's editor looks.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::state::{Overlay, State};
use crate::look::{counted, dim, width_of, wrap};

const HELP: [&str; 7] = [
    "This is the document made of the recording and its reasoning. Fill in the overview, the \
     prerequisites and the notes, and mend what reads badly.",
    "",
    "Ctrl+S saves. What you type is kept every few seconds as well.",
    "Ctrl+Z and Ctrl+Y undo and redo. Ctrl+A selects all; Ctrl+C, Ctrl+X and Ctrl+V copy, cut \
     and paste; dragging the mouse selects and copies. Ctrl+Home and Ctrl+End lead to the ends.",
    "Ctrl+F finalises: the document is done and the recording complete. It asks first.",
    "Ctrl+Q leaves: finalised, as a draft, or without what you changed since you last saved.",
    "Any key closes this help.",
];

pub fn view(state: &State, frame: &mut Frame) {
    let [main, bar] = rows(frame.area());
    let title = format!(" memory.md: {} ", state.name);
    let width = usize::from(main.width).saturating_sub(4);
    let block = state.look.pane(state.look.cut(&title, width), true);
    frame.render_widget(block, main);
    frame.render_widget(&state.editor.area, text_area(frame.area()));
    frame.render_widget(status(state, bar.width), bar);
    match &state.overlay {
        Some(Overlay::Help) => help(state, frame),
        Some(Overlay::Ask(dialog)) => dialog.view(state.look, frame),
        None => {}
    }
}

/// Where the text is, between a frame and a margin.
pub fn text_area(screen: Rect) -> Rect {
    let [main, _] = rows(screen);
    Rect {
        x: main.x.saturating_add(2),
        y: main.y.saturating_add(1),
        width: main.width.saturating_sub(4),
        height: main.height.saturating_sub(2),
    }
}

fn rows(screen: Rect) -> [Rect; 2] {
    Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(screen)
}

fn status(state: &State, width: u16) -> Line<'static> {
    let (standing, style) = match state.editor.is_unwritten() {
        _ if state.gone => (" Deleted ", state.look.warning()),
        _ if state.theirs.is_some() => (" Changed elsewhere ", state.look.warning()),
        true => (" Unsaved ", state.look.warning()),
        false => (" Saved ", Style::new().bold()),
    };
    let words = format!(" {} ", counted(state.editor.words(), "word"));
    let row = state.editor.area.cursor().0 + 1;
    let place = format!(" line {row} of {} ", state.editor.area.lines().len());
    let used = width_of(standing) + width_of(&words) + width_of(&place);
    let room = usize::from(width).saturating_sub(used);
    Line::from(vec![
        Span::styled(standing, style),
        Span::raw(words),
        Span::styled(place, dim()),
        said(state, room),
    ])
}

fn said(state: &State, room: usize) -> Span<'static> {
    let hints = " Ctrl+S save   Ctrl+F finalise   Ctrl+Q leave   F1 help";
    match &state.notice {
        Some((text, true)) => Span::styled(
            state.look.cut(&format!(" {text} "), room),
            state.look.warning(),
        ),
        Some((text, false)) => Span::raw(state.look.cut(&format!(" {text}"), room)).bold(),
        None => Span::styled(state.look.cut(hints, room), dim()),
    }
}

fn help(state: &State, frame: &mut Frame) {
    let width = 76.min(frame.area().width);
    let room = usize::from(width.saturating_sub(4)).max(1);
    let lines: Vec<Line> = HELP
        .iter()
        .flat_map(|text| wrap(text, room))
        .map(|text| Line::from(format!(" {text}")))
        .collect();
    let height = (lines.len() as u16 + 2).min(frame.area().height);
    let area = frame.area().centered(width.into(), height.into());
    frame.render_widget(Clear, area);
    let block = state.look.pane(" Help ".to_owned(), true);
    frame.render_widget(Paragraph::new(lines).block(block), area);
}
