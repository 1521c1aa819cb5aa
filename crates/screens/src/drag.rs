//! Text copied off the screen by dragging the mouse over it.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

/// From where the mouse went down to where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    pub from: Position,
    pub to: Position,
    /// The pane it began in, which it does not leave.
    pub within: Rect,
}

// === impl Drag ===

impl Drag {
    pub fn is_click(self) -> bool {
        self.from == self.to
    }

    /// The cells of each row, from first to last.
    fn rows(self) -> Vec<Rect> {
        let (first, last) = self.ends();
        let row = |y: u16| {
            let left = if y == first.y {
                first.x
            } else {
                self.within.left()
            };
            let right = if y == last.y {
                last.x + 1
            } else {
                self.within.right()
            };
            Rect::new(left, y, right.saturating_sub(left), 1).intersection(self.within)
        };
        (first.y..=last.y).map(row).collect()
    }

    fn ends(self) -> (Position, Position) {
        let key = |at: Position| (at.y, at.x);
        match key(self.from) <= key(self.to) {
            true => (self.from, self.to),
            false => (self.to, self.from),
        }
    }

    pub fn mark(self, buffer: &mut Buffer) {
        for row in self.rows() {
            let area = row.intersection(buffer.area);
            buffer.set_style(area, Modifier::REVERSED);
        }
    }

    /// What stands there. Nothing is copied of a mere click.
    pub fn text(self, buffer: &Buffer) -> Option<String> {
        if self.is_click() {
            return None;
        }
        let rows = self.rows().into_iter().map(|row| row_text(buffer, row));
        let text = rows.collect::<Vec<_>>().join("\n");
        (!text.trim().is_empty()).then(|| text.trim_end().to_owned())
    }
}

fn row_text(buffer: &Buffer, row: Rect) -> String {
    let cells = row.intersection(buffer.area).positions();
    let text: String = cells
        .filter_map(|at| buffer.cell(at))
        .map(|c| c.symbol())
        .collect();
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drag(from: (u16, u16), to: (u16, u16)) -> Drag {
        Drag {
            from: from.into(),
            to: to.into(),
            within: Rect::new(1, 0, 5, 3),
        }
    }

    #[test]
    fn what_was_dragged_over_is_taken_and_no_frame() {
        let buffer = Buffer::with_lines(["|one  |", "|two  |", "|three|"]);
        let text = |from, to| drag(from, to).text(&buffer);
        assert_eq!(text((2, 0), (3, 1)).as_deref(), Some("ne\ntwo"));
        assert_eq!(
            text((3, 1), (2, 0)).as_deref(),
            Some("ne\ntwo"),
            "backwards"
        );
        assert_eq!(text((1, 2), (9, 2)).as_deref(), Some("three"));
        assert_eq!(text((1, 2), (1, 2)), None, "a click");
    }
}
