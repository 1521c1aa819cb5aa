//! What the annotation screen knows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use mneme_model::archive::{Entry, Step};
use mneme_reasoning::entries::{self, StepState};
use ratatui::layout::Rect;

use super::entry::{latest_draft, settled, step_of};
use super::overlay::{self, Overlay};
use crate::drag::Drag;
use crate::editor::Editor;
use crate::files::{Change, Found};
use crate::look::Look;
use crate::picture::{Painted, Zoom};

/// The pane that takes the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    List,
    Editor,
    Picture,
}

/// Which of a step's pictures is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Before,
    At,
    After,
}

/// What the person is told, until something else is to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    Said(String),
    Warned(String),
    Failed(String),
}

/// The last picture that was asked for, as far as it is there.
#[derive(Clone, Default)]
pub enum Shown {
    #[default]
    Nothing,
    Painted(Arc<Painted>),
    Failed {
        path: String,
        why: String,
    },
}

pub struct State {
    pub name: String,
    pub session: String,
    pub steps: Vec<Step>,
    marks: Vec<StepState>,
    /// Of each mark how many; asked for at every frame, so never counted then.
    annotated: u32,
    skipped: u32,
    pub entries: BTreeMap<u32, Entry>,
    /// Why a step has no picture, by step.
    pub unfetched: BTreeMap<u32, String>,
    pub unfolded: BTreeSet<usize>,
    pub selected: usize,
    /// The first row of the list that is seen.
    pub top: usize,
    pub focus: Focus,
    pub editor: Editor,
    pub overlay: Option<Overlay>,
    pub notice: Option<Notice>,
    /// Ctrl+N was pressed on an empty text: the next one skips.
    pub skip_warned: bool,
    pub zoom: Zoom,
    pub side: Side,
    pub shown: Shown,
    /// The terminal can draw none.
    pub no_pictures: bool,
    /// Where the recording is.
    pub dir: PathBuf,
    /// It was deleted: nothing is written any more.
    pub gone: bool,
    /// What opens a picture outside the terminal, by name.
    pub viewer: Option<String>,
    /// Changes the disk did not take yet.
    pub owed: Vec<Change>,
    pub autosave_ms: i64,
    pub drag: Option<Drag>,
    pub screen: Rect,
    pub look: Look,
}

// === impl State ===

impl State {
    pub fn new(found: Found, look: Look) -> Self {
        let record = found.record;
        let mut steps = record.steps;
        if steps.is_empty() {
            steps = found.entries.values().map(step_of).collect();
        }
        steps.sort_by_key(|step| step.step_id);
        // The moments before and after have their own words where they are looked at.
        let skips = record.skipped_image_fetches.into_iter();
        let skips = skips.filter(|skip| {
            !skip.reason.starts_with("before ") && !skip.reason.starts_with("after ")
        });
        let mut state = Self {
            name: record.memory_name,
            session: record.session_id,
            marks: vec![StepState::Pending; steps.len()],
            steps,
            annotated: 0,
            skipped: 0,
            entries: found.entries,
            unfetched: skips.map(|skip| (skip.step_id, skip.reason)).collect(),
            unfolded: BTreeSet::new(),
            selected: 0,
            top: 0,
            focus: Focus::List,
            editor: Editor::new(""),
            overlay: None,
            notice: damage(found.damaged),
            skip_warned: false,
            zoom: Zoom::FIT,
            side: Side::At,
            shown: Shown::Nothing,
            no_pictures: false,
            dir: PathBuf::new(),
            gone: false,
            viewer: None,
            owed: Vec::new(),
            autosave_ms: 0,
            drag: None,
            screen: Rect::new(0, 0, 140, 45),
            look,
        };
        state.take_up();
        state
    }

    fn take_up(&mut self) {
        for at in 0..self.steps.len() {
            let mark = entries::state(self.entry(at));
            self.set_mark(at, mark);
        }
        let first = self
            .marks
            .iter()
            .position(|mark| *mark == StepState::Pending);
        self.selected = first.or_else(|| self.next_open(0)).unwrap_or(0);
        self.load();
    }

