//! The picture of the selected step.

use mneme_model::archive::Step;
use ratatui::Frame;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use ratatui_image::Image;

use crate::annotate::layout::{banner, canvas, caption, inner};
use crate::annotate::state::{Focus, Shown, Side, State};
use crate::look::dim;
use crate::picture::Painted;

pub fn view(state: &State, area: Rect, frame: &mut Frame) {
    let block = state.look.pane(title(state), state.focus == Focus::Picture);
    frame.render_widget(block, area);
    let inside = inner(area);
    let Some(step) = state.step() else {
        return say("Nothing to look at.", inside, frame);
    };
    let facts = state
        .look
        .cut(&facts(state, step), usize::from(inside.width));
    frame.render_widget(
        Line::from(facts),
        Rect {
            height: inside.height.min(1),
            ..inside
        },
    );
    warning(state, inside, frame);
    let canvas = canvas(state, area);
    match painted(state) {
        Some(painted) => draw(painted, canvas, frame),
        None => say(&absence(state, step), canvas, frame),
    }
    frame.render_widget(below(state), caption(area));
}

fn title(state: &State) -> String {
    let side = match state.side {
        Side::Before => "the moment before",
        Side::At => "the step",
        Side::After => "the moment after",
    };
    format!(" Picture: {side} ")
}

/// File name, size in pixels, what was done, whether the place is marked.
fn facts(state: &State, step: &Step) -> String {
    let dot = state.look.or(" · ", " | ");
    let times = state.look.or("×", "x");
    let file = state
        .picture()
        .map(|path| path.rsplit('/').next().unwrap_or(path).to_owned());
    let pixels = painted(state).map(|p| format!("{}{times}{}", p.width, p.height));
    let action = [step.action_type.as_str(), step.action_subtype.as_str()];
    let action = action.into_iter().filter(|word| !word.is_empty());
    let marked = file
        .as_ref()
        .filter(|_| state.side == Side::At)
        .map(|_| match step.marked {
            true => "marked".to_owned(),
            false => "unmarked".to_owned(),
        });
    let action = Some(action.collect::<Vec<_>>().join("/"));
    let parts = [file, pixels, action, marked];
    parts.into_iter().flatten().collect::<Vec<_>>().join(dot)
}

fn warning(state: &State, inside: Rect, frame: &mut Frame) {
    for (row, text) in (1..).zip(banner(state, inside.width)) {
        let place = Rect::new(inside.x, inside.y + row, inside.width, 1);
        let line = Line::styled(text, state.look.warning());
        frame.render_widget(line, place.intersection(inside));
    }
}

/// Only if it is of the step that is looked at.
fn painted(state: &State) -> Option<&Painted> {
    match &state.shown {
        Shown::Painted(painted) if state.picture() == Some(painted.want.path.as_str()) => {
            Some(painted)
        }
        _ => None,
    }
}

fn draw(painted: &Painted, canvas: Rect, frame: &mut Frame) {
    let size = painted.protocol.size();
    let width = Constraint::Length(size.width.min(canvas.width));
    let height = Constraint::Length(size.height.min(canvas.height));
    let place = canvas.centered(width, height);
    frame.render_widget(Image::new(&painted.protocol).allow_clipping(true), place);
}

/// Why there is no picture, in words a newcomer understands.
fn absence(state: &State, step: &Step) -> String {
    if let Some(path) = state.picture() {
        return match &state.shown {
            Shown::Failed { path: of, why } if of == path => format!(
                "This picture cannot be shown: {why}. The step can be annotated all the same."
            ),
            _ if state.no_pictures => off(state, path),
            _ => "Loading the picture...".to_owned(),
        };
    }
    match (
        state.side,
        state.unfetched.get(&step.step_id).map(String::as_str),
    ) {
        (Side::Before, _) => "No picture was kept of the moment before this step.".to_owned(),
        (Side::After, _) => "No picture was kept of the moment after this step.".to_owned(),
        (_, Some("command failed")) => {
            "No picture: the command failed, so nothing changed on the screen.".to_owned()
        }
        (_, Some("action type does not trigger fetch")) => {
            "No picture: for this kind of action none is taken.".to_owned()
        }
        (_, Some(reason)) => {
            format!("No picture: {reason}. The screen's recorder did not deliver one in time.")
        }
        (_, None) => "No picture was recorded for this step.".to_owned(),
    }
}

fn off(state: &State, path: &str) -> String {
    let why = "Pictures are off in this terminal: it has no UTF-8 or no colours.";
    match state.viewer {
        Some(_) => format!("{why} Press o to open it in a viewer."),
        None => format!("{why} The file is {}", state.file_of(path)),
    }
}

fn below(state: &State) -> Line<'static> {
    let open = match (&state.viewer, state.picture()) {
        (None, _) => Span::styled("[ no image viewer available ]", dim()),
        (Some(_), None) => Span::styled("[o] Open fullscreen", dim()),
        (Some(viewer), Some(_)) => Span::raw(format!("[o] Open fullscreen ({viewer})")).bold(),
    };
    let zoom = format!("   [+] [-] zoom {}%   [f] fit", state.zoom.percent);
    let sides = "   [ and ] before, after";
    Line::from(vec![
        open,
        Span::styled(zoom, dim()),
        Span::styled(sides, dim()),
    ])
}

fn say(text: &str, area: Rect, frame: &mut Frame) {
    let width = area.width.min(60);
    let place = area.centered(
        Constraint::Length(width),
        Constraint::Length(area.height.min(4)),
    );
    let text = Paragraph::new(text.to_owned())
        .wrap(Wrap { trim: true })
        .centered();
    frame.render_widget(text, place);
}
