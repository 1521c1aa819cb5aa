//! # providers: models outside our walls, a hub, a keeper of keys, and whoever wants to be told
//!
//! **Comes in:** a prompt, texts, files, notices. **Goes out:** the model's words, vectors of the
//! texts, or why there are none; files in a dataset of a hub; keys that are wrapped and opened;
//! calls of webhooks.
//!
//! **Kept:** how much was spent today, in memory. **Deliberately absent:** memories, prompts of
//! any particular purpose, storage. Whoever asks must be able to do without an answer: a
//! provider may be slow, wrong, dear or gone.
//!
//! Start with [`chat::Chat::ask`], then [`embed::Embed::vectors`].

pub mod chat;
pub mod embed;
#[cfg(any(fuzzing, test))]
pub mod fuzzing;
pub mod hub;
pub mod json;
pub mod signals;
pub mod vault;
pub mod webhook;
