//! A recorded desktop session: the commands an agent gave, the steps made of them, the states
//! the recording goes through, and what is written about it.

mod command;
mod metadata;
mod reasoning;
mod session;
mod status;

pub use command::{Action, Command, Os};
pub use metadata::{
    ClosedBy, FrameFound, Frames, Metadata, OsNames, SkippedFetch, Step, StreamGap, Suspect, Tokens,
};
pub use reasoning::{Entry, Source};
pub use session::{Mode, Session};
pub use status::{Refused, Status, Turn};
