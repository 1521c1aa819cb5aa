//! The notebook: what agents' hooks tell, session by session.
//!
//! An observation is an event like any other, so the timeline lists it and recall finds it;
//! and an event of any other door is an observation here.

mod actions;
mod context;
mod hooks;
mod lessons;
mod live;
mod memories;
mod observe;
mod read;
mod sessions;
mod shelf;
mod slots;

pub use actions::ChangeAction;
pub use lessons::Lessons;
pub(crate) use live::Live;
pub use live::Watching;
pub use memories::{NewNote, Notes};
pub use mneme_notebook::action::{Action, Status, frontier};
pub use mneme_notebook::context::{Context, DEFAULT_BUDGET};
pub use mneme_notebook::lesson::Lesson;
pub use mneme_notebook::memory::{Kept, Memory};
pub use mneme_notebook::observation::Observation;
pub use mneme_notebook::profile::Profile;
pub use mneme_notebook::redact;
pub use mneme_notebook::slot::{Scope, Slot};
pub use observe::NewObservation;
pub use sessions::{Session, Sessions, StartSession};
pub use slots::Write;