    /// Asks what to do when the work before this did not end as it should.
    pub fn recover(&mut self, left_open: bool) {
        let draft = latest_draft(&self.entries);
        let at = draft.and_then(|id| self.steps.iter().position(|s| s.step_id == id));
        if at.is_some() || (left_open && !self.steps.is_empty()) {
            let step = at.and_then(|at| self.steps.get(at));
            self.overlay = Some(Overlay::Ask(overlay::recovery(step, at)));
        }
    }

    pub fn step(&self) -> Option<&Step> {
        self.steps.get(self.selected)
    }

    pub fn entry(&self, at: usize) -> Option<&Entry> {
        self.entries.get(&self.steps.get(at)?.step_id)
    }

    pub fn mark(&self, at: usize) -> StepState {
        self.marks.get(at).copied().unwrap_or(StepState::Pending)
    }

    pub fn set_mark(&mut self, at: usize, mark: StepState) {
        if let Some(place) = self.marks.get_mut(at) {
            let before = std::mem::replace(place, mark);
            self.annotated -= u32::from(before == StepState::Complete);
            self.skipped -= u32::from(before == StepState::Skipped);
            self.annotated += u32::from(mark == StepState::Complete);
            self.skipped += u32::from(mark == StepState::Skipped);
        }
    }

    pub fn annotated(&self) -> u32 {
        self.annotated
    }

    pub fn skipped(&self) -> u32 {
        self.skipped
    }

    /// How much is done, of a hundred.
    pub fn percent(&self) -> u32 {
        let done = self.annotated + self.skipped;
        (done * 100)
            .checked_div(self.steps.len() as u32)
            .unwrap_or(0)
    }

    /// The next step that is neither complete nor skipped, from `start` on.
    pub fn next_open(&self, start: usize) -> Option<usize> {
        let rest = self.marks.iter().enumerate().skip(start);
        rest.into_iter()
            .find(|(_, mark)| is_open(**mark))
            .map(|(at, _)| at)
    }

    /// Whether something would be lost by leaving: text that nobody saved on purpose, or that the
    /// disk did not take.
    pub fn is_unsaved(&self) -> bool {
        self.editor.is_unsaved() || !self.owed.is_empty()
    }

    /// Puts the selected step's text into the editor.
    pub fn load(&mut self) {
        let entry = self.entry(self.selected);
        let text = entry.map_or("", |entry| entry.reasoning.as_str());
        let base = match entry.filter(|entry| entry.draft) {
            Some(draft) => settled(draft).map_or(String::new(), |entry| entry.reasoning),
            None => text.to_owned(),
        };
        let text = text.to_owned();
        self.editor.open(&text, &base);
        self.skip_warned = false;
        self.side = Side::At;
        self.zoom = Zoom::FIT;
    }

    /// The path of the picture that is looked at.
    pub fn picture(&self) -> Option<&str> {
        let step = self.step()?;
        let path = match self.side {
            Side::Before => &step.before_image_path,
            Side::At => &step.image_path,
            Side::After => &step.after_image_path,
        };
        path.as_deref().filter(|path| !path.is_empty())
    }

    /// The file of a picture, for whoever opens it by hand.
    pub fn file_of(&self, picture: &str) -> String {
        self.dir.join(picture).display().to_string()
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Said(text.into()));
    }

    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Warned(text.into()));
    }

    pub fn fail(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Failed(text.into()));
    }
}

fn is_open(mark: StepState) -> bool {
    matches!(mark, StepState::Pending | StepState::InProgress)
}

fn damage(lines: usize) -> Option<Notice> {
    (lines > 0).then(|| {
        Notice::Warned(format!(
            "{lines} lines of reasoning could not be read; they are kept in a file beside it"
        ))
    })
}
