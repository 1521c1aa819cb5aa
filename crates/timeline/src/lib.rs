//! # timeline: what it was about
//!
//! **Comes in:** the turns of a session in their order, and the digests of smaller parts.
//! **Goes out:** where segments begin and end, periods of the calendar and their names, and
//! digests: a title, a few sentences, the words that mattered.
//!
//! **Kept:** nothing. **Deliberately absent:** tables, the journal, the wall clock, models. It
//! stands apart from `engine` because it is pure: the same turns give the same digest for ever.
//!
//! The files in the order of the work: [`calendar`], [`segment`], [`digest`]. Asking is told by
//! [`intent`], [`route`], [`terms`], [`likeness`], [`salience`] and [`topics`].

pub mod calendar;
pub mod digest;
pub mod intent;
pub mod likeness;
pub mod route;
pub mod salience;
pub mod segment;
pub mod terms;
pub mod topics;
pub mod ulid;
