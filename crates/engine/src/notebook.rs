//! The notebook: what agents' hooks tell, session by session.
//!
//! An observation is an event like any other, so the timeline lists it and recall finds it;
//! and an event of any other door is an observation here.

mod actions;
mod acts;
mod around;
mod commits;
mod context;
mod enrich;
mod folders;
mod forgetting;
mod hooks;
mod lessons;
mod memories;
mod observe;
mod read;
mod relations;
mod search;
mod sessions;
pub(crate) mod shelf;
mod slots;
mod whose;

pub use actions::ChangeAction;
pub use acts::{Act, Acts};
pub use around::{Around, Stretch};
pub use commits::Commits;
pub use enrich::Enrich;
pub use lessons::Lessons;
pub use memories::{NewNote, Notes};
pub use mneme_notebook::action::{Action, Status, frontier};
pub use mneme_notebook::commit::Commit;
pub use mneme_notebook::context::{Context, DEFAULT_BUDGET};
pub use mneme_notebook::graph::Graph;
pub use mneme_notebook::lesson::Lesson;
pub use mneme_notebook::memory::{Kept, Memory};
pub use mneme_notebook::observation::Observation;
pub use mneme_notebook::profile::Profile;
pub use mneme_notebook::redact;
pub use mneme_notebook::relation::Relation;
pub use mneme_notebook::slot::{Scope, Slot};
pub use observe::NewObservation;
pub use search::{Found, Search};
pub use sessions::{Session, Sessions, StartSession};
pub use slots::Write;
