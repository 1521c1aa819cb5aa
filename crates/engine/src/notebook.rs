//! The notebook: what agents' hooks tell, session by session.
//!
//! An observation is an event like any other, so the timeline lists it and recall finds it;
//! and an event of any other door is an observation here.

mod actions;
mod carry;
mod consolidate;
mod context;
mod hooks;
mod lessons;
mod live;
mod made;
mod memories;
mod mind;
mod observe;
mod read;
mod reflect;
mod replay;
mod scribe;
mod sessions;
mod settings;
mod shelf;
mod slots;
mod talks;

mod summaries;
mod sweeps;

pub use actions::ChangeAction;
pub use carry::{Everything, Strategy, Taken};
pub use consolidate::{Consolidate, Consolidated};
pub use lessons::Lessons;
pub(crate) use live::Live;
pub use live::Watching;
pub use memories::{NewNote, Notes};
pub(crate) use mind::Mind;
pub use mneme_notebook::action::{Action, Status, frontier};
pub use mneme_notebook::consolidate::{Fact, Procedure};
pub use mneme_notebook::context::{Context, DEFAULT_BUDGET};
pub use mneme_notebook::export;
pub use mneme_notebook::lesson::Lesson;
pub use mneme_notebook::memory::{Kept, Memory};
pub use mneme_notebook::observation::Observation;
pub use mneme_notebook::profile::Profile;
pub use mneme_notebook::redact;
pub use mneme_notebook::slot::{Scope, Slot};
pub use mneme_notebook::summary::{Crystal, Summary};
pub use mneme_notebook::transcripts;
pub use observe::NewObservation;
pub use reflect::Reflected;
pub use replay::Frame;
pub(crate) use scribe::Scribe;
pub use sessions::{Session, Sessions, StartSession};
pub use settings::Settings;
pub use slots::Write;
pub use sweeps::Outlived;
pub(crate) use sweeps::keeper;
pub use talks::Brought;
