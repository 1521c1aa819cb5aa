//! When the record of what setup wrote is no more, or nobody can read it: what is ours is known by
//! our marks.

use std::path::{Path, PathBuf};

use mneme_model::Code;
use mneme_wire::Fault;

use super::found::Found;
use super::receipt::Receipt;
use super::wiring::Wiring;
use crate::connect::place::Planned;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    Broken,
    Gone,
}

/// In a file of others that setup wrote in stands one of these: an entry that only has our name may
/// be somebody's own.
const MARKS: [&str; 8] = [
    "mcp-server",
    ">>> memoryoss",
    "<<< memoryoss",
    "MEMORYOSS_POLICY_",
    "MEMORYOSS_CURSOR_RULE_",
    "memoryoss setup",
    "memoryoss-guard",
    "hook guard",
];

// === impl Lost ===

impl Lost {
    pub fn find(home: &Path, wiring: &Wiring) -> Option<Self> {
        if Receipt::is_broken(home) {
            return Some(Self::Broken);
        }
        let none = matches!(Receipt::read(home), Ok(None));
        (none && is_marked(wiring)).then_some(Self::Gone)
    }

    pub fn told(self) -> &'static str {
        match self {
            Self::Broken => "The record of what setup wrote is broken",
            Self::Gone => "The record of what setup wrote is gone",
        }
    }
}

/// Whether anything of ours would go from any file, and is ours for sure.
fn is_marked(wiring: &Wiring) -> bool {
    let guessed = Receipt::guessed(wiring, PathBuf::new());
    guessed.files.iter().any(|written| {
        let text = Planned::read(written.path.clone()).map(|file| file.before);
        text.is_ok_and(|text| {
            let marked = MARKS.iter().any(|mark| text.contains(mark));
            marked && written.cleaned(wiring, &text) != text
        })
    })
}

/// What `doctor` tells of a record that is gone. One that is broken is told by whoever reads it.
pub fn gone() -> Option<Fault> {
    let found = Found::look().ok()?;
    let wiring = Wiring::bare(&found);
    let lost = Lost::find(&found.home, &wiring)?;
    (lost == Lost::Gone).then(|| {
        let record = found.short(&Receipt::path(&found.home));
        let told = format!("{record}, the record of what setup wrote, is gone");
        let mut fault = Fault::new(Code::BadFile, told);
        fault.hint = String::from(
            "`mneme setup --undo` takes out what is ours without it; then set up again",
        );
        fault
    })
}
