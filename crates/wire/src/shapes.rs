//! Requests and replies, as JSON. One file a noun. Unknown request fields are ignored.

mod backup;
mod contents;
mod events;
mod feedback;
mod forget;
mod import;
mod memories;
mod notebook;
mod pins;
mod recall;
mod receipts;
mod timeline;
mod tokens;
mod tools;
mod upkeep;
mod view;

pub use backup::*;
pub use contents::*;
pub use events::*;
pub use feedback::*;
pub use forget::*;
pub use import::*;
pub use memories::*;
pub use notebook::*;
pub use pins::*;
pub use recall::*;
pub use receipts::*;
pub use timeline::*;
pub use tokens::*;
pub use tools::*;
pub use upkeep::*;
pub use view::*;

pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}

pub(crate) fn is_zero(n: &u64) -> bool {
    *n == 0
}
