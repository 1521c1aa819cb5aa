//! The last line: what was just said, or which keys there are.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};

use crate::annotate::state::{Focus, Notice, State};
use crate::look::{dim, width_of};

type Hint = (&'static str, &'static str);

const LIST: [Hint; 8] = [
    ("e", "write"),
    ("Ctrl+N", "done, next"),
    ("?", "help"),
    ("Ctrl+Q", "quit"),
    ("j/k", "move"),
    ("Space", "details"),
    ("+/-", "zoom"),
    ("o", "open"),
];
const EDITOR: [Hint; 6] = [
    ("Ctrl+N", "done, next"),
    ("Ctrl+S", "save"),
    ("Ctrl+Z", "undo"),
    ("Esc", "steps"),
    ("F1", "help"),
    ("Ctrl+Q", "quit"),
];
const PICTURE: [Hint; 7] = [
    ("+/-", "zoom"),
    ("f", "fit"),
    ("arrows", "move"),
    ("Tab", "steps"),
    ("?", "help"),
    ("o", "open"),
    ("[ ]", "before/after"),
];

pub fn view(state: &State, area: Rect, frame: &mut Frame) {
    let line = match &state.notice {
        Some(notice) => told(state, notice, usize::from(area.width)),
        None => hints(state, usize::from(area.width)),
    };
    frame.render_widget(line, area);
}

fn told(state: &State, notice: &Notice, width: usize) -> Line<'static> {
    let (text, style) = match notice {
        Notice::Said(text) => (text, ratatui::style::Style::new().bold()),
        Notice::Warned(text) => (text, state.look.warning()),
        Notice::Failed(text) => (text, state.look.failure()),
    };
    Line::styled(state.look.cut(&format!(" {text} "), width), style)
}

/// As many as fit; the last ones matter least.
fn hints(state: &State, width: usize) -> Line<'static> {
    let hints: &[Hint] = match state.focus {
        Focus::List => &LIST,
        Focus::Editor => &EDITOR,
        Focus::Picture => &PICTURE,
    };
    let mut used = 0;
    let fits = hints.iter().take_while(|(key, what)| {
        used += width_of(key) + width_of(what) + 4;
        used <= width
    });
    let spans = fits.flat_map(|(key, what)| {
        [
            Span::raw(format!(" {key} ")).bold(),
            Span::styled(format!("{what}  "), dim()),
        ]
    });
    Line::from(spans.collect::<Vec<_>>())
}
