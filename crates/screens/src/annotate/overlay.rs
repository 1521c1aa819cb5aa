//! What stands over the annotation screen.

use mneme_model::archive::Step;

use crate::dialog::{Button, Dialog};

#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    Help { scroll: u16 },
    Jump { typed: String, refused: bool },
    Ask(Dialog<Answer>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Stay,
    SaveAndQuit,
    DiscardAndQuit,
    Resume(Option<usize>),
    Reset(Option<usize>),
    CompileNow,
    CompileLater,
    CompleteAndQuit,
}

pub fn quit(number: u32) -> Dialog<Answer> {
    Dialog {
        title: "Quit",
        text: vec![
            format!("The reasoning of step {number} is not saved yet."),
            "Discarding goes back to what you saved last.".to_owned(),
            String::new(),
        ],
        buttons: buttons([
            ("Save and quit", Answer::SaveAndQuit),
            ("Discard", Answer::DiscardAndQuit),
            ("Cancel", Answer::Stay),
        ]),
        focus: 0,
        escape: Answer::Stay,
    }
}

pub fn recovery(step: Option<&Step>, at: Option<usize>) -> Dialog<Answer> {
    let found = match step {
        Some(step) => format!(
            "Step {} was being written when this was left; what autosave kept is here.",
            step.step_id
        ),
        None => {
            "This recording was left without closing it. Every text in it was saved.".to_owned()
        }
    };
    Dialog {
        title: "Pick up where you left",
        text: vec![
            found,
            "Resume goes on with that text. Reset puts that one step back to how it was last \
             saved; no other step changes."
                .to_owned(),
            String::new(),
        ],
        buttons: buttons([
            ("Resume", Answer::Resume(at)),
            ("Reset the step", Answer::Reset(at)),
        ]),
        focus: 0,
        escape: Answer::Resume(at),
    }
}

pub fn complete(annotated: u32, skipped: u32) -> Dialog<Answer> {
    Dialog {
        title: "Every step is done",
        text: vec![
            format!("{annotated} with their reasoning, {skipped} skipped."),
            "Next, the reasoning becomes a document, memory.md, which you can still edit. \
             Esc goes back to the steps."
                .to_owned(),
            String::new(),
        ],
        buttons: buttons([
            ("Compile now", Answer::CompileNow),
            ("Later", Answer::CompileLater),
            ("Quit", Answer::CompleteAndQuit),
        ]),
        focus: 0,
        escape: Answer::Stay,
    }
}

fn buttons<const N: usize>(all: [(&'static str, Answer); N]) -> Vec<Button<Answer>> {
    let button = |(label, answer)| Button { label, answer };
    all.into_iter().map(button).collect()
}
