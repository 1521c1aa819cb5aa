//! What must not go before a model as it is, and what must not be done without a word: one filter
//! for texts, one firewall for requests. Both are pure, so that a proxy, an explanation and an
//! overview say the same.

mod acting;
mod actions;
mod agreed;
mod approvers;
mod asked;
mod commands;
mod files;
mod firewall;
mod forms;
mod frames;
mod given;
mod hints;
mod inner;
mod letters;
mod lines;
mod matter;
mod paths;
mod policies;
mod quoted;
mod reach;
mod risk;
mod rows;
mod safety;
mod sense;
mod shown;
mod spoken;
mod taken_up;
mod things;
mod verdict;
mod vocabulary;
mod whom;
mod withdrawn;
mod wordings;

pub use actions::{BETWEEN, Request};
pub use agreed::{agreed, asked_before};
pub use firewall::{Rule, decide, judge};
pub use policies::is_rule;
pub use risk::Risk;
pub use safety::{Danger, danger, is_invisible};
pub(crate) use spoken::Spoken;
pub use taken_up::taken_up;
pub use verdict::{CONFIRM_HEADER, MatchedPolicy, PolicyVerdict, Ruling, Stop};
pub use withdrawn::{instead, withdraws};
