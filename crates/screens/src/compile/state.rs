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
    /// What another program wrote into the file meanwhile, until somebody decides about it.
    pub theirs: Option<String>,
    /// The last save was asked for, not autosave's.
    pub insisted: bool,
    /// The recording was deleted: nothing is written any more.
    pub gone: bool,
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
    /// Keep this text here and what another program wrote beside it.
    Mine,
    /// The other way round.
    Theirs,
}

// === impl State ===

impl State {
    pub fn new(name: &str, text: &str, look: Look) -> Self {
        Self {
            name: name.to_owned(),
            editor: Editor::new(text),
            overlay: None,
            notice: None,
            theirs: None,
            insisted: false,
            gone: false,
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

/// Another program wrote into the file since it was read or written here.
pub fn changed() -> Dialog<Answer> {
    Dialog {
        title: "Changed by another program",
        text: vec![
            "Somebody else changed memory.md while you had it open. Nothing is lost either way: \
             the text you do not choose is kept in a file beside it, memory.<time>.md."
                .to_owned(),
            String::new(),
        ],
        buttons: vec![
            button("Mine", Answer::Mine),
            button("Theirs", Answer::Theirs),
            button("Not now", Answer::Stay),
        ],
        focus: 2,
        escape: Answer::Stay,
    }
}

fn button(label: &'static str, answer: Answer) -> Button<Answer> {
    Button { label, answer }
}
