//! How far the work is.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::annotate::layout::inner;
use crate::annotate::state::State;
use crate::look::{dim, width_of};

pub fn view(state: &State, area: Rect, frame: &mut Frame) {
    frame.render_widget(state.look.pane(" Progress ".to_owned(), false), area);
    let inside = inner(area);
    let total = state.steps.len();
    let step = (state.selected + 1).min(total);
    let width = usize::from(inside.width);
    let lines = vec![
        Line::from(state.look.cut(&state.name, width).bold()),
        fact("session", &short(&state.session, state)),
        fact("annotated", &format!("{} of {total}", state.annotated())),
        fact("skipped", &state.skipped().to_string()),
        fact("step", &format!("{step} of {total}")),
        Line::default(),
        bar(state, width),
    ];
    frame.render_widget(Paragraph::new(lines), inside);
}

fn fact(name: &'static str, value: &str) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!("{name:<11}"), dim()),
        Span::raw(value.to_owned()),
    ])
}

/// Enough of an id to tell it from its neighbours.
fn short(id: &str, state: &State) -> String {
    let start: String = id.chars().take(8).collect();
    match id.chars().count() > 8 {
        true => format!("{start}{}", state.look.or("…", "...")),
        false => start,
    }
}

fn bar(state: &State, width: usize) -> Line<'static> {
    let percent = state.percent();
    let label = format!(" {percent:>3}%");
    let room = width.saturating_sub(width_of(&label));
    let full = room * percent as usize / 100;
    Line::from(vec![
        Span::styled(
            state.look.or("█", "#").repeat(full),
            state.look.tint(Color::Green),
        ),
        Span::styled(state.look.or("░", ".").repeat(room - full), dim()),
        Span::raw(label).bold(),
    ])
}
