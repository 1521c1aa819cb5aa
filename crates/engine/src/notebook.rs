//! The notebook: what agents' hooks tell, session by session.
//!
//! An observation is an event like any other, so the timeline lists it and recall finds it;
//! and an event of any other door is an observation here.

mod actions;
mod carry;
mod context;
pub(crate) mod hooks;
pub(crate) mod images;
mod lessons;
mod memories;
mod observe;
mod read;
mod replay;
mod sessions;
mod shelf;
mod slots;
mod talks;

pub use actions::ChangeAction;
pub(crate) use carry::shelves::key_of;
pub use carry::{Everything, Strategy, Taken};
pub use lessons::Lessons;
pub use memories::{NewNote, Notes};
pub use mneme_notebook::action::{Action, Status, frontier};
pub use mneme_notebook::context::{Context, DEFAULT_BUDGET};
pub use mneme_notebook::export;
pub use mneme_notebook::image::Image;
pub use mneme_notebook::kv;
pub use mneme_notebook::lesson::Lesson;
pub use mneme_notebook::memory::{Kept, Memory};
pub use mneme_notebook::observation::Observation;
pub use mneme_notebook::profile::Profile;
pub use mneme_notebook::redact;
pub use mneme_notebook::slot::{Scope, Slot};
pub use mneme_notebook::transcripts;
pub use observe::NewObservation;
pub use replay::Frame;
pub use sessions::{Session, Sessions, StartSession};
pub use slots::Write;
pub use talks::Brought;
