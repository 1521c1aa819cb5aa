//! # recall: what is worth saying now
//!
//! **Comes in:** a question, bounds, a token budget. **Goes out:** ranked evidence, each hit
//! with where it came from and why it ranked; and, when asked, a packed context.
//!
//! **Kept:** nothing. **Deliberately absent:** writing anything. Text is never taken from an
//! index: every hit is loaded from the journal by position, and what is gone is dropped.
//!
//! The files in the order of the algorithm: [`question`],
//! [`candidates`], [`rank`], [`pack`]. What is said unasked has its own: [`gate`], [`guard`],
//! [`brief`].

pub mod brief;
pub mod candidates;
mod error;
pub mod gate;
pub mod guard;
mod look;
pub mod pack;
pub mod question;
pub mod rank;
mod ranking;
mod recall;
mod said;
pub mod signals;
mod synonyms;
mod then;
pub mod tokens;
pub mod trust;
mod unindexed;
pub mod weights;

pub use error::{Error, Result};
pub use ranking::Ranking;
pub use recall::{Ask, Evidence, Outcome, recall};
pub use unindexed::Tally;
