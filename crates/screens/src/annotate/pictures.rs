//! Which picture the screen wants painted, and how large.

use super::layout::{canvas, panes};
use super::run::Run;
use super::state::State;
use crate::picture::{How, Want};

/// Where a terminal does not tell the size of its cells.
const USUAL_CELL: (u16, u16) = (10, 20);

// === impl Run ===

impl Run<'_> {
    pub fn want_picture(&mut self) {
        let wanted = self.wanted();
        if wanted != self.asked {
            self.asked.clone_from(&wanted);
            self.expected = wanted.is_some();
            if let Some(want) = wanted {
                self.painter.ask(want, upcoming(&self.state));
            }
        }
    }

    fn wanted(&self) -> Option<Want> {
        let canvas = canvas(&self.state, panes(self.state.screen).picture);
        let path = self.state.picture().filter(|_| !self.state.no_pictures)?;
        Some(Want {
            path: path.to_owned(),
            columns: canvas.width,
            rows: canvas.height,
            zoom: self.state.zoom,
            how: self.how,
            cell: cell(self.how),
        })
    }
}

/// Pictures of the steps around, nearest first.
fn upcoming(state: &State) -> Vec<String> {
    let at = state.selected;
    let around = [at.checked_add(1), at.checked_sub(1), at.checked_add(2)];
    let steps = around
        .into_iter()
        .flatten()
        .filter_map(|at| state.steps.get(at));
    steps.filter_map(|step| step.image_path.clone()).collect()
}

fn cell(how: How) -> (u16, u16) {
    if how == How::HalfBlocks {
        return (1, 2);
    }
    let size = crossterm::terminal::window_size().ok();
    let cell = size.and_then(|size| {
        let width = size.width.checked_div(size.columns)?;
        let height = size.height.checked_div(size.rows)?;
        (width > 0 && height > 0).then_some((width, height))
    });
    cell.unwrap_or(USUAL_CELL)
}
