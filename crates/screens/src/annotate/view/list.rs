//! The steps: only the rows that are seen are made.

use mneme_model::archive::Step;
use mneme_reasoning::entries::StepState;
use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Scrollbar, ScrollbarOrientation, ScrollbarState, Wrap};

use super::sign;
use crate::annotate::layout::{details, inner};
use crate::annotate::state::{Focus, State};
use crate::look::dim;

pub fn view(state: &State, area: Rect, frame: &mut Frame) {
    let focused = state.focus == Focus::List;
    let title = format!(" Steps {}/{} ", place(state), state.steps.len());
    frame.render_widget(state.look.pane(title, focused), area);
    let inside = inner(area);
    if state.steps.is_empty() {
        return empty(inside, frame);
    }
    frame.render_widget(Paragraph::new(rows(state, inside)), inside);
    if state.steps.len() > usize::from(inside.height) && state.look.utf8 {
        scrollbar(state, area, frame);
    }
}

/// What a step did, in words.
pub fn command(step: &Step) -> String {
    let words = match step.converted_command.trim() {
        "" => format!("{} {}", step.action_type, step.action_subtype),
        words => words.to_owned(),
    };
    match step.success {
        true => words,
        false => format!("[failed] {words}"),
    }
}

fn place(state: &State) -> usize {
    (state.selected + 1).min(state.steps.len())
}

fn rows(state: &State, area: Rect) -> Vec<Line<'static>> {
    let visible = usize::from(area.height);
    let mut lines = Vec::with_capacity(visible + 8);
    for at in state.top..state.steps.len() {
        if lines.len() >= visible {
            break;
        }
        lines.push(row(state, at, area.width));
        let details = details(state, at, area.width).into_iter();
        let indented = |text: String| {
            let text = state
                .look
                .cut(&text, usize::from(area.width).saturating_sub(4));
            Line::styled(format!("    {text}"), dim())
        };
        lines.extend(details.map(indented));
    }
    lines.truncate(visible);
    lines
}

fn row(state: &State, at: usize, width: u16) -> Line<'static> {
    let Some(step) = state.steps.get(at) else {
        return Line::default();
    };
    let digits = state.steps.len().to_string().len();
    let number = format!(" {:>digits$} ", step.step_id);
    let mark = state.mark(at);
    let suspect = if step.record_suspect.is_some() {
        "! "
    } else {
        ""
    };
    let room = usize::from(width).saturating_sub(3 + number.len() + suspect.len());
    let words = state.look.cut(&command(step), room);
    let style = match at == state.selected {
        true => state.look.chosen(),
        false => Style::new(),
    };
    // Filled up, so that the cursor is a bar across the pane.
    Line::from(vec![
        Span::styled(sign(mark, state.look), style.patch(tint(state, mark))),
        Span::styled(number, style.patch(dim())),
        Span::styled(suspect, style.bold()),
        Span::styled(format!("{words:<room$}"), style),
    ])
}

fn tint(state: &State, mark: StepState) -> Style {
    match mark {
        StepState::Complete => state.look.tint(Color::Green),
        StepState::InProgress => state.look.tint(Color::Blue).bold(),
        StepState::Pending | StepState::Skipped => Style::new(),
    }
}

fn empty(area: Rect, frame: &mut Frame) {
    let text = "This recording has no steps. Nothing was done while it was recorded, or every \
                command was one that is not kept. Ctrl+Q leaves; Ctrl+N closes the work.";
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

fn scrollbar(state: &State, area: Rect, frame: &mut Frame) {
    let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight)
        .begin_symbol(None)
        .end_symbol(None);
    let mut place = ScrollbarState::new(state.steps.len()).position(state.selected);
    frame.render_stateful_widget(bar, area.inner(Margin::new(0, 1)), &mut place);
}
