//! # reasoning: why each step was taken
//!
//! **Comes in:** the steps of a recording, what people and models wrote about them. **Goes out:**
//! the same with its author, and the document made of it.
//!
//! **Kept:** nothing. **Deliberately absent:** capture cannot call this room, so that recording
//! never waits for a person or a model.
//!
//! Start with `compile`.

pub mod compile;
pub mod entries;
