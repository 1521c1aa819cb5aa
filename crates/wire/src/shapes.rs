//! Requests and replies, as JSON. One file a noun. Unknown request fields are ignored.

mod admin;
mod backup;
mod consolidate;
mod contents;
mod contract;
mod data_keys;
mod events;
mod feedback;
mod forget;
mod gateway;
mod history;
mod import;
mod lifecycle;
mod memories;
mod notebook;
mod objects;
mod pins;
mod portable;
mod recall;
mod receipts;
mod review;
mod sharing;
mod timeline;
mod tokens;
mod tools;
mod upkeep;
mod view;
mod words;

pub use admin::*;
pub use backup::*;
pub use consolidate::*;
pub use contents::*;
pub use contract::*;
pub use data_keys::*;
pub use events::*;
pub use feedback::*;
pub use forget::*;
pub use gateway::*;
pub use history::*;
pub use import::*;
pub use lifecycle::*;
pub use memories::*;
pub use notebook::*;
pub use pins::*;
pub use portable::*;
pub use recall::*;
pub use receipts::*;
pub use review::*;
pub use sharing::*;
pub use timeline::*;
pub use tokens::*;
pub use tools::*;
pub use upkeep::*;
pub use view::*;
pub(crate) use words::{OneOrSeveral, TypeWord};

pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}

pub(crate) fn is_zero(n: &u64) -> bool {
    *n == 0
}
