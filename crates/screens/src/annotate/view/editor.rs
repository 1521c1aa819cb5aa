//! The text of the selected step.

use mneme_model::archive::Source;
use mneme_reasoning::entries::StepState;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::list::command;
use crate::annotate::layout::inner;
use crate::annotate::state::{Focus, State};
use crate::look::counted;

pub fn view(state: &State, area: Rect, frame: &mut Frame) {
    let focused = state.focus == Focus::Editor;
    let title = title(state, usize::from(area.width).saturating_sub(4));
    let words = counted(state.editor.words(), "word");
    let characters = counted(state.editor.characters(), "character");
    let counts = format!(" {words}, {characters} ");
    let block = state
        .look
        .pane(title, focused)
        .title_bottom(Line::from(standing(state)).left_aligned())
        .title_bottom(Line::from(Span::raw(counts)).right_aligned());
    frame.render_widget(block, area);
    // The text itself, not a copy: it keeps where it is scrolled to.
    frame.render_widget(&state.editor.area, inner(area));
}

fn title(state: &State, width: usize) -> String {
    match state.step() {
        Some(step) => {
            let asked = format!("Why step {}? {}", step.step_id, command(step));
            format!(" {} ", state.look.cut(&asked, width))
        }
        None => " Reasoning ".to_owned(),
    }
}

/// What would be lost, and who wrote it.
fn standing(state: &State) -> String {
    let entry = state.entry(state.selected);
    let words = match entry {
        _ if state.editor.is_unwritten() => "not saved yet",
        None => return String::new(),
        Some(entry) if entry.draft => "draft kept; Ctrl+S saves it",
        Some(_) if state.mark(state.selected) == StepState::Skipped => "skipped",
        Some(entry) if entry.source == Source::ModelDegraded => {
            "the model was not available: yours to write"
        }
        Some(entry) if entry.source == Source::Model => "written by a model",
        Some(_) => "saved",
    };
    let model = entry.filter(|entry| entry.source == Source::Model);
    match model.and_then(|entry| entry.model_id.as_deref()) {
        Some(model) => format!(" {words} ({model}) "),
        None => format!(" {words} "),
    }
}
