//! What the compiler's screen knows.

use ratatui::layout::Rect;

use crate::dialog::{Button, Dialog};
use crate::editor::Editor;
use crate::look::Look;

pub struct State {
    pub name: String,
    pub editor: Editor,
    pub overlay: Option<Overlay>,
    pub notice: Option<(String, bool)>,
    pub autosave_ms: i64,
    pub screen: Rect,
    pub look: Look,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    Help,
    Ask(Dialog<Answer>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Finalize,
    Leave,
    Discard,
    Stay,
}

// === impl State ===

impl State {
    pub fn new(name: &str, text: &str, look: Look) -> Self {
        Self {
            name: name.to_owned(),
            editor: Editor::new(text),
            overlay: None,
            notice: None,
            autosave_ms: 0,
            screen: Rect::new(0, 0, 140, 45),
            look,
        }
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some((text.into(), false));
    }

    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some((text.into(), true));
    }
}

pub fn quit() -> Dialog<Answer> {
    Dialog {
        title: "Leave the document",
        text: vec![
            "Finalising says that this document is done. You can also leave it for now and \
             come back, or discard what you changed since you last saved."
                .to_owned(),
            String::new(),
        ],
        buttons: vec![
            button("Save and finalise", Answer::Finalize),
            button("Save and leave", Answer::Leave),
            button("Discard", Answer::Discard),
            button("Cancel", Answer::Stay),
        ],
        focus: 1,
        escape: Answer::Stay,
    }
}

pub fn finalize() -> Dialog<Answer> {
    Dialog {
        title: "Finalise",
        text: vec![
            "The document is saved and the recording counts as complete.".to_owned(),
            String::new(),
        ],
        buttons: vec![
            button("Finalise", Answer::Finalize),
            button("Not yet", Answer::Stay),
        ],
        focus: 1,
        escape: Answer::Stay,
    }
}

fn button(label: &'static str, answer: Answer) -> Button<Answer> {
    Button { label, answer }
}
