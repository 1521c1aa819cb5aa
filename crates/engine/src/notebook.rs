//! The notebook: what agents' hooks tell, session by session.
//!
//! An observation is an event like any other, so the timeline lists it and recall finds it;
//! and an event of any other door is an observation here.

mod hooks;
mod memories;
mod observe;
mod read;
mod sessions;

pub use memories::{NewNote, Notes};
pub use mneme_notebook::memory::{Kept, Memory};
pub use mneme_notebook::observation::Observation;
pub use observe::NewObservation;
pub use sessions::{Session, Sessions, StartSession};
