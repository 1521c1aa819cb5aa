//! # providers: models outside our walls
//!
//! **Comes in:** a prompt. **Goes out:** the model's words, or why there are none.
//!
//! **Kept:** how much was spent today, in memory. **Deliberately absent:** memories, prompts of
//! any particular purpose, storage. Whoever asks must be able to do without an answer: a
//! provider may be slow, wrong, dear or gone.
//!
//! Start with [`chat::Chat::ask`].

pub mod chat;
#[cfg(any(fuzzing, test))]
pub mod fuzzing;
pub mod json;
pub mod signals;
